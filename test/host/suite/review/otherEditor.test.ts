import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { Reviewing } from "../reviewing.ts";

const TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
const rewrite = (text: string): string => text.replace("two", "zwei").replace("seven", "sieben");

describe("with another file in front", () => {
  const user = new Reviewing();

  /** Shows a file that has no review, with the cursor on one of its lines. */
  async function showOther(line: number): Promise<void> {
    const editor = await user.open(await user.write("other.txt", TEXT));
    editor.selection = new vscode.Selection(line, 0, line, 0);
  }

  for (const command of ["acceptHunk", "rejectHunk"])
    it(`${command} decides no hunk by the line of the cursor there, but leads to the review`, async () => {
      const target = await user.write("file.txt", TEXT);
      const review = await user.apply(target, rewrite);
      await showOther(6);
      await user.press(command);
      assert.deepEqual(user.hunks(target), ["two > zwei", "seven > sieben"]);
      await user.inFront(review);
      await user.press(command);
      assert.deepEqual(user.hunks(target), ["seven > sieben"]);
    });

  it("the reading of a hunk is not chosen by the line of the cursor there", async () => {
    const target = await user.write("file.txt", TEXT);
    const review = await user.apply(target, rewrite);
    await showOther(1);
    assert.equal(user.surface.editors.hunkAtCursor(review), undefined);
    await user.open(target);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor !== undefined);
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    assert.equal(user.surface.editors.hunkAtCursor(review)?.old.start, 1);
  });

  it("nor is a piece put at a line of another review", async () => {
    const first = await user.write("first.txt", TEXT);
    const review = await user.apply(first, rewrite);
    const second = await user.write("second.txt", TEXT);
    const other = await user.apply(second, rewrite);
    await user.inFront(other);
    assert.equal(user.surface.editors.hunkAtCursor(review), undefined);
  });
});
