import type { Fault } from "./fault.ts";
import { readVendorError } from "./vendorError.ts";

/** A longer wait is a failure that the user sees. In milliseconds, over all retries of a request. */
const longestWaitMs = 20_000;

const mostRetries = 2;

const passingStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

/** Faults of the network that are still there a second later. */
const lastingCodes = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"]);

/**
 * Computes how long to wait before a request is made again, in milliseconds; `undefined` if it is not. `retries` have been made before,
 * after `waitedMs` of waiting.
 */
export function retryWait(fault: Fault, retries: number, waitedMs: number, firstWaitMs: number): number | undefined {
  if (retries >= mostRetries || !isPassing(fault)) return undefined;
  const wait = askedWait(fault) ?? firstWaitMs * 2 ** retries;
  return waitedMs + wait > longestWaitMs ? undefined : wait;
}

/** Reads how long the server asks to wait, in milliseconds: by `retry-after-ms`, or `retry-after` as seconds or a date. */
export function askedWait(fault: Fault): number | undefined {
  if (fault.type !== "status") return undefined;
  const ms = positive(fault.headers.get("retry-after-ms"));
  if (ms !== undefined) return ms;
  const header = fault.headers.get("retry-after");
  const seconds = positive(header);
  if (seconds !== undefined) return seconds * 1_000;
  // Numbers that are not a wait would be read as dates of other centuries.
  const date = /[a-z]{3}/i.test(header ?? "") ? Date.parse(header ?? "") : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function positive(header: string | null): number | undefined {
  const text = header?.trim() ?? "";
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function isPassing(fault: Fault): boolean {
  if (fault.type === "network") {
    const { code } = fault;
    return code === undefined || !(lastingCodes.has(code) || /CERT|TLS|SSL/.test(code));
  }
  if (fault.type !== "status" || !passingStatuses.has(fault.status)) return false;
  return fault.headers.get("x-should-retry") !== "false" && !isOutOfCredit(fault);
}

/** Checks whether a quota is used up, which no wait lifts, though OpenAI and others report it by status 429 like a rate limit. */
export function isOutOfCredit(fault: Fault & { readonly type: "status" }): boolean {
  return fault.status === 429 && readVendorError(fault.body).marks.includes("insufficient_quota");
}
