import OpenAI from "openai";
import { expect, test } from "vitest";
import { clientOf, refusal, serve, stream } from "./asking.ts";

const prediction = { type: "content", content: "one two three four" };

test("a server that ignores a prediction gives no figures and no bursts", async () => {
  const server = await serve("plain", { answer: "one two three four" });
  const { text, events, usage } = await stream(clientOf(server), {
    prediction,
    surprise: 1,
    stream_options: { include_usage: true },
  });
  expect(text).toBe("one two three four");
  expect(events).toHaveLength(7);
  expect(usage).toMatchObject({ completion_tokens: 4 });
  expect(usage).not.toHaveProperty("completion_tokens_details");
});

test.each([
  ["reject", "400 property 'prediction' is unsupported"],
  [
    "forbid",
    "400 [{'type': 'extra_forbidden', 'loc': ('body', 'prediction'), 'msg': 'Extra inputs are not permitted'}]",
  ],
] as const)("a server can %s a prediction", async (way, message) => {
  const server = await serve("plain", { answer: "one", prediction: way });
  const client = clientOf(server);
  const error = await refusal(client, { prediction });
  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error.message).toBe(message);
  expect((await stream(client, { max_tokens: 10, temperature: 0 })).text).toBe("one");
});

test.each(["ignore", "reject", "forbid"] as const)("with %s, fields have to be there and right", async (way) => {
  const client = clientOf(await serve("plain", { prediction: way }));
  expect((await refusal(client, { model: undefined })).message).toContain("model");
  expect((await refusal(client, { messages: undefined })).message).toContain("messages");
  expect((await refusal(client, { max_tokens: 0 })).message).toContain("max_tokens");
  expect((await refusal(client, { stream_options: { include_usage: true } })).message).toContain("stream");
});

test("a local server wants no key, unless it has one", async () => {
  const body = JSON.stringify({ model: "any", messages: [{ role: "user", content: "Hello?" }] });
  const statusOf = async (key?: string) => {
    const server = await serve("plain", key === undefined ? {} : { key });
    return (await fetch(`${server.url}/chat/completions`, { method: "POST", body })).status;
  };
  expect(await statusOf()).toBe(200);
  expect(await statusOf("right")).toBe(401);
});
