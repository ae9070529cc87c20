import type { GivenUp, RequestWatch } from "./requestWatch.ts";

/** What went wrong with a request, as far as the wire tells. */
export type Fault =
  | { readonly type: "status"; readonly status: number; readonly headers: Headers; readonly body: string }
  /** An error where a part of the answer should be. */
  | { readonly type: "in-stream"; readonly error: unknown }
  /** No answer; `code` is the system's word for it, such as `ECONNREFUSED`. */
  | { readonly type: "network"; readonly code: string | undefined }
  | { readonly type: "timeout"; readonly phase: Exclude<GivenUp, "too-much"> }
  /** More bytes than any answer to the request can have. */
  | { readonly type: "too-much" }
  /** The connection was lost within the answer, or the answer ends without saying that it is complete. */
  | { readonly type: "cut-off" }
  | { readonly type: "malformed" }
  | { readonly type: "content-type"; readonly contentType: string; readonly body: string }
  /** The token limit came before the first word. */
  | { readonly type: "no-room" }
  | { readonly type: "empty" }
  /** The model itself would not go on: a filter, or a call of a tool that it was not given. */
  | { readonly type: "declined"; readonly reason: string };

/** An answer that is not a success, or an event in one that reports an error. */
export class WireError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super("The server answers with an error.");
    this.fault = fault;
  }
}

/** Why a watch has given up, if it has. */
function faultOfWatch({ givenUp }: RequestWatch): Fault | undefined {
  if (givenUp === undefined) return undefined;
  return givenUp === "too-much" ? { type: givenUp } : { type: "timeout", phase: givenUp };
}

/** Interprets an error that comes before an answer has begun. What the watch gave up for comes first. */
export function faultOfRequest(error: unknown, watch: RequestWatch): Fault {
  const given = faultOfWatch(watch);
  if (given !== undefined) return given;
  let code: string | undefined;
  let isParsed = false;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth++) {
    if (cause instanceof WireError) return cause.fault;
    if (cause instanceof SyntaxError) isParsed = true;
    if ("code" in cause && typeof cause.code === "string" && /^[A-Z][A-Z0-9_]+$/.test(cause.code)) code = cause.code;
  }
  return isParsed ? { type: "malformed" } : { type: "network", code };
}

/** Interprets an error that comes while an answer is read. What the watch gave up for comes first. */
export function faultOfStream(error: unknown, watch: RequestWatch): Fault {
  const given = faultOfWatch(watch);
  if (given !== undefined) return given;
  if (error instanceof SyntaxError) return { type: "malformed" };
  return error instanceof WireError ? error.fault : { type: "cut-off" };
}
