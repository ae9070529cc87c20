import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Answer, AnswerFormat } from "./answer.ts";
import type { Fault } from "./faults.ts";
import type { Step } from "./prediction.ts";
import { tokenize } from "./tokens.ts";

/** How a vendor sends what it has to say. */
export interface Delivery {
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly streamType: string;
  /** The vendor's body for an error that comes when status 200 is already sent. */
  readonly lateError: unknown;
  /** How long a forward pass takes. */
  readonly msPerToken: number;
  /** Into how many bytes the body is split on its way. */
  readonly bytesPerWrite: number;
  /** Whether a stream has comments between its events. */
  readonly comments: boolean;
  readonly fault: Fault | undefined;
  /** Aborted once the connection is closed. */
  readonly gone: AbortSignal;
}

/** Accepted tokens come in events of up to so many. */
const tokensPerEvent = 16;

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** Sends the answer at once. */
export async function sendWhole(delivery: Delivery, answer: Answer, format: AnswerFormat): Promise<void> {
  const { response, fault, msPerToken } = delivery;
  await pause(answer.speculation.steps.length * msPerToken, delivery.gone);
  const body = JSON.stringify(fault?.type === "error-in-stream" ? delivery.lateError : format.whole(answer));
  const own = format.wholeHeaders?.(answer) ?? {};
  response.writeHead(200, { "content-type": "application/json", ...delivery.headers, ...own });
  end(delivery, await send(delivery, 0, fault?.type === "malformed" ? body.slice(0, body.length / 2) : body));
}

/** Sends the answer as events: a run of accepted tokens in a burst, other tokens one by one. */
export async function sendStream(delivery: Delivery, answer: Answer, format: AnswerFormat): Promise<void> {
  const { response } = delivery;
  response.writeHead(200, {
    "content-type": delivery.streamType,
    "cache-control": "no-cache",
    ...delivery.headers,
  });
  response.flushHeaders();
  let sent: number | undefined = 0;
  for await (const text of eventTexts(delivery, answer, format)) {
    sent = await send(delivery, sent, text);
    if (sent === undefined) {
      return;
    }
  }
  end(delivery, sent);
}

function end({ response, fault }: Delivery, sent: number | undefined): void {
  if (sent === undefined) {
    return;
  }
  const isCut = fault?.type === "cut";
  if (byteLimit(fault) < Infinity && !((isCut || fault?.type === "silent-end") && fault.orAtEnd === true)) {
    throw new Error(`The answer has ${sent} bytes, too few for the fault that the test asked for.`);
  }
  if (isCut) {
    response.destroy();
  } else {
    response.end();
  }
}

/** Behind how many bytes of the body the fault comes. */
function byteLimit(fault: Fault | undefined): number {
  return fault?.type === "cut" || fault?.type === "stall" || fault?.type === "silent-end" ? fault.afterBytes : Infinity;
}

async function* eventTexts(delivery: Delivery, answer: Answer, format: AnswerFormat): AsyncGenerator<string> {
  const breaksOff = delivery.fault?.type === "malformed" || delivery.fault?.type === "error-in-stream";
  const { steps } = answer.speculation;
  yield format.first(answer).map(eventText).join("");
  for (const { text } of tokenize(answer.reasoning)) {
    await pause(delivery.msPerToken, delivery.gone);
    const event = text === "" ? undefined : format.thought?.(answer, text);
    if (event !== undefined) {
      yield eventText(event);
    }
  }
  for (const step of breaksOff ? steps.slice(0, Math.ceil(steps.length / 2)) : steps) {
    await pause(delivery.msPerToken, delivery.gone);
    const events = partsOf(step).map((text) => eventText(format.part(answer, text)));
    if (events.length > 0) {
      yield (delivery.comments ? ": still here\n\n" : "") + events.join("");
    }
  }
  if (delivery.fault?.type === "malformed") {
    yield 'data: {"id":"broken","choices":[{"index":0,"delta":{"content":\n\n';
  } else if (delivery.fault?.type === "error-in-stream") {
    yield eventText(delivery.lateError);
    return;
  }
  for (const event of answer.finish === "tool_calls" ? format.calls(answer) : []) {
    await pause(delivery.msPerToken, delivery.gone);
    yield eventText(event);
  }
  yield format.last(answer).map(eventText).join("");
  yield "data: [DONE]\n\n";
}

function eventText(event: unknown): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

function partsOf(step: Step): string[] {
  const parts: string[] = [];
  for (let start = 0; start < step.tokens.length; start += tokensPerEvent) {
    const tokens = step.tokens.slice(start, start + tokensPerEvent);
    parts.push(tokens.map(({ text }) => text).join(""));
  }
  return parts.filter((text) => text !== "");
}

/** Sends `text` behind `sent` bytes. Gives how many are sent then, or undefined where the answer is over. */
async function send(delivery: Delivery, sent: number, text: string): Promise<number | undefined> {
  const { response, fault, gone } = delivery;
  const bytes = Buffer.from(text);
  const room = byteLimit(fault) - sent;
  const part = bytes.subarray(0, room);
  for (let start = 0; start < part.length && !gone.aborted; start += delivery.bytesPerWrite) {
    const full = !response.write(part.subarray(start, start + delivery.bytesPerWrite));
    if (full) {
      await unlessGone(once(response, "drain", { signal: gone }));
    } else if (delivery.bytesPerWrite < Infinity) {
      await nextTurn();
    }
  }
  if (gone.aborted) {
    return undefined;
  }
  if (bytes.length < room) {
    return sent + bytes.length;
  }
  if (fault?.type === "cut") {
    // Clients throw away what they have not read when the connection breaks.
    await pause(20, gone);
    response.destroy();
  } else if (fault?.type === "silent-end") {
    response.end();
  } else {
    await unlessGone(once(response, "a fault that lasts", { signal: gone }));
  }
  return undefined;
}

/** Waits, at most until the connection is closed. */
export async function pause(ms: number, gone: AbortSignal): Promise<void> {
  if (ms > 0) {
    await unlessGone(sleep(ms, undefined, { signal: gone }));
  }
}

async function unlessGone(waiting: Promise<unknown>): Promise<void> {
  await waiting.catch((error: unknown) => {
    if (!(error instanceof Error && error.name === "AbortError")) {
      throw error;
    }
  });
}
