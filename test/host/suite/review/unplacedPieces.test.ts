import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { PendingReviewsTree } from "../../../../extension/host/review/pendingReviewsView.ts";
import { ReviewLenses } from "../../../../extension/host/review/reviewLenses.ts";
import { recoverReviews } from "../../../../extension/host/review/reviewRecovery.ts";
import { reviewStatus } from "../../../../extension/host/review/reviewStatus.ts";
import { ReviewStore } from "../../../../extension/host/review/reviewStore.ts";
import { Messages, openSketch } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";

const TEXT = "begin();\nlog(1);\n\nend();\n";
const block = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;
const NOWHERE = block("never();", "fresh();\nnewer();");
const SURE = block("begin();", "start();");

describe("a piece that fits nowhere", function () {
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const messages = new Messages();
  let root = "";
  let store: ReviewStore;
  let recovery: vscode.Disposable | undefined;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "fast-apply-pieces-"));
    store = new ReviewStore(root, reviewing.surface);
  });
  afterEach(async () => {
    recovery?.dispose();
    await store.close();
    await rm(root, { recursive: true, force: true });
  });

  const answerTo = (target: vscode.Uri, sketch: string): string =>
    `Do this:\n\n\`\`\`ts ${vscode.workspace.asRelativePath(target)}\n${sketch}\`\`\`\n\nThat is all.\n`;

  /** Applies from an untitled answer, and waits until the review is in front. */
  async function apply(sketch: string): Promise<{ target: vscode.Uri; answer: vscode.TextDocument }> {
    const target = await reviewing.write("a.ts", TEXT);
    const { document: answer } = await openSketch(answerTo(target, sketch));
    await reviewing.press("applyFence", answer.uri.toString(), 2);
    await eventually(() => reviewing.inFront(reviewing.review(target)));
    return { target, answer };
  }

  const unplaced = (target: vscode.Uri): number =>
    reviewing.review(target).state.choices.filter(({ shown }) => shown === undefined).length;

  const lenses = (): readonly string[] => {
    const provider = new ReviewLenses(reviewing.surface.editors);
    const document = vscode.window.activeTextEditor?.document;
    const found = document === undefined ? [] : provider.provideCodeLenses(document);
    provider.dispose();
    return found.map(({ command }) => command?.title ?? "");
  };

  const active = (): vscode.TextEditor => {
    assert.ok(vscode.window.activeTextEditor !== undefined);
    return vscode.window.activeTextEditor;
  };

  const textSelected = (): string => active().document.getText(active().selection);

  /** The extension ends, and begins again with what is stored. */
  async function reload(meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await store.close();
    await meanwhile();
    for (const review of [...reviewing.reviews.pending]) reviewing.reviews.end(review);
    await eventually(() => {
      assert.notEqual(vscode.window.activeTextEditor?.document.uri.scheme, "fast-apply-review");
    });
    store = new ReviewStore(root, reviewing.surface);
    const recovering = recoverReviews(store, reviewing.surface);
    recovery = recovering;
    await recovering.done;
  }

  it("is all that a review has where nothing of an answer has a place, and the file is untouched", async () => {
    const { target } = await apply(NOWHERE);
    assert.deepEqual(reviewing.hunks(target), []);
    assert.equal(unplaced(target), 1);
    assert.equal(active().document.getText(), TEXT);
    assert.match(messages.said.join(), /a\.ts: 0 of 1 pieces placed; 1 not applicable.*Put at cursor/);
    await eventually(() => {
      assert.deepEqual(lenses(), ["Reject all", "Fits nowhere: fresh(); … Put at cursor", "Show in answer", "Drop"]);
    });
    assert.equal(reviewStatus(reviewing.surface)?.text, "Fast Apply: 1 piece without a place");
    assert.match(reviewStatus(reviewing.surface)?.label ?? "", /^1 piece without a place to decide in .*a\.ts\.$/);
    const tree = new PendingReviewsTree(reviewing.reviews, { groups: [] });
    const [file] = tree.getChildren();
    assert.ok(file !== undefined);
    assert.equal(tree.getTreeItem(file).description, "1 piece without a place");
    const [piece] = tree.getChildren(file);
    assert.ok(piece !== undefined);
    const item = tree.getTreeItem(piece);
    assert.deepEqual([item.label, item.description, item.contextValue], ["Fits nowhere", "fresh();", "piece"]);
    tree.dispose();
  });

  it("offers a model where there is none, and only then", async () => {
    const offered: string[] = [];
    const { showWarningMessage } = vscode.window;
    vscode.window.showWarningMessage = ((message: string, ...buttons: string[]) => {
      offered.push(...buttons);
      return Promise.resolve(undefined);
    }) as unknown as typeof showWarningMessage;
    try {
      await apply(NOWHERE);
      assert.deepEqual(offered, ["Use a Model…"]);
      await apply(`${SURE}\n${NOWHERE}`);
      assert.deepEqual(offered, ["Use a Model…"]);
    } finally {
      vscode.window.showWarningMessage = showWarningMessage;
    }
  });

  it("stays with Accept All, which takes the rest, and is dropped by Reject All", async () => {
    const { target } = await apply(`${SURE}\n${NOWHERE}`);
    await reviewing.press("acceptAll");
    await eventually(() => {
      assert.equal(reviewing.textOf(target), TEXT.replace("begin", "start"));
    });
    assert.match(messages.said.join(), /a\.ts: 1 piece without a place\. “Put at cursor”/);
    assert.equal(unplaced(target), 1);
    const before = messages.said.length;
    await reviewing.press("acceptAll");
    assert.equal(reviewing.textOf(target), TEXT.replace("begin", "start"));
    assert.match(messages.said.slice(before).join(), /1 piece without a place/);
    assert.deepEqual(reviewing.reviews.pending, [reviewing.review(target)]);
    await reviewing.press("rejectAll");
    await eventually(() => {
      assert.deepEqual(reviewing.reviews.pending, []);
      assert.equal(active().document.uri.toString(), target.toString());
    });
    await reviewing.press("undoDecision");
    assert.equal(unplaced(target), 1);
    assert.deepEqual(reviewing.reviews.pending, [reviewing.review(target)]);
  });

  it("is dropped by its lens or by n, and back by u; y says what can be done", async () => {
    const { target } = await apply(`${NOWHERE}\n${block("gone();", "other();")}`);
    assert.equal(unplaced(target), 2);
    const { id, state } = reviewing.review(target);
    await reviewing.press("acceptHunk");
    assert.equal(unplaced(target), 2);
    await reviewing.press("rejectHunk", { review: id, piece: state.choices[1]?.id });
    assert.deepEqual(
      reviewing.review(target).state.choices.map(({ written }) => written[0]),
      ["fresh();"],
    );
    await reviewing.press("rejectHunk");
    await eventually(() => {
      assert.deepEqual(reviewing.reviews.pending, []);
    });
    await reviewing.press("undoDecision");
    assert.equal(unplaced(target), 1);
    await reviewing.press("undoDecision");
    assert.equal(unplaced(target), 2);
  });

  it("is put at the cursor and accepted, and then nothing is left", async () => {
    const { target } = await apply(NOWHERE);
    active().selection = new vscode.Selection(3, 0, 3, 0);
    await reviewing.press("putAtCursor");
    assert.deepEqual(reviewing.hunks(target), [" > fresh();|newer();"]);
    await reviewing.press("acceptHunk");
    await eventually(() => {
      assert.equal(reviewing.textOf(target), "begin();\nlog(1);\n\nfresh();\nnewer();\nend();\n");
      assert.deepEqual(reviewing.reviews.pending, []);
    });
  });

  it("that only deletes is not put anywhere", async () => {
    const { target } = await apply("<<<<<<< SEARCH\nnever();\n=======\n>>>>>>> REPLACE\n");
    await eventually(() => {
      assert.deepEqual(lenses(), ["Reject all", "Fits nowhere: never(); … Show in answer", "Drop"]);
    });
    await reviewing.press("putAtCursor");
    assert.equal(unplaced(target), 1);
  });

  it("is the same one piece where the answer is applied again", async () => {
    const { target, answer } = await apply(NOWHERE);
    const review = reviewing.review(target);
    await reviewing.press("applyFence", answer.uri.toString(), 2);
    await eventually(() => reviewing.inFront(review));
    assert.equal(unplaced(target), 1);
    assert.deepEqual(reviewing.reviews.pending, [review]);
  });

  it("outlives a reload, with where it comes from", async () => {
    const { target, answer } = await apply(NOWHERE);
    await store.flush();
    await reload();
    assert.equal(unplaced(target), 1);
    assert.equal(reviewStatus(reviewing.surface)?.text, "Fast Apply: 1 piece without a place");
    await reviewing.press("showInAnswer");
    assert.equal(active().document, answer);
    assert.equal(textSelected(), NOWHERE.trimEnd());
  });

  it("waits while the user is back in the file, and is above the lines where a diff editor is wanted", async () => {
    await reviewing.withSettings({ "fastApply.review.view": "diffEditor" }, async () => {
      const { target } = await apply(NOWHERE);
      await reviewing.press("backToFile");
      await eventually(() => {
        assert.equal(active().document.uri.toString(), target.toString());
      });
      assert.deepEqual(reviewing.reviews.pending, [reviewing.review(target)]);
      await reviewing.press("openReview");
      await reviewing.inFront(reviewing.review(target));
    });
  });

  it("outlives a reload also where nobody can read any more where it comes from", async () => {
    const { target } = await apply(NOWHERE);
    await store.flush();
    await reload(async () => {
      const [path = ""] = (await readdir(root, { recursive: true })).filter((name) =>
        /[0-9a-f-]{36}\.json$/.test(name),
      );
      const stored = JSON.parse(await readFile(join(root, path), "utf8")) as Record<string, unknown>;
      assert.equal(Object.keys(stored.sources as object).length, 1);
      const sources = { some: { place: { type: "elsewhere" }, line: -1, lines: 3 } };
      await writeFile(join(root, path), JSON.stringify({ ...stored, sources }));
    });
    assert.equal(unplaced(target), 1);
    await reviewing.press("showInAnswer");
    assert.equal(active().document.uri.scheme, "fast-apply-piece");
    assert.equal(active().document.getText(), "fresh();\nnewer();");
  });

  describe("is shown in its answer", () => {
    it("where its lines are by now", async () => {
      const { answer } = await apply(`${SURE}\n${NOWHERE}`);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(answer.uri, new vscode.Position(0, 0), "More.\n\nAnd more.\n");
      assert.ok(await vscode.workspace.applyEdit(edit));
      await reviewing.press("showInAnswer");
      assert.equal(active().document, answer);
      assert.equal(textSelected(), NOWHERE.trimEnd());
    });

    it("also where it has a place", async () => {
      const target = await reviewing.write("a.ts", TEXT.replace("end", "log(1);\nend"));
      const twice = block("log(1);", "log(2);");
      const { document: answer } = await openSketch(answerTo(target, twice));
      await reviewing.press("applyFence", answer.uri.toString(), 2);
      await eventually(() => reviewing.inFront(reviewing.review(target)));
      const review = reviewing.review(target);
      const [hunk] = review.hunks;
      await reviewing.press("showInAnswer", { review: review.id, seen: review.state, hunk });
      assert.equal(textSelected(), twice.trimEnd());
    });

    it("in the document that a part of was selected", async () => {
      const target = await reviewing.write("a.ts", TEXT);
      const editor = await openSketch(`First this:\n\n${NOWHERE}\nThen:\n\n${answerTo(target, NOWHERE)}`);
      const last = editor.document.lineCount;
      editor.selection = new vscode.Selection(9, 0, last, 0);
      await reviewing.press("applySelection");
      await eventually(() => reviewing.inFront(reviewing.review(target)));
      await reviewing.press("showInAnswer");
      assert.equal(active().document, editor.document);
      assert.equal(textSelected(), NOWHERE.trimEnd());
      assert.ok(active().selection.start.line > 9, "It is the one that was selected.");
    });

    it("or as a text of its own, where the lines are gone", async () => {
      const { answer } = await apply(NOWHERE);
      const edit = new vscode.WorkspaceEdit();
      edit.replace(answer.uri, new vscode.Range(0, 0, answer.lineCount, 0), "Nothing.\n");
      assert.ok(await vscode.workspace.applyEdit(edit));
      await reviewing.press("showInAnswer");
      assert.equal(active().document.uri.scheme, "fast-apply-piece");
      assert.equal(active().document.getText(), NOWHERE.trimEnd());
      await reviewing.press("rejectAll");
      await eventually(() => {
        const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: own }) => own.map(({ label }) => label));
        assert.ok(!tabs.some((label) => label.includes("(piece)")), tabs.join());
      });
    });

    it("or as a text of its own, where it was pasted", async () => {
      const target = await reviewing.write("a.ts", TEXT);
      await vscode.env.clipboard.writeText(answerTo(target, NOWHERE));
      await reviewing.press("applyClipboard");
      await eventually(() => reviewing.inFront(reviewing.review(target)));
      await reviewing.press("showInAnswer");
      assert.equal(active().document.getText(), NOWHERE.trimEnd());
    });

    it("or as a text of its own, where the chat has no such answer", async () => {
      const { target } = await apply(NOWHERE);
      const review = reviewing.review(target);
      for (const [id, source] of review.sources) {
        review.knowSources([[id, { ...source, place: { type: "chat", conversation: "none", answer: "none" } }]]);
      }
      await reviewing.press("showInAnswer");
      assert.equal(active().document.getText(), NOWHERE.trimEnd());
    });
  });
});
