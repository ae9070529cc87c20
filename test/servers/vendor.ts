import type { IncomingHttpHeaders } from "node:http";
import type { Asked } from "./answer.ts";

/** Why a vendor does not accept a request, before it is put into the vendor's words. */
export type Reason =
  | { readonly type: "no-key" }
  | { readonly type: "no-route"; readonly method: string; readonly address: string }
  | { readonly type: "no-json" }
  | { readonly type: "no-model"; readonly model: string }
  | { readonly type: "too-long"; readonly tokens: number; readonly limit: number }
  | { readonly type: "unknown-field"; readonly path: readonly string[]; readonly value: unknown }
  | { readonly type: "missing-field"; readonly path: readonly string[] }
  | {
      readonly type: "wrong-field";
      readonly path: readonly string[];
      readonly value: unknown;
      readonly message: string;
    }
  /** A field that is right by itself, but not for this model or with the others. */
  | { readonly type: "unsupported-field"; readonly path: readonly string[]; readonly message: string }
  /** The model is offered tools, and takes none. */
  | { readonly type: "no-tools"; readonly model: string }
  /** The server itself is in trouble. */
  | { readonly type: "status"; readonly status: number };

export interface Refusal {
  readonly status: number;
  readonly body: unknown;
}

export type Read =
  { readonly type: "asked"; readonly asked: Asked } | { readonly type: "refused"; readonly reason: Reason };

/** What sets one vendor's server apart from another's. */
export interface Vendor {
  /** By path. */
  readonly routes: Readonly<Record<string, (body: unknown) => Read>>;
  /** What is answered to GET, by path: the models that exist, or the vendor's own examples where the test names none. */
  readonly lists?: Readonly<Record<string, (models: readonly string[] | undefined) => unknown>>;
  /** The key of a request, where it does not come as OpenAI has it. */
  keyOf?(headers: IncomingHttpHeaders, method: string): string | undefined;
  /** Below the origin, where it is not `/v1`. */
  readonly basePath?: string;
  refuse(reason: Reason): Refusal;
  readonly needsKey: boolean;
  readonly streamType: string;
  /** Of the model, where the test sets none. */
  readonly limits: { readonly contextTokens: number; readonly outputTokens: number };
  /** Sent with every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether an answer that does not fit behind the prompt is shortened (true) or refused. */
  shortens(body: unknown): boolean;
}

/** What servers say by the status alone. */
const statusTexts: Readonly<Record<number, string>> = {
  400: "The request is not valid.",
  401: "The API key is not valid.",
  402: "Payment is required.",
  403: "The key does not allow this.",
  404: "Not found.",
  408: "The request took too long.",
  412: "The account is suspended.",
  413: "The request is too large.",
  422: "The request cannot be processed.",
  423: "The account is locked.",
  429: "Rate limit reached.",
  500: "The server had an error.",
  503: "The server is overloaded.",
  529: "Overloaded",
};

/** What is wrong, in plain words, for vendors whose own words are not known. */
export function plainWords(reason: Reason): string {
  switch (reason.type) {
    case "no-key":
      return "The API key is missing or not valid.";
    case "no-route":
      return `There is no ${reason.method} ${reason.address}.`;
    case "no-json":
      return "The body is not valid JSON.";
    case "no-model":
      return `The model '${reason.model}' does not exist.`;
    case "too-long":
      return `The maximum context length is ${reason.limit} tokens, and the request has ${reason.tokens}.`;
    case "unknown-field":
      return `Extra inputs are not permitted, field: '${reason.path.join(".")}'`;
    case "missing-field":
      return `Field required: '${reason.path.join(".")}'`;
    case "wrong-field":
    case "unsupported-field":
      return `${reason.path.join(".")}: ${reason.message}`;
    case "no-tools":
      return `The model '${reason.model}' does not support tools.`;
    case "status":
      return statusTexts[reason.status] ?? "Error.";
  }
}

/** The status that most vendors give. */
export function usualStatus(reason: Reason): number {
  switch (reason.type) {
    case "no-key":
      return 401;
    case "no-route":
    case "no-model":
      return 404;
    case "status":
      return reason.status;
    default:
      return 400;
  }
}
