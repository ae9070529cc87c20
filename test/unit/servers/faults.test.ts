import { request } from "node:http";
import OpenAI from "openai";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Fault } from "../../servers/faults.ts";
import { clientOf, failure, requestOf, serve, stream } from "./asking.ts";

const answer = "one two three four five six seven eight nine ten";

async function failing(fault: Fault) {
  const server = await serve("openai", { answer });
  server.fail(fault);
  return { server, client: clientOf(server) };
}

test.each([
  [400, OpenAI.BadRequestError],
  [401, OpenAI.AuthenticationError],
  [402, OpenAI.APIError],
  [404, OpenAI.NotFoundError],
  [408, OpenAI.APIError],
  [412, OpenAI.APIError],
  [413, OpenAI.APIError],
  [422, OpenAI.UnprocessableEntityError],
  [429, OpenAI.RateLimitError],
  [500, OpenAI.InternalServerError],
  [503, OpenAI.InternalServerError],
] as const)("status %s", async (status, errorClass) => {
  const { client } = await failing({ type: "status", status });
  const error = await failure(stream(client));
  expect(error).toBeInstanceOf(errorClass);
  expect(error).toMatchObject({ status });
  expect((await stream(client)).text).toBe(answer);
});

test("a status has headers and a body as told", async () => {
  const headers = { "retry-after-ms": "7", "x-ratelimit-remaining-requests": "0" };
  const { client } = await failing({
    type: "status",
    status: 429,
    headers,
    body: { error: { message: "Slow down." } },
  });
  const error = await failure(stream(client));
  expect(error).toMatchObject({ status: 429, message: "429 Slow down." });
  expect(Object.fromEntries(error.headers ?? [])).toMatchObject({ ...headers, "x-ratelimit-limit-tokens": "2000000" });
});

test("the client tries again after retry-after-ms", async () => {
  const { server } = await failing({ type: "status", status: 429, headers: { "retry-after-ms": "1" } });
  const client = new OpenAI({ baseURL: server.url, apiKey: "key", maxRetries: 1 });
  expect((await stream(client)).text).toBe(answer);
  expect(server.requests).toHaveLength(2);
});

test("a fault can stay", async () => {
  const server = await serve("openai");
  server.fail({ type: "status", status: 503 }, { always: true });
  await expect(stream(clientOf(server))).rejects.toThrow("503");
  await expect(stream(clientOf(server))).rejects.toThrow("503");
});

/** What arrives of a stream: the bytes, and whether they end as they should. `fetch` may lose the last ones at a cut. */
async function receive(fault: Fault) {
  const { server } = await failing(fault);
  const asking = request(`${server.url}/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer key" },
  });
  asking.end(JSON.stringify({ ...requestOf({}), stream: true }));
  return await new Promise<{ readonly text: string; readonly ends: boolean }>((resolve) => {
    asking.on("response", (response) => {
      let text = "";
      response.on("data", (bytes: Buffer) => (text += bytes.toString()));
      response.on("error", () => undefined);
      response.on("close", () => {
        resolve({ text, ends: response.complete });
      });
    });
  });
}

test.each([0, 1, 219, 700, 2000])("a cut breaks the connection behind %i bytes", async (afterBytes) => {
  const { text, ends } = await receive({ type: "cut", afterBytes });
  expect(text).toHaveLength(afterBytes);
  expect(ends).toBe(false);
});

test.each([0, 700])("a silent end behind %i bytes looks like a whole answer", async (afterBytes) => {
  const { text, ends } = await receive({ type: "silent-end", afterBytes });
  expect(text).toHaveLength(afterBytes);
  expect(ends).toBe(true);
});

test("a fault behind more bytes than there are is an error of the test", async () => {
  const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => {
    reported.mockRestore();
  });
  expect(await receive({ type: "cut", afterBytes: 1_000_000 })).toMatchObject({ ends: false });
  expect(reported).toHaveBeenCalledOnce();
});

test("a cut whole answer", async () => {
  const { client } = await failing({ type: "cut", afterBytes: 100 });
  await expect(client.chat.completions.create(requestOf({}))).rejects.toThrow();
});

test("the client throws at a cut", async () => {
  const { client } = await failing({ type: "cut", afterBytes: 700 });
  await expect(stream(client)).rejects.toThrow();
});

test("a stall ends with the client, and its connection with it", async () => {
  const { server, client } = await failing({ type: "stall", afterBytes: 700 });
  const answering = await client.chat.completions.create({ ...requestOf({}), stream: true });
  for await (const { choices } of answering) {
    if (choices[0]?.delta.content === "one") {
      expect(server).toMatchObject({ openAnswers: 1, openSockets: 1 });
      break;
    }
  }
  await expect.poll(() => server).toMatchObject({ openAnswers: 0, openSockets: 0 });
});

test("an abort closes the connection while the model writes", async () => {
  const server = await serve("openai", { answer: answer.repeat(100), msPerToken: 1 });
  const abort = new AbortController();
  const answering = await clientOf(server).chat.completions.create(
    { ...requestOf({}), stream: true },
    { signal: abort.signal },
  );
  for await (const event of answering) {
    expect(event.choices).toHaveLength(1);
    abort.abort();
  }
  await expect.poll(() => server).toMatchObject({ openAnswers: 0, openSockets: 0 });
});

test("a malformed event comes after half of the answer", async () => {
  const { client } = await failing({ type: "malformed" });
  await expect(stream(client)).rejects.toBeInstanceOf(SyntaxError);
});

test("a malformed body", async () => {
  const { client } = await failing({ type: "malformed" });
  await expect(client.chat.completions.create(requestOf({}))).rejects.toBeInstanceOf(SyntaxError);
});

test("an error in a stream is an error", async () => {
  const { client } = await failing({ type: "error-in-stream" });
  const error = await failure(stream(client));
  expect(error).toMatchObject({ status: undefined, type: "server_error" });
});

test("a length ends in the middle", async () => {
  const { client } = await failing({ type: "length" });
  expect(await stream(client)).toMatchObject({ text: "one two three four five", finish: "length" });
});

test("an empty answer stops at once", async () => {
  const { client } = await failing({ type: "empty" });
  expect(await stream(client)).toMatchObject({ text: "", finish: "stop" });
});

test("a page in place of a stream", async () => {
  const { client } = await failing({ type: "content-type" });
  const { events } = await stream(client);
  expect(events).toEqual([]);
});

test("a closed connection", async () => {
  const { client } = await failing({ type: "close" });
  await expect(stream(client)).rejects.toBeInstanceOf(OpenAI.APIConnectionError);
});

test("a slow first byte is too late for a client with a time limit", async () => {
  const { server } = await failing({ type: "slow-first-byte", ms: 60_000 });
  const client = new OpenAI({ baseURL: server.url, apiKey: "key", maxRetries: 0, timeout: 50 });
  await expect(stream(client)).rejects.toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
  await expect.poll(() => server.openSockets).toBe(0);
});
