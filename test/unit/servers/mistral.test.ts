import OpenAI from "openai";
import { expect, test } from "vitest";
import { clientOf, refusal, requestOf, serve, stream } from "./asking.ts";

const model = "codestral-latest";
const prediction = { type: "content", content: "one two three four" };

test("the last event of a stream has the usage, without figures of the prediction", async () => {
  const server = await serve("mistral", { answer: "one two three four" });
  const { text, events } = await stream(clientOf(server), { model, prediction });
  expect(text).toBe("one two three four");
  expect(events).toHaveLength(3);
  expect(events.at(-1)).toMatchObject({ choices: [{ finish_reason: "stop" }] });
  expect(events.at(-1)?.usage).toEqual({
    prompt_tokens: expect.any(Number) as number,
    completion_tokens: 4,
    total_tokens: expect.any(Number) as number,
  });
});

test("a whole answer", async () => {
  const server = await serve("mistral", { answer: "one two" });
  const completion = await clientOf(server).chat.completions.create(requestOf({ model, prediction, random_seed: 1 }));
  expect(completion.choices[0]?.message.content).toBe("one two");
  expect(completion.usage?.completion_tokens).toBe(2);
});

async function refusedBody(body: unknown): Promise<{ readonly status: number; readonly body: unknown }> {
  const server = await serve("mistral");
  const response = await fetch(`${server.url}/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer key" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

test.each([
  ["stream options", { stream: true, stream_options: { include_usage: true } }, "extra_forbidden", ["stream_options"]],
  ["OpenAI's limit", { max_completion_tokens: 1 }, "extra_forbidden", ["max_completion_tokens"]],
  ["OpenAI's seed", { seed: 1 }, "extra_forbidden", ["seed"]],
  [
    "an unknown field of a message",
    { messages: [{ role: "user", content: "", name: "" }] },
    "extra_forbidden",
    ["messages", 0, "name"],
  ],
  ["no model", { model: undefined }, "missing", ["model"]],
  ["a text as prediction", { prediction: "one" }, "value_error", ["prediction"]],
])("%s is refused with its place", async (_, fields, type, place) => {
  expect(await refusedBody(requestOf({ model, ...fields }))).toMatchObject({
    status: 422,
    body: { object: "error", type: "invalid_request_error", message: { detail: [{ type, loc: ["body", ...place] }] } },
  });
});

test("the client finds no words in what the vendor says, for they are not below `error`", async () => {
  const error = await refusal(clientOf(await serve("mistral")), { model, seed: 1 });
  expect(error).toBeInstanceOf(OpenAI.UnprocessableEntityError);
  expect(error.message).toBe("422 status code (no body)");
  expect(error.error).toBeUndefined();
});

test("a wrong key, a missing model and a long prompt are told apart", async () => {
  const server = await serve("mistral", { key: "right", models: [model], contextTokens: 100 });
  expect(await refusal(clientOf(server), { model })).toBeInstanceOf(OpenAI.AuthenticationError);
  const client = new OpenAI({ baseURL: server.url, apiKey: "right", maxRetries: 0 });
  expect(await refusal(client, { model: "other" })).toBeInstanceOf(OpenAI.BadRequestError);
  const long = { model, messages: [{ role: "user", content: "word ".repeat(200) }] };
  expect(await refusal(client, long)).toBeInstanceOf(OpenAI.BadRequestError);
});
