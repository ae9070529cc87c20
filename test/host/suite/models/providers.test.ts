import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { Answers } from "../chat/answers.ts";
import { Messages } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";
import { KEY, ProviderSetup, SETTINGS } from "./providerSetup.ts";

describe("providers", function () {
  // The first use of a language loads its grammar, on a machine that may be busy.
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const messages = new Messages();
  const answers = new Answers();
  const setup = new ProviderSetup(reviewing);
  const { set, get, signIn, apply } = setup;

  const states = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await setup.providers.states()).map(({ preset, missing }) => [preset.id, missing ?? "ready"]));
  const ids = async (): Promise<string[]> => (await setup.providers.configuredRewriters()).map(({ id }) => id);

  describe("keys", () => {
    it("are bound to the origin that they were entered for", async () => {
      await setup.providers.keys.set("https://api.openai.com", "sk-of-openai");
      assert.equal((await states()).openai, "key");
      await signIn();
      assert.equal((await states()).openai, "ready");
      const keys = new Map((await setup.providers.states()).map(({ preset, key }) => [preset.id, key]));
      assert.equal(keys.get("openai"), KEY);
      assert.deepEqual(
        [...keys].filter(([id, key]) => id !== "openai" && key !== undefined),
        [],
      );
      await set("providerOptions", undefined);
      assert.equal((await setup.providers.states()).find(({ preset }) => preset.id === "openai")?.key, "sk-of-openai");
    });

    it("are asked for by the command, and forgotten by Sign Out", async () => {
      answers.will(KEY);
      await reviewing.press("setApiKey", "openai");
      assert.deepEqual(await setup.providers.keys.origins(), [setup.origin]);
      answers.will("two words");
      await reviewing.press("setApiKey", "openai");
      assert.match(answers.asked.join(), /no blanks/);
      answers.will(setup.origin);
      await reviewing.press("signOut");
      assert.deepEqual(await setup.providers.keys.origins(), []);
      assert.equal(await setup.providers.keys.keyFor(setup.server.url), undefined);
    });
  });

  it("a key that is set leaves the engine as it was chosen", async () => {
    await set("provider", undefined);
    await set("engine", "structural");
    answers.will(KEY);
    await reviewing.press("setApiKey", "openai");
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
      await signIn();
      await setup.providers.keys.set("https://api.mistral.ai", KEY);
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
      setup.providers.keys.keyFor = () => {
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
        Reflect.deleteProperty(setup.providers.keys, "keyFor");
      }
    });

    it("nobody is asked who was not set up", async () => {
      for (const name of SETTINGS) await set(name, undefined);
      assert.deepEqual(await ids(), []);
    });
  });

  describe("the choice", () => {
    it("asks for what a server of one's own needs, and is tested", async () => {
      await set("provider", undefined);
      await set("providerOptions", undefined);
      answers.will("OpenAI-compatible", "ftp://x");
      await reviewing.press("chooseProvider");
      assert.match(answers.asked.join(), /has to begin with https/);
      answers.will("OpenAI-compatible", setup.server.url, "gpt-4.1-mini");
      await reviewing.press("chooseProvider");
      assert.equal(get("provider"), "openai-compatible");
      assert.deepEqual(get("providerOptions"), {
        "openai-compatible": { baseUrl: setup.server.url, model: "gpt-4.1-mini" },
      });
    });

    it("of a server elsewhere asks for a key, which may be empty", async () => {
      await set("provider", undefined);
      answers.will("OpenAI-compatible", "https://models.example/v1", undefined);
      await reviewing.press("chooseProvider");
      assert.equal(get("provider"), "");
      answers.will("OpenAI-compatible", "https://models.example/v1/", "", "some-model");
      await reviewing.press("chooseProvider");
      assert.equal(get("provider"), "openai-compatible");
      assert.deepEqual(await setup.providers.keys.origins(), []);
      answers.will("OpenAI-compatible", "https://models.example/v1", KEY, "Other…", "other-model");
      await reviewing.press("chooseProvider");
      assert.deepEqual(await setup.providers.keys.origins(), ["https://models.example"]);
    });

    it("of plain http to another machine is stored only after a yes", async () => {
      await set("provider", undefined);
      answers.will("OpenAI-compatible", "http://192.0.2.1:8000/v1", "any");
      await reviewing.press("chooseProvider");
      assert.match(messages.said.join(), /not encrypted/);
      assert.equal(get("provider"), "");
    });

    it("of the structural engine sends nothing any more, and another choice takes it back", async () => {
      await signIn();
      answers.will("Structural engine only");
      await reviewing.press("chooseProvider");
      assert.deepEqual(await ids(), []);
      answers.will("OpenAI", setup.server.url, "gpt-4.1-mini");
      await reviewing.press("chooseProvider");
      assert.deepEqual(await ids(), ["openai"]);
    });

    it("shows what state each provider is in", async () => {
      answers.will(undefined);
      await reviewing.press("chooseProvider");
      assert.match(answers.asked.join(), /Structural engine only \| .*Fireworks \| .*\$\(check\) OpenAI/);
    });
  });

  describe("the test of a provider", () => {
    it("says how quick it is", async () => {
      await signIn();
      setup.server.answerWith((body) => {
        const prediction = (body as { prediction?: { content?: unknown } }).prediction?.content;
        return typeof prediction === "string" ? prediction : "";
      });
      await reviewing.press("testProvider");
      assert.match(messages.said.join(), /OpenAI .* works: \d+ characters in .* chars\/s\. .*% of the draft/);
    });

    it("says why it fails", async () => {
      await signIn("sk-wrong");
      await reviewing.press("testProvider");
      assert.match(messages.said.join(), /key/i);
    });
  });
});
