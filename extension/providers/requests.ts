import { EventSourceParserStream } from "eventsource-parser/stream";
import type { Endpoint } from "./endpoint.ts";
import { faultOfRequest, WireError, type Fault } from "./fault.ts";
import { pause, watchRequest, type RequestWatch } from "./requestWatch.ts";
import { retryWait } from "./retries.ts";

/** `answered`: whoever asked has to close the watch, which ends the connection. */
export type Reply<T> =
  | { readonly type: "answered"; readonly answer: T; readonly watch: RequestWatch }
  | { readonly type: "failed"; readonly fault: Fault };

/** Computes the most bytes that an answer of so many tokens may have: 512 for each, which may come as an event of its own, and 1 MiB. */
export function mostBytes(tokens: number): number {
  return tokens * 512 + 1_048_576;
}

/** Asks the server of an endpoint: by `GET`, or with a body by `POST`. The path is a whole address or goes after the endpoint's. */
export type Ask = (path: string, body?: object) => Promise<Response>;

/**
 * Makes a request, and repeats it while its fault may pass. `attempt` is called once per try. `adapt` gets each fault and returns whether
 * to repeat the request at once; it must do so only if the next try differs. Reads no more than `maxBytes` of an answer. Throws only the
 * reason of an abort of `signal`.
 */
export async function makeRequest<T>(
  endpoint: Endpoint,
  attempt: (ask: Ask) => Promise<T>,
  adapt: (fault: Fault) => boolean,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Reply<T>> {
  for (let retries = 0, waited = 0; ;) {
    signal.throwIfAborted();
    const watch = watchRequest(signal, endpoint.timing, maxBytes);
    let fault: Fault;
    try {
      const answer = await watch.during(attempt((path, body) => send(endpoint, watch, path, body)));
      return { type: "answered", answer, watch };
    } catch (error) {
      fault = faultOfRequest(error, watch);
      watch.close();
    }
    signal.throwIfAborted();
    if (adapt(fault)) continue;
    const wait = retryWait(fault, retries, waited, endpoint.timing.retryMs);
    if (wait === undefined) return { type: "failed", fault };
    retries++;
    waited += wait;
    await pause(wait, signal);
  }
}

/** More of the body of an error is of no use to anyone. */
const longestErrorLength = 65_536;

/**
 * Sends to the origin of the endpoint only, follows no redirect, and sends no header beyond those listed. Throws a `WireError` for an
 * answer that is not a success, and what `fetch` throws.
 */
async function send(
  { url, key, keyHeaders = bearer, origin, fetch }: Endpoint,
  watch: RequestWatch,
  path: string,
  body: object | undefined,
): Promise<Response> {
  const target = new URL(URL.canParse(path) ? path : `${url}${path}`);
  if (target.origin !== origin) throw new Error("The request leaves the origin of its endpoint.");
  const headers = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "user-agent": "fast-apply",
    ...(key === undefined ? {} : keyHeaders(key)),
  };
  const sent = body === undefined ? { method: "GET" } : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(target, { ...sent, headers, redirect: "manual", signal: watch.signal });
  if (response.ok) return new Response(response.body?.pipeThrough(watchBytes(watch)) ?? null, response);
  const text = await startOfBody(response, watch);
  throw new WireError({ type: "status", status: response.status, headers: response.headers, body: text });
}

function bearer(key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}` };
}

function watchBytes(watch: RequestWatch): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(bytes, controller) {
      watch.countBytes(bytes.length);
      controller.enqueue(bytes);
    },
  });
}

/** Reads as much of a body as comes, not much beyond 64 KiB. Throws only if the watch ends it. */
export async function startOfBody(response: Response, watch: RequestWatch): Promise<string> {
  if (response.body === null) return "";
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body.pipeThrough(watchBytes(watch))) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length > longestErrorLength) break;
    }
  } catch (error) {
    // The status says enough; a body that breaks off only explains it.
    if (watch.signal.aborted) throw error;
  }
  return text;
}

/**
 * Yields the events of an answer that streams, each as the value of its data, up to `[DONE]`. Throws a `SyntaxError` if data is not JSON,
 * and a `WireError` for an event that reports an error.
 */
export async function* readEvents({ body }: Response): AsyncGenerator {
  if (body === null) return;
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of events) {
    if (data.startsWith("[DONE]")) return;
    const value = JSON.parse(data) as unknown;
    const error = errorIn(value);
    if (error !== undefined || event === "error") throw new WireError({ type: "in-stream", error: error ?? value });
    yield value;
  }
}

/** Many servers have an empty one in each event. */
function errorIn(value: unknown): unknown {
  return typeof value === "object" && value !== null && "error" in value && Boolean(value.error)
    ? value.error
    : undefined;
}
