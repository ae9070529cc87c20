import type { IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import * as v from "valibot";
import { expect, test } from "vitest";
import { createProviders } from "../../../extension/providers/providers.ts";
import { choose, wrapped, rewrite, rewritten, sse, startRawServer } from "./asking.ts";

const bodySchema = v.looseObject({ model: v.string() });

/** A server that refuses fields in a vendor's words, and tells which fields each request had. */
async function startPicky(fields: readonly string[], status: number, refusal: (field: string) => unknown) {
  const seen: string[][] = [];
  const answer = async (request: IncomingMessage) => {
    const body = v.parse(bodySchema, await json(request));
    seen.push(Object.keys(body));
    const field = fields.find((name) => name in body);
    return field === undefined
      ? {
          status: 200,
          text: sse({ choices: [{ delta: { content: wrapped(rewritten) }, finish_reason: "stop" }] }, "[DONE]"),
        }
      : { status, text: JSON.stringify(refusal(field)) };
  };
  const server = await startRawServer((request, response) => {
    void answer(request).then(({ status: code, text }) => {
      response.writeHead(code, { "content-type": code === 200 ? "text/event-stream" : "application/json" }).end(text);
    });
  });
  return { server, seen, with: (field: string) => seen.filter((names) => names.includes(field)).length };
}

const openAiWords = (field: string) => ({
  error: {
    message: `Unsupported parameter: '${field}' is not supported with this model.`,
    type: "invalid_request_error",
    param: field,
    code: "unsupported_parameter",
  },
});

test.each<readonly [string, number, (field: string) => unknown]>([
  ["OpenAI's words", 400, openAiWords],
  ["Groq's words", 400, (field) => ({ error: { message: `property '${field}' is unsupported` } })],
  [
    "pydantic's words",
    422,
    (field) => ({ detail: [{ type: "extra_forbidden", loc: ["body", field], msg: "Extra inputs are not permitted" }] }),
  ],
  [
    "TensorRT's words",
    400,
    (field) => ({ object: "error", message: `[{'type': 'extra_forbidden', 'loc': ('body', '${field}')}]` }),
  ],
])("a prediction that is refused in %s is left out from then on", async (_, status, words) => {
  const picky = await startPicky(["prediction"], status, words);
  await using server = picky.server;
  const providers = createProviders();
  const choice = { baseUrl: `${server.origin}/v1` };
  for (let apply = 0; apply < 3; apply++) {
    const { text, last, usage } = await rewrite(choose(providers, "openai-compatible", choice));
    expect(last).toEqual({ type: "end", reason: "stop" });
    expect(text).toBe(rewritten);
    expect(usage).toBeUndefined();
  }
  expect(picky.seen).toHaveLength(4);
  expect(picky.with("prediction")).toBe(1);

  // What one model refuses, another may take; and who asks anew does not know.
  await rewrite(choose(providers, "openai-compatible", { ...choice, model: "another" }));
  expect(picky.with("prediction")).toBe(2);
  await rewrite(choose(providers, "openai-compatible", { baseUrl: `${server.origin}/v2` }));
  expect(picky.with("prediction")).toBe(3);
  await rewrite(choose(createProviders(), "openai-compatible", choice));
  expect(picky.with("prediction")).toBe(4);
});

test("requests that were sent side by side all go on without what one of them was refused", async () => {
  const picky = await startPicky(["prediction"], 400, openAiWords);
  await using server = picky.server;
  const providers = createProviders();
  const results = await Promise.all(
    Array.from({ length: 10 }, () =>
      rewrite(choose(providers, "openai-compatible", { baseUrl: `${server.origin}/v1` })),
    ),
  );
  expect(results.map(({ text }) => text)).toEqual(results.map(() => rewritten));
});

test("several fields can be refused, one after the other", async () => {
  const picky = await startPicky(["prediction", "temperature"], 400, openAiWords);
  await using server = picky.server;
  const { text } = await rewrite(choose(createProviders(), "openai", { baseUrl: `${server.origin}/v1` }));
  expect(text).toBe(rewritten);
  expect(picky.seen.at(-1)?.toSorted()).toEqual(["messages", "model", "stream", "stream_options"]);
  expect(picky.seen).toHaveLength(3);
});

test("a field without which nothing goes is not left out", async () => {
  const picky = await startPicky(["max_tokens"], 400, openAiWords);
  await using server = picky.server;
  const { failure } = await rewrite(choose(createProviders(), "fireworks", { baseUrl: `${server.origin}/v1` }));
  expect(failure?.type).toBe("rejected");
  expect(failure?.message).toContain("'max_tokens' is not supported with this model");
  expect(picky.seen).toHaveLength(1);
});

test("a prediction is not left out for another status", async () => {
  const picky = await startPicky(["prediction"], 403, openAiWords);
  await using server = picky.server;
  const { failure } = await rewrite(choose(createProviders(), "openai", { baseUrl: `${server.origin}/v1` }));
  expect(failure?.type).toBe("bad-key");
  expect(picky.seen).toHaveLength(1);
});

test.each([
  ["openai-compatible", "prediction"],
  ["completions", "return_token_ids"],
])("%s: a server that goes on refusing %s is asked at most once more", async (id, field) => {
  const seen: string[][] = [];
  await using server = await startRawServer((request, response) => {
    const isTokenizer = request.url?.endsWith("/tokenize") ?? false;
    void json(request).then((body) => {
      if (!isTokenizer) seen.push(Object.keys(v.parse(bodySchema, body)));
      const [status, answer] = isTokenizer ? [200, { tokens: [1, 2, 3] }] : [400, openAiWords(field)];
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  const rewriter = choose(createProviders(), id, { baseUrl: `${server.origin}/v1` });
  const { failure } = await rewrite(rewriter);
  expect(failure?.type).toBe("rejected");
  expect(seen.map((names) => names.includes(field))).toEqual([true, false]);
});

test("how a prompt that is too long is to be treated is said each time", async () => {
  const field = "context_length_exceeded_behavior";
  const picky = await startPicky([field], 400, openAiWords);
  await using server = picky.server;
  const { failure } = await rewrite(choose(createProviders(), "completions", { baseUrl: `${server.origin}/v1` }));
  expect(failure?.message).toContain(field);
  expect(picky.seen.at(-1)).toContain(field);
  expect(picky.with(field)).toBe(1);
});
