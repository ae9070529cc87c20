import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as v from "valibot";
import * as vscode from "vscode";
import { messageSchema, type BlockState } from "../../../../extension/core/chat/chatSchemas.ts";
import { Messages } from "../applying.ts";
import { ApplyingBlocks, BOTH, CART, TAX, endless, fence, type AnsweredChat } from "../applyingBlocks.ts";
import { eventually, Reviewing } from "../reviewing.ts";

describe("all blocks of a chat's answer", function () {
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const messages = new Messages();
  const applying = new ApplyingBlocks(reviewing);
  const { chat, act, all, states, becomes, named, twoHunks } = applying;

  const three = (): AnsweredChat =>
    chat(
      [
        twoHunks("cart.js"),
        fence(named("tax.js"), "export function tax(sum) {", "  return sum * 0.19;", "}"),
        fence(named("new.js"), "export const fresh = true;"),
      ].join("\n"),
    );

  it("open their reviews together, are accepted as one and undone as one", async () => {
    const cart = await reviewing.write("cart.js", CART);
    const tax = await reviewing.write("tax.js", TAX);
    const about = three();
    await all(about, "apply");
    await becomes(
      about,
      { type: "review", decided: 0, total: 2 },
      { type: "review", decided: 0, total: 1 },
      { type: "review", decided: 0, total: 1 },
    );
    await reviewing.inFront(reviewing.review(cart));
    await all(about, "accept");
    await becomes(about, { type: "applied", total: 2 }, { type: "applied", total: 1 }, { type: "applied", total: 1 });
    assert.match(reviewing.textOf(cart) ?? "", /length \+ 1/);
    assert.match(await reviewing.onDisk("new.js"), /fresh/);
    const { batch, canRestore } = await applying.applies.view(about.conversation, about.answer);
    assert.deepEqual([batch?.state, canRestore], ["accepted", true]);
    await all(about, "restore");
    assert.equal(reviewing.textOf(cart), CART);
    assert.equal(reviewing.textOf(tax), TAX);
    await assert.rejects(reviewing.onDisk("new.js"));
    await becomes(
      about,
      { type: "review", decided: 0, total: 2 },
      { type: "review", decided: 0, total: 1 },
      { type: "idle" },
    );
  });

  it("say where later edits prevent the undo, and lose none of them", async () => {
    const cart = await reviewing.write("cart.js", CART);
    await reviewing.write("tax.js", TAX);
    const about = three();
    await all(about, "apply");
    await all(about, "accept");
    await reviewing.type(cart, "items.length + 1", "items.length + 2");
    await reviewing.type(reviewing.uri("new.js"), "true", "false");
    await all(about, "restore");
    assert.equal(reviewing.textOf(cart), CART.replace("items.length", "items.length + 2"));
    assert.equal(reviewing.textOf(reviewing.uri("new.js"))?.trim(), "export const fresh = false;");
    assert.ok(
      messages.said.some((said) => said.includes("cart.js") && said.includes("line 2") && said.includes("new.js")),
    );
  });

  /** The answer as it is after a restart of VS Code: what was stored of it, of a page that shows it again. */
  async function restarted(about: AnsweredChat): Promise<AnsweredChat> {
    const kept = { ...about.answer, blocks: applying.applies.records(about.answer) };
    const answer = v.parse(messageSchema, JSON.parse(JSON.stringify(kept)));
    assert.ok(answer.role === "assistant");
    const stored = { conversation: { ...about.conversation, messages: [answer] }, answer };
    applying.applies.dispose();
    applying.restart();
    await applying.applies.view(stored.conversation, stored.answer);
    return stored;
  }

  it("are undone with what was accepted by key, before a restart and after it", async () => {
    const cart = await reviewing.write("cart.js", CART);
    const tax = await reviewing.write("tax.js", TAX);
    const about = three();
    await all(about, "apply");
    await reviewing.inFront(reviewing.review(cart));
    await reviewing.press("acceptHunk");
    await eventually(() => {
      assert.equal(reviewing.hunks(cart).length, 1);
    });
    const again = await restarted(about);
    await all(again, "accept");
    assert.match(reviewing.textOf(cart) ?? "", /length \+ 1[^]*max = 4/);
    assert.notEqual(reviewing.textOf(tax), TAX);
    await all(again, "restore");
    assert.deepEqual([reviewing.textOf(cart), reviewing.textOf(tax)], [CART, TAX]);
    await assert.rejects(reviewing.onDisk("new.js"));
    const { canRestore } = await applying.applies.view(again.conversation, again.answer);
    assert.equal(canRestore, false);
  });

  it("can be undone again where a file could not be edited", async () => {
    const cart = await reviewing.write("cart.js", CART);
    await reviewing.write("tax.js", TAX);
    const about = three();
    await all(about, "apply");
    await all(about, "accept");
    const { workspace } = vscode as { workspace: { applyEdit: typeof vscode.workspace.applyEdit } };
    const { applyEdit } = workspace;
    workspace.applyEdit = () => Promise.resolve(false);
    try {
      await all(about, "restore");
    } finally {
      workspace.applyEdit = applyEdit;
    }
    assert.ok(messages.said.some((said) => said.includes("cannot be edited now")));
    assert.equal((await applying.applies.view(about.conversation, about.answer)).canRestore, true);
    await all(about, "restore");
    assert.equal(reviewing.textOf(cart), CART);
    await assert.rejects(reviewing.onDisk("new.js"));
    assert.equal((await applying.applies.view(about.conversation, about.answer)).canRestore, false);
  });

  it("can be undone after a restart", async () => {
    const cart = await reviewing.write("cart.js", CART);
    await reviewing.write("tax.js", TAX);
    const about = three();
    await all(about, "apply");
    await all(about, "accept");
    const done: BlockState[] = [2, 1, 1].map((total) => ({ type: "applied", total }));
    await becomes(about, ...done);
    const stored = await restarted(about);
    const { batch, canRestore } = await applying.applies.view(stored.conversation, stored.answer);
    assert.deepEqual([batch?.state, canRestore], ["accepted", true]);
    await all(stored, "restore");
    assert.equal(reviewing.textOf(cart), CART);
    await assert.rejects(reviewing.onDisk("new.js"));
    await becomes(stored, { type: "idle" }, { type: "idle" }, { type: "idle" });
    const records = Object.values(applying.applies.records(stored.answer));
    assert.ok(records.every(({ accepted }) => accepted === undefined));
  });

  it("can be undone where the accept of one failed", async () => {
    const cart = await reviewing.write("cart.js", CART);
    const tax = await reviewing.write("tax.js", TAX);
    const about = three();
    await all(about, "apply");
    reviewing.review(tax).decide = () => Promise.reject(new Error("The disk is gone."));
    await all(about, "accept");
    assert.ok(messages.said.some((said) => said.includes("could not be edited") && said.includes("tax.js")));
    assert.match(reviewing.textOf(cart) ?? "", /length \+ 1/);
    assert.match(await reviewing.onDisk("new.js"), /fresh/);
    await all(about, "restore");
    assert.equal(reviewing.textOf(cart), CART);
    await assert.rejects(reviewing.onDisk("new.js"));
  });

  it("go into a file together where several are for it", async () => {
    const cart = await reviewing.write("cart.js", CART);
    const about = chat(
      [
        fence(
          named("cart.js"),
          "export function total(items) {",
          "  return items.length + 1;",
          "}",
          "// ... existing code ...",
        ),
        fence(named("cart.js"), "// ... existing code ...", "export const max = 4;"),
      ].join("\n"),
    );
    const { batch } = await applying.applies.view(about.conversation, about.answer);
    assert.equal(batch?.state, "idle");
    await all(about, "apply");
    const state = { type: "review", decided: 0, total: 2 } as const;
    await becomes(about, state, state);
    assert.deepEqual(reviewing.hunks(cart), [
      "  return items.length; >   return items.length + 1;",
      "export const max = 3; > export const max = 4;",
    ]);
  });

  it("are as before when they are stopped while one is written yet", async () => {
    await reviewing.write("cart.js", CART);
    await reviewing.write("both.js", BOTH);
    const about = chat(
      [
        twoHunks("cart.js"),
        fence(named("both.js"), "// ... existing code ...", "  run();", "  stop();", "}", "// ... existing code ..."),
      ].join("\n"),
    );
    applying.rewriters = [endless()];
    const applied = all(about, "apply");
    await eventually(() => {
      const [done, slow] = states(about);
      assert.ok(done?.type === "applying" && done.share > 0.9, JSON.stringify(done));
      assert.equal(slow?.type, "applying");
    });
    await act(about, 1, "stop");
    await applied;
    await becomes(about, { type: "idle" }, { type: "idle" });
    const { batch, blocks } = await applying.applies.view(about.conversation, about.answer);
    assert.deepEqual([batch?.state, blocks[0]?.added], ["idle", undefined]);
    assert.equal(reviewing.reviews.pending.length, 0);
    await act(about, 0, "apply");
    await becomes(about, { type: "review", decided: 0, total: 2 }, { type: "idle" });
  });

  it("open the other reviews where one cannot be", async () => {
    const cart = await reviewing.write("cart.js", CART);
    await reviewing.write("tax.js", TAX);
    const about = three();
    const start = reviewing.reviews.start.bind(reviewing.reviews);
    reviewing.reviews.start = (request) =>
      request.target.toString() === cart.toString() ? Promise.reject(new Error("The disk is gone.")) : start(request);
    try {
      await all(about, "apply");
    } finally {
      reviewing.reviews.start = start;
    }
    await becomes(
      about,
      { type: "failed", reason: "The disk is gone." },
      { type: "review", decided: 0, total: 1 },
      { type: "review", decided: 0, total: 1 },
    );
  });

  it("are listed with the surest target first", async () => {
    await reviewing.write("cart.js", CART);
    const about = chat([fence(named("new.js"), "export const a = 1;"), twoHunks("cart.js")].join("\n"));
    await eventually(async () => {
      const { batch } = await applying.applies.view(about.conversation, about.answer);
      assert.deepEqual(
        batch?.targets.map(({ path, certainty, blocks }) => [path, certainty, blocks]),
        [
          [named("cart.js"), "certain", [1]],
          [named("new.js"), "new", [0]],
        ],
      );
    });
  });
});
