import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { BlockPlacement } from "../../../../extension/host/chat/blockPlacements.ts";
import { Messages } from "../applying.ts";
import { ApplyingBlocks, BOTH, CART, TAX, fence, rewriter } from "../applyingBlocks.ts";
import { eventually, Reviewing } from "../reviewing.ts";
import { CHANGED, edit, LENGTH_EDIT, MAX_EDIT, Placing, RATE_EDIT } from "./placing.ts";

describe("the edits of a chat's answer", function () {
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const messages = new Messages();
  const applying = new ApplyingBlocks(reviewing);
  const { chat, act, all, becomes, named } = applying;
  const { views, places, arePlaced, upTo, grows, torn, nobodyIsAsked } = new Placing(applying);

  it("are placed while the answer goes on, and nothing else happens", async () => {
    const asked = nobodyIsAsked();
    const target = await reviewing.write("cart.js", CART);
    const about = chat(fence(named("cart.js"), LENGTH_EDIT, MAX_EDIT));
    const first = upTo(about, torn("cart.js", LENGTH_EDIT, MAX_EDIT));
    grows(first);
    await arePlaced(first, 2);
    const [view] = await views(first);
    assert.deepEqual(
      [view?.path, view?.certainty, view?.state.type, view?.added, view?.removed],
      [named("cart.js"), "certain", "idle", 1, 1],
    );
    grows(about);
    await arePlaced(about, 2, 5);
    assert.equal(reviewing.textOf(target), CART);
    assert.equal(reviewing.isDirty(target), false);
    assert.equal(await reviewing.onDisk("cart.js"), CART);
    assert.equal(reviewing.reviews.pending.length, 0);
    assert.equal(vscode.window.activeTextEditor, undefined);
    assert.deepEqual(messages.said, []);
    assert.deepEqual(asked, []);
  });

  it("open their finished review with a click, and change the file by an accept alone", async () => {
    const asked = nobodyIsAsked();
    const target = await reviewing.write("cart.js", CART);
    const about = chat(fence(named("cart.js"), LENGTH_EDIT, MAX_EDIT));
    grows(about);
    await arePlaced(about, 2, 5);
    const { rewrite } = applying.applies.placedOf(about.answer, 0) as BlockPlacement;
    await act(about, 0, "apply");
    await becomes(about, { type: "review", decided: 0, total: 2 });
    assert.equal(reviewing.textOf(target), CART);
    assert.equal(applying.shown.at(-1)?.proof, rewrite?.rewritten.proof, "Nothing is computed a second time.");
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptAll");
    await becomes(about, { type: "applied", total: 2 });
    assert.equal(reviewing.textOf(target), CHANGED);
    assert.deepEqual(asked, []);
  });

  it("are placed anew when the file changes, and applied to what it is then", async () => {
    const target = await reviewing.write("cart.js", CART);
    const about = chat(fence(named("cart.js"), LENGTH_EDIT, MAX_EDIT));
    grows(about);
    await arePlaced(about, 2, 5);
    await reviewing.type(target, "export function", "// One\n// Two\nexport function");
    await arePlaced(about, 4, 7);
    // Right behind a change that nothing has been placed for yet.
    await reviewing.type(target, "// Two\n", "");
    await act(about, 0, "apply");
    assert.deepEqual(reviewing.hunks(target), [
      "  return items.length; >   return items.length + 1;",
      "export const max = 3; > export const max = 4;",
    ]);
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptAll");
    await becomes(about, { type: "applied", total: 2 });
    assert.equal(reviewing.textOf(target), `// One\n${CHANGED}`);
  });

  it("are not applied to a file that is gone by then", async () => {
    const target = await reviewing.write("cart.js", CART);
    const about = chat(fence(named("cart.js"), LENGTH_EDIT));
    grows(about);
    await arePlaced(about, 2);
    await rm(target.fsPath);
    let isOver = false;
    const apply = act(about, 0, "apply").then(() => (isOver = true));
    // Another file is asked for, and the user wants none.
    await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
      assert.ok(isOver);
    });
    await apply;
    assert.equal(reviewing.reviews.pending.length, 0);
  });

  it("are placed where the user has said that the block goes", async () => {
    await reviewing.write("cart.js", `// Another one\n${CART}`);
    const about = chat(fence(named("cart.js"), LENGTH_EDIT));
    grows(about);
    await arePlaced(about, 3);
    const other = await reviewing.write("other.js", CART);
    const record = { state: { type: "idle" as const }, target: other.toString(), isChosen: true };
    const chosen = { ...about, answer: { ...about.answer, blocks: { "0": record } } };
    grows(chosen);
    await arePlaced(chosen, 2);
    await act(chosen, 0, "apply");
    assert.deepEqual(reviewing.hunks(other), ["  return items.length; >   return items.length + 1;"]);
  });

  it("see what a pending review of the file proposes", async () => {
    const target = await reviewing.write("cart.js", CART);
    const about = chat(
      [
        fence(named("cart.js"), edit("export const max = 3;", "// The most\nexport const max = 4;")),
        fence(named("cart.js"), edit("export const max = 4;", "export const max = 5;")),
      ].join("\n"),
    );
    grows(about);
    await arePlaced(about, 5);
    await eventually(async () => {
      assert.match(String((await places(about, 1))[0]), /does not contain/);
    });
    await act(about, 0, "apply");
    await eventually(async () => {
      assert.deepEqual(await places(about, 1), [6]);
    });
    await act(about, 1, "apply");
    assert.deepEqual(reviewing.hunks(target), ["export const max = 3; > // The most|export const max = 5;"]);
  });

  it("need no model that reads ahead, which goes on to the next block that does", async () => {
    const prepared: string[] = [];
    applying.rewriters = [
      { ...rewriter("local", ""), prepare: ({ sketch }) => Promise.resolve(void prepared.push(sketch)) },
    ];
    await reviewing.write("cart.js", CART);
    await reviewing.write("both.js", BOTH);
    const unsure = ["// ... existing code ...", "  run();", "  stop();", "}", "// ... existing code ..."];
    const about = chat([fence(named("cart.js"), LENGTH_EDIT, MAX_EDIT), fence(named("both.js"), ...unsure)].join("\n"));
    grows(upTo(about, `${torn("cart.js", LENGTH_EDIT, MAX_EDIT)}\n`));
    grows(about);
    await eventually(() => {
      assert.deepEqual(
        prepared.map((sketch) => sketch.includes("stop()")),
        [true],
      );
    });
  });

  describe("of which one is not in the file", () => {
    const MISSING = edit("  return items.size;", "  return 0;");

    it("leave it out, and say so before and after", async () => {
      const target = await reviewing.write("cart.js", CART);
      const about = chat(fence(named("cart.js"), LENGTH_EDIT, MISSING, MAX_EDIT));
      grows(about);
      await eventually(async () => {
        const [first, missing, last] = await places(about);
        assert.deepEqual([first, last], [2, 5]);
        assert.match(String(missing), /items\.size/);
      });
      const note = async (): Promise<string> => (await views(about))[0]?.note ?? "";
      assert.match(await note(), /^2 of 3 pieces placed; 1 not applicable \(edit 2\)\./);
      await act(about, 0, "apply");
      // What has no place waits for the user, too.
      await becomes(about, { type: "review", decided: 0, total: 3 });
      assert.ok(reviewing.review(target).hunks.every(({ remarks }) => remarks.every(({ kind }) => kind === "note")));
      assert.equal(
        messages.said.filter((said) => said.includes("2 of 3 pieces placed") && said.includes("items.size")).length,
        1,
      );
      await reviewing.inFront(reviewing.review(target));
      await reviewing.press("acceptAll");
      await becomes(about, { type: "review", decided: 2, total: 3 });
      assert.equal(reviewing.textOf(target), CHANGED);
      await reviewing.press("rejectAll");
      await becomes(about, { type: "partly", accepted: 2, total: 3 });
      assert.match(await note(), /^2 of 3 pieces placed; 1 not applicable \(edit 2\)\./);
    });

    it("say so at the block that it is in", async () => {
      await reviewing.write("cart.js", CART);
      const about = chat([fence(named("cart.js"), MAX_EDIT), fence(named("cart.js"), MISSING, LENGTH_EDIT)].join("\n"));
      await all(about, "apply");
      await becomes(about, { type: "review", decided: 0, total: 3 }, { type: "review", decided: 0, total: 3 });
      const notes = (await views(about)).map(({ note }) => note ?? "");
      assert.equal(notes[0], "");
      assert.match(notes[1] ?? "", /^1 of 2 pieces placed; 1 not applicable \(edit 1\)\./);
    });
  });

  it("of several files open their reviews together, also where some are not placed yet", async () => {
    const asked = nobodyIsAsked();
    const cart = await reviewing.write("cart.js", CART);
    const tax = await reviewing.write("tax.js", TAX);
    const about = chat([fence(named("cart.js"), LENGTH_EDIT, MAX_EDIT), fence(named("tax.js"), RATE_EDIT)].join("\n"));
    grows(about);
    await arePlaced(about, 2, 5);
    await all(about, "apply");
    await becomes(about, { type: "review", decided: 0, total: 2 }, { type: "review", decided: 0, total: 1 });
    await all(about, "accept");
    await eventually(() => {
      assert.equal(reviewing.textOf(cart), CHANGED);
      assert.equal(reviewing.textOf(tax), TAX.replace("0.2", "0.19"));
    });
    assert.deepEqual(asked, []);
  });

  it("go to an engine where the user asks for one", async () => {
    await reviewing.write("cart.js", CART);
    const about = chat(fence(named("cart.js"), LENGTH_EDIT, MAX_EDIT));
    grows(about);
    await arePlaced(about, 2, 5);
    const asked = nobodyIsAsked();
    await act(about, 0, "apply", "model");
    assert.deepEqual(asked, ["rewrite"]);
  });
});
