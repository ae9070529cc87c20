import OpenAI from "openai";
import { expect, test } from "vitest";
import type { Dialect } from "../../servers/modelServer.ts";
import { clientOf, refusal, requestOf, serve, stream } from "./asking.ts";

const model: Partial<Record<Dialect, string>> = { openai: "gpt-5", mistral: "magistral-medium-latest" };

test.each<readonly [Dialect, unknown]>([
  ["openai", undefined],
  ["anthropic", undefined],
  ["google", undefined],
  ["openrouter", { reasoning: "Hm", role: "assistant" }],
  ["fireworks", { reasoning_content: "Hm" }],
  ["mistral", { content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm" }] }] }],
  ["ollama", { reasoning: "Hm" }],
  ["lmstudio", { reasoning_content: "Hm" }],
  ["plain", { reasoning_content: "Hm" }],
])("%s says what a model thinks as %j", async (dialect, delta) => {
  const server = await serve(dialect, { reasoning: "Hm", answer: "Yes." });
  const { events } = await stream(clientOf(server), { model: model[dialect] ?? "any" });
  const deltas = events.map(({ choices }) => choices[0]?.delta);
  if (delta === undefined) expect(JSON.stringify(events)).not.toContain("Hm");
  else expect(deltas).toContainEqual(expect.objectContaining(delta));
  expect(deltas).toContainEqual({ content: "." });
});

test.each<readonly [Dialect, string]>([
  ["openai", "gpt-5"],
  ["google", "models/gemini-2.5-pro"],
  ["openrouter", "openai/gpt-5"],
  ["fireworks", "accounts/fireworks/models/any"],
  ["mistral", "mistral-large-latest"],
  ["ollama", "qwen3:8b"],
  ["lmstudio", "qwen/qwen3-8b"],
  ["plain", "some-model"],
])("%s lists its models to the official client", async (dialect, id) => {
  const { data } = await clientOf(await serve(dialect, { key: "test-key" })).models.list();
  expect(data.map((model) => model.id)).toContain(id);
});

test("Anthropic's list wants its own headers, and its chat those of OpenAI", async () => {
  const server = await serve("anthropic", { key: "right" });
  const client = new OpenAI({ baseURL: server.url, apiKey: "right", maxRetries: 0 });
  await expect(client.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  const headers = { "x-api-key": "right", "anthropic-version": "2023-06-01" };
  expect((await fetch(`${server.url}/models`, { headers })).status).toBe(200);
  await client.chat.completions.create(requestOf({ model: "claude-opus-4-6" }));
  const error = await refusal(client, { model: "claude-opus-4-1", max_tokens: 64_000 });
  expect(error.message).toContain("maximum allowed number of output tokens");
});

test("errors come in each vendor's words", async () => {
  const bodyOf = async (dialect: Dialect, path = ""): Promise<unknown> => {
    const server = await serve(dialect, { key: "right" });
    const response = await fetch(`${server.url}${path}/chat/completions`, { method: "POST", body: "{}" });
    return [response.status, await response.json()];
  };
  expect(await bodyOf("anthropic")).toMatchObject([401, { type: "error", error: { type: "authentication_error" } }]);
  expect(await bodyOf("google")).toMatchObject([400, [{ error: { code: 400, status: "INVALID_ARGUMENT" } }]]);
  expect(await bodyOf("openrouter")).toMatchObject([401, { error: { code: 401 } }]);
});
