import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { TestsView } from "../../../../extension/core/chat/chatProtocol.ts";
import type { LiveChat } from "../../../../extension/host/chat/liveChat.ts";
import { Messages } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";
import { Answers } from "./answers.ts";
import { Chatting, type TestPage } from "./chatting.ts";

const NODE = `"${process.execPath}" -e`;

describe("Run Tests below an answer of the chat", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();
  const answers = new Answers();
  const chats = new Chatting(user);
  let liveChat: LiveChat;
  let page: TestPage;
  let id: string;
  beforeEach(async () => {
    await chats.serve({ answer: "Seen." });
    ({ liveChat, page } = await chats.open());
    ({ id } = await chats.ask(page, "Is it right?"));
  });
  afterEach(() => {
    for (const terminal of vscode.window.terminals) terminal.dispose();
  });

  const tests = (): TestsView | undefined =>
    page.state.conversation?.messages.find(({ message }) => message.id === id)?.tests;
  const becomes = (state: TestsView["state"]): Promise<void> =>
    eventually(() => {
      assert.equal(tests()?.state, state);
    }, 30_000);
  const withCommand = (command: string, run: () => Promise<void>): Promise<void> =>
    user.withSettings({ "fastApply.chat.testCommand": command }, run);
  const start = (): void => {
    page.post({ type: "tests", id, action: "run" });
  };

  it("runs the command of the settings once it is confirmed, and its failing output goes along on a click", async () => {
    const script = String.raw`console.log('\x1b[31mone is not two\x1b[0m'); process.exitCode = 2`;
    const command = `${NODE} "${script}"`;
    await withCommand(command, async () => {
      messages.press("Run");
      start();
      await becomes("failed");
    });
    assert.ok(messages.said.some((said) => said.endsWith(command)));
    assert.ok(vscode.window.terminals.some(({ name }) => name === "Tests"));
    page.post({ type: "tests", id, action: "attach" });
    await eventually(() => {
      const [output] = page.state.compose.references;
      assert.ok(output?.type === "text");
      assert.match(output.text, /\none is not two\n+Exit code: 2$/);
      assert.ok(output.text.startsWith(`$ ${command}`));
    });
  });

  it("runs nothing that is not confirmed, and nothing that cannot be shown", async () => {
    const mark = user.path("mark.txt");
    const command = `${NODE} "require('fs').writeFileSync(process.argv[1], '')" "${mark}"`;
    await withCommand(command, async () => {
      start();
      await eventually(() => {
        assert.ok(messages.said.some((said) => said.startsWith("Run this command?")));
      });
    });
    await withCommand(`${command} \u202e`, async () => {
      messages.press("Run");
      start();
      await eventually(() => {
        assert.ok(messages.said.some((said) => said.includes("so it is not run")));
      });
    });
    // What comes behind them has come.
    await withCommand(`${NODE} 0`, async () => {
      start();
      await becomes("passed");
    });
    await assert.rejects(user.onDisk("mark.txt"));
  });

  it("asks once where it is clicked twice", async () => {
    await withCommand(`${NODE} 0`, async () => {
      messages.press("Run");
      start();
      start();
      await becomes("passed");
    });
    assert.equal(messages.said.filter((said) => said.startsWith("Run this command?")).length, 1);
    assert.equal(vscode.window.terminals.filter(({ name }) => name === "Tests").length, 1);
  });

  it("offers scripts of the workspace where there is no setting, and stops what takes too long", async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
    const makefile = join(root, "Makefile");
    await writeFile(makefile, "build:\n\ttrue\nwait-test:\n\ttouch begun.tmp; sleep 600\n");
    const begun = join(root, "begun.tmp");
    try {
      messages.press("Run");
      answers.will("make wait-test");
      start();
      // At once, and then when the command runs.
      await becomes("running");
      page.post({ type: "tests", id, action: "stop" });
      await becomes("stopped");
      answers.will("make wait-test");
      start();
      await becomes("running");
      await eventually(async () => {
        await readFile(begun);
      });
      assert.match(answers.asked.join(), /make wait-test.*make build.*Another command/);
      page.post({ type: "tests", id, action: "stop" });
      await becomes("stopped");
    } finally {
      await rm(makefile);
      await rm(begun, { force: true });
    }
  });

  it("is forgotten with its conversation, and a command that is still asked for is not run then", async () => {
    const [gone, other] = [id, (await chats.open()).liveChat];
    await withCommand(`${NODE} 0`, async () => {
      messages.press("Run");
      start();
      await becomes("passed");
      assert.ok(liveChat.tests.outputOf(gone) !== undefined);
      const { conversation } = page.state;
      assert.ok(conversation !== undefined);
      await liveChat.conversations.delete(conversation.id);
      assert.deepEqual([liveChat.tests.of(gone), liveChat.tests.outputOf(gone)], [undefined, undefined]);

      const asked = other.tests.run("an answer");
      other.tests.forget(["an answer"]);
      await asked;
    });
    assert.equal(other.tests.of("an answer"), undefined);
    assert.equal(vscode.window.terminals.filter(({ name }) => name === "Tests").length, 1);
  });

  it("is refused where the workspace is not trusted", async () => {
    const isTrusted = Object.getOwnPropertyDescriptor(vscode.workspace, "isTrusted") ?? {};
    Object.defineProperty(vscode.workspace, "isTrusted", { configurable: true, get: () => false });
    try {
      messages.press("Run");
      start();
      await eventually(() => {
        assert.ok(messages.said.some((said) => said.includes("not trusted")));
      });
    } finally {
      Object.defineProperty(vscode.workspace, "isTrusted", isTrusted);
    }
    assert.equal(tests(), undefined);
  });
});
