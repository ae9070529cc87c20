import OpenAI from "openai";
import { expect, test } from "vitest";
import { clientOf, refusal, requestOf, serve, stream } from "./asking.ts";

const prediction = (content: unknown) => ({ type: "content", content });

test("a stream has the answer, its reason to end and its usage", async () => {
  const server = await serve("openai", { answer: "one two three four" });
  const { text, finish, usage, events } = await stream(clientOf(server), {
    prediction: prediction("one two five"),
    stream_options: { include_usage: true },
  });
  expect(text).toBe("one two three four");
  expect(finish).toBe("stop");
  expect(events[0]?.choices[0]?.delta).toEqual({ role: "assistant", content: "" });
  expect(events[0]?.usage).toBeNull();
  expect(events.at(-1)).toMatchObject({ object: "chat.completion.chunk", choices: [] });
  expect(usage).toMatchObject({
    completion_tokens: 5,
    completion_tokens_details: { accepted_prediction_tokens: 2, rejected_prediction_tokens: 1 },
  });
  expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + 5);
});

test("accepted runs come in a burst, other tokens one by one", async () => {
  const file = Array.from({ length: 40 }, (_, line) => `const value${line} = ${line};\n`).join("");
  const server = await serve("openai", { answer: file });
  const alone = await stream(clientOf(server));
  const predicted = await stream(clientOf(server), { prediction: prediction(file) });
  expect(predicted.text).toBe(alone.text);
  expect(predicted.events.length * 8).toBeLessThan(alone.events.length);
});

test("without include_usage a stream has no usage", async () => {
  const server = await serve("openai", { answer: "one" });
  const { usage, events } = await stream(clientOf(server));
  expect(usage).toBeUndefined();
  expect(events.every((event) => !("usage" in event))).toBe(true);
});

test("a whole answer", async () => {
  const server = await serve("openai", { answer: "one two" });
  const completion = await clientOf(server).chat.completions.create(
    requestOf({ prediction: prediction([{ type: "text", text: "one two" }]) }),
  );
  expect(completion.choices).toEqual([
    { index: 0, message: { role: "assistant", content: "one two" }, finish_reason: "stop" },
  ]);
  expect(completion.usage).toMatchObject({
    completion_tokens: 2,
    completion_tokens_details: { accepted_prediction_tokens: 2, rejected_prediction_tokens: 0 },
  });
});

test("the answer can depend on the request, and changes", async () => {
  const server = await serve("openai", { answer: (body) => JSON.stringify(body).slice(0, 8) });
  const client = clientOf(server);
  expect((await stream(client)).text).toBe('{"model"');
  server.answerWith("other");
  expect((await stream(client)).text).toBe("other");
});

test("requests are recorded as received", async () => {
  const server = await serve("openai");
  await stream(clientOf(server), { temperature: 0 });
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]).toMatchObject({
    method: "POST",
    path: "/v1/chat/completions",
    headers: { authorization: "Bearer test-key", "content-type": "application/json" },
    body: { model: "gpt-4.1", temperature: 0, stream: true },
  });
});

test("an answer ends at max_tokens, and at the model's limit", async () => {
  const server = await serve("openai", { answer: "one two three four", outputTokens: 3 });
  expect(await stream(clientOf(server), { max_tokens: 2 })).toMatchObject({ text: "one two", finish: "length" });
  expect(await stream(clientOf(server))).toMatchObject({ text: "one two three", finish: "length" });
});

test.each([
  ["an unknown field", { surprise: 1 }, "surprise", "unknown_parameter"],
  ["Fireworks' fields", { perf_metrics_in_response: true }, "perf_metrics_in_response", "unknown_parameter"],
  ["no model", { model: undefined }, "model", "missing_required_parameter"],
  ["no messages", { messages: undefined }, "messages", "missing_required_parameter"],
  ["a prediction without type", { prediction: { content: "" } }, "prediction.type", "missing_required_parameter"],
  ["a prediction of another type", { prediction: { type: "file", content: "" } }, "prediction.type", "invalid_value"],
  ["a text as prediction", { prediction: "one" }, "prediction", "invalid_value"],
  ["a text as temperature", { temperature: "0" }, "temperature", "invalid_value"],
  ["empty messages", { messages: [] }, "messages", "invalid_value"],
  ["more tokens than the model writes", { max_tokens: 32_769 }, "max_tokens", "invalid_value"],
  ["stream options without stream", { stream_options: {} }, "stream_options", "unsupported_parameter"],
])("%s is refused", async (_, fields, param, code) => {
  const server = await serve("openai");
  const error = await refusal(clientOf(server), fields);
  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error).toMatchObject({ status: 400, param, code, type: "invalid_request_error" });
});

test.each([
  ["n", 2],
  ["logprobs", true],
  ["presence_penalty", 0.5],
  ["frequency_penalty", 0.5],
  ["audio", {}],
  ["modalities", ["text", "audio"]],
  ["max_completion_tokens", 100],
  ["tools", []],
])("a prediction with %s is refused", async (field, value) => {
  const server = await serve("openai");
  const client = clientOf(server);
  const error = await refusal(client, { prediction: prediction("one"), [field]: value });
  expect(error).toMatchObject({ status: 400, param: field, code: "unsupported_parameter" });
  await client.chat.completions.create(requestOf({ [field]: value }));
});

test.each([
  ["gpt-4.1-mini", true],
  ["gpt-4o-2024-08-06", true],
  ["gpt-5", false],
  ["o3", false],
])("%s takes a prediction: %s", async (model, takes) => {
  const client = clientOf(await serve("openai"));
  const request = { model, prediction: prediction("one") };
  if (takes) {
    await stream(client, request);
  } else {
    const error = await refusal(client, request);
    expect(error).toMatchObject({ status: 400, param: "prediction", code: "unsupported_parameter" });
  }
});

test("a wrong key, a missing model, a long prompt and an unknown path are told apart", async () => {
  const server = await serve("openai", { key: "right", models: ["gpt-4.1"], contextTokens: 100 });
  expect(await refusal(clientOf(server), {})).toBeInstanceOf(OpenAI.AuthenticationError);
  const client = new OpenAI({ baseURL: server.url, apiKey: "right", maxRetries: 0 });
  expect(await refusal(client, { model: "gpt-9" })).toMatchObject({ status: 404, code: "model_not_found" });
  const long = { messages: [{ role: "user", content: "word ".repeat(200) }] };
  expect(await refusal(client, long)).toMatchObject({ status: 400, code: "context_length_exceeded" });
  await expect(client.files.list()).rejects.toBeInstanceOf(OpenAI.NotFoundError);
});

test.each([
  [{ max_tokens: 100 }, "max_tokens"],
  [{ temperature: 0 }, "temperature"],
])("a model that reasons refuses %j", async (fields, param) => {
  const client = clientOf(await serve("openai"));
  const error = await refusal(client, { model: "gpt-5", ...fields });
  expect(error).toMatchObject({ status: 400, param, code: "unsupported_parameter" });
  await client.chat.completions.create(requestOf({ model: "gpt-5", max_completion_tokens: 100, temperature: 1 }));
});

test("what a model thinks is billed and not shown", async () => {
  const server = await serve("openai", { answer: "two", reasoning: "one and one" });
  const { text, usage, events } = await stream(clientOf(server), {
    model: "o3",
    stream_options: { include_usage: true },
  });
  expect(text).toBe("two");
  expect(JSON.stringify(events)).not.toContain("one");
  expect(usage).toMatchObject({ completion_tokens: 4, completion_tokens_details: { reasoning_tokens: 3 } });
});

test("a body that is no JSON is refused", async () => {
  const server = await serve("openai");
  const response = await fetch(`${server.url}/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer key" },
    body: "{",
  });
  expect(response.status).toBe(400);
  expect(server.requests[0]?.body).toBe("{");
});
