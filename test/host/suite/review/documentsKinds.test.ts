import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { eventually, Reviewing, untitledText, whole } from "../reviewing.ts";

const TEXT = "one\ntwo\nthree\n";
const rewrite = (text: string): string => text.replace("two", "zwei");

describe("kinds of documents", () => {
  const user = new Reviewing();

  it("an untitled document", async () => {
    const { uri } = await untitledText(TEXT);
    await user.apply(uri, rewrite);
    await user.press("acceptAll");
    assert.equal(user.textOf(uri), rewrite(TEXT));
    await user.undo(uri);
    assert.equal(user.textOf(uri), TEXT);
    assert.deepEqual(user.hunks(uri), ["two > zwei"]);
  });

  it("an untitled document that is closed ends its review", async () => {
    const { uri } = await untitledText(TEXT);
    const review = await user.apply(uri, rewrite);
    await user.open(uri);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await eventually(() => {
      assert.equal(user.reviews.find(review.id), undefined);
    });
  });

  it("a notebook cell", async () => {
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, TEXT, "plaintext");
    const notebook = await vscode.workspace.openNotebookDocument("interactive", new vscode.NotebookData([cell]));
    await vscode.window.showNotebookDocument(notebook);
    const { document } = notebook.cellAt(0);
    const review = await user.apply(document.uri, rewrite);
    await user.press("acceptAll", { review: review.id });
    assert.equal(document.getText(), rewrite(TEXT));
  });

  it("a file that VS Code holds read-only is not edited", () =>
    user.withSettings({ "files.readonlyInclude": { "**/*.txt": true } }, async () => {
      const target = await user.write("file.txt", TEXT);
      await user.apply(target, rewrite);
      await user.press("acceptAll");
      assert.equal(user.textOf(target), TEXT);
      assert.equal(user.isDirty(target), false);
      assert.deepEqual(user.hunks(target), ["two > zwei"]);
    }));

  it("a file that its permissions make read-only is not edited", () =>
    user.withSettings({ "files.readonlyFromPermissions": true }, async () => {
      const target = await user.write("file.txt", TEXT);
      await chmod(target.fsPath, 0o444);
      await user.apply(target, rewrite);
      await user.press("acceptAll");
      assert.equal(user.textOf(target), TEXT);
      assert.deepEqual(user.hunks(target), ["two > zwei"]);
    }));

  it("a new file is all green, and made on accept", async () => {
    const target = user.uri("src/new.txt");
    const review = await user.apply(target, () => TEXT, { kind: "create" });
    assert.equal(user.shown(), "one|two|three|");
    await assert.rejects(user.bytesOf("src/new.txt"), /ENOENT/);
    await user.press("acceptAll");
    assert.equal(await user.onDisk("src/new.txt"), TEXT);
    assert.equal(user.textOf(target), TEXT);
    assert.equal(user.reviews.find(review.id), undefined);
  });

  it("a new file has the encoding and the line ends that the settings give", () =>
    user.withSettings({ "files.encoding": "iso88591", "files.eol": "\r\n" }, async () => {
      await user.apply(user.uri("new.txt"), () => "eins\nfünf\n", { kind: "create" });
      await user.press("acceptAll");
      assert.deepEqual(await user.bytesOf("new.txt"), Buffer.from("eins\r\nfünf\r\n", "latin1"));
    }));

  it("a new file that is rejected is never made", async () => {
    const target = user.uri("new.txt");
    await user.apply(target, () => TEXT, { kind: "create" });
    await user.press("rejectAll");
    await assert.rejects(user.bytesOf("new.txt"), /ENOENT/);
    assert.equal(user.reviews.findByTarget(target), undefined);
  });

  it("a new file that another program made meanwhile is not overwritten", async () => {
    const target = user.uri("new.txt");
    await user.apply(target, () => TEXT, { kind: "create" });
    await user.write("new.txt", "theirs\n");
    await user.press("acceptAll");
    assert.equal(await user.onDisk("new.txt"), "theirs\n");
  });

  it("a deletion shows all red, and deletes on accept", async () => {
    const target = await user.write("file.txt", TEXT);
    await user.apply(target, () => "", { kind: "delete" });
    assert.equal(await user.onDisk("file.txt"), TEXT);
    await user.press("acceptAll");
    await assert.rejects(user.bytesOf("file.txt"), /ENOENT/);
  });

  it("a deletion that is rejected leaves the file", async () => {
    const target = await user.write("file.txt", TEXT);
    await user.apply(target, () => "", { kind: "delete" });
    await user.press("rejectAll");
    assert.equal(await user.onDisk("file.txt"), TEXT);
    assert.equal(user.isDirty(target), false);
  });

  it("hunks with a warning are left out of accept all", async () => {
    const target = await user.write("file.txt", "one\ntwo\nthree\nfour\nfive\n");
    await user.apply(target, (text) => text.replace("one", "eins").replace("five", "fünf"), {
      findings: [{ type: "unrelated", message: "Nobody asked for this.", rewrite: { start: 4, end: 5 } }],
    });
    await user.press("acceptAll");
    assert.equal(user.textOf(target), "eins\ntwo\nthree\nfour\nfive\n");
    assert.deepEqual(user.hunks(target), ["five > fünf"]);
    await user.press("openReview");
    await user.inFront(user.review(target));
    await user.press("acceptHunk");
    assert.equal(user.textOf(target), "eins\ntwo\nthree\nfour\nfünf\n");
  });

  it("a file that is as wanted has no review", async () => {
    const target = await user.write("file.txt", TEXT);
    assert.deepEqual(await user.start(target, (text) => whole(text)), { type: "no-change" });
    assert.equal(user.reviews.findByTarget(target), undefined);
  });
});
