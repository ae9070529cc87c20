import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { ModelMessage } from "../../../../extension/core/models/model.ts";
import type { Planner, PlannerEvent } from "../../../../extension/core/chat/planner.ts";
import type { ConfiguredPlanners } from "../../../../extension/host/providers/configuredPlanners.ts";
import type { ConfiguredProviders } from "../../../../extension/host/providers/configuredProviders.ts";
import { plannerOf } from "../../../../extension/host/providers/languageModelPlanner.ts";
import { startModelServer, type ModelServer } from "../../../servers/modelServer.ts";
import { Answers } from "../chat/answers.ts";
import { Messages } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";

const KEY = "sk-for-this-server-alone";
const SETTINGS = ["chat.models", "chat.model", "provider", "providerOptions"] as const;
const QUESTION: readonly ModelMessage[] = [
  { role: "system", text: "Answer briefly." },
  { role: "user", text: "One and one?" },
];

describe("planners", function () {
  this.timeout(30_000);
  const reviewing = new Reviewing();
  const messages = new Messages();
  const answers = new Answers();
  let server: ModelServer;
  let planners: ConfiguredPlanners;
  let providers: ConfiguredProviders;

  before(async () => {
    server = await startModelServer("openrouter", { key: KEY, answer: "Two.", reasoning: "Hm." });
  });
  beforeEach(async () => {
    ({ planners, providers } = reviewing.surface);
    await set("providerOptions", { openrouter: { baseUrl: server.url } });
  });
  afterEach(async () => {
    for (const name of SETTINGS) await set(name, undefined);
    for (const origin of await providers.keys.origins()) await providers.keys.delete(origin);
  });
  after(() => server.close());

  const set = (name: (typeof SETTINGS)[number], value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration("fastApply").update(name, value, vscode.ConfigurationTarget.Global);
  const get = (name: (typeof SETTINGS)[number]): unknown => vscode.workspace.getConfiguration("fastApply").get(name);
  const origin = (): string => new URL(server.url).origin;
  const signal = (): AbortSignal => new AbortController().signal;
  const added = async (): Promise<readonly string[]> =>
    (await planners.models()).map(({ id }) => id).filter((id) => !id.startsWith("vscode/"));

  async function ask(planner: Planner | undefined): Promise<readonly PlannerEvent[]> {
    assert.ok(planner);
    const events: PlannerEvent[] = [];
    for await (const event of planner.stream(QUESTION, signal())) events.push(event);
    return events;
  }
  const textOf = (events: readonly PlannerEvent[], type: "text" | "reasoning"): string =>
    events.map((event) => (event.type === type ? event.text : "")).join("");

  it("are added with a key, a model of the provider's list, and its figures", async () => {
    let changes = 0;
    const listener = planners.onDidChange(() => changes++);
    answers.will("OpenRouter", server.url, KEY, "openai/gpt-5");
    const id = await planners.add();
    listener.dispose();
    assert.equal(id, "openrouter/openai/gpt-5");
    assert.deepEqual(get("chat.models"), [
      { provider: "openrouter", model: "openai/gpt-5", contextTokens: 1_000_000, inputPrice: 3, outputPrice: 15 },
    ]);
    assert.equal(get("chat.model"), id);
    assert.equal(get("provider"), "", "who applies stays as it was");
    assert.deepEqual(await providers.keys.origins(), [origin()]);
    assert.match(answers.asked.join("\n"), /anthropic\/claude-sonnet-4\.5 \| openai\/gpt-5 \| Other…/);
    assert.deepEqual(planners.priceOf(id), { input: 3, output: 15 });
    assert.ok(changes > 0, "the chat is told");

    const [model] = await planners.models();
    assert.deepEqual(model, { id, name: "gpt-5", provider: "OpenRouter", contextTokens: 1_000_000 });
    const events = await ask(await planners.planner(id, signal()));
    assert.equal(textOf(events, "text"), "Two.");
    assert.equal(textOf(events, "reasoning"), "Hm.");
    assert.deepEqual(events.at(-1), { type: "end", reason: "stop" });
  });

  it("that nobody finishes adding change nothing", async () => {
    answers.will("OpenRouter", server.url, KEY, undefined);
    assert.equal(await planners.add(), undefined);
    assert.deepEqual([get("chat.models"), await providers.keys.origins()], [[], []]);
    assert.deepEqual(get("providerOptions"), { openrouter: { baseUrl: server.url } });
  });

  it("whose list cannot be had are named by hand", async () => {
    answers.will("OpenRouter", server.url, "sk-wrong", "some/model");
    assert.equal(await planners.add(), "openrouter/some/model");
    assert.match(answers.asked.join("\n"), /Model of OpenRouter: ok/);
  });

  it("of Ollama are asked how much context they have, which it drops questions beyond in silence", async () => {
    const ollama = await startModelServer("ollama");
    try {
      answers.will("Ollama", ollama.url, "qwen3:8b", "many");
      assert.equal(await planners.add(), undefined);
      assert.match(answers.asked.join("\n"), /Context of qwen3:8b: A number of tokens/);
      answers.will("Ollama", ollama.url, "qwen3:8b", "16,384");
      assert.equal(await planners.add(), "ollama/qwen3:8b");
      assert.equal((await planners.models())[0]?.contextTokens, 16_384);
      assert.equal((await planners.planner("ollama/qwen3:8b", signal()))?.limits.contextTokens, 16_384);
    } finally {
      await ollama.close();
    }
  });

  it("at another address leave that of the provider as it is, and have a key of their own", async () => {
    const other = await startModelServer("plain", { key: "sk-other", answer: "Three." });
    try {
      await set("providerOptions", { "openai-compatible": { baseUrl: server.url, model: "applier" } });
      const usual = await providers.keys.origins();
      answers.will("OpenAI-compatible", other.url, "thinker", "32768");
      const id = await planners.add();
      assert.equal(id, "openai-compatible/thinker");
      assert.deepEqual(get("chat.models"), [
        { provider: "openai-compatible", model: "thinker", contextTokens: 32_768, baseUrl: other.url },
      ]);
      const options = { "openai-compatible": { baseUrl: server.url, model: "applier" } };
      assert.deepEqual(get("providerOptions"), options);
      answers.will(`OpenAI-compatible server, ${other.url}`, "sk-other");
      await reviewing.press("setApiKey");
      assert.match(answers.asked[0] ?? "", /^Set API Key: /);
      assert.deepEqual(await providers.keys.origins(), [...usual, new URL(other.url).origin]);
      assert.equal(textOf(await ask(await planners.planner(id, signal())), "text"), "Three.");
      const applying = (await providers.states()).find(({ preset }) => preset.id === "openai-compatible");
      assert.deepEqual([applying?.baseUrl, applying?.key], [server.url, undefined]);
    } finally {
      await other.close();
    }
  });

  it("are removed again, and no other is asked in the place of the chosen one", async () => {
    const models = ["one", "two"].map((model) => ({ provider: "openrouter", model }));
    await set("chat.models", models);
    await planners.choose("openrouter/two");
    assert.equal(await planners.chosen(), "openrouter/two");
    answers.will("two");
    await reviewing.press("removeChatModel");
    assert.deepEqual(await added(), ["openrouter/one"]);
    assert.deepEqual([await planners.chosen(), planners.wanted()], ["", "openrouter/two"]);
    await planners.choose("openrouter/one");
    assert.equal(await planners.chosen(), "openrouter/one");
    answers.will("one");
    await reviewing.press("removeChatModel");
    assert.deepEqual(await added(), []);
    await reviewing.press("removeChatModel");
    assert.match(messages.said.join(), /No chat model is added/);
  });

  it("that are written by hand are read as far as they can be", async () => {
    await set("chat.models", [
      { provider: "anthropic", model: "claude-opus-4-6", name: "Opus", contextTokens: -1 },
      { provider: "anthropic", model: "claude-opus-4-6" },
      { provider: "nowhere", model: "x" },
      { provider: "openai" },
      "gpt-5",
      { provider: "ollama", model: "qwen3:8b", inputPrice: 1 },
    ]);
    const models = (await planners.models()).filter(({ id }) => !id.startsWith("vscode/"));
    assert.deepEqual(models, [
      { id: "anthropic/claude-opus-4-6", name: "Opus", provider: "Anthropic", contextTokens: 200_000 },
      { id: "ollama/qwen3:8b", name: "qwen3:8b", provider: "Ollama", contextTokens: 4_096 },
    ]);
    assert.equal(planners.priceOf("ollama/qwen3:8b"), undefined);
    assert.equal(await planners.planner("nowhere/x", signal()), undefined);
    assert.equal(await planners.chosen(), "anthropic/claude-opus-4-6");
  });

  it("without a key say so, and send nothing; the key of one that only plans can be set", async () => {
    await set("chat.models", [{ provider: "anthropic", model: "claude-opus-4-6" }]);
    await set("providerOptions", { anthropic: { baseUrl: server.url } });
    const before = server.requests.length;
    const [event] = await ask(await planners.planner("anthropic/claude-opus-4-6", signal()));
    assert.ok(event?.type === "failed");
    assert.equal(event.failure.type, "no-key");
    assert.match(event.failure.message, /no API key for Anthropic.*Set API Key/);
    assert.equal(server.requests.length, before);

    answers.will(KEY);
    await reviewing.press("setApiKey", "anthropic");
    assert.deepEqual(await providers.keys.origins(), [origin()]);
    assert.equal(get("provider"), "", "it is not asked to apply");
    await eventually(() => {
      assert.match(messages.said.join(), /key for Anthropic is stored/);
    });
  });

  it("at a plain address of another machine send nothing without a yes", async () => {
    await set("chat.models", [{ provider: "openai-compatible", model: "x" }]);
    await set("providerOptions", { "openai-compatible": { baseUrl: "http://192.0.2.1/v1" } });
    const [event] = await ask(await planners.planner("openai-compatible/x", signal()));
    assert.ok(event?.type === "failed");
    assert.match(event.failure.message, /without encryption/);
  });

  it("cannot be set by a workspace", async () => {
    const settings = vscode.workspace.getConfiguration("fastApply");
    for (const name of ["chat.models", "chat.model"]) {
      await assert.rejects(async () => settings.update(name, "x", vscode.ConfigurationTarget.Workspace), name);
    }
  });

  describe("of VS Code", () => {
    async function* words(): AsyncGenerator<string> {
      yield await Promise.resolve("Two");
      yield ".";
    }
    const model = (own: Partial<vscode.LanguageModelChat> = {}): vscode.LanguageModelChat =>
      ({
        name: "Some Model",
        maxInputTokens: 8_000,
        sendRequest: () => Promise.resolve({ text: words(), stream: words() }),
        countTokens: (text: string) => Promise.resolve(text.length),
        ...own,
      }) as unknown as vscode.LanguageModelChat;

    it("answer, and VS Code counts their tokens", async () => {
      const planner = plannerOf("vscode/some/model", model());
      assert.deepEqual(
        [planner.id, planner.name, planner.limits.contextTokens],
        ["vscode/some/model", "Some Model", 8_000],
      );
      assert.deepEqual(await ask(planner), [
        { type: "text", text: "Two" },
        { type: "text", text: "." },
        { type: "usage", usage: { promptTokens: 28, completionTokens: 4 } },
        { type: "end", reason: "stop" },
      ]);
    });

    it("answer also where their tokens cannot be counted", async () => {
      const events = await ask(plannerOf("x", model({ countTokens: () => Promise.reject(new Error("no")) })));
      assert.deepEqual(
        events.map(({ type }) => type),
        ["text", "text", "end"],
      );
    });

    const tools = [{ name: "look", description: "Looks.", parameters: { type: "object", properties: {} } }];
    const offered = { tools, mayCall: true };

    it("call tools in parallel, and are told the answers in one message", async () => {
      async function* parts(): AsyncGenerator {
        yield await Promise.resolve(new vscode.LanguageModelTextPart("I look."));
        yield new vscode.LanguageModelToolCallPart("one", "look", { path: "a.ts" });
        yield new vscode.LanguageModelToolCallPart("two", "look", {});
      }
      const sent: unknown[][] = [];
      const sendRequest = (...given: unknown[]): Promise<unknown> => {
        sent.push(given);
        return Promise.resolve({ text: words(), stream: parts() });
      };
      const planner = plannerOf("x", model({ sendRequest } as unknown as Partial<vscode.LanguageModelChat>));
      const events = [];
      for await (const event of planner.stream([{ role: "user", text: "Go." }], signal(), offered)) events.push(event);
      const calls = [
        { id: "one", name: "look", arguments: '{"path":"a.ts"}' },
        { id: "two", name: "look", arguments: "{}" },
      ];
      assert.deepEqual(events.at(-1), { type: "calls", calls });
      assert.deepEqual((sent[0]?.[1] as vscode.LanguageModelChatRequestOptions | undefined)?.tools, [
        { name: "look", description: "Looks.", inputSchema: tools[0]?.parameters },
      ]);
      const next = planner.stream(
        [
          { role: "user", text: "Go." },
          { role: "assistant", text: "I look.", calls },
          { role: "tool", call: "one", text: "1" },
          { role: "tool", call: "two", text: "2" },
        ],
        signal(),
        offered,
      );
      for await (const _ of next) void _;
      const messages = sent[1]?.[0] as readonly vscode.LanguageModelChatMessage[];
      const kindOf = (part: unknown): string =>
        part instanceof vscode.LanguageModelToolCallPart
          ? `call ${part.callId}`
          : part instanceof vscode.LanguageModelToolResultPart
            ? `answer to ${part.callId}`
            : "text";
      assert.deepEqual(
        messages.map(({ content }) => content.map(kindOf)),
        [["text"], ["text", "call one", "call two"], ["answer to one", "answer to two"]],
      );
    });

    it("are asked without tools once they have refused them", async () => {
      const toolless = new Set<string>();
      const refuses = (): never => {
        throw new Error("This model does not support tools.");
      };
      const planner = plannerOf("vscode/some/model", model({ sendRequest: refuses }), toolless);
      assert.equal(planner.takesTools, true);
      const events = [];
      for await (const event of planner.stream([{ role: "user", text: "Go." }], signal(), offered)) events.push(event);
      assert.deepEqual(events, [{ type: "toolless" }]);
      assert.equal(plannerOf("vscode/some/model", model(), toolless).takesTools, false);
    });

    it("say why they do not answer", async () => {
      const blocked = (): never => {
        throw vscode.LanguageModelError.Blocked("limit");
      };
      const [event] = await ask(plannerOf("x", model({ sendRequest: blocked })));
      assert.ok(event?.type === "failed" && event.failure.type === "rate-limited");
      const [gone] = await ask(await planners.planner("vscode/nobody/none", signal()));
      assert.ok(gone?.type === "failed" && gone.failure.type === "not-found");
    });
  });
});
