import type { ChatModel, ModelEvent, ModelLimits, ModelRequest, ModelUsage, ToolCall } from "../core/models/model.ts";
import type { PlannerEvent } from "../core/chat/planner.ts";
import { markPrefixes } from "./cacheMarks.ts";
import { mergeUsage, parseChatEvent, textOfEvent } from "./chatEvent.ts";
import type { Dialect } from "./dialects/dialect.ts";
import type { Endpoint } from "./endpoint.ts";
import { describeFault } from "./failures.ts";
import { faultOfStream, type Fault } from "./fault.ts";
import type { Refusals } from "./refusals.ts";
import { makeRequest, mostBytes, readEvents, startOfBody } from "./requests.ts";
import type { RequestWatch } from "./requestWatch.ts";
import { gatherCalls, refusesTools, toolFields, wireMessage } from "./toolCalls.ts";

/** How long a server may take to send its usage after its last word, in milliseconds. */
const usageMs = 2_000;

/** No text has this many characters per token; a server that sends more does not keep to its limit. */
const charactersPerToken = 32;

/** Creates a chat model behind OpenAI's protocol, in the dialect of a vendor. */
export function createChatModel(
  endpoint: Endpoint,
  dialect: Dialect,
  limits: ModelLimits,
  refusals: Refusals,
): ChatModel {
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    for await (const event of streamChat(endpoint, dialect, refusals, request, signal)) {
      // It is offered no tools, so that it calls none.
      if (event.type !== "reasoning" && event.type !== "calls" && event.type !== "toolless") yield event;
    }
  }
  return { limits, stream };
}

/**
 * Asks a chat model one question and yields what comes of it; reasoning only in dialects that read it. If the server refuses the tools that
 * are offered, remembers that, and yields `toolless` instead of an answer.
 */
export async function* streamChat(
  endpoint: Endpoint,
  dialect: Dialect,
  refusals: Refusals,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<PlannerEvent> {
  const offersTools = (request.offered?.tools.length ?? 0) > 0;
  const texts = request.messages.map(({ text }) => text).concat(request.prediction);
  const failed = (fault: Fault): PlannerEvent => ({
    type: "failed",
    failure: describeFault(fault, endpoint, { key: endpoint.key, texts }, dialect.statuses),
  });
  // One of several parallel requests may have learned what another has sent already.
  let sent: readonly string[] = [];
  const reply = await makeRequest(
    endpoint,
    (ask) => {
      const body = bodyOf(request, endpoint, dialect, refusals);
      sent = dialect.optional.filter((field) => field in body);
      return ask(dialect.path ?? "/chat/completions", body);
    },
    (fault) => refusals.learn(endpoint, sent, fault),
    // Gateways say reasoning twice, in one event with much around it.
    mostBytes(request.maxTokens) * (dialect.readReasoning === undefined ? 1 : 4),
    signal,
  );
  if (reply.type === "failed") {
    if (offersTools && refusesTools(reply.fault)) {
      refusals.note(endpoint, TOOLS);
      yield { type: "toolless" };
      return;
    }
    yield failed(reply.fault);
    return;
  }
  const { answer: response, watch } = reply;
  try {
    const contentType = response.headers.get("content-type") ?? "";
    if (/^text\/event-stream\b/i.test(contentType)) {
      for await (const event of readAnswer(readEvents(response), watch, dialect, request.maxTokens, signal)) {
        yield event.type === "fault" ? failed(event.fault) : event;
      }
    } else {
      const body = await watch.during(startOfBody(response, watch)).catch(() => "");
      signal.throwIfAborted();
      yield failed({ type: "content-type", contentType, body });
    }
  } finally {
    watch.close();
  }
}

function bodyOf(request: ModelRequest, endpoint: Endpoint, dialect: Dialect, refusals: Refusals) {
  const refused = refusals.of(endpoint);
  const fields = Object.entries(dialect.fields(request)).filter(([name]) => !refused.has(name));
  const messages = request.messages.map((message) => wireMessage(message, dialect.echoesExtra === true));
  const asked = dialect.prompt
    ? { prompt: dialect.prompt(request) }
    : { messages: dialect.marksPrefixes === true ? markPrefixes(messages) : messages };
  return { model: endpoint.model, ...asked, stream: true, ...toolFields(request), ...Object.fromEntries(fields) };
}

/** The name under which it is remembered that a server takes no tools. */
export const TOOLS = "tools";

type AnswerEvent = PlannerEvent | { readonly type: "fault"; readonly fault: Fault };

async function* readAnswer(
  events: AsyncIterator<unknown>,
  watch: RequestWatch,
  dialect: Dialect,
  maxTokens: number,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const gathered = gatherCalls();
  let characters = 0;
  let called = 0;
  let reasoned = 0;
  let finish: string | undefined;
  let usage: ModelUsage | undefined;
  let fault: Fault = { type: "cut-off" };
  for (;;) {
    try {
      const next = await watch.during(events.next());
      if (next.done === true) break;
      const event = parseChatEvent(next.value);
      if (event === undefined) {
        fault = { type: "malformed" };
        break;
      }
      if (event.object === "error") {
        fault = { type: "in-stream", error: next.value };
        break;
      }
      usage = mergeUsage(usage, dialect.readUsage(event));
      const reasoning = dialect.readReasoning?.(event) ?? "";
      if (reasoning !== "" && finish === undefined) {
        reasoned += reasoning.length;
        watch.noteText();
        yield { type: "reasoning", text: reasoning };
      }
      const text = textOfEvent(event);
      if (text !== "" && finish === undefined) {
        characters += text.length;
        watch.noteText();
        yield { type: "text", text };
      }
      const parts = event.choices?.[0]?.delta?.tool_calls ?? [];
      if (parts.length > 0 && finish === undefined) {
        called += gathered.take(parts);
        watch.noteText();
      }
      if (finish === undefined && characters + called + reasoned > maxTokens * charactersPerToken) {
        finish = "length";
        break;
      }
      if (finish !== undefined) continue;
      finish = event.choices?.[0]?.finish_reason ?? undefined;
      if (finish !== undefined) watch.endWithin(usageMs);
    } catch (error) {
      fault = faultOfStream(error, watch);
      break;
    }
  }
  signal.throwIfAborted();
  if (usage !== undefined) yield { type: "usage", usage };
  yield lastEvent(finish, characters > 0, gathered.calls, fault);
}

/** Makes the last event. A model that has said why it ends has ended, whatever becomes of the connection afterwards. */
function lastEvent(
  finish: string | undefined,
  hasText: boolean,
  calls: readonly ToolCall[],
  fault: Fault,
): AnswerEvent {
  switch (finish) {
    case undefined:
      return { type: "fault", fault };
    case "tool_calls":
    case "function_call":
      return calls.length > 0
        ? { type: "calls", calls }
        : { type: "fault", fault: { type: "declined", reason: finish } };
    case "stop":
    case "eos":
    case "end_turn":
      // Some servers end an answer with calls as they end any other.
      if (calls.length > 0) return { type: "calls", calls };
      return hasText ? { type: "end", reason: "stop" } : { type: "fault", fault: { type: "empty" } };
    case "length":
    case "model_length":
    case "max_tokens":
      return hasText ? { type: "end", reason: "length" } : { type: "fault", fault: { type: "no-room" } };
    case "error":
    case "abort":
      return { type: "fault", fault: { type: "cut-off" } };
    default:
      return { type: "fault", fault: { type: "declined", reason: finish } };
  }
}
