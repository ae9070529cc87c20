import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { answering, Messages } from "../applying.ts";
import { ApplyingBlocks, BOTH, CART, fence, rewriter, type AnsweredChat } from "../applyingBlocks.ts";
import { eventually, pause, Reviewing } from "../reviewing.ts";

describe("a block of a chat's answer", function () {
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const messages = new Messages();
  const applying = new ApplyingBlocks(reviewing);
  const { chat, act, all, states, becomes, named, twoHunks } = applying;

  it("follows its review from hunk to hunk, and back by undo in the document", async () => {
    const target = await reviewing.write("cart.js", CART);
    const about = chat(twoHunks("cart.js"));
    await act(about, 0, "apply");
    await becomes(about, { type: "review", decided: 0, total: 2 });
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptHunk");
    await becomes(about, { type: "review", decided: 1, total: 2 });
    await reviewing.press("rejectHunk");
    await becomes(about, { type: "partly", accepted: 1, total: 2 });
    await reviewing.undo(target);
    await becomes(about, { type: "review", decided: 1, total: 2 });
    const { added, removed } = applying.applies.records(about.answer)["0"] ?? {};
    assert.deepEqual({ added, removed }, { added: 2, removed: 2 });
  });

  it("says whether all of it was taken, or none", async () => {
    const target = await reviewing.write("cart.js", CART);
    const about = chat(twoHunks("cart.js"));
    await act(about, 0, "apply");
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptAll");
    await becomes(about, { type: "applied", total: 2 });
    await act(about, 0, "apply");
    await becomes(about, { type: "applied", total: 2 });
    const again = chat(twoHunks("cart.js"));
    await act(again, 0, "apply");
    await becomes(again, { type: "unchanged" });
    await reviewing.undo(target);
    await act(about, 0, "apply");
    await becomes(about, { type: "review", decided: 0, total: 2 });
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("rejectAll");
    await becomes(about, { type: "rejected" });
  });

  it("keeps what became of it when another one is for the same file", async () => {
    const target = await reviewing.write("cart.js", CART);
    const about = chat(
      [
        fence(named("cart.js"), "export function total(items) {", "  return 1;", "}", "// ... existing code ..."),
        fence(named("cart.js"), "// ... existing code ...", "export const max = 4;"),
      ].join("\n"),
    );
    await act(about, 0, "apply");
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptAll");
    await becomes(about, { type: "applied", total: 1 });
    await act(about, 1, "apply");
    await becomes(about, { type: "applied", total: 1 }, { type: "review", decided: 0, total: 1 });
    const review = reviewing.review(target);
    await review.decide("reject", review.state, review.hunks);
    await becomes(about, { type: "applied", total: 1 }, { type: "rejected" });
  });

  it("is a review of what it may mean, and gives way to an engine of the user's choice", async () => {
    const target = await reviewing.write("both.js", BOTH);
    const sketch = ["// ... existing code ...", "  run();", "  stop();", "}", "// ... existing code ..."];
    const about = chat(fence(named("both.js"), ...sketch));
    await act(about, 0, "apply");
    await becomes(about, { type: "review", decided: 0, total: 1 });
    assert.equal(reviewing.review(target).state.choices.length, 1);
    assert.match(messages.said.join(), /1 open/);
    applying.rewriters = [rewriter("good", BOTH.replace("  run();", "  run();\n  stop();"))];
    await act(about, 0, "apply", "good");
    await becomes(about, { type: "review", decided: 0, total: 1 });
    const review = reviewing.review(target);
    assert.deepEqual([review.hunks.length, review.state.choices.length], [1, 0]);
  });

  it("makes a new file as one hunk, and is rejected with it", async () => {
    const about = chat(fence(named("new.js"), "export const a = 1;", "", "export const b = 2;"));
    await act(about, 0, "apply");
    await becomes(about, { type: "review", decided: 0, total: 1 });
    await reviewing.inFront(reviewing.review(reviewing.uri("new.js")));
    await reviewing.press("rejectAll");
    await becomes(about, { type: "rejected" });
    await act(about, 0, "apply");
    await reviewing.inFront(reviewing.review(reviewing.uri("new.js")));
    await reviewing.press("acceptAll");
    await becomes(about, { type: "applied", total: 1 });
    assert.match(await reviewing.onDisk("new.js"), /a = 1/);
  });

  it("is followed again after a restart", async () => {
    const target = await reviewing.write("cart.js", CART);
    const about = chat(twoHunks("cart.js"));
    await act(about, 0, "apply");
    const review = reviewing.review(target);
    await reviewing.inFront(review);
    await reviewing.press("acceptHunk");
    await becomes(about, { type: "review", decided: 1, total: 2 });
    const answer = { ...about.answer, blocks: applying.applies.records(about.answer) };
    const stored = { conversation: { ...about.conversation, messages: [answer] }, answer };
    const { id, kind, session } = review;
    applying.applies.dispose();
    reviewing.reviews.end(review);
    applying.restart();
    await applying.applies.view(stored.conversation, stored.answer);
    await becomes(stored, { type: "review", decided: 1, total: 2 });
    reviewing.reviews.restore(id, kind, target, session);
    await becomes(stored, { type: "review", decided: 1, total: 2 });
    const again = reviewing.review(target);
    await again.decide("reject", again.state, again.hunks);
    await becomes(stored, { type: "partly", accepted: 1, total: 2 });
  });

  it("counts what fits nowhere, until that is dropped or put somewhere", async () => {
    const target = await reviewing.write("cart.js", CART);
    const edits = [...edit("export const max = 3;", "export const max = 4;"), ...edit("none();", "some();")];
    const about = chat(fence(named("cart.js"), ...edits));
    await act(about, 0, "apply");
    await becomes(about, { type: "review", decided: 0, total: 2 });
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptAll");
    await becomes(about, { type: "review", decided: 1, total: 2 });
    await reviewing.press("rejectAll");
    await becomes(about, { type: "partly", accepted: 1, total: 2 });
    await reviewing.press("undoDecision");
    await becomes(about, { type: "review", decided: 1, total: 2 });
    await reviewing.press("openReview");
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("putAtCursor");
    await becomes(about, { type: "review", decided: 1, total: 2 });
    await reviewing.press("acceptHunk");
    await becomes(about, { type: "applied", total: 2 });
  });

  it("has a review where nothing of it has a place, also when it is applied again and after a restart", async () => {
    const target = await reviewing.write("cart.js", CART);
    const about = chat(fence(named("cart.js"), ...edit("none();", "some();")));
    await act(about, 0, "apply");
    await becomes(about, { type: "review", decided: 0, total: 1 });
    await act(about, 0, "apply");
    await becomes(about, { type: "review", decided: 0, total: 1 });
    const stored = restarted(about, target);
    await applying.applies.view(stored.conversation, stored.answer);
    await becomes(stored, { type: "review", decided: 0, total: 1 });
    const review = reviewing.review(target);
    await reviewing.press("rejectAll", { review: review.id });
    await becomes(stored, { type: "rejected" });
  });

  it("follows a place that is chosen anew after a restart", async () => {
    const target = await reviewing.write("both.js", BOTH);
    const about = chat(fence(named("both.js"), ...edit("  run();", "  walk();")));
    await act(about, 0, "apply");
    await becomes(about, { type: "review", decided: 0, total: 1 });
    const stored = restarted(about, target);
    const review = reviewing.review(target);
    // The conversation may be opened later than the review is used.
    const [id = ""] = review.state.choices.map((choice) => choice.id);
    assert.ok(review.choose(id, 1));
    await applying.applies.view(stored.conversation, stored.answer);
    await becomes(stored, { type: "review", decided: 0, total: 1 });
    assert.ok(review.choose(id, 0));
    await becomes(stored, { type: "review", decided: 0, total: 1 });
    assert.ok(review.choose(id, 1));
    await reviewing.press("acceptHunk", { review: review.id, seen: review.state, hunk: review.hunks[0] });
    await eventually(() => {
      assert.equal(reviewing.textOf(target), BOTH.replace(/run(?=\(\);\n\}\n$)/, "walk"));
    });
    await becomes(stored, { type: "applied", total: 1 });
  });

  /** The lines of a search/replace block. */
  function edit(search: string, replace: string): readonly string[] {
    return ["<<<<<<< SEARCH", search, "=======", replace, ">>>>>>> REPLACE"];
  }

  /** The window begins again: the review is back as it was, and of the block there is what was stored. */
  function restarted(about: AnsweredChat, target: vscode.Uri): AnsweredChat {
    const answer = { ...about.answer, blocks: applying.applies.records(about.answer) };
    const { id, kind, session, sources } = reviewing.review(target);
    applying.applies.dispose();
    reviewing.reviews.end(reviewing.review(target));
    applying.restart();
    reviewing.reviews.restore(id, kind, target, session, new Map(sources));
    return { conversation: { ...about.conversation, messages: [answer] }, answer };
  }

  it("names the file that it went to, whatever the user has chosen for the next time", async () => {
    const cart = await reviewing.write("cart.js", CART);
    const other = await reviewing.write("other.js", CART);
    const about = chat(twoHunks("cart.js"));
    const shown = async (): Promise<string | undefined> =>
      (await applying.applies.view(about.conversation, about.answer)).blocks[0]?.path;
    await act(about, 0, "apply");
    await becomes(about, { type: "review", decided: 0, total: 2 });
    await reviewing.open(other);
    await answering(act(about, 0, "change-target"));
    assert.equal(await shown(), named("cart.js"));
    const review = reviewing.review(cart);
    await review.decide("reject", review.state, review.hunks);
    await becomes(about, { type: "rejected" });
    await act(about, 0, "open-target");
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), cart.toString());
    const record = applying.applies.records(about.answer)["0"];
    assert.deepEqual([record?.target, record?.placed], [other.toString(), cart.toString()]);
    await act(about, 0, "apply");
    await becomes(about, { type: "review", decided: 0, total: 2 });
    assert.equal(await shown(), named("other.js"));
    assert.equal(applying.applies.records(about.answer)["0"]?.placed, undefined);
  });

  it("is placed without opening its file, and again when editors come, not when another one is in front", async () => {
    const target = await reviewing.write("cart.js", CART);
    const [first, second] = [await reviewing.write("first.js", "1;\n"), await reviewing.write("second.js", "2;\n")];
    await reviewing.open(first);
    await reviewing.open(second);
    const about = chat(twoHunks("cart.js"));
    const certainty = async (): Promise<string | undefined> =>
      (await applying.applies.view(about.conversation, about.answer)).blocks[0]?.certainty;
    await eventually(async () => {
      assert.equal(await certainty(), "certain");
    });
    assert.equal(reviewing.document(target), undefined);
    // What the editors that were opened before have set off does not reach the blocks of a new start.
    await eventually(() => {
      assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, "second.js");
    });
    applying.restart();
    await eventually(async () => {
      assert.equal(await certainty(), "certain");
    });
    let reported = 0;
    const listener = applying.applies.onDidChange(() => reported++);
    await reviewing.open(first);
    // Only time will do: nothing comes behind a look that is not to come, and a look that does come waits 300 ms for more editors.
    await pause(600);
    assert.equal(reported, 0);
    await reviewing.open(target);
    await eventually(() => {
      assert.ok(reported > 0);
    });
    listener.dispose();
  });

  it("goes to the file that went along with the question", async () => {
    await reviewing.write("one/cart.js", CART);
    const target = await reviewing.write("two/cart.js", CART);
    const about = chat(twoHunks("cart.js").replace(named("cart.js"), "cart.js"), [
      { type: "file", uri: target.toString(), path: named("two/cart.js") },
    ]);
    await act(about, 0, "apply");
    await becomes(about, { type: "review", decided: 0, total: 2 });
    assert.ok(reviewing.reviews.findByTarget(target));
  });

  describe("that names no file", () => {
    const LANTERN = [
      "export function lantern(tower) {",
      "  const light = lightOf(tower);",
      "  return light.isOn;",
      "}",
      "",
    ];
    const changed = ["```js", ...LANTERN.slice(0, 2), "  return light.isOn && tower.isOpen;", "}", "```", ""].join(
      "\n",
    );
    const viewed = async (about: ReturnType<typeof chat>): Promise<readonly (string | undefined)[]> => {
      const [view] = (await applying.applies.view(about.conversation, about.answer)).blocks;
      return [view?.path, view?.certainty, view?.reason];
    };

    it("is for the file of the workspace that has its lines, which nobody has opened", async () => {
      const target = await reviewing.write("src/lantern.js", LANTERN.join("\n"));
      const about = chat(changed);
      await eventually(async () => {
        assert.deepEqual(await viewed(about), [named("src/lantern.js"), "likely", "declares lantern, light"]);
      });
      assert.equal(reviewing.document(target), undefined);
      await act(about, 0, "apply");
      await becomes(about, { type: "review", decided: 0, total: 1 });
      assert.ok(reviewing.reviews.findByTarget(target));
    });

    it("is asked about where two are alike, and says what they have of it", async () => {
      await reviewing.write("one/lantern.js", LANTERN.join("\n"));
      const target = await reviewing.write("two/lantern.js", LANTERN.join("\n"));
      const about = chat(changed);
      const choices = ["one", "two"].map((folder) => `${named(`${folder}/lantern.js`)} (2 of 3 lines)`);
      await eventually(async () => {
        const reason = `It may be for ${choices.join(", ")}. It is asked when you apply.`;
        assert.deepEqual(await viewed(about), ["", "unsure", reason]);
      });
      await rm(reviewing.uri("one/lantern.js").fsPath);
      await act(about, 0, "apply");
      await becomes(about, { type: "review", decided: 0, total: 1 });
      assert.ok(reviewing.reviews.findByTarget(target));
    });
  });

  it("is neither applied nor placed before it is known where it ends", async () => {
    await reviewing.write("README.md", "# Cart\n");
    const torn = ["```md " + named("README.md"), "# Cart", "", "```js", "total();", "```", ""].join("\n");
    const about = chat(torn);
    const streaming = { ...about, answer: { ...about.answer, state: { type: "streaming" as const } } };
    for (const action of ["apply", "change-target"] as const) await act(streaming, 0, action);
    await all(streaming, "apply");
    assert.deepEqual(applying.applies.records(streaming.answer), {});
    assert.equal((await applying.applies.view(streaming.conversation, streaming.answer)).blocks[0]?.certainty, "none");
    const stopped = { ...about, answer: { ...about.answer, state: { type: "stopped" as const } } };
    const [view] = (await applying.applies.view(stopped.conversation, stopped.answer)).blocks;
    assert.equal(view?.certainty, "refused");
    assert.match(view.reason, /ends before this block/);
    assert.equal(reviewing.reviews.pending.length, 0);
  });

  it("is refused with the reason where the path leads out of the workspace", async () => {
    const about = chat(fence("../../etc/passwd", "root"));
    await act(about, 0, "apply");
    const [state] = states(about);
    assert.ok(state?.type === "failed" && state.reason.includes("outside the workspace"), JSON.stringify(state));
  });
});
