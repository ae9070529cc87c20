import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { ConfiguredProviders } from "../../../../extension/host/providers/configuredProviders.ts";
import { startModelServer, type ModelServer } from "../../../servers/modelServer.ts";
import { PYTHON, SCRIPT } from "../../../unit/training/texts.ts";
import { Messages } from "../applying.ts";
import { Answers } from "../chat/answers.ts";
import { eventually, Reviewing } from "../reviewing.ts";

const KEY = "sk-for-this-server-alone";
const FILES = ["orders.js", "books.py"];

describe("an evaluation", function () {
  // It starts processes, which read grammars, on a machine that may be busy.
  this.timeout(120_000);
  const user = new Reviewing();
  const messages = new Messages();
  const answers = new Answers();
  let folder = "";
  let providers: ConfiguredProviders;
  let servers: ModelServer[] = [];

  const git = (...args: readonly string[]): Promise<unknown> =>
    promisify(execFile)("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], { cwd: folder });
  const commit = async (message: string, script: string, python: string): Promise<void> => {
    await writeFile(join(folder, "orders.js"), script);
    await writeFile(join(folder, "books.py"), python);
    await git("add", ...FILES);
    await git("commit", "--quiet", "--message", message);
  };
  const reports = (): readonly vscode.Tab[] =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.includes("evaluation"));

  beforeEach(async () => {
    ({ providers } = user.surface);
    folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
    await git("init", "--quiet");
    await commit("Begin", SCRIPT, PYTHON);
    await commit("Print less", SCRIPT.replace('  console.log("total " + total);\n', ""), PYTHON);
    await commit("Name the rate", SCRIPT, PYTHON.replaceAll("factor", "rate_factor"));
  });
  afterEach(async () => {
    for (const name of [".git", ...FILES]) await rm(join(folder, name), { recursive: true, force: true });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const server of servers) await server.close();
    servers = [];
    await set("providerOptions", undefined);
    for (const origin of await providers.keys.origins()) await providers.keys.delete(origin);
  });

  const set = (name: string, value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration("fastApply").update(name, value, vscode.ConfigurationTarget.Global);
  /** A provider that is set up. */
  async function setUpServer(): Promise<ModelServer> {
    const server = await startModelServer("openai", { key: KEY, answer: "<updated-code>\n</updated-code>" });
    servers.push(server);
    await set("providerOptions", { openai: { baseUrl: server.url } });
    await providers.keys.set(new URL(server.url).origin, KEY);
    return server;
  }

  it("of the structural engine opens as a report, and again later", async () => {
    answers.will("Structural", "20");
    await vscode.commands.executeCommand("fastApply.evaluate");
    assert.match(messages.said.join(), /\d+ edits evaluated: Structural \d+\.\d % right/);
    await eventually(() => {
      assert.equal(reports().length, 1);
    });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    answers.will(new Date().toISOString().slice(0, 10));
    await vscode.commands.executeCommand("fastApply.openEvaluation");
    assert.match(answers.asked.join(), /Open Evaluation Report: \d{4}-\d\d-\d\d \d\d-\d\d-\d\d /);
    await eventually(() => {
      assert.equal(reports().length, 1);
    });
  });

  it("sends nothing before the user has agreed, and then what was told", async () => {
    const server = await setUpServer();
    answers.will("Structural + from the guess", "20");
    await vscode.commands.executeCommand("fastApply.evaluate");
    assert.match(messages.said.join(), /Send the edits of this repository to models\?/);
    assert.deepEqual([server.requests.length, reports().length], [0, 0]);

    messages.press("Send");
    answers.will("Structural + from the guess", "20");
    await vscode.commands.executeCommand("fastApply.evaluate");
    assert.ok(server.requests.length > 0);
    assert.match(
      messages.said.join(),
      /edits evaluated: Structural \d+\.\d % right, OpenAI .*, draft: guess \d+\.\d % right/,
    );
    await eventually(() => {
      assert.equal(reports().length, 1);
    });
  });

  it("that is left at a question changes nothing", async () => {
    answers.will("Structural", undefined);
    await vscode.commands.executeCommand("fastApply.evaluate");
    assert.deepEqual([messages.said, reports().length], [[], 0]);
  });

  it("of a folder without a history says why there is none", async () => {
    await rm(join(folder, ".git"), { recursive: true });
    await git("init", "--quiet");
    answers.will("Structural", "20");
    await vscode.commands.executeCommand("fastApply.evaluate");
    assert.match(messages.said.join(), /There is no evaluation: .*no commit yet/);
    assert.equal(reports().length, 0);
  });

  it("that is cancelled ends without a report", async () => {
    const { withProgress } = vscode.window;
    const window = vscode.window as { withProgress: unknown };
    const source = new vscode.CancellationTokenSource();
    const shown: string[] = [];
    window.withProgress = (_: unknown, work: Parameters<typeof withProgress>[1]) =>
      work(
        {
          report: ({ message = "" }) => {
            shown.push(message);
            source.cancel();
          },
        },
        source.token,
      );
    try {
      answers.will("Structural", "20");
      await vscode.commands.executeCommand("fastApply.evaluate");
    } finally {
      window.withProgress = withProgress;
    }
    assert.match(shown.join(), /Structural: 1 of \d+/);
    assert.deepEqual([messages.said, reports().length], [[], 0]);
  });
});
