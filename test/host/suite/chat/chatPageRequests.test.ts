import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { Messages } from "../applying.ts";
import { Chatting, type TestPage } from "./chatting.ts";
import { eventually, Reviewing } from "../reviewing.ts";

describe("what the chat's page asks for besides answers", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();
  const chats = new Chatting(user);
  let page: TestPage;
  beforeEach(async () => {
    await chats.serve({ answer: "Seen." });
    ({ page } = await chats.open());
  });

  it("links open files of the workspace, ask before pages, and do nothing else", async () => {
    const uri = await user.write("linked.txt", "one\ntwo\nthree\n");
    page.post({ type: "link", href: `${vscode.workspace.asRelativePath(uri)}#L3` });
    await eventually(() => {
      const editor = vscode.window.activeTextEditor;
      assert.equal(editor?.document.uri.toString(), uri.toString());
      assert.equal(editor.selection.start.line, 2);
    });
    page.post({ type: "link", href: "https://example.com/?q=1" });
    await eventually(() => {
      assert.match(messages.said.join("\n"), /Open this link of the answer\?/);
    });
    const hostile = [
      "javascript:alert(1)",
      "command:workbench.action.quit",
      "vscode://x/y",
      "../../etc/passwd",
      "file:///etc/passwd",
    ];
    for (const href of hostile) page.post({ type: "link", href });
    await eventually(() => {
      assert.equal(messages.said.filter((message) => message.includes("leads to no page")).length, hostile.length);
    });
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
  });

  it("what is no message of the page is left aside", async () => {
    const hostile: unknown[] = [
      undefined,
      "ready",
      { type: "delete" },
      { type: "send", text: 1, references: [] },
      { type: "send", text: "x", references: [{ type: "file", uri: 1 }] },
      { type: "block", id: "x", index: -1, action: "run" },
      { type: "block", id: "x", index: 0, action: "format-disk" },
      { __proto__: { type: "stop" } },
    ];
    for (const raw of hostile) page.postRaw(raw);
    page.post({ type: "block", id: "nobody", index: 7, action: "apply" });
    page.post({ type: "batch", id: "nobody", action: "accept" });
    page.post({ type: "fix", id: "nobody", index: 0 });
    page.post({ type: "problem", id: "nobody", index: 0, nth: 3 });
    for (const action of ["run", "stop", "attach"] as const) page.post({ type: "tests", id: "nobody", action });
    page.post({ type: "regenerate", id: "nobody" });
    page.post({ type: "edit", id: "nobody", text: "x", references: [] });
    page.post({ type: "show-branch", id: "nobody" });
    page.post({ type: "open", id: "../../../etc/passwd" });
    page.post({ type: "export", id: "../../../etc/passwd" });
    await eventually(() => {
      assert.ok(page.of("reported").length >= 2);
    });
    assert.deepEqual(page.shown, []);
    assert.ok(chats.warnings.length >= 7, chats.warnings.join("\n"));
  });

  it("code of a block is copied, inserted, opened as a new file, and put into a terminal without Enter", async () => {
    await chats.serve({ answer: "```ts\nlet a = 1;\n```\n\n```sh\necho hi\r\n```\n" });
    const { id } = await chats.ask(page, "Code?");
    page.post({ type: "block", id, index: 0, action: "copy" });
    await eventually(async () => {
      assert.equal(await vscode.env.clipboard.readText(), "let a = 1;");
    });
    const uri = await user.write("insert.txt", "before after\n");
    const editor = await user.open(uri);
    editor.selection = new vscode.Selection(0, 7, 0, 12);
    page.post({ type: "block", id, index: 0, action: "insert" });
    await eventually(() => {
      assert.equal(editor.document.getText(), "before let a = 1;\n");
    });
    page.post({ type: "block", id, index: 0, action: "new-file" });
    await eventually(() => {
      const document = vscode.window.activeTextEditor?.document;
      assert.deepEqual([document?.languageId, document?.getText()], ["typescript", "let a = 1;\n"]);
    });
    const sentTexts: [string, boolean | undefined][] = [];
    const createTerminal = vscode.window.createTerminal;
    const terminal = { show: () => undefined, sendText: (text: string, run?: boolean) => sentTexts.push([text, run]) };
    vscode.window.createTerminal = () => terminal as unknown as vscode.Terminal;
    page.post({ type: "block", id, index: 1, action: "run" });
    await eventually(() => {
      assert.deepEqual(sentTexts, [["echo hi", false]]);
    });
    vscode.window.createTerminal = createTerminal;
  });

  it("of exact edits the new code is used, and the patch is what applies again", async () => {
    const edits = [
      "<<<<<<< SEARCH\na();\n... 3 lines ...\nb();\n=======\na(1);\n... 3 lines ...\nb();\n>>>>>>> REPLACE",
      "<<<<<<< SEARCH\nc();\n=======\n>>>>>>> REPLACE",
    ];
    const fences = [edits.join("\n"), edits[1]].map((code) => `\`\`\`ts src/none.ts\n${code}\n\`\`\`\n`);
    await chats.serve({ answer: fences.join("\n") });
    const { id } = await chats.ask(page, "Code?");
    const copied = (text: string): Promise<void> =>
      eventually(async () => {
        assert.equal(await vscode.env.clipboard.readText(), text);
      });
    page.post({ type: "block", id, index: 0, action: "copy-patch" });
    await copied(edits.join("\n"));
    page.post({ type: "block", id, index: 0, action: "copy" });
    await copied("a(1);\n// ... 3 lines ...\nb();");
    page.post({ type: "block", id, index: 0, action: "new-file" });
    await eventually(() => {
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.getText(), "a(1);\n// ... 3 lines ...\nb();\n");
    });
    page.post({ type: "block", id, index: 1, action: "copy" });
    page.post({ type: "unfold", id, index: 0, line: 0, nth: 0 });
    await eventually(() => {
      const said = page.of("reported").map(({ text }) => text);
      assert.match(said.join("\n"), /only deletes lines/);
      assert.match(said.join("\n"), /has no place in the file/);
    });
  });

  it("exact edits that have their places unfold from the file, and are copied with its lines", async () => {
    const lines = ["a();", "one();", "two();", "b();"];
    const name = vscode.workspace.asRelativePath(await user.write("unfolded.ts", `${lines.join("\n")}\n`));
    const edit =
      "<<<<<<< SEARCH\na();\n... 2 lines ...\nb();\n=======\nif (x) {\n  a();\n  ...\n  b();\n}\n>>>>>>> REPLACE";
    await chats.serve({ answer: `\`\`\`ts ${name}\n${edit}\n\`\`\`\n` });
    const { id } = await chats.ask(page, "Wrap it?");
    await eventually(() => {
      const [view] = page.state.conversation?.messages.at(-1)?.blocks ?? [];
      assert.deepEqual(view?.edits, [{ line: 0, at: 1, reason: "", elided: [2] }]);
    });
    page.post({ type: "unfold", id, index: 0, line: 0, nth: 0 });
    await eventually(() => {
      assert.deepEqual(page.of("unfolded"), [
        { type: "unfolded", id, index: 0, line: 0, nth: 0, text: "one();\ntwo();" },
      ]);
    });
    page.post({ type: "block", id, index: 0, action: "copy" });
    await eventually(async () => {
      const copied = await vscode.env.clipboard.readText();
      assert.equal(copied, "if (x) {\n  a();\n  one();\n  two();\n  b();\n}");
    });
    page.post({ type: "block", id, index: 0, action: "copy-patch" });
    await eventually(async () => {
      const patch = await vscode.env.clipboard.readText();
      assert.match(patch, /^diff --git [^\n]*unfolded\.ts\n--- a[^]*\n@@ -1,4 \+1,6 @@\n-a\(\);\n/);
    });
  });

  it("several lines go into a terminal after a yes only, and the clipboard stays as it was", async () => {
    await chats.serve({ answer: "```sh\ncd /tmp\nrm -r old\n```\n" });
    const { id } = await chats.ask(page, "Code?");
    const { createTerminal } = vscode.window;
    const { executeCommand } = vscode.commands;
    const commands = vscode.commands as { executeCommand: unknown };
    const pasted: string[] = [];
    const terminal = { show: () => undefined, sendText: (text: string) => pasted.push(`sent ${text}`) };
    vscode.window.createTerminal = () => terminal as unknown as vscode.Terminal;
    commands.executeCommand = async (command: string, ...rest: unknown[]): Promise<unknown> => {
      if (command !== "workbench.action.terminal.paste") return executeCommand(command, ...rest);
      pasted.push(await vscode.env.clipboard.readText());
      throw new Error("The terminal is gone.");
    };
    try {
      await vscode.env.clipboard.writeText("");
      page.post({ type: "block", id, index: 0, action: "run" });
      await eventually(() => {
        assert.match(messages.said.join("\n"), /2 lines.*an image or files in it will be gone/);
      });
      const asked = messages.said.length;
      await vscode.env.clipboard.writeText("mine");
      page.post({ type: "block", id, index: 0, action: "run" });
      await eventually(() => {
        const [question = ""] = messages.said.slice(asked);
        assert.match(question, /2 lines.*may run/);
        assert.doesNotMatch(question, /will be gone/);
      });
      assert.deepEqual(pasted, []);
      messages.press("Paste Into Terminal");
      page.post({ type: "block", id, index: 0, action: "run" });
      await eventually(async () => {
        assert.deepEqual(pasted, ["cd /tmp\nrm -r old"]);
        assert.equal(await vscode.env.clipboard.readText(), "mine");
      });
    } finally {
      vscode.window.createTerminal = createTerminal;
      commands.executeCommand = executeCommand;
    }
  });
});
