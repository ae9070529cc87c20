import assert from "node:assert/strict";
import { rename, rm, writeFile } from "node:fs/promises";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { beginReview } from "../../../../extension/core/review/reviewState.ts";
import { beginSession } from "../../../../extension/core/review/reviewSession.ts";
import { LiveReviews } from "../../../../extension/host/review/liveReviews.ts";
import { eventually, filesAreSeen, HeldRewrite, Reviewing } from "../reviewing.ts";

const TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
const rewrite = (text: string): string => text.replace("two", "zwei").replace("six", "sechs");
const HUNKS = ["two > zwei", "six > sechs"];

describe("what happens to a file under review", () => {
  const user = new Reviewing();

  const begin = async (name = "file.txt"): Promise<vscode.Uri> => {
    const target = await user.write(name, TEXT);
    await user.apply(target, rewrite);
    return target;
  };
  const noReview = (target: vscode.Uri): Promise<void> =>
    eventually(() => {
      assert.equal(user.reviews.findByTarget(target), undefined);
    });

  const external: readonly { name: string; text: string; hunks: readonly string[]; accepted: string }[] = [
    {
      name: "other lines",
      text: TEXT.replace("four", "vier"),
      hunks: HUNKS,
      accepted: rewrite(TEXT).replace("four", "vier"),
    },
    {
      name: "the lines of a hunk",
      text: TEXT.replace("two", "deux"),
      hunks: ["!deux > zwei", "six > sechs"],
      accepted: TEXT.replace("two", "deux").replace("six", "sechs"),
    },
    { name: "what a hunk wants", text: TEXT.replace("two", "zwei"), hunks: ["six > sechs"], accepted: rewrite(TEXT) },
    {
      name: "lines before all hunks",
      text: `zero\n${TEXT}`,
      hunks: HUNKS,
      accepted: `zero\n${rewrite(TEXT)}`,
    },
  ];
  for (const { name, text, hunks, accepted } of external) {
    it(`another program changes ${name}`, async () => {
      const target = await begin();
      await writeFile(target.fsPath, text);
      await eventually(() => {
        assert.equal(user.textOf(target), text);
      });
      assert.deepEqual(user.hunks(target), hunks);
      await user.press("acceptAll");
      assert.equal(user.textOf(target), accepted);
      assert.equal(await user.onDisk("file.txt"), text);
    });
  }

  it("another program replaces the file, as git does", async () => {
    const target = await begin();
    const other = await user.write("other.txt", TEXT.replace("four", "vier"));
    await rename(other.fsPath, target.fsPath);
    await eventually(() => {
      assert.equal(user.textOf(target), TEXT.replace("four", "vier"));
    });
    await user.goneFilesAreMissed();
    assert.deepEqual(user.hunks(target), HUNKS);
  });

  it("another program changes a dirty file: the unsaved text stays, as VS Code has it", async () => {
    const other = await user.write("other.txt", "old\n");
    await user.open(other);
    const target = await begin();
    await user.press("acceptHunk");
    await writeFile(target.fsPath, "all new\n");
    await filesAreSeen();
    // A clean file that changes after it is read anew after it.
    await writeFile(other.fsPath, "new\n");
    await eventually(() => {
      assert.equal(user.textOf(other), "new\n");
    });
    assert.equal(user.textOf(target), TEXT.replace("two", "zwei"));
    assert.deepEqual(user.hunks(target), ["six > sechs"]);
  });

  it("a rename in VS Code takes the review along", async () => {
    const target = await begin();
    const renamed = user.uri("renamed.txt");
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(target, renamed);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await eventually(() => {
      assert.deepEqual(user.hunks(renamed), HUNKS);
    });
    await user.goneFilesAreMissed();
    await user.press("acceptAll", { review: user.review(renamed).id });
    assert.equal(user.textOf(renamed), rewrite(TEXT));
    await user.save(renamed);
    assert.equal(await user.onDisk("renamed.txt"), rewrite(TEXT));
  });

  it("a rename of its folder takes the review along", async () => {
    const target = await begin("src/file.txt");
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(user.uri("src"), user.uri("lib"));
    assert.ok(await vscode.workspace.applyEdit(edit));
    const renamed = user.uri("lib/file.txt");
    await eventually(() => {
      assert.deepEqual(user.hunks(renamed), HUNKS);
    });
    assert.equal(user.reviews.findByTarget(target), undefined);
  });

  it("a rename that takes long takes the review along, though the file is gone before VS Code tells where it went", async () => {
    const target = await begin();
    // As another program or a slow machine: the file is not there while VS Code prepares the rename.
    const slow = vscode.workspace.onWillRenameFiles((rename) => {
      rename.waitUntil(
        (async () => {
          await rm(target.fsPath);
          await user.goneFilesAreMissed();
          await user.write("file.txt", TEXT);
        })(),
      );
    });
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(target, user.uri("renamed.txt"));
    try {
      assert.ok(await vscode.workspace.applyEdit(edit));
    } finally {
      slow.dispose();
    }
    await eventually(() => {
      assert.deepEqual(user.hunks(user.uri("renamed.txt")), HUNKS);
    });
  });

  it("deleted while the rewrite still streams: the review ends, nothing is made", async () => {
    const target = await user.write("file.txt", TEXT);
    const coming = new HeldRewrite(rewrite(TEXT));
    await user.start(target, () => coming.events());
    coming.comeTo("four\n");
    await eventually(() => {
      assert.deepEqual(user.hunks(target), HUNKS.slice(0, 1));
    });
    await filesAreSeen();
    await rm(target.fsPath);
    await noReview(target);
    coming.finish();
    await coming.over;
    await assert.rejects(user.bytesOf("file.txt"), /ENOENT/);
  });

  it("closed without its review: hunks are decided all the same", async () => {
    const target = await user.write("file.txt", TEXT);
    await user.open(target);
    const review = await user.apply(target, rewrite);
    const tab = vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .find(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === target.toString());
    assert.ok(tab !== undefined);
    await vscode.window.tabGroups.close(tab);
    await user.inFront(review);
    await user.press("acceptAll");
    assert.equal(user.textOf(target), rewrite(TEXT));
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), target.toString());
  });

  it("another apply to it joins the review, and keeps what is decided", async () => {
    const target = await begin();
    await user.press("rejectHunk");
    const review = await user.apply(target, (text) => text.replace("eight", "acht"));
    assert.equal(user.reviews.pending.length, 1);
    assert.deepEqual(user.hunks(target), ["six > sechs", "eight > acht"]);
    await user.press("undoDecision");
    assert.deepEqual(user.hunks(target), [...HUNKS, "eight > acht"]);
    await user.press("acceptAll", { review: review.id });
    assert.equal(user.textOf(target), rewrite(TEXT).replace("eight", "acht"));
  });

  it("another apply that wants nothing new changes nothing", async () => {
    const target = await begin();
    assert.deepEqual(
      await user.start(target, async function* (text) {
        yield await Promise.resolve({ type: "text" as const, text });
        yield { type: "failed" as const, reason: "No." };
      }),
      { type: "failed", reason: "No." },
    );
    assert.deepEqual(user.hunks(target), HUNKS);
  });
});

describe("the end of a review is heard", () => {
  const ends: readonly { name: string; end: (reviews: LiveReviews) => void; delivered: readonly string[] }[] = [
    {
      name: "once, where it is over",
      end: (reviews) => {
        for (const review of reviews.pending) reviews.end(review);
      },
      delivered: ["over"],
    },
    {
      name: "never, where the window goes",
      end: (reviews) => {
        reviews.dispose();
      },
      delivered: [],
    },
  ];
  for (const { name, end, delivered } of ends) {
    it(name, () => {
      const reviews = new LiveReviews();
      const target = vscode.Uri.file("/nowhere/file.txt");
      reviews.restore("one", "change", target, beginSession(beginReview(["one"], ["uno"])));
      const reported: string[] = [];
      reviews.onDidChange(({ isEnded }) => reported.push(isEnded ? "over" : "changed"));
      end(reviews);
      assert.deepEqual(reported, delivered);
      reviews.dispose();
    });
  }
});
