import { describe, expect, onTestFinished, test } from "vitest";
import { checkEndpoint } from "../../../extension/core/models/endpoint.ts";
import type { ModelFailure } from "../../../extension/core/models/model.ts";
import { plannerPresets } from "../../../extension/providers/plannerPresets.ts";
import { presets } from "../../../extension/providers/presets.ts";
import type { Fault } from "../../servers/faults.ts";
import {
  startModelServer,
  type Dialect,
  type ModelServer,
  type ModelServerOptions,
} from "../../servers/modelServer.ts";
import { key } from "./asking.ts";
import { choiceAt, plan, plannerAt, question, quickPlanners } from "./planning.ts";

async function start(dialect: Dialect, options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer(dialect, { answer: "It is **two**.", key, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** Each of these servers refuses what its vendor does not document. */
const providers: readonly (readonly [id: string, dialect: Dialect, model: string, showsReasoning: boolean])[] = [
  ["openai", "openai", "gpt-5", false],
  ["openai", "openai", "gpt-4.1", false],
  ["anthropic", "anthropic", "claude-opus-4-6", false],
  ["google", "google", "gemini-2.5-pro", false],
  ["openrouter", "openrouter", "anthropic/claude-sonnet-4.5", true],
  ["fireworks", "fireworks", "accounts/fireworks/models/deepseek-v3p1", true],
  ["mistral", "mistral", "magistral-medium-latest", true],
  ["ollama", "ollama", "qwen3:8b", true],
  ["lmstudio", "lmstudio", "qwen/qwen3-8b", true],
  ["openai-compatible", "plain", "some-model", true],
];

describe.each(providers)("%s, as a server of %s with %s", (id, dialect, model, showsReasoning) => {
  test("answers, with its reasoning as far as it is shown, and with its tokens", async () => {
    const reasoning = "One, and another one.";
    const server = await start(dialect, { reasoning });
    const planned = await plan(plannerAt(id, { baseUrl: server.url, model }));
    expect(planned.failure).toBeUndefined();
    expect(planned.text).toBe("It is **two**.");
    expect(planned.reasoning).toBe(showsReasoning ? reasoning : "");
    expect(planned.last).toEqual({ type: "end", reason: "stop" });
    expect(planned.usage?.promptTokens).toBeGreaterThan(10);
    expect(planned.usage?.completionTokens).toBeGreaterThan(8);
    const [request] = server.requests;
    expect(request?.headers.authorization).toBe(`Bearer ${key}`);
    expect(request?.body).toMatchObject({ model, messages: [{ role: "system" }, { role: "user" }] });
    expect(request?.body).not.toHaveProperty("temperature");
  });

  test.each<readonly [Fault, ModelFailure["type"], RegExp]>([
    [{ type: "status", status: 401 }, "bad-key", /API key.*Set API Key/],
    [{ type: "status", status: 429, headers: { "retry-after": "42" } }, "rate-limited", /42 seconds/],
    [{ type: "status", status: 529 }, "overloaded", /Try again/],
    [{ type: "cut", afterBytes: 300 }, "cut-off", /broke off/],
    [{ type: "silent-end", afterBytes: 300 }, "cut-off", /broke off/],
    [{ type: "empty" }, "bad-answer", /empty/],
    [{ type: "malformed" }, "bad-answer", /cannot be read/],
    [{ type: "content-type" }, "bad-answer", /text\/html/],
  ])("%j is told", async (fault, type, words) => {
    const server = await start(dialect, { answer: "It is **two**, I think. ".repeat(20) });
    server.fail(fault, { always: true });
    const { failure, last } = await plan(plannerAt(id, { baseUrl: server.url, model }));
    expect(last?.type).toBe("failed");
    expect(failure?.type).toBe(type);
    expect(failure?.message).toMatch(words);
    expect(failure?.message).not.toContain("Choose Apply Provider");
  });

  test("a wrong key is told, in whatever words the vendor has for it", async () => {
    const server = await start(dialect, { key: "right" });
    const { failure } = await plan(plannerAt(id, { baseUrl: server.url, model }));
    expect(failure?.type).toBe("bad-key");
  });

  test("stops at once, and with it the connection", async () => {
    const server = await start(dialect, { answer: "word ".repeat(500), msPerToken: 2 });
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      for await (const event of plannerAt(id, { baseUrl: server.url, model }).stream(question, stop.signal)) {
        if (event.type === "text") stop.abort(new Error("stopped by the user"));
      }
    };
    await expect(read()).rejects.toThrow("stopped by the user");
    await expect.poll(() => server.openAnswers).toBe(0);
  });
});

test("a passing fault is not told: the question is asked again", async () => {
  const server = await start("anthropic");
  server.fail({ type: "status", status: 529 });
  const { text } = await plan(plannerAt("anthropic", { baseUrl: server.url, model: "claude-opus-4-6" }));
  expect(text).toBe("It is **two**.");
  expect(server.requests).toHaveLength(2);
});

describe("how long an answer may be", () => {
  const sent = async (id: string, dialect: Dialect, model: string, outputTokens?: number): Promise<unknown> => {
    const server = await start(dialect);
    await plan(
      plannerAt(id, { baseUrl: server.url, model, limits: outputTokens === undefined ? {} : { outputTokens } }),
    );
    const body = server.requests.at(-1)?.body as Record<string, unknown>;
    return { max_tokens: body.max_tokens, max_completion_tokens: body.max_completion_tokens };
  };

  test.each<readonly [string, Dialect, string, number | undefined, unknown]>([
    ["openai", "openai", "gpt-5", undefined, {}],
    ["openai", "openai", "gpt-5", 1_000, { max_completion_tokens: 1_000 }],
    ["anthropic", "anthropic", "claude-opus-4-1", undefined, { max_tokens: 32_000 }],
    ["anthropic", "anthropic", "claude-3-5-haiku-latest", undefined, { max_tokens: 8_192 }],
    ["fireworks", "fireworks", "accounts/me/models/own", undefined, { max_tokens: 8_000 }],
    ["ollama", "ollama", "qwen3:8b", undefined, {}],
    ["mistral", "mistral", "mistral-large-latest", 500, { max_tokens: 500 }],
  ])("%s, as %s with %s and a limit of %s", async (id, dialect, model, limit, wanted) => {
    expect(await sent(id, dialect, model, limit)).toEqual(wanted);
  });

  test("a limit that the model refuses is left out from then on", async () => {
    const server = await start("anthropic");
    const planner = plannerAt("anthropic", {
      baseUrl: server.url,
      model: "claude-3-5-haiku-latest",
      limits: { outputTokens: 50_000 },
    });
    expect((await plan(planner)).text).toBe("It is **two**.");
    expect((await plan(planner)).text).toBe("It is **two**.");
    expect(server.requests).toHaveLength(3);
  });

  test("there is room for it beside the question", async () => {
    const server = await start("fireworks", { contextTokens: 5_000 });
    const planner = plannerAt("fireworks", {
      baseUrl: server.url,
      limits: { contextTokens: 5_000, outputTokens: 4_000 },
    });
    expect(planner.limits).toEqual({ contextTokens: 5_000, outputTokens: 2_500 });
    const long = "word ".repeat(2_500);
    const { failure } = await plan(planner, [{ role: "user", text: long }]);
    expect(failure).toBeUndefined();
  });

  test("an answer that reaches it says so", async () => {
    const server = await start("openai");
    server.fail({ type: "length" });
    const { last } = await plan(plannerAt("openai", { baseUrl: server.url, model: "gpt-5" }));
    expect(last).toEqual({ type: "end", reason: "length" });
  });

  test("reasoning that uses it up leaves no answer, and that is told", async () => {
    const server = await start("plain", { reasoning: "so many thoughts ".repeat(50), outputTokens: 20 });
    const { failure, reasoning } = await plan(plannerAt("openai-compatible", { baseUrl: server.url }));
    expect(reasoning).not.toBe("");
    expect(failure).toMatchObject({ type: "cut-off" });
    expect(failure?.message).toMatch(/used up its tokens/);
  });
});

test("a server that refuses the stream options is asked without them", async () => {
  const server = await start("mistral");
  const { text, usage } = await plan(plannerAt("openai-compatible", { baseUrl: server.url }));
  expect(text).toBe("It is **two**.");
  expect(usage?.completionTokens).toBeGreaterThan(3);
  expect(server.requests).toHaveLength(2);
});

test("Ollama is given no more than its usual context, unless the user says that it has more", () => {
  expect(plannerAt("ollama", { model: "qwen3-coder:30b" }).limits).toEqual({
    contextTokens: 4_096,
    outputTokens: 2_048,
  });
  const { limits } = plannerAt("ollama", { limits: { contextTokens: 65_536 } });
  expect(limits).toEqual({ contextTokens: 65_536, outputTokens: 2_048 });
});

describe("nothing is sent", () => {
  test.each([
    ["without a key", { key: undefined }, "no-key", /needs an API key.*Set API Key/],
    ["with a key that cannot be one", { key: "two words" }, "bad-key", /blanks/],
    ["without a model", { model: " " }, "not-found", /Add Chat Model/],
    ["to no address", { baseUrl: "" }, "rejected", /address is empty/],
    ["in the clear to another machine", { baseUrl: "http://192.0.2.1/v1" }, "rejected", /without encryption/],
  ] as const)("%s", async (_, own, type, words) => {
    const fetch = () => Promise.reject(new Error("something was sent"));
    const { failure } = await plan(plannerAt("openai", { ...own, fetch }));
    expect(failure?.type).toBe(type);
    expect(failure?.message).toMatch(words);
  });

  test("once the signal is aborted", async () => {
    const reading = plan(plannerAt("openai", {}), question, AbortSignal.abort(new Error("stopped")));
    await expect(reading).rejects.toThrow("stopped");
  });
});

describe.each(plannerPresets.map((preset) => [preset.id, preset] as const))("the preset %s", (id, preset) => {
  test("is that of the provider that applies, where there is one", () => {
    const applying = presets.find((other) => other.id === id);
    if (applying === undefined) return;
    const { name, baseUrl, keyPage, keyVariables, needsKey } = preset;
    expect({ name, baseUrl, keyPage, keyVariables, needsKey }).toEqual({
      name: applying.name,
      baseUrl: applying.baseUrl,
      keyPage: applying.keyPage,
      keyVariables: applying.keyVariables,
      needsKey: applying.needsKey,
    });
  });

  test("has a safe address, says what is sent where, and makes a planner", () => {
    if (preset.baseUrl !== "") expect(checkEndpoint(preset.baseUrl)).toMatchObject({ type: "ok", url: preset.baseUrl });
    if (preset.needsKey) expect(preset.keyPage).toMatch(/^https:/);
    expect(preset.privacy).toMatch(
      /^Your questions, the chat so far, what you attach to it and what you let the model read of the workspace go to .*\.$/,
    );
    const planners = quickPlanners();
    const planner = planners.create(choiceAt(planners, id, { model: "maker/model-1" }));
    expect([planner.id, planner.name]).toEqual([`${id}/maker/model-1`, "model-1"]);
    expect(planner.limits.outputTokens).toBeLessThan(planner.limits.contextTokens);
  });
});
