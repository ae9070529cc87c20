import { afterEach, expect, test } from "vitest";
import * as v from "valibot";
import { familyOf } from "../../../extension/core/models/prompts.ts";
import { presets } from "../../../extension/providers/presets.ts";
import { createProviders } from "../../../extension/providers/providers.ts";
import {
  startModelServer,
  type Dialect,
  type ModelServer,
  type ModelServerOptions,
} from "../../servers/modelServer.ts";
import { choose, wrapped, key, original, rewrite, rewriterAt, rewritten, task } from "./asking.ts";

let started: ModelServer | undefined;

afterEach(async () => {
  await started?.close();
  started = undefined;
});

async function start(dialect: Dialect, options: ModelServerOptions = {}): Promise<ModelServer> {
  started = await startModelServer(dialect, { answer: wrapped(rewritten), key, ...options });
  return started;
}

/** Each of these servers refuses what its vendor does not document. */
test.each<readonly [string, Dialect, string | undefined]>([
  ["openai", "openai", undefined],
  ["fireworks", "fireworks", undefined],
  ["fireworks-completions", "fireworks", "accounts/me/models/fast-apply-7b"],
  ["mistral", "mistral", undefined],
  ["morph", "morph", undefined],
  ["morph", "morph", "auto"],
  ["relace", "relace", undefined],
  ["relace", "relace", "auto"],
  ["cerebras", "plain", undefined],
  ["groq", "plain", undefined],
  ["together", "plain", undefined],
  ["openrouter", "plain", undefined],
  ["openrouter", "plain", "openai/gpt-4.1"],
  ["vllm", "plain", undefined],
  ["sglang", "plain", undefined],
  ["llama-server", "plain", undefined],
  ["lmstudio", "plain", undefined],
  ["ollama", "plain", undefined],
  ["ollama", "plain", "Osmosis/Osmosis-Apply-1.7B"],
  ["openai-compatible", "plain", undefined],
  ["openai-compatible", "plain", "fast-apply-7b"],
])("%s gives a rewrite, as a server of %s", async (id, dialect, model) => {
  const isApplyVendor = dialect === "morph" || dialect === "relace";
  const family = familyOf(model ?? presets.find((preset) => preset.id === id)?.model ?? "");
  const server = await start(dialect, { answer: wrapped(rewritten, isApplyVendor ? "morph" : family) });
  const { text, usage, last, failure } = await rewrite(
    rewriterAt(id, server.url, model === undefined ? {} : { model }),
  );
  expect(failure).toBeUndefined();
  expect(text).toBe(rewritten);
  expect(last).toEqual({ type: "end", reason: "stop" });
  expect(usage?.completionTokens).toBeGreaterThan(300);
  expect(server.requests).toHaveLength(1);
});

test.each([
  ["openai", "openai"],
  ["fireworks", "fireworks"],
  ["fireworks-completions", "fireworks"],
] as const)("%s says how much of the prediction came true", async (id, dialect) => {
  const server = await start(dialect);
  const near = await rewrite(rewriterAt(id, server.url));
  expect(near.usage?.acceptedTokens).toBeGreaterThan(300);
  expect(near.usage?.rejectedTokens).toBe(0);

  const far = await rewrite(rewriterAt(id, server.url), { draft: original.replaceAll("value", "other") });
  expect(far.text).toBe(rewritten);
  expect(far.usage?.acceptedTokens).toBeLessThan(near.usage?.acceptedTokens ?? 0);
});

test("a server that pays no heed to a prediction is not said to have used it", async () => {
  const server = await start("plain", { prediction: "ignore" });
  const { usage } = await rewrite(rewriterAt("openai-compatible", server.url));
  expect(usage?.promptTokens).toBeGreaterThan(300);
  expect(usage?.acceptedTokens).toBeUndefined();
  expect(usage?.rejectedTokens).toBeUndefined();
});

test.each(["reject", "forbid"] as const)("servers that %s a prediction are asked without it", async (prediction) => {
  const server = await start("plain", { prediction });
  const providers = createProviders();
  for (const requests of [2, 3]) {
    const { text } = await rewrite(choose(providers, "openai-compatible", { baseUrl: server.url }));
    expect(text).toBe(rewritten);
    expect(server.requests).toHaveLength(requests);
  }
  expect(server.requests.map(({ body }) => v.is(v.looseObject({ prediction: v.unknown() }), body))).toEqual([
    true,
    false,
    false,
  ]);
});

test("a model of OpenAI that knows no predictions is asked without", async () => {
  const server = await start("openai");
  const { text, usage } = await rewrite(rewriterAt("openai", server.url, { model: "gpt-9" }));
  expect(text).toBe(rewritten);
  expect(usage?.acceptedTokens ?? 0).toBe(0);
  expect(server.requests).toHaveLength(2);
});

const prediction = { type: "content", content: expect.stringContaining(rewritten) as unknown };

test.each([
  ["openai", "openai", { prediction, temperature: 0, stream_options: { include_usage: true } }],
  [
    "fireworks",
    "fireworks",
    {
      prediction,
      temperature: 0,
      max_tokens: expect.any(Number) as unknown,
      context_length_exceeded_behavior: "error",
      perf_metrics_in_response: true,
      stream_options: { include_usage: true },
    },
  ],
  ["mistral", "mistral", { prediction, temperature: 0, max_tokens: expect.any(Number) as unknown }],
] as const)("what %s gets is what it documents", async (id, dialect, fields) => {
  const server = await start(dialect);
  await rewrite(rewriterAt(id, server.url));
  const model = expect.any(String) as unknown;
  const messages = expect.any(Array) as unknown;
  expect(server.requests[0]?.body).toEqual({ model, messages, stream: true, ...fields });
});

test("Relace gets the file, the sketch and the instruction, and its rewrite comes while it is written", async () => {
  const server = await start("relace", { answer: rewritten });
  const types: string[] = [];
  for await (const { type } of rewriterAt("relace", server.url).rewrite(task, new AbortController().signal)) {
    types.push(type);
  }
  expect(types.filter((type) => type === "text").length).toBeGreaterThan(10);
  const [request] = server.requests;
  expect(request?.path).toBe("/v1/apply/chat/completions");
  const { original, sketch, instruction } = task;
  const content = `<instruction>${instruction}</instruction>\n<code>${original}</code>\n<update>${sketch}</update>`;
  expect(request?.body).toMatchObject({ model: "relace-apply-3", messages: [{ role: "user", content }], stream: true });
});

test.each<readonly [string, Dialect]>([
  ["openai", "openai"],
  ["fireworks", "fireworks"],
  ["mistral", "mistral"],
  ["morph", "morph"],
  ["openai-compatible", "plain"],
  ["relace", "relace"],
])("a key that %s does not know is told as such", async (id, dialect) => {
  const server = await start(dialect, { key: "another" });
  const { failure } = await rewrite(rewriterAt(id, server.url));
  expect(failure?.type).toBe("bad-key");
  expect(failure?.message).toContain('Run "Fast Apply: Set API Key"');
  expect(server.requests).toHaveLength(1);
});

test.each<readonly [string, Dialect]>([
  ["openai", "openai"],
  ["fireworks", "fireworks"],
  ["mistral", "mistral"],
  ["openai-compatible", "plain"],
])("a text that is too long for a model of %s is told as such", async (id, dialect) => {
  const server = await start(dialect, { contextTokens: 200 });
  const { failure } = await rewrite(rewriterAt(id, server.url));
  expect(failure?.type).toBe("too-long");
});

test.each<readonly [string, Dialect]>([
  ["openai", "openai"],
  ["fireworks", "fireworks"],
  ["mistral", "mistral"],
  ["openai-compatible", "plain"],
])("a model that %s does not have is told as such", async (id, dialect) => {
  const server = await start(dialect, { models: ["another"] });
  const { failure } = await rewrite(rewriterAt(id, server.url));
  expect(failure?.type).toBe("not-found");
  expect(failure?.message).toContain("Choose Apply Provider");
});
