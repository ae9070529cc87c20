import OpenAI from "openai";
import { expect, test } from "vitest";
import type { Dialect } from "../../servers/modelServer.ts";
import { clientOf, failure, requestOf, serve, stream } from "./asking.ts";

const messages = [{ role: "user", content: "<code>one</code><update>two</update>" }];

/** What every dialect takes. */
const dialects: readonly (readonly [Dialect, string, string])[] = [
  ["openai", "gpt-4.1", ""],
  ["fireworks", "accounts/fireworks/models/any", ""],
  ["mistral", "codestral-latest", ""],
  ["morph", "morph-v3-fast", ""],
  ["relace", "relace-apply-3", "/apply"],
  ["anthropic", "claude-opus-4-6", ""],
  ["google", "gemini-2.5-pro", ""],
  ["openrouter", "anthropic/claude-sonnet-4.5", ""],
  ["ollama", "qwen3:8b", ""],
  ["lmstudio", "qwen/qwen3-8b", ""],
  ["plain", "any", ""],
];

test.each(dialects)("%s: statuses become the client's errors", async (dialect, model, path) => {
  const server = await serve(dialect);
  const client = clientOf(server, path);
  for (const [status, errorClass] of [
    [401, OpenAI.AuthenticationError],
    [403, OpenAI.PermissionDeniedError],
    [404, OpenAI.NotFoundError],
    [422, OpenAI.UnprocessableEntityError],
    [423, OpenAI.APIError],
    [429, OpenAI.RateLimitError],
    [503, OpenAI.InternalServerError],
  ] as const) {
    server.fail({ type: "status", status });
    expect(await failure(stream(client, { model, messages }))).toBeInstanceOf(errorClass);
  }
});

test.each(dialects)("%s: an answer is the same in a stream and as a whole", async (dialect, model, path) => {
  const answer = "const smile = 'é日本😀';\r\n\t<|endoftext|>\n".repeat(20);
  const client = clientOf(await serve(dialect, { answer }), path);
  const request = { model, messages: [{ role: "user" as const, content: messages[0]?.content ?? "" }] };
  const whole = await client.chat.completions.create(request);
  expect(whole.choices[0]?.message.content).toBe(answer);
  expect((await stream(client, request)).text).toBe(answer);
});

test("a stream is written as server-sent events are", async () => {
  const server = await serve("plain", { answer: "one", comments: true });
  const response = await fetch(`${server.url}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "any", messages, stream: true }),
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const [role, comment, one, end, done, ...rest] = (await response.text()).split("\n\n");
  expect(role).toMatch(/^data: \{.*"delta":\{"role":"assistant","content":""\}/);
  expect(comment).toBe(": still here");
  expect(one).toMatch(/^data: \{.*"delta":\{"content":"one"\}/);
  expect(end).toMatch(/^data: \{.*"delta":\{\},"finish_reason":"stop"/);
  expect(done).toBe("data: [DONE]");
  expect(rest).toEqual([""]);
});

test("a model takes its time", async () => {
  const server = await serve("plain", { answer: "one", msPerToken: 600_000 });
  for await (const event of await clientOf(server).chat.completions.create({ ...requestOf({}), stream: true })) {
    expect(event.choices[0]?.delta).toEqual({ role: "assistant", content: "" });
    break;
  }
  await expect.poll(() => server.openAnswers).toBe(0);
});

test("a stream is the same with comments, and however its bytes are split", async () => {
  const answer = "const smile = 'é日本😀';\r\n";
  for (const bytesPerWrite of [1, 2, 3, 7, 64]) {
    const server = await serve("plain", { answer, bytesPerWrite, comments: true });
    expect((await stream(clientOf(server))).text).toBe(answer);
  }
});

test.each(dialects)("%s: many answers at once, some given up", async (dialect, model, path) => {
  const server = await serve(dialect, { answer: "one two three ".repeat(50), msPerToken: 1 });
  const client = clientOf(server, path);
  const read = async (isGivenUp: boolean) => {
    const request = {
      model,
      messages: [{ role: "user" as const, content: messages[0]?.content ?? "" }],
      stream: true as const,
    };
    let count = 0;
    for await (const event of await client.chat.completions.create(request)) {
      count += event.choices.length;
      if (isGivenUp && count > 3) {
        break;
      }
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, number) => read(number % 2 === 0)));
  await expect.poll(() => server.openAnswers).toBe(0);
  expect(server.requests).toHaveLength(20);
});
