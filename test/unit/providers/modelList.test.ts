import { describe, expect, onTestFinished, test } from "vitest";
import {
  startModelServer,
  type Dialect,
  type ModelServer,
  type ModelServerOptions,
} from "../../servers/modelServer.ts";
import { key, startRawServer } from "./asking.ts";
import { choiceAt, quickPlanners } from "./planning.ts";

async function start(dialect: Dialect, options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer(dialect, { key, ...options });
  onTestFinished(() => server.close());
  return server;
}

async function list(id: string, baseUrl: string, signal = new AbortController().signal): Promise<unknown> {
  const planners = quickPlanners();
  const found = await planners.listModels(choiceAt(planners, id, { baseUrl, model: "" }), signal);
  return found.type === "listed" ? found.models : found.message;
}

const only = (id: string, more: Readonly<Record<string, number>> = {}): unknown => [
  expect.objectContaining({ id, ...more }),
];

test.each<readonly [string, Dialect, ModelServerOptions, unknown]>([
  ["openai", "openai", {}, [expect.objectContaining({ id: "gpt-5" }), expect.objectContaining({ id: "gpt-4.1" })]],
  ["anthropic", "anthropic", { models: ["claude-opus-4-6"] }, only("claude-opus-4-6", { contextTokens: 200_000 })],
  ["google", "google", {}, only("gemini-2.5-pro")],
  [
    "openrouter",
    "openrouter",
    { models: ["openai/gpt-5"] },
    only("openai/gpt-5", { contextTokens: 1_000_000, inputPrice: 3, outputPrice: 15 }),
  ],
  ["fireworks", "fireworks", {}, only("accounts/fireworks/models/any", { contextTokens: 131_072 })],
  ["fireworks", "fireworks", { models: ["accounts/fireworks/models/flux-1"] }, []],
  [
    "mistral",
    "mistral",
    {},
    [
      expect.objectContaining({ id: "mistral-large-latest", contextTokens: 131_072 }),
      expect.objectContaining({ id: "codestral-latest" }),
    ],
  ],
  ["ollama", "ollama", {}, [{ id: "qwen3:8b" }]],
  ["ollama", "ollama", { loadedTokens: 16_384 }, only("qwen3:8b", { contextTokens: 16_384 })],
  ["lmstudio", "lmstudio", {}, [{ id: "qwen/qwen3-8b" }]],
  ["lmstudio", "lmstudio", { loadedTokens: 8_192 }, only("qwen/qwen3-8b", { contextTokens: 8_192 })],
  ["lmstudio", "plain", {}, only("some-model")],
  ["openai-compatible", "plain", {}, only("some-model", { contextTokens: 131_072 })],
])("%s lists what can plan, as a server of %s with %j", async (id, dialect, options, wanted) => {
  const server = await start(dialect, options);
  expect(await list(id, server.url)).toEqual(wanted);
});

test("the key goes to Anthropic's list in its own header alone", async () => {
  const server = await start("anthropic");
  await list("anthropic", server.url);
  const [request] = server.requests;
  expect(request?.headers).toMatchObject({ "x-api-key": key, "anthropic-version": "2023-06-01" });
  expect(request?.headers.authorization).toBeUndefined();
});

describe("what goes wrong is told in words", () => {
  test.each<readonly [string, Dialect]>([
    ["openai", "openai"],
    ["anthropic", "anthropic"],
    ["google", "google"],
    ["openrouter", "openrouter"],
  ])("a wrong key at %s", async (id, dialect) => {
    const server = await start(dialect, { key: "right" });
    expect(await list(id, server.url)).toMatch(/does not accept the API key/);
  });

  test("no server", async () => {
    const server = await startRawServer(() => undefined);
    await server[Symbol.asyncDispose]();
    expect(await list("ollama", `${server.origin}/v1`)).toMatch(/Ollama cannot be reached .*Start the server/);
  });

  test.each([
    ["no JSON", "<p>Sign in</p>", "application/json"],
    ["a page", "<p>Sign in</p>", "text/html"],
    ["no list", '{"models": 1}', "application/json"],
  ])("%s", async (_, body, type) => {
    await using server = await startRawServer((_, response) => {
      response.writeHead(200, { "content-type": type }).end(body);
    });
    expect(await list("openai-compatible", `${server.origin}/v1`)).toMatch(/list of models|cannot be read/);
  });

  test("odd rows and odd figures are passed over", async () => {
    await using server = await startRawServer((_, response) => {
      const rows = [null, 1, {}, { id: 1 }, { id: "" }, { id: "a", context_length: -1 }, { id: "b", pricing: "free" }];
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data: rows }));
    });
    expect(await list("openai-compatible", `${server.origin}/v1`)).toEqual([{ id: "a" }, { id: "b" }]);
  });

  test("a list that does not end is given up", async () => {
    let open = 0;
    await using server = await startRawServer((_, response) => {
      open++;
      response.on("close", () => open--);
      response.writeHead(200, { "content-type": "application/json" }).write('{"data":[');
    });
    const stop = new AbortController();
    const listing = list("openai-compatible", `${server.origin}/v1`, stop.signal);
    await expect.poll(() => open).toBe(1);
    stop.abort(new Error("stopped"));
    await expect(listing).rejects.toThrow("stopped");
    await expect.poll(() => open).toBe(0);
  });
});
