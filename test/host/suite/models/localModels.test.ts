import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { randomModel } from "../../../models/randomModel.ts";
import { startModelFiles, type ModelFileServer } from "../../../servers/modelFiles.ts";
import { startModelServer } from "../../../servers/modelServer.ts";
import { Answers } from "../chat/answers.ts";
import { Messages } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";

const FILE = "tiny-model.gguf";
const SETTINGS = ["local.model", "local.gpu", "provider", "engine", "providerOptions"] as const;

describe("local models", function () {
  // The engine's process starts, on a machine that may be busy.
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const messages = new Messages();
  const answers = new Answers();
  let content: Buffer;
  let server: ModelFileServer;

  before(async () => {
    content = await readFile(await randomModel({ shape: "tiny", quantization: "Q8_0", seed: 1 }));
  });
  beforeEach(async () => {
    server = await startModelFiles({ content, etag: '"tiny"' });
  });
  afterEach(async () => {
    await server.close();
    for (const name of SETTINGS) await set(name, undefined);
    for (const model of await stored())
      assert.equal(await (await reviewing.surface.local.store()).remove(model), undefined);
  });
  after(async () => (await reviewing.surface.local.engine()).stop());

  const set = (name: string, value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration("fastApply").update(name, value, vscode.ConfigurationTarget.Global);
  const get = (name: string): unknown => vscode.workspace.getConfiguration("fastApply").get(name);
  const stored = async () => (await reviewing.surface.local.store()).list();
  const onDisk = (): Promise<string[]> => readdir(reviewing.surface.local.directory).catch(() => []);
  const ids = async (): Promise<string[]> =>
    (await reviewing.surface.providers.configuredRewriters()).map(({ id }) => id);
  const path = (): string => join(reviewing.surface.local.directory, FILE);

  async function addByAddress(...then: (string | undefined)[]): Promise<void> {
    answers.will("Download from an Address…", `${server.url}/${FILE}`, ...then);
    await reviewing.press("addLocalModel");
  }

  it("are downloaded from an address, shown with what they need, and asked then", async () => {
    assert.deepEqual(await ids(), []);
    await addByAddress("Use ");
    assert.deepEqual([get("local.model"), get("provider"), await onDisk()], [path(), "local", [FILE]]);
    assert.match(answers.asked.join("\n"), /FastApply 1\.5B/);
    assert.deepEqual(await ids(), ["local"]);
    await eventually(() => {
      assert.match(messages.said.join(), /tiny-model is stored\. The publisher gave no digest/);
      assert.match(messages.said.join(), /tiny-model is asked .* Nothing leaves this machine/);
    });
  });

  it("are asked before others, and alone where the user says so", async () => {
    await set("providerOptions", { vllm: { model: "any" } });
    messages.press("Ask No Others");
    await addByAddress("Use ");
    await eventually(() => {
      assert.match(messages.said.join(), /Where it fails, the file goes to .*vLLM/);
      assert.equal(get("engine"), "local");
    });
    assert.deepEqual(await ids(), ["local"]);
    await set("engine", undefined);
    await set("provider", undefined);
    assert.deepEqual(await ids(), ["local", "vllm"]);
  });

  it("are not used where the user leaves at what they need", async () => {
    await addByAddress("Do Not Use It");
    assert.deepEqual([get("local.model"), await onDisk()], ["", [FILE]]);
    assert.deepEqual(await ids(), []);
  });

  it("that the engine cannot read are refused with the reason", async () => {
    server.serve({ content: Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(1_000, 255)]) });
    await addByAddress("Use ");
    assert.equal(get("local.model"), "");
    await eventually(() => {
      assert.match(messages.said.join(), /tiny-model/);
    });
  });

  it("that need more memory than there is are refused before they load, or left to the graphics processor", async () => {
    const vast = Buffer.from(content);
    const name = "token_embd.weight";
    // After a tensor's name come the count of its dimensions and the dimensions.
    vast.writeBigUInt64LE(1n << 40n, vast.indexOf(name) + name.length + 12);
    server.serve({ content: vast });
    await set("local.gpu", false);
    await addByAddress("Use ");
    assert.equal(get("local.model"), "");
    await eventually(() => {
      assert.match(messages.said.join(), /tiny-model needs [\d.,]+ GB of memory, and this machine has [\d.,]+ GB free/);
    });
    await set("local.gpu", true);
    answers.will("tiny-model", "Use ", "Use ");
    await reviewing.press("manageLocalModels");
    assert.equal(get("local.model"), path());
  });

  it("that are none leave nothing", async () => {
    server.serve({ content: Buffer.from("<!doctype html>") });
    await addByAddress("Use ");
    assert.match(messages.said.join(), /no model file/);
    assert.deepEqual(await onDisk(), []);
  });

  it("are refused by addresses that nothing is downloaded from", async () => {
    answers.will("Download from an Address…", "http://models.example/m.gguf");
    await reviewing.press("addLocalModel");
    assert.match(answers.asked.join("\n"), /has to begin with https/);
  });

  describe("a download", () => {
    /** Begins one that stops in the middle, pauses it there, and waits for the end of its command. */
    async function pausedDownload(): Promise<void> {
      server.fail({ type: "stall", afterBytes: 1_000 });
      const command = addByAddress("Use ");
      await eventually(async () => {
        assert.deepEqual(
          (await stored()).map(({ bytes }) => bytes),
          [1_000],
        );
      });
      answers.will("tiny-model", "Pause");
      await reviewing.press("manageLocalModels");
      await command;
    }

    it("is paused, and gone on with by the same command", async () => {
      await pausedDownload();
      await eventually(() => {
        assert.match(messages.said.join(), /is paused/);
      });
      answers.will("Resume", "Use ");
      await reviewing.press("addLocalModel");
      assert.deepEqual([get("local.model"), await onDisk()], [path(), [FILE]]);
      assert.equal(server.requests.at(-1)?.range, "bytes=1000-");
    });

    it("that is paused can be removed, and leaves nothing", async () => {
      messages.press("Remove");
      await pausedDownload();
      assert.deepEqual(await onDisk(), []);
    });
  });

  it("are removed, and are then not asked", async () => {
    await addByAddress("Use ");
    messages.press("Remove");
    answers.will("tiny-model", "Remove…");
    await reviewing.press("manageLocalModels");
    assert.deepEqual([get("local.model"), await onDisk()], ["", []]);
    assert.deepEqual(await ids(), []);
  });

  it("of the user's own are shown, and never removed", async () => {
    const own = await reviewing.write("own.gguf", content);
    await set("local.model", own.fsPath);
    answers.will("own", "Remove…");
    await reviewing.press("manageLocalModels");
    assert.deepEqual(answers.asked.at(-1), "own: Do Not Use It");
    answers.will("own", "Do Not Use It");
    await reviewing.press("manageLocalModels");
    assert.equal(get("local.model"), "");
    assert.ok((await reviewing.bytesOf("own.gguf")).equals(content));
  });

  it("leave memory by a command", async () => {
    await (await reviewing.surface.local.engine()).stop();
    await reviewing.press("unloadLocalModel");
    assert.match(messages.said.join(), /No model is in memory/);
    await addByAddress("Use ");
    await reviewing.press("unloadLocalModel");
    assert.match(messages.said.join(), /has left memory/);
    assert.equal((await reviewing.surface.local.engine()).health().type, "stopped");
  });

  it("servers that run here are offered, and set up as providers", async () => {
    const ollama = await startModelServer("ollama");
    try {
      await set("providerOptions", { ollama: { baseUrl: ollama.url } });
      answers.will("Ollama", ollama.url, "qwen2.5-coder:7b");
      await reviewing.press("addLocalModel");
      assert.equal(get("provider"), "ollama");
    } finally {
      await ollama.close();
    }
  });

  it("that are not there lead to the list", async () => {
    await set("provider", "local");
    const states = await reviewing.surface.providers.states();
    assert.deepEqual([states[0]?.preset.id, states[0]?.missing], ["local", "model"]);
    for (const [model, reason] of [
      [undefined, /No model on this machine is chosen/],
      ["models/gone.gguf", /is not absolute/],
      [reviewing.path("gone.gguf"), /gone/],
    ] as const) {
      await set("local.model", model);
      messages.press("Manage Local Models…");
      answers.will(undefined);
      await reviewing.press("testProvider", "local");
      await eventually(() => {
        assert.match(messages.said.join(), reason);
        assert.match(answers.asked.join(), /^Local Models:/);
      });
    }
  });

  it("no workspace can set", async () => {
    const settings = vscode.workspace.getConfiguration("fastApply");
    for (const [name, value] of [
      ["local.model", "/tmp/m.gguf"],
      ["local.gpu", false],
      ["local.strict", true],
      ["local.idleMinutes", 1],
    ] as const) {
      await assert.rejects(async () => settings.update(name, value, vscode.ConfigurationTarget.Workspace), name);
    }
  });
});
