import OpenAI from "openai";
import { expect, test } from "vitest";
import { clientOf, refusal, requestOf, serve, stream } from "./asking.ts";

const model = "accounts/fireworks/models/kimi-k2-instruct";

test.each([
  ["a text", "one two five"],
  ["an object", { type: "content", content: "one two five" }],
])("the figures of a prediction that is %s come with the last event", async (_, prediction) => {
  const server = await serve("fireworks", { answer: "one two three four" });
  const { text, finish, usage, events } = await stream(clientOf(server), {
    model,
    prediction,
    perf_metrics_in_response: true,
  });
  expect(text).toBe("one two three four");
  expect(finish).toBe("stop");
  expect(events.at(-1)).toMatchObject({
    choices: [{ finish_reason: "stop" }],
    usage: { completion_tokens: 4 },
    perf_metrics: { "speculation-prompt-tokens": 3, "speculation-prompt-matched-tokens": 2 },
  });
  expect(usage).not.toHaveProperty("completion_tokens_details");
});

test("with include_usage the usage has an event of its own behind the figures", async () => {
  const server = await serve("fireworks", { answer: "one" });
  const { events } = await stream(clientOf(server), {
    model,
    speculation: "one",
    perf_metrics_in_response: true,
    stream_options: { include_usage: true },
  });
  expect(events.at(-2)).toMatchObject({ usage: null, perf_metrics: { "speculation-prompt-matched-tokens": 1 } });
  expect(events.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 1 } });
});

test("figures are left out unless they are asked for, and without a prediction", async () => {
  const client = clientOf(await serve("fireworks", { answer: "one" }));
  expect((await stream(client, { model })).events.at(-1)).not.toHaveProperty("perf_metrics");
  const { events } = await stream(client, { model, perf_metrics_in_response: true });
  expect(events.at(-1)).toHaveProperty("perf_metrics");
  expect(events.at(-1)).not.toHaveProperty(["perf_metrics", "speculation-prompt-tokens"]);
});

test("a whole answer has the figures in headers as well", async () => {
  const server = await serve("fireworks", { answer: "one two" });
  const { data, response } = await clientOf(server)
    .chat.completions.create(requestOf({ model, prediction: "one two", perf_metrics_in_response: true }))
    .withResponse();
  expect(data).toMatchObject({ perf_metrics: { "speculation-prompt-matched-tokens": 2 } });
  expect(response.headers.get("fireworks-speculation-prompt-matched-tokens")).toBe("2");
  expect(response.headers.get("x-ratelimit-over-limit")).toBe("no");
});

test("without max_tokens an answer ends after 2048 tokens", async () => {
  const client = clientOf(await serve("fireworks", { answer: "word ".repeat(3000) }));
  const short = await stream(client, { model });
  expect(short.finish).toBe("length");
  expect(short.usage?.completion_tokens).toBe(2048);
  expect(await stream(client, { model, max_tokens: 4000 })).toMatchObject({ finish: "stop" });
});

test("what does not fit in the context is shortened, or refused on request", async () => {
  const client = clientOf(await serve("fireworks", { answer: "word ".repeat(300), contextTokens: 100 }));
  const shortened = await stream(client, { model });
  expect(shortened.finish).toBe("length");
  expect(shortened.usage?.total_tokens).toBe(100);
  const error = await refusal(client, { model, context_length_exceeded_behavior: "error" });
  expect(error.status).toBe(400);
  expect(error.message).toContain("maximum context length is 100");
});

test.each([
  ["an unknown field", { rewrite_speculation: true }, "Extra inputs are not permitted, field: 'rewrite_speculation'"],
  ["no model", { model: undefined }, "Field required: 'model'"],
  ["no messages", { messages: undefined }, "Field required: 'messages'"],
  ["a wrong behaviour", { context_length_exceeded_behavior: "fail" }, "context_length_exceeded_behavior: "],
  ["two limits", { max_tokens: 1, max_completion_tokens: 1 }, "max_completion_tokens: "],
])("%s is refused", async (_, fields, message) => {
  const error = await refusal(clientOf(await serve("fireworks")), { model, ...fields });
  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error.message).toContain(message);
});

test("the vendor's own base path is served as well", async () => {
  const server = await serve("fireworks", { answer: "one" });
  const client = new OpenAI({ baseURL: server.url.replace("/v1", "/inference/v1"), apiKey: "key" });
  expect((await stream(client, { model })).text).toBe("one");
});

test("completions take a prompt, and give text with the same figures", async () => {
  const server = await serve("fireworks", { answer: "one two three four" });
  const request = { model, prompt: "Count.", prediction: "one two five", perf_metrics_in_response: true };
  const answer = await clientOf(server).completions.create({ ...request, stream: true });
  const events = [];
  for await (const event of answer) events.push(event);
  expect(events.map(({ choices }) => choices[0]?.text ?? "").join("")).toBe("one two three four");
  expect(events.at(-1)).toMatchObject({
    object: "text_completion",
    choices: [{ finish_reason: "stop" }],
    perf_metrics: { "speculation-prompt-matched-tokens": 2 },
  });
  const chat = { ...request, messages: [{ role: "user", content: "Count." }] };
  await expect(clientOf(server).completions.create(chat)).rejects.toMatchObject({ status: 400 });
});
