import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
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
  /** Of the report that was opened last. */
  let panel: vscode.WebviewPanel | undefined;
  const { createWebviewPanel } = vscode.window;
  before(() => {
    vscode.window.createWebviewPanel = (...args) => (panel = createWebviewPanel(...args));
  });
  after(() => {
    vscode.window.createWebviewPanel = createWebviewPanel;
  });
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
    for (const name of ["providerOptions", "chat.models"]) await set(name, undefined);
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

  it("has a report of its own, however often the same run is told", async () => {
    const counts: number[] = [];
    for (let at = 0; at < 2; at++) {
      answers.will("Structural", "20");
      await vscode.commands.executeCommand("fastApply.evaluate");
      answers.will(undefined);
      await vscode.commands.executeCommand("fastApply.openEvaluation");
      counts.push(answers.asked.join().split(" | ").length);
      // Reports are named by the second.
      await setTimeout(1_000);
    }
    const [first = 0, second] = counts;
    assert.equal(second, first + 1);
  });

  it("is not begun a second time while one is under way", async () => {
    answers.will("Structural", "20");
    const first = vscode.commands.executeCommand("fastApply.evaluate");
    await vscode.commands.executeCommand("fastApply.evaluate");
    assert.match(messages.said.join(), /under way/);
    await first;
    assert.equal(messages.said.filter((said) => said.includes("edits evaluated")).length, 1);
  });

  it("of a shallow clone names the command of git that gets the rest", async () => {
    const { stdout } = await promisify(execFile)("git", ["rev-parse", "HEAD"], { cwd: folder });
    await writeFile(join(folder, ".git", "shallow"), stdout);
    answers.will("Structural", "20");
    await vscode.commands.executeCommand("fastApply.evaluate");
    assert.match(messages.said.join(), /There is no evaluation: .*no edit .*: git fetch --unshallow gets the rest/);
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
      /edits evaluated: Structural \d+\.\d % right, OpenAI .*, drafts from the merge \d+\.\d % right/,
    );
    await eventually(() => {
      assert.equal(reports().length, 1);
    });
  });

  it("has models write the answers and exact edits, and grade, beside the other engines", async () => {
    const server = await setUpServer();
    await set("chat.models", [
      { provider: "openai", model: "gpt-4.1", name: "Planner", inputPrice: 2, outputPrice: 8 },
      { provider: "openai", model: "gpt-4.1-mini", name: "Small" },
    ]);
    const edit =
      "```py books.py\n<<<<<<< SEARCH\n    factor = 1 + RATES[rate] / 100\n=======\n    factor = 2 + RATES[rate] / 100\n>>>>>>> REPLACE\n```\n";
    const meant = PYTHON.replace("factor = 1", "factor = 2");
    assert.notEqual(meant, PYTHON);
    server.answerWith((body) => {
      const question = JSON.stringify(body);
      if (question.includes("<reference>")) return '{"score": 5, "reason": "All of it is there."}';
      if (question.includes("as a whole")) return `\`\`\`py\n${meant}\`\`\`\n`;
      return edit;
    });
    messages.press("Send");
    answers.will("Structural + Planner writes exact edits", "Small", "Planner", "20");
    await vscode.commands.executeCommand("fastApply.evaluate");
    assert.match(answers.asked.join("\n"), /Answers to Apply: The generator \| .*Planner \| Small\n/);
    assert.match(answers.asked.join("\n"), /Grader: No grader \| /);
    const asked = messages.details.join("\n");
    assert.match(asked, /^Small, at .*, for answers: about \d+ requests, .*, price not known\.$/m);
    assert.match(asked, /^Planner, at .*, for exact edits: .*, \$\d\.\d\d\.$/m);
    assert.match(asked, /^Planner, at .*, for grades: /m);
    const said = messages.said.join("\n");
    assert.match(said, /Planner, exact edits \d+\.\d % right. Only \d of 20 edits were found in the history\./);
    const html = panel?.webview.html ?? "";
    assert.match(html, /Only \d of 20 [^]*Answers by<\/dt><dd>Small<[^]*Graded by<\/dt><dd>Planner</);
    const command = `--edits 20 --engines structural,exact:openai/gpt-4.1 --seed 1 --planner openai/gpt-4.1-mini --grader openai/gpt-4.1 --base-url openai=${server.url} --price openai/gpt-4.1=2,8`;
    assert.ok(html.includes(command), html.slice(0, 2_000));
    assert.ok(!html.includes(KEY));
    const models = server.requests.map(({ body }) => (body as { model?: string }).model);
    assert.deepEqual([...new Set(models)].sort(), ["gpt-4.1", "gpt-4.1-mini"]);
  });

  it("that a wrong key ends says why, and that what is done is kept", async () => {
    const server = await setUpServer();
    server.fail({ type: "status", status: 401 }, { always: true });
    messages.press("Send");
    answers.will("Structural + from the guess", "20");
    await vscode.commands.executeCommand("fastApply.evaluate");
    assert.match(messages.said.join(), /The evaluation has stopped: .* What is done is kept/);
    assert.equal(reports().length, 0);
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
