import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { ConfiguredProviders } from "../../../../extension/host/providers/configuredProviders.ts";
import { languageModel, failureOf } from "../../../../extension/host/providers/languageModels.ts";
import type { Patience } from "../../../../extension/host/providers/patience.ts";
import type { ModelEvent } from "../../../../extension/core/apply/model.ts";
import { startModelServer, type ModelServer } from "../../../servers/modelServer.ts";
import { Answers } from "../chat/answers.ts";
import { Messages, openSketch } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";

const ORIGINAL = ["function a() {", "  run();", "}", "", "function b() {", "  run();", "}", ""].join("\n");
/** It fits both functions. */
const SKETCH = "// ... existing code ...\n  run();\n  stop();\n}\n// ... existing code ...\n";
const WANTED = ORIGINAL.replace("  run();\n}\n\nfunction b", "  run();\n  stop();\n}\n\nfunction b");
const KEY = "sk-for-this-server-alone";
const SETTINGS = ["engine", "provider", "providerOptions"] as const;

describe("providers", function () {
  // The first use of a language loads its grammar, on a machine that may be busy.
  this.timeout(60_000);
  const desk = new Reviewing();
  const messages = new Messages();
  const answers = new Answers();
  let server: ModelServer;
  let providers: ConfiguredProviders;

  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    ({ providers } = desk.surface);
    await set("providerOptions", { openai: { baseUrl: server.url } });
    await set("provider", "openai");
  });
  afterEach(async () => {
    for (const name of SETTINGS) await set(name, undefined);
    for (const origin of await providers.keys.origins()) await providers.keys.delete(origin);
  });
  after(() => server.close());

  const startServer = (): Promise<ModelServer> =>
    startModelServer("openai", { key: KEY, answer: `<updated-code>\n${WANTED}</updated-code>` });
  const set = (name: (typeof SETTINGS)[number], value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration("fastApply").update(name, value, vscode.ConfigurationTarget.Global);
  const get = (name: (typeof SETTINGS)[number]): unknown => vscode.workspace.getConfiguration("fastApply").get(name);
  const originOf = (url: string): string => new URL(url).origin;
  const states = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await providers.states()).map(({ preset, missing }) => [preset.id, missing ?? "ready"]));
  const ids = async (): Promise<string[]> => (await providers.configuredRewriters()).map(({ id }) => id);

  async function apply(): Promise<vscode.Uri> {
    const target = await desk.write("a.js", ORIGINAL);
    const sketch = `Stop after the first run.\n\n\`\`\`js ${vscode.workspace.asRelativePath(target)}\n${SKETCH}\`\`\`\n`;
    const editor = await openSketch(sketch);
    editor.selection = new vscode.Selection(3, 0, 3, 0);
    await desk.press("applySelection");
    return target;
  }

  describe("keys", () => {
    it("are bound to the origin that they were entered for", async () => {
      await providers.keys.set("https://api.openai.com", "sk-of-openai");
      assert.equal((await states()).openai, "key");
      await providers.keys.set(originOf(server.url), KEY);
      assert.equal((await states()).openai, "ready");
      const keys = new Map((await providers.states()).map(({ preset, key }) => [preset.id, key]));
      assert.equal(keys.get("openai"), KEY);
      assert.deepEqual(
        [...keys].filter(([id, key]) => id !== "openai" && key !== undefined),
        [],
      );
      await set("providerOptions", undefined);
      assert.equal((await providers.states()).find(({ preset }) => preset.id === "openai")?.key, "sk-of-openai");
    });

    it("are asked for by the command, and forgotten by Sign Out", async () => {
      answers.will(KEY);
      await desk.press("setApiKey", "openai");
      assert.deepEqual(await providers.keys.origins(), [originOf(server.url)]);
      answers.will("two words");
      await desk.press("setApiKey", "openai");
      assert.match(answers.asked.join(), /no blanks/);
      answers.will(originOf(server.url));
      await desk.press("signOut");
      assert.deepEqual(await providers.keys.origins(), []);
      assert.equal(await providers.keys.keyFor(server.url), undefined);
    });
  });

  it("a key that is set leaves the engine as it was chosen", async () => {
    await set("provider", undefined);
    await set("engine", "structural");
    answers.will(KEY);
    await desk.press("setApiKey", "openai");
    assert.deepEqual([get("engine"), get("provider")], ["structural", "openai"]);
    assert.deepEqual(await ids(), []);
    await eventually(() => {
      assert.match(messages.said.join(), /key for OpenAI is stored\. It is not asked/);
    });
  });

  describe("settings", () => {
    it("of a workspace are not read", async () => {
      const settings = vscode.workspace.getConfiguration("fastApply");
      for (const name of SETTINGS) {
        await assert.rejects(async () => settings.update(name, "openai", vscode.ConfigurationTarget.Workspace), name);
      }
    });

    it("of the engine say who is asked", async () => {
      await providers.keys.set(originOf(server.url), KEY);
      await providers.keys.set("https://api.mistral.ai", KEY);
      assert.deepEqual(await ids(), ["openai", "mistral"]);
      await set("engine", "mistral");
      assert.deepEqual(await ids(), ["mistral"]);
      await set("engine", "structural");
      assert.deepEqual(await ids(), []);
    });

    it("that name nothing known give the reason at the apply", async () => {
      await set("provider", "nowhere");
      await apply();
      await eventually(() => {
        assert.match(messages.said.join(), /not know/);
      });
    });

    it("nobody is asked where the keys cannot be read, and the apply goes on", async () => {
      let reads = 0;
      providers.keys.keyFor = () => {
        reads++;
        return Promise.reject(new Error("locked"));
      };
      try {
        assert.deepEqual(await ids(), []);
        assert.ok(reads > 0);
        await apply();
        await eventually(() => {
          assert.match(messages.said.join(), /pieces placed|not proven/);
        });
      } finally {
        Reflect.deleteProperty(providers.keys, "keyFor");
      }
    });

    it("nobody is asked who was not set up", async () => {
      for (const name of SETTINGS) await set(name, undefined);
      assert.deepEqual(await ids(), []);
    });
  });

  describe("an apply", () => {
    it("asks the provider where the structural engine is not sure", async () => {
      await providers.keys.set(originOf(server.url), KEY);
      const before = server.requests.length;
      const target = await apply();
      await eventually(() => {
        assert.deepEqual(desk.hunks(target), [" >   stop();"]);
      });
      const [request] = server.requests.slice(before);
      assert.equal(request?.headers.authorization, `Bearer ${KEY}`);
      const sent = JSON.stringify(request.body);
      assert.ok(!sent.includes(vscode.workspace.workspaceFolders?.[0]?.uri.path ?? "?"), "no path above the workspace");
      assert.ok(sent.includes("Stop after the first run."), "the prose around the sketch");
      await eventually(() => {
        assert.match(desk.surface.progress.text, /OpenAI .*chars\/s, .*% accepted, .*tokens/);
      });
    });

    it("tells what the provider lacks, and offers to mend it", async () => {
      answers.will(undefined);
      messages.press("Set API Key…");
      await apply();
      await eventually(() => {
        assert.match(messages.said.join(), /a\.js.* (needs an API key|no API key)/);
      });
      await eventually(() => {
        assert.match(answers.asked.join(), /API Key for OpenAI/);
      });
      assert.equal(desk.reviews.pending.length, 1);
    });

    it("ends at a click, and with it the connection", async () => {
      await providers.keys.set(originOf(server.url), KEY);
      server.fail({ type: "stall", afterBytes: 600 });
      const target = await apply();
      await eventually(() => {
        assert.match(desk.surface.progress.text, /sync~spin.*Asking OpenAI .* where 1 piece goes: [\d.,]+ s/);
        assert.equal(desk.review(target).progress, "streaming");
      });
      await desk.press("stopApply");
      await eventually(() => {
        assert.equal(desk.reviews.findByTarget(target), undefined);
        assert.equal(server.openAnswers, 0);
      });
      assert.equal(await desk.onDisk("a.js"), ORIGINAL);
      assert.deepEqual(messages.said, []);
    });

    it("that breaks off while it is shown leaves the file as it was, and says why", async () => {
      await providers.keys.set(originOf(server.url), KEY);
      server.fail({ type: "cut", afterBytes: 600 }, { always: true });
      const target = await apply();
      try {
        await eventually(() => {
          assert.match(messages.said.join(), /a\.js.*OpenAI/s);
          assert.equal(desk.review(target).progress, "whole");
        }, 20_000);
      } finally {
        await server.close();
        server = await startServer();
      }
      assert.equal(await desk.onDisk("a.js"), ORIGINAL);
    });

    it("tells why the provider failed, and changes nothing", async () => {
      await providers.keys.set(originOf(server.url), "sk-wrong");
      const target = await apply();
      await eventually(() => {
        assert.match(messages.said.join(), /key/i);
      });
      assert.equal(await desk.onDisk("a.js"), ORIGINAL);
      assert.equal(desk.textOf(target), ORIGINAL);
    });
  });

  describe("the choice", () => {
    it("asks for what a server of one's own needs, and is tested", async () => {
      await set("provider", undefined);
      await set("providerOptions", undefined);
      answers.will("OpenAI-compatible", "ftp://x");
      await desk.press("chooseProvider");
      assert.match(answers.asked.join(), /has to begin with https/);
      answers.will("OpenAI-compatible", server.url, "gpt-4.1-mini");
      await desk.press("chooseProvider");
      assert.equal(get("provider"), "openai-compatible");
      assert.deepEqual(get("providerOptions"), { "openai-compatible": { baseUrl: server.url, model: "gpt-4.1-mini" } });
    });

    it("of a server elsewhere asks for a key, which may be empty", async () => {
      await set("provider", undefined);
      answers.will("OpenAI-compatible", "https://models.example/v1", undefined);
      await desk.press("chooseProvider");
      assert.equal(get("provider"), "");
      answers.will("OpenAI-compatible", "https://models.example/v1/", "", "some-model");
      await desk.press("chooseProvider");
      assert.equal(get("provider"), "openai-compatible");
      assert.deepEqual(await providers.keys.origins(), []);
      answers.will("OpenAI-compatible", "https://models.example/v1", KEY, "Other…", "other-model");
      await desk.press("chooseProvider");
      assert.deepEqual(await providers.keys.origins(), ["https://models.example"]);
    });

    it("of plain http to another machine is stored only after a yes", async () => {
      await set("provider", undefined);
      answers.will("OpenAI-compatible", "http://192.0.2.1:8000/v1", "any");
      await desk.press("chooseProvider");
      assert.match(messages.said.join(), /not encrypted/);
      assert.equal(get("provider"), "");
    });

    it("of the structural engine sends nothing any more, and another choice takes it back", async () => {
      await providers.keys.set(originOf(server.url), KEY);
      answers.will("Structural engine only");
      await desk.press("chooseProvider");
      assert.deepEqual(await ids(), []);
      answers.will("OpenAI", server.url, "gpt-4.1-mini");
      await desk.press("chooseProvider");
      assert.deepEqual(await ids(), ["openai"]);
    });

    it("shows what state each provider is in", async () => {
      answers.will(undefined);
      await desk.press("chooseProvider");
      assert.match(answers.asked.join(), /Structural engine only \| .*Fireworks \| .*\$\(check\) OpenAI/);
    });
  });

  describe("the test of a provider", () => {
    it("says how quick it is", async () => {
      await providers.keys.set(originOf(server.url), KEY);
      server.answerWith((body) => {
        const prediction = (body as { prediction?: { content?: unknown } }).prediction?.content;
        return typeof prediction === "string" ? prediction : "";
      });
      await desk.press("testProvider");
      assert.match(messages.said.join(), /OpenAI .* works: \d+ characters in .* chars\/s\. .*% of the draft/);
    });

    it("says why it fails", async () => {
      await providers.keys.set(originOf(server.url), "sk-wrong");
      await desk.press("testProvider");
      assert.match(messages.said.join(), /key/i);
    });
  });

  describe("a model of VS Code", () => {
    const eventsOf = async (
      respond: () => Thenable<vscode.LanguageModelChatResponse>,
      patience?: Patience,
    ): Promise<ModelEvent[]> => {
      const model = {
        name: "Some Model",
        maxInputTokens: 8000,
        sendRequest: respond,
      } as unknown as vscode.LanguageModelChat;
      const events: ModelEvent[] = [];
      const request = { messages: [{ role: "user", text: "x" } as const], prediction: "", maxTokens: 100 };
      const asked = languageModel(model, patience);
      for await (const event of asked.stream(request, new AbortController().signal)) events.push(event);
      return events;
    };
    async function* words(): AsyncGenerator<string> {
      yield await Promise.resolve("one ");
      yield "two";
    }

    it("streams", async () => {
      assert.deepEqual(await eventsOf(() => Promise.resolve({ text: words(), stream: words() })), [
        { type: "text", text: "one " },
        { type: "text", text: "two" },
        { type: "end", reason: "stop" },
      ]);
    });

    it("fails with a reason", async () => {
      const types = [
        vscode.LanguageModelError.NoPermissions("x"),
        vscode.LanguageModelError.Blocked("x"),
        vscode.LanguageModelError.NotFound("x"),
        new Error("x"),
      ].map((error) => failureOf(error, "Some Model").type);
      assert.deepEqual(types, ["bad-key", "rate-limited", "not-found", "bad-answer"]);
      const [failed] = await eventsOf(() => Promise.reject(vscode.LanguageModelError.Blocked("limit")));
      assert.equal(failed?.type, "failed");
    });

    it("that hangs and does not heed the cancellation is given up", async () => {
      const hangs = new Promise<never>(() => undefined);
      const types: string[] = [];
      async function* halfway(): AsyncGenerator<string> {
        yield "one ";
        await hangs;
      }
      for (const respond of [() => hangs, () => Promise.resolve({ text: halfway(), stream: halfway() })]) {
        for (const event of await eventsOf(respond, { firstByteMs: 50, idleMs: 50 })) {
          types.push(event.type === "failed" ? `${event.type} ${event.failure.type}` : event.type);
        }
      }
      assert.deepEqual(types, ["failed timeout", "text", "failed timeout"]);
    });

    it("that is gone is told at the apply", async () => {
      await set("provider", "vscode");
      await apply();
      await eventually(() => {
        assert.match(messages.said.join(), /no language model/);
      });
    });
  });
});
