import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { eventually, HeldRewrite, Reviewing } from "../reviewing.ts";

const TEXT = "one\ntwo\nthree\nfour\nfive\nsix\n";
const rewrite = (text: string): string => text.replace("two", "zwei").replace("six", "sechs");

describe("with auto-save on", () => {
  const user = new Reviewing();
  const chooseAutoSave = async (value: string | undefined): Promise<void> => {
    await vscode.workspace.getConfiguration("files").update("autoSave", value, vscode.ConfigurationTarget.Global);
  };
  before(() => chooseAutoSave("afterDelay"));
  after(() => chooseAutoSave("off"));

  /** Waits until VS Code has saved all that was unsaved so far: a file that becomes dirty now is saved after it. */
  const saveIsDue = async (name: string): Promise<void> => {
    const other = await user.write(name, "old\n");
    await user.type(other, "old", "new");
    await eventually(async () => {
      assert.equal(await user.onDisk(name), "new\n");
    });
  };
  const textsOf = async (target: vscode.Uri): Promise<object> => ({
    isDirty: user.isDirty(target),
    inEditor: user.textOf(target),
    onDisk: await user.onDisk("file.txt"),
  });

  it("nothing is saved before accept, neither while streaming nor in the review", async () => {
    const target = await user.write("file.txt", TEXT);
    const coming = new HeldRewrite(rewrite(TEXT));
    await user.start(target, () => coming.events());
    coming.comeTo("four\n");
    await eventually(() => {
      assert.deepEqual(user.hunks(target), ["two > zwei"]);
    });
    await saveIsDue("first.txt");
    assert.deepEqual(await textsOf(target), { isDirty: false, inEditor: TEXT, onDisk: TEXT });
    coming.finish();
    await eventually(() => {
      assert.equal(user.review(target).progress, "whole");
    });
    await saveIsDue("second.txt");
    assert.deepEqual(await textsOf(target), { isDirty: false, inEditor: TEXT, onDisk: TEXT });
  });

  it("what is accepted is saved by VS Code, and no more than that", async () => {
    const target = await user.write("file.txt", TEXT);
    await user.apply(target, rewrite);
    await user.press("acceptHunk");
    const accepted = TEXT.replace("two", "zwei");
    // A save ends some time after the file is written; what is undone before that, VS Code saves with the next change only.
    await eventually(async () => {
      assert.deepEqual(await textsOf(target), { isDirty: false, inEditor: accepted, onDisk: accepted });
    });
    assert.deepEqual(user.hunks(target), ["six > sechs"]);
    await user.undo(target);
    assert.equal(user.textOf(target), TEXT);
    await eventually(async () => {
      assert.equal(await user.onDisk("file.txt"), TEXT);
    });
    assert.deepEqual(user.hunks(target), ["two > zwei", "six > sechs"]);
  });
});
