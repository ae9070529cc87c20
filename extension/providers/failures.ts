import type { ModelFailure } from "../core/models/model.ts";
import type { StatusMeaning } from "./dialects/dialect.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Fault } from "./fault.ts";
import { askedWait, isOutOfCredit } from "./retries.ts";
import { quoteVendor, readVendorError, type Secrets, type VendorError } from "./vendorError.ts";

/** Says what a user can do who wants to go elsewhere. */
function waysOut({ chooser }: Endpoint) {
  const choose = `Run "Fast Apply: ${chooser}"`;
  return {
    choose,
    another: `${choose} to take another model or provider.`,
    checkAddress: `${choose} to check the address.`,
  };
}

/**
 * Describes a fault to the user: what happened, the vendor's own words if they are safe to show, and what to do next. `statuses`: what
 * statuses mean for this vendor alone.
 */
export function describeFault(
  fault: Fault,
  endpoint: Endpoint,
  secrets: Secrets,
  statuses: Readonly<Partial<Record<number, StatusMeaning>>> = {},
): ModelFailure {
  const { name, url, timing } = endpoint;
  const model = shortName(endpoint);
  const { another, checkAddress } = waysOut(endpoint);
  switch (fault.type) {
    case "status":
      return describeStatus(fault, endpoint, secrets, statuses);
    case "in-stream": {
      const error = readVendorError(fault.error);
      const { type, next } = meaningOfWords(error, another) ?? {
        type: "bad-answer",
        next: `Try again, or ${lower(another)}`,
      };
      return { type, message: `${name} broke off with an error.${quoteVendor(error.message, secrets)} ${next}` };
    }
    case "network":
      return {
        type: "unreachable",
        message: `${name} cannot be reached at ${url}${inBrackets(fault.code)}. ${adviceFor(fault.code, endpoint)}`,
      };
    case "timeout": {
      const { what, ms } = {
        "first-byte": { what: "has not begun to answer within", ms: timing.firstByteMs },
        idle: { what: "has stopped in the middle of its answer for", ms: timing.idleMs },
        text: { what: "keeps the connection open, but has sent no text for", ms: timing.textMs },
      }[fault.phase];
      return { type: "timeout", message: `${name} ${what} ${span(ms)}. Try again, or ${lower(another)}` };
    }
    case "too-much":
      return {
        type: "bad-answer",
        message: `${name} sends far more than an answer can have. Try again, or ${lower(checkAddress)}`,
      };
    case "cut-off":
      return {
        type: "cut-off",
        message: `The answer of ${name} broke off before its end. Try again, or ${lower(another)}`,
      };
    case "malformed":
      return {
        type: "bad-answer",
        message: `${name} sent an answer that cannot be read. Try again, or ${lower(checkAddress)}`,
      };
    case "content-type": {
      const quote = quoteVendor(readVendorError(fault.body).message, secrets);
      const got = quoteVendor(fault.contentType, secrets) || " no type";
      return {
        type: "bad-answer",
        message: `${url} answers with${got} where a stream of text is due.${quote} ${checkAddress}`,
      };
    }
    case "no-room":
      return {
        type: "cut-off",
        message: `${model} has used up its tokens before the first word of its answer. ${another}`,
      };
    case "empty":
      return {
        type: "bad-answer",
        message: `${model} of ${name} sent an empty answer. Try again, or ${lower(another)}`,
      };
    case "declined":
      return {
        type: "rejected",
        message: `${name} stopped the answer:${quoteVendor(fault.reason, secrets) || " no reason is given"}. ${another}`,
      };
  }
}

function describeStatus(
  fault: Fault & { readonly type: "status" },
  endpoint: Endpoint,
  secrets: Secrets,
  statuses: Readonly<Partial<Record<number, StatusMeaning>>>,
): ModelFailure {
  const { name, url } = endpoint;
  const model = shortName(endpoint);
  const { choose, another } = waysOut(endpoint);
  const { status } = fault;
  const error = readVendorError(fault.body);
  const quote = quoteVendor(error.message, secrets);
  const later = `${retryTime(fault)}, or ${lower(another)}`;

  const outOfCredit: ModelFailure = {
    type: "billing",
    message: `${name} has no credit left for this account.${quote} Add credit there, or ${lower(another)}`,
  };
  if (isOutOfCredit(fault)) return outOfCredit;
  const own = statuses[status];
  if (own !== undefined) {
    const next = own.type === "billing" ? `Or ${lower(another)}` : later;
    return { type: own.type, message: `${own.message(model)}.${quote} ${next}` };
  }
  if (status === 0 || (status >= 300 && status < 400)) {
    const target = quoteVendor(redirectTarget(fault, url) ?? "", secrets);
    const message = `${url} redirects${target === "" ? "" : ` to${target}`}; code and key are not sent on. ${choose} to enter the right address.`;
    return { type: "not-found", message };
  }
  // Mistral tells by 400 that it does not know a model.
  if (status === 404 || (status === 400 && error.marks.includes("invalid_model"))) {
    return {
      type: "not-found",
      message: `${name} knows no model ${endpoint.model} at ${url}.${quote} ${choose} to check model and address.`,
    };
  }
  // Google tells by 400 that it does not know a key.
  if (status === 400 && /api key not valid|invalid api key/i.test(error.message)) {
    return { type: "bad-key", message: `${name} does not accept the API key.${quote} ${setKeyAdvice(endpoint)}` };
  }
  const words = status === 400 || status === 413 || status === 422 ? meaningOfWords(error, another) : undefined;
  if (status === 413 || words?.type === "too-long") {
    return { type: "too-long", message: `The text is too long for ${model} of ${name}.${quote} ${another}` };
  }
  switch (status) {
    case 401:
      return { type: "bad-key", message: `${name} does not accept the API key.${quote} ${setKeyAdvice(endpoint)}` };
    case 402:
      return outOfCredit;
    case 403:
      return {
        type: "bad-key",
        message: `${name} does not let this API key use ${model}.${quote} ${setKeyAdvice(endpoint)}`,
      };
    case 408:
    case 504:
      return { type: "timeout", message: `${name} took too long to answer (${status}).${quote} ${later}` };
    case 429:
      return { type: "rate-limited", message: `${name} limits the requests of this account.${quote} ${later}` };
    default:
      return status >= 500
        ? { type: "overloaded", message: `${name} cannot answer now (${status}).${quote} ${later}` }
        : { type: "rejected", message: `${name} refuses the request (${status}).${quote} ${another}` };
  }
}

/** Without the path that Fireworks and others put before it. */
function shortName({ model }: Endpoint): string {
  return model.split("/").at(-1) ?? model;
}

/** Says what to do if there is no key, or not the right one. */
export function setKeyAdvice({ keyVariable }: Pick<Endpoint, "keyVariable">): string {
  const command = 'Run "Fast Apply: Set API Key"';
  return keyVariable === undefined ? `${command}.` : `${command}; the command line reads ${keyVariable}.`;
}

/** Errors for which vendors use several statuses, or none. */
function meaningOfWords(
  { message, marks }: VendorError,
  another: string,
): { type: ModelFailure["type"]; next: string } | undefined {
  const words = `${marks.join(" ")} ${message}`;
  if (
    /context.?(length|window|size)|maximum context|prompt is too long|too many tokens|string_above_max_length/i.test(
      words,
    )
  ) {
    return { type: "too-long", next: another };
  }
  if (/insufficient_quota|\b402\b|billing/i.test(words)) return { type: "billing", next: another };
  if (/rate.?limit|\b429\b/i.test(words))
    return { type: "rate-limited", next: `Try again later, or ${lower(another)}` };
  if (/overloaded|unavailable|\b50[0234]\b|\b529\b/i.test(words)) {
    return { type: "overloaded", next: `Try again later, or ${lower(another)}` };
  }
  return undefined;
}

function adviceFor(code: string | undefined, endpoint: Endpoint): string {
  const { url, chooser } = endpoint;
  const { choose, checkAddress } = waysOut(endpoint);
  const isLocal = /^https?:\/\/(localhost|127\.|\[::1\])/.test(url);
  if (code === "ECONNREFUSED" && isLocal) return `Start the server, or run "Fast Apply: ${chooser}".`;
  if (code !== undefined && /CERT|TLS|SSL/.test(code))
    return `Its certificate is not trusted here; ${lower(checkAddress)}`;
  return `Check the connection, or ${lower(choose)}.`;
}

function retryTime(fault: Fault): string {
  const wait = askedWait(fault);
  return wait !== undefined && wait > 0 ? `Try again in ${span(wait)}` : "Try again in a minute";
}

/** Where a redirect leads, without what a server could put into its path and query: it knows the key and the file. */
function redirectTarget({ headers }: Fault & { readonly type: "status" }, url: string): string | undefined {
  const location = headers.get("location") ?? "";
  if (location === "" || !URL.canParse(location, url)) return undefined;
  const { origin } = new URL(location, url);
  return /^https?:/.test(origin) ? origin : undefined;
}

/** A duration in words, rounded up. */
function span(ms: number): string {
  const [amount, unit] =
    ms < 120_000 ? [ms / 1_000, "second"] : ms < 7_200_000 ? [ms / 60_000, "minute"] : [ms / 3_600_000, "hour"];
  const whole = Math.ceil(amount);
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}

function inBrackets(code: string | undefined): string {
  return code === undefined ? "" : ` (${code})`;
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
