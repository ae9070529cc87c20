import type OpenAI from "openai";
import type { Endpoint } from "./endpoint.ts";
import { faultOfRequest, StatusError, type Fault } from "./fault.ts";
import { pause, watchRequest, type RequestWatch } from "./requestWatch.ts";
import { retryWait } from "./retries.ts";

/** `answered`: who asked has to close the watch, which ends the connection. */
export type Reply<T> =
  | { readonly type: "answered"; readonly answer: T; readonly watch: RequestWatch }
  | { readonly type: "failed"; readonly fault: Fault };

/** What an answer of so many tokens has in bytes at the very most: each may come as an event of its own. */
export function mostBytes(tokens: number): number {
  return tokens * 512 + 1_048_576;
}

/**
 * Makes a request, and makes it again while its fault may pass. `send` is called once per try. `adapt` is told each fault, and
 * may have it made again at once by giving `true`; it must do so only if the next try differs. No more than `maxBytes` of an
 * answer are read. Throws only what `signal` aborts with.
 */
export async function makeRequest<T>(
  endpoint: Endpoint,
  send: (client: OpenAI, signal: AbortSignal) => PromiseLike<T>,
  adapt: (fault: Fault) => boolean,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Reply<T>> {
  signal.throwIfAborted();
  // Loaded when first needed, so that starting costs nothing for those who never ask a model.
  const { OpenAI: Client } = await import("openai");
  for (let retries = 0, waited = 0; ;) {
    signal.throwIfAborted();
    const watch = watchRequest(signal, endpoint.timing, maxBytes);
    let fault: Fault;
    try {
      const client = new Client(clientOptions(endpoint, watch));
      return { type: "answered", answer: await watch.during(send(client, watch.signal)), watch };
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

/** Everything that the client would otherwise take from its environment is said here. */
function clientOptions(endpoint: Endpoint, watch: RequestWatch) {
  return {
    baseURL: endpoint.url,
    // The client insists on one; what is sent is decided below.
    apiKey: endpoint.key ?? "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // It would write what could not be parsed, which is file content, to the console.
    logLevel: "off",
    maxRetries: 0,
    timeout: endpoint.timing.firstByteMs + 60_000,
    fetch: guardedFetch(endpoint, watch),
  } as const;
}

/** More of the body of an error is of no use to anyone. */
const longestErrorLength = 65_536;

/**
 * Sends to the origin of the endpoint only, follows no redirect, and sends no header beyond those listed: the client would add
 * facts on the machine, and what a variable of the environment holds for another server.
 */
function guardedFetch(
  { key, keyHeaders = bearer, origin, fetch }: Endpoint,
  watch: RequestWatch,
): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) throw new Error("The client leaves its origin.");
    const headers = {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "user-agent": "fast-apply",
      ...(key === undefined ? {} : keyHeaders(key)),
    };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    if (response.body === null && response.ok) return response;
    if (response.ok) return new Response(response.body?.pipeThrough(watchBytes(watch)), response);
    const body = await startOfBody(response, watch);
    throw new StatusError({ type: "status", status: response.status, headers: response.headers, body });
  };
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

/** As much of a body as comes, not much beyond 64 KiB. */
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
