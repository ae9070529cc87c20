import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import type { ModelFailure } from "../../../extension/core/models/model.ts";
import { wrapped, rewrite, rewriterAt, rewritten, sse, startRawServer } from "./asking.ts";

const text = (content: unknown) => ({ choices: [{ index: 0, delta: { content } }] });
const finish = (reason: string) => ({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };
const whole = wrapped(rewritten);

async function answering(
  body: string | ((response: ServerResponse) => void),
  { id = "openai-compatible", contentType = "text/event-stream" } = {},
) {
  await using server = await startRawServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": contentType });
    if (typeof body === "string") response.end(body);
    else body(response);
  });
  return await rewrite(rewriterAt(id, server.origin, { timing: { firstByteMs: 20_000, idleMs: 20_000 } }));
}

test.each<readonly [string, string]>([
  ["without [DONE]", sse(text(whole), finish("stop"))],
  [
    "with a role and without content first",
    sse({ choices: [{ delta: { role: "assistant", content: null } }] }, text(whole), finish("stop"), "[DONE]"),
  ],
  ["with comments", `: waiting\n\n${sse(text(whole))}: waiting\n\n${sse(finish("stop"), "[DONE]")}`],
  ["with \\r\\n", sse(text(whole), finish("stop"), "[DONE]").replaceAll("\n", "\r\n")],
  [
    "in parts, as Mistral's reasoning models send",
    sse(
      text([
        { type: "thinking", thinking: [] },
        { type: "text", text: whole },
      ]),
      finish("stop"),
    ),
  ],
  ["with thoughts beside it", sse({ choices: [{ delta: { reasoning_content: "Hm." } }] }, text(whole), finish("stop"))],
  [
    "with events that hold nothing",
    sse({}, { choices: null }, { choices: [] }, text(whole), { choices: [{}] }, finish("stop")),
  ],
  [
    "with an empty error in each event",
    sse({ ...text(whole), error: null }, { ...finish("stop"), error: "" }, { error: false }),
  ],
  ["with odd figures", sse(text(whole), { ...finish("stop"), usage: { prompt_tokens: "many" }, perf_metrics: 3 })],
  ["that is garbled after its end", sse(text(whole), finish("stop"), "{not json")],
  ["with text after its end", sse(text(whole), finish("stop"), text("more"))],
])("an answer %s is whole", async (_, body) => {
  const result = await answering(body);
  expect(result.failure).toBeUndefined();
  expect(result.text).toBe(rewritten);
});

test("an answer whose connection stays open after its end is whole", async () => {
  const result = await answering((response) => {
    response.write(sse(text(whole), finish("stop"), "[DONE]"));
  });
  expect(result.text).toBe(rewritten);
  expect(result.last).toEqual({ type: "end", reason: "stop" });
});

test.each<readonly [string, string, ModelFailure["type"]]>([
  ["no event", "", "cut-off"],
  ["no reason for its end", sse(text(whole), "[DONE]"), "cut-off"],
  ["lines that are no events", "hello\nworld\n\n", "cut-off"],
  ["an event that is no JSON", sse(text(whole), "{"), "bad-answer"],
  ["an event that is no object", sse("7"), "bad-answer"],
  ["an event of another shape", sse({ choices: "none" }), "bad-answer"],
  ["no text", sse(finish("stop")), "bad-answer"],
  ["no text before its limit", sse(finish("length")), "cut-off"],
  ["a filter", sse(text("a"), finish("content_filter")), "rejected"],
  ["a call of a tool", sse(finish("tool_calls")), "rejected"],
  ["an end by error", sse(text("a"), finish("error")), "cut-off"],
  ["an error that is an event", sse({ object: "error", message: "CUDA out of memory", code: 500 }), "overloaded"],
  ["an error in place of an event", sse({ error: { message: "Provider returned error", code: 429 } }), "rate-limited"],
  ["an error about length", sse({ error: { message: "This model's maximum context length is 8192" } }), "too-long"],
  ["an error as text", sse({ error: "it broke" }), "bad-answer"],
])("an answer with %s fails", async (_, body, type) => {
  const { failure } = await answering(body);
  expect(failure?.type).toBe(type);
  expect(failure?.message).toMatch(/Fast Apply: |Try again/);
});

test.each([
  [
    "application/json",
    JSON.stringify({ error: { message: "Please sign in" } }),
    /“application\/json” .*“Please sign in”/,
  ],
  [
    "application/json",
    JSON.stringify({ choices: [{ message: { content: whole } }] }),
    /“application\/json” where a stream/,
  ],
  ["text/html", "<html><body>Log in</body></html>", /“text\/html” where a stream of text is due\. Run/],
  ["text/plain", whole, /“text\/plain”/],
])("%s is no stream: %s", async (contentType, body, words) => {
  const { failure } = await answering(body, { contentType });
  expect(failure?.type).toBe("bad-answer");
  expect(failure?.message).toMatch(words);
  expect(failure?.message).not.toContain("export const");
});

test("a server that never stops is cut at the limit that it was given", async () => {
  let isOpen = true;
  const { last } = await answering((response) => {
    response.on("close", () => (isOpen = false));
    const more = () => {
      if (isOpen) response.write(sse(text("x".repeat(10_000))), () => setImmediate(more));
    };
    more();
  });
  expect(last).toEqual({ type: "end", reason: "length" });
  await expect.poll(() => isOpen).toBe(false);
});

test.each([
  [
    "openai",
    {
      usage: { ...usage, completion_tokens_details: { accepted_prediction_tokens: 7, rejected_prediction_tokens: 2 } },
    },
    { promptTokens: 10, completionTokens: 20, acceptedTokens: 7, rejectedTokens: 2 },
  ],
  ["openai-compatible", { usage }, { promptTokens: 10, completionTokens: 20 }],
  ["openai-compatible", { usage: { ...usage, completion_tokens: -1 } }, { promptTokens: 10 }],
  ["groq", { x_groq: { usage } }, { promptTokens: 10, completionTokens: 20 }],
  [
    "fireworks",
    { usage, perf_metrics: { "speculation-prompt-tokens": 12, "speculation-prompt-matched-tokens": "9" } },
    { promptTokens: 10, completionTokens: 20, acceptedTokens: 9, rejectedTokens: 3 },
  ],
  [
    "fireworks",
    { usage, perf_metrics: { "speculation-prompt-matched-tokens": "most" } },
    { promptTokens: 10, completionTokens: 20 },
  ],
  [
    "openai-compatible",
    { usage, perf_metrics: { "speculation-prompt-matched-tokens": 9 } },
    { promptTokens: 10, completionTokens: 20 },
  ],
] as const)("%s: %j is read", async (id, fields, expected) => {
  const result = await answering(sse(text(whole), finish("stop"), { choices: [], ...fields }, "[DONE]"), { id });
  const known = Object.fromEntries(Object.entries(result.usage ?? {}).filter(([, value]) => value !== undefined));
  expect(known).toEqual(expected);
});

test("however an answer is split on its way, it is the same", async () => {
  const greeting = "Grüße, 世界 😀\n";
  const bytes = Buffer.from(sse(...Array.from(wrapped(greeting), text), finish("stop"), "[DONE]"));
  let splits: readonly number[] = [];
  await using server = await startRawServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    const places = [0, ...splits, bytes.length];
    const send = (index: number) => {
      if (index >= places.length) response.end();
      else response.write(bytes.subarray(places[index - 1], places[index]), () => setImmediate(send, index + 1));
    };
    send(1);
  });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length - 1), { maxLength: 12 }), async (places) => {
      splits = places.toSorted((a, b) => a - b);
      expect((await rewrite(rewriterAt("openai-compatible", server.origin))).text).toBe(greeting);
    }),
    runs(60),
  );
});
