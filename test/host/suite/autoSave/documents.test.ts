import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { eventually, inPieces, pause, Reviewing } from "../reviewing.ts";

const TEXT = "one\ntwo\nthree\nfour\nfive\nsix\n";
const rewrite = (text: string): string => text.replace("two", "zwei").replace("six", "sechs");
/** VS Code's delay is one second. */
const SAVED_BY_NOW_MS = 1_500;

describe("with auto-save on", () => {
  const user = new Reviewing();

  it("nothing is saved before accept, neither while streaming nor in the review", async () => {
    const target = await user.write("file.txt", TEXT);
    await user.start(target, (text) => inPieces(rewrite(text), 4, 100));
    await eventually(() => {
      assert.equal(user.review(target).progress, "whole");
    });
    await pause(SAVED_BY_NOW_MS);
    assert.equal(user.isDirty(target), false);
    assert.equal(user.textOf(target), TEXT);
    assert.equal(await user.onDisk("file.txt"), TEXT);
  });

  it("what is accepted is saved by VS Code, and no more than that", async () => {
    const target = await user.write("file.txt", TEXT);
    await user.apply(target, rewrite);
    await user.press("acceptHunk");
    const accepted = TEXT.replace("two", "zwei");
    await eventually(async () => {
      assert.equal(await user.onDisk("file.txt"), accepted);
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
