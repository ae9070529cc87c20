import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { planJobs } from "../../../../extension/core/targets/applyJobs.ts";
import { readReply } from "../../../../extension/core/sketch/readReply.ts";
import { readEditorContext } from "../../../../extension/host/apply/editorContext.ts";
import { gatherFacts } from "../../../../extension/host/apply/targetFacts.ts";
import { findRipgrep } from "../../../../extension/node/ripgrep.ts";
import { answering, Messages, openSketch } from "../applying.ts";
import { eventually, Reviewing, showDocument } from "../reviewing.ts";

const LINES = Array.from(
  { length: 12 },
  (_, index) => `  const lantern${String(index)} = lightOf(tower, ${String(index)});`,
);
const ORIGINAL = ["export function lanterns(tower) {", ...LINES, "  return tower;", "}", ""].join("\n");
const SKETCH = ORIGINAL.replace("lightOf(tower, 7)", "lightOf(tower, 77)");
const CHANGED = `${LINES[7] ?? ""} > ${(LINES[7] ?? "").replace("7)", "77)")}`;
/** Half of its lines, and its function, are others. */
const HALF = ORIGINAL.replace(/lantern(?:s|[0-5])\b/g, "shadow");
/** But for one line. */
const TWIN = ORIGINAL.replace("lightOf(tower, 3)", "lightOf(tower, 33)");

const fence = (code: string, info = "ts"): string => `Do it so:\n\n\`\`\`${info}\n${code}\`\`\`\n`;

describe("a sketch that names no file", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();

  /** A Markdown file of the workspace with a sketch, in front. */
  async function openAnswer(text: string, name = "answer.md"): Promise<vscode.TextEditor> {
    const uri = await user.write(name, text);
    const editor = await showDocument(await vscode.workspace.openTextDocument(uri), {});
    editor.selection = new vscode.Selection(3, 0, 3, 0);
    return editor;
  }

  /** The items of the lists that a command shows, each as one text; the first of them is dismissed. */
  async function listed(work: () => Thenable<void>): Promise<readonly string[]> {
    const window = vscode.window as { showQuickPick: unknown };
    const before = window.showQuickPick;
    const shown: string[] = [];
    window.showQuickPick = (items: readonly vscode.QuickPickItem[]) => {
      shown.push(...items.map(({ label, description = "", detail = "" }) => [label, description, detail].join(" | ")));
      return Promise.resolve(undefined);
    };
    try {
      await work();
    } finally {
      window.showQuickPick = before;
    }
    return shown;
  }

  async function shows(target: vscode.Uri): Promise<void> {
    await eventually(() => user.inFront(user.review(target)));
    assert.deepEqual(user.hunks(target), [CHANGED]);
    assert.deepEqual(messages.said, []);
  }

  it("has VS Code's own ripgrep to look for it", async () => {
    assert.ok(await findRipgrep(vscode.env.appRoot), vscode.env.appRoot);
  });

  it("goes to the file that is far ahead, which is not open, and not to its own document", async () => {
    const target = await user.write("src/lantern.ts", ORIGINAL);
    await user.write("src/half.ts", HALF);
    await openAnswer(fence(SKETCH));
    await user.press("applySelection");
    await shows(target);
  });

  it("goes there also where its fence says no language", async () => {
    const target = await user.write("src/lantern.ts", ORIGINAL);
    await openAnswer(fence(SKETCH, ""));
    await user.press("applySelection");
    await shows(target);
  });

  it("goes there from the clipboard too", async () => {
    const target = await user.write("src/lantern.ts", ORIGINAL);
    await vscode.env.clipboard.writeText(SKETCH);
    await user.press("applyClipboard");
    await shows(target);
  });

  it("is asked about where several are alike, with the lines found, the best first", async () => {
    await user.write("one/lantern.ts", ORIGINAL);
    await user.write("two/lantern.ts", TWIN);
    await openAnswer(fence(SKETCH));
    const items = await listed(() => user.press("applySelection"));
    const folder = vscode.workspace.asRelativePath(user.uri("one")).replace(/one$/, "");
    assert.deepEqual(items.slice(0, 2), [
      `lantern.ts | ${folder}one · 13 of 14 lines | declares lanterns, lantern0, lantern1, lantern2, lantern3`,
      `lantern.ts | ${folder}two · 12 of 14 lines | declares lanterns, lantern0, lantern1, lantern2, lantern3`,
    ]);
    assert.ok(!items.join().includes("answer.md"));
  });

  it("goes to the one that is chosen of them", async () => {
    const target = await user.write("one/lantern.ts", ORIGINAL);
    await user.write("two/lantern.ts", TWIN);
    await openAnswer(fence(SKETCH));
    await answering(user.press("applySelection"));
    await shows(target);
  });

  it("is never for a file that git ignores, that the settings hide, of a package or with secrets", async () => {
    const target = await user.write("src/lantern.ts", ORIGINAL);
    execFileSync("git", ["init", "--quiet", user.path("")]);
    await user.write(".gitignore", "out/\n");
    for (const name of ["out/lantern.ts", "node_modules/x/lantern.ts", "hidden/lantern.ts", ".env"])
      await user.write(name, ORIGINAL);
    const settings = vscode.workspace.getConfiguration("files");
    await settings.update("exclude", { "**/hidden": true }, vscode.ConfigurationTarget.Workspace);
    try {
      await openAnswer(fence(SKETCH, ""));
      await user.press("applySelection");
      await shows(target);
    } finally {
      await settings.update("exclude", undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it("counts what is typed and not saved", async () => {
    const target = await user.write("src/lantern.ts", ORIGINAL.replace(/const lantern/g, "const lamp"));
    const editor = await user.open(target);
    const all = new vscode.Range(0, 0, editor.document.lineCount, 0);
    await editor.edit((edit) => {
      edit.replace(all, ORIGINAL);
    });
    await openAnswer(fence(SKETCH));
    await user.press("applySelection");
    await shows(target);
  });

  it("that nobody has: the list of all files has not the document that it stands in", async () => {
    await openAnswer(fence("foundNowhereInAnyFile(1);\nfoundNowhereInAnyFile(2);\n"));
    const { window } = vscode;
    const before = window.createQuickPick;
    const lists: vscode.QuickPick<vscode.QuickPickItem>[] = [];
    const record: typeof window.createQuickPick = <Item extends vscode.QuickPickItem>() => {
      const pick = before<Item>();
      lists.push(pick);
      return pick;
    };
    (window as { createQuickPick: unknown }).createQuickPick = record;
    try {
      const command = user.press("applySelection");
      await eventually(() => {
        assert.equal(lists[0]?.busy, false);
      });
      const labels = lists[0]?.items.map(({ label }) => label) ?? [];
      assert.ok(labels.length > 3);
      assert.ok(!labels.includes("answer.md"));
      await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
      await command;
    } finally {
      (window as { createQuickPick: unknown }).createQuickPick = before;
    }
  });

  it("is not looked for any longer when nobody wants to know", async () => {
    await user.write("src/lantern.ts", ORIGINAL);
    const [job] = planJobs(readReply(fence(SKETCH))).jobs;
    assert.ok(job);
    const stopped = AbortSignal.abort(new Error("Not wanted."));
    await assert.rejects(gatherFacts(job, readEditorContext(undefined), stopped), /Not wanted/);
  });

  it("is found by reading, where there is no ripgrep, and not in files of git or another language", async () => {
    const target = await user.write("src/lantern.ts", ORIGINAL);
    for (const other of ["src/lantern.py", "linked/.git"]) await user.write(other, ORIGINAL);
    const [job] = planJobs(readReply(fence(SKETCH))).jobs;
    assert.ok(job);
    const { searchWith } = await import("../../../../extension/host/apply/contentSearch.ts");
    const { files } = await gatherFacts(
      job,
      readEditorContext(undefined),
      new AbortController().signal,
      searchWith(() => Promise.resolve(undefined)),
    );
    assert.deepEqual(
      files.filter(({ lines }) => lines > 0).map(({ uri, lines }) => [uri, lines]),
      [[target.toString(), 13]],
    );
  });

  it("may also stand in an untitled text", async () => {
    const target = await user.write("src/lantern.ts", ORIGINAL);
    const editor = await openSketch(fence(SKETCH));
    editor.selection = new vscode.Selection(3, 0, 3, 0);
    await user.press("applySelection");
    await shows(target);
  });
});
