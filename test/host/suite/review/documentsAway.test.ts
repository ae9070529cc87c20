import assert from "node:assert/strict";
import { rename, rm } from "node:fs/promises";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { LiveReview } from "../../../../extension/host/review/liveReview.ts";
import { Messages } from "../applying.ts";
import { eventually, filesAreSeen, HeldRewrite, Reviewing } from "../reviewing.ts";

const TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
const rewrite = (text: string): string => text.replace("two", "zwei").replace("six", "sechs");
const HUNKS = ["two > zwei", "six > sechs"];

describe("a file under review that is away", () => {
  const user = new Reviewing();
  const messages = new Messages();

  const begin = async (name = "file.txt"): Promise<{ target: vscode.Uri; review: LiveReview }> => {
    const target = await user.write(name, TEXT);
    const review = await user.apply(target, rewrite);
    // What comes and goes at once is not reported as gone.
    await filesAreSeen();
    return { target, review };
  };
  const gone = (review: LiveReview): Promise<void> =>
    eventually(() => {
      assert.deepEqual([review.isAway, review.isPending, review.isEnded], [true, false, false]);
      assert.equal(user.reviews.findByTarget(review.target), undefined);
    });
  const back = (review: LiveReview, hunks: readonly string[]): Promise<void> =>
    eventually(() => {
      assert.equal(user.review(review.target), review);
      assert.deepEqual(user.hunks(review.target), hunks);
    });

  it("is said, its tab goes, and the review comes back with it", async () => {
    const { target, review } = await begin();
    await user.press("rejectHunk");
    await rm(target.fsPath);
    await gone(review);
    await eventually(() => {
      assert.equal(user.surface.editors.isShown(review), false);
    });
    assert.match(messages.said.join(), /file\.txt is not there any more\. Its review comes back with it\.$/);
    await user.write("file.txt", TEXT);
    await back(review, ["six > sechs"]);
    await user.press("openReview", { review: review.id });
    await user.inFront(review);
    await user.press("undoDecision");
    assert.deepEqual(user.hunks(target), HUNKS);
    await user.press("acceptAll");
    await user.save(target);
    assert.equal(await user.onDisk("file.txt"), rewrite(TEXT));
  });

  it("with another text: the review is about that text", async () => {
    const { target, review } = await begin();
    await rm(target.fsPath);
    await gone(review);
    await user.write("file.txt", TEXT.replace("two", "deux").replace("four", "vier"));
    await back(review, ["!deux > zwei", "six > sechs"]);
  });

  it("written anew by a generator, first empty, then whole", async () => {
    const { target, review } = await begin();
    await rm(target.fsPath);
    await gone(review);
    await user.write("file.txt", "");
    await eventually(() => {
      assert.equal(review.isAway, false);
    });
    await user.write("file.txt", TEXT);
    await back(review, HUNKS);
  });

  it("with its folder, as a checkout takes it", async () => {
    const { review } = await begin("src/file.txt");
    await rename(user.path("src"), user.path("elsewhere"));
    await gone(review);
    await rename(user.path("elsewhere"), user.path("src"));
    await back(review, HUNKS);
  });

  it("deleted in VS Code: the same, and Discard is the end of it", async () => {
    const { target, review } = await begin();
    messages.press("Discard");
    await vscode.workspace.fs.delete(target);
    await eventually(() => {
      assert.equal(review.isEnded, true);
    });
    await user.write("file.txt", TEXT);
    await user.apply(target, (text) => text.replace("four", "vier"));
    assert.deepEqual(user.hunks(target), ["four > vier"]);
  });

  it("with unsaved text in its editor is not away", async () => {
    const { target, review } = await begin();
    await user.press("acceptHunk");
    await rm(target.fsPath);
    await user.goneFilesAreMissed();
    assert.deepEqual(user.hunks(target), ["six > sechs"]);
    await user.press("acceptAll", { review: review.id });
    await user.save(target);
    assert.equal(await user.onDisk("file.txt"), rewrite(TEXT));
  });

  it("made anew by another review: the first one waits for that", async () => {
    const { target, review } = await begin();
    await rm(target.fsPath);
    await gone(review);
    const creation = await user.apply(target, () => TEXT.replace("eight", "acht"), { kind: "create" });
    await user.press("acceptAll", { review: creation.id });
    await back(review, HUNKS);
  });

  it("while a rewrite streams in: that ends, and what was pending before comes back", async () => {
    const { target, review } = await begin();
    const coming = new HeldRewrite(TEXT.replace("four", "vier"));
    await user.start(target, () => coming.events());
    coming.comeTo("six\n");
    await eventually(() => {
      assert.ok(user.hunks(target).includes("four > vier"));
    });
    await rm(target.fsPath);
    await gone(review);
    await user.write("file.txt", TEXT);
    await back(review, HUNKS);
  });
});
