import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { PendingReviewsTree, type PendingEntry } from "../../../../extension/host/review/pendingReviewsView.ts";
import { AgentCalls, BOTH, BOTH_HUNKS, CART, EDITED, sketch } from "./agentCalls.ts";
import { Messages } from "../applying.ts";
import { eventually, Reviewing, whole } from "../reviewing.ts";

describe("the turns of agents", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();
  const agent = new AgentCalls(user);

  /** What the tree of pending reviews shows, without the hunks. */
  function tree(): unknown {
    const view = new PendingReviewsTree(user.reviews, user.surface.turns);
    const textOf = (entry: PendingEntry): string => {
      const { label, resourceUri, description } = view.getTreeItem(entry);
      const name = typeof label === "string" ? label : (resourceUri?.path.split("/").at(-1) ?? "");
      return `${name}: ${String(description)}`;
    };
    return view.getChildren().map((entry) => {
      const inside = entry.type === "group" ? view.getChildren(entry).map(textOf) : [];
      return inside.length === 0 ? textOf(entry) : { [textOf(entry)]: inside };
    });
  }
  const undoAll = (): Promise<void> => {
    const [group] = user.surface.turns.groups;
    return user.press("undoAgentTurn", { type: "group", group: group?.id });
  };
  const files = async (...names: readonly string[]): Promise<readonly vscode.Uri[]> =>
    Promise.all(names.map((name) => user.write(name, CART)));

  it("show their files together, and stay when all is decided, until they are dismissed", async () => {
    const [one, two] = await files("one.js", "two.js");
    assert.ok(one && two);
    const editing = [agent.edit("one.js", BOTH)];
    await agent.underReview(one);
    editing.push(agent.edit("two.js", sketch({ count: "1" })));
    await agent.underReview(two);
    await user.apply(await user.write("own.js", CART), () => EDITED);
    assert.deepEqual(tree(), [
      { "tester: 2 files": ["one.js: 2 hunks +2 -2", "two.js: 1 hunk +1 -1"] },
      "own.js: 2 hunks +2 -2",
    ]);
    await agent.decide(one, "accept", 0);
    await agent.decide(one, "reject", 0);
    await agent.decide(two, "reject");
    await Promise.all(editing);
    assert.deepEqual(tree(), [
      { "tester: 2 files": ["one.js: partly accepted", "two.js: rejected"] },
      "own.js: 2 hunks +2 -2",
    ]);
    await user.press("dismissAgentTurn");
    assert.deepEqual(tree(), ["own.js: 2 hunks +2 -2"]);
    assert.equal(user.textOf(one), CART.replace("items.length", "items.size"));
  });

  it("end after a minute of silence, and with the session", async () => {
    await files("one.js", "two.js", "three.js");
    await agent.edit("one.js", BOTH, { patienceSeconds: 0 });
    await agent.edit("two.js", BOTH, { patienceSeconds: 0, session: "another" });
    const { now } = Date;
    Date.now = () => now() + 61_000;
    try {
      await agent.edit("three.js", BOTH, { patienceSeconds: 0 });
    } finally {
      Date.now = now;
    }
    assert.deepEqual(
      tree(),
      ["three.js", "two.js", "one.js"].map((name) => ({ "tester: 1 file": [`${name}: 2 hunks +2 -2`] })),
    );
    assert.equal(messages.said.length, 3);
  });

  it("say once that they wait for the user", async () => {
    await files("one.js", "two.js");
    await agent.edit("one.js", BOTH, { patienceSeconds: 0 });
    await agent.edit("two.js", BOTH, { patienceSeconds: 0 });
    assert.equal(messages.said.length, 1);
  });

  it("are undone: what was accepted is taken back, what is pending rejected, what was typed stays", async () => {
    const [one, two] = await files("one.js", "two.js");
    assert.ok(one && two);
    const first = agent.edit("one.js", BOTH);
    await agent.underReview(one);
    await agent.decide(one, "accept");
    assert.equal((await first).outcome, "applied");
    await user.type(one, "let sum = 0;", "let sum = 1;");
    const second = agent.edit("two.js", BOTH);
    await agent.underReview(two);
    await agent.decide(two, "accept", 0);
    const third = agent.edit("fresh.js", "export const fresh = true;\n");
    await agent.underReview(user.uri("fresh.js"));
    await agent.decide(user.uri("fresh.js"), "accept");
    assert.equal((await third).outcome, "applied");
    await undoAll();
    assert.equal(user.textOf(one), CART.replace("let sum = 0;", "let sum = 1;"));
    assert.equal(user.textOf(two), CART);
    await assert.rejects(user.onDisk("fresh.js"));
    const { outcome, earlier } = await second;
    assert.equal(outcome, "rejected");
    assert.deepEqual([user.reviews.pending.length, user.surface.turns.groups], [0, []]);
    assert.ok(
      messages.said.every((said) => said.includes("wants to edit")),
      messages.said.join(),
    );
    assert.deepEqual(earlier, [
      { file: "one.js", outcome: "undone by the user" },
      { file: "fresh.js", outcome: "undone by the user" },
    ]);
  });

  it("are undone where several edits went to one file, the user's own apart", async () => {
    const [one] = await files("one.js");
    assert.ok(one);
    await user.apply(one, (text) => text.replace("let sum = 0;", "let sum = 2;"));
    const first = agent.edit("one.js", sketch({ count: "items.size" }));
    await agent.underReview(one, [BOTH_HUNKS[0], "  let sum = 0; >   let sum = 2;"]);
    await agent.decide(one, "accept", 0);
    await first;
    const second = agent.edit("one.js", sketch({ total: "round(sum)" }));
    await agent.underReview(one, ["  let sum = 0; >   let sum = 2;", BOTH_HUNKS[1]]);
    await undoAll();
    assert.equal((await second).outcome, "rejected");
    assert.equal(user.textOf(one), CART);
    assert.deepEqual(user.hunks(one), ["  let sum = 0; >   let sum = 2;"]);
  });

  it("are undone without stopping somebody else's rewrite of the same file", async () => {
    const [one] = await files("one.js");
    assert.ok(one);
    const editing = agent.edit("one.js", BOTH);
    await agent.underReview(one, BOTH_HUNKS);
    let isStopped = false;
    let release: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      release = resolve;
    });
    await user.start(one, async function* (original, signal) {
      signal.addEventListener("abort", () => {
        isStopped = true;
      });
      await wait;
      yield* whole(original.replace("let sum = 0;", "let sum = 2;"));
    });
    const review = user.review(one);
    assert.equal(review.progress, "streaming");
    const undoing = undoAll();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([review.progress, isStopped], ["streaming", false]);
    release();
    await undoing;
    assert.equal((await editing).outcome, "rejected");
    assert.deepEqual(user.hunks(one), ["  let sum = 0; >   let sum = 2;"]);
    assert.equal(isStopped, false);
  });

  it("are undone when they were accepted by the setting auto", async () => {
    await user.withSettings({ "fastApply.tool.review": "auto" }, async () => {
      const [one, two] = await files("one.js", "two.js");
      assert.ok(one && two);
      await agent.edit("one.js", BOTH);
      await agent.edit("two.js", BOTH);
      await agent.edit("one.js", sketch({ count: "items.width" }));
      assert.deepEqual(tree(), [{ "tester: 2 files": ["one.js: accepted", "two.js: accepted"] }]);
      await user.press("undoAgentTurn");
      assert.deepEqual([user.textOf(one), user.textOf(two), user.reviews.pending.length], [CART, CART, 0]);
    });
  });

  it("say where later edits prevent the undo, and lose none of them", async () => {
    const [one] = await files("one.js");
    assert.ok(one);
    const editing = agent.edit("one.js", BOTH);
    await agent.underReview(one);
    await agent.decide(one, "accept");
    await editing;
    await user.type(one, "items.size", "items.size + 1");
    await undoAll();
    assert.equal(user.textOf(one), CART.replace("items.length", "items.size + 1"));
    assert.match(messages.said.at(-1) ?? "", /Not all could be undone\. .*one\.js was edited since/);
    assert.deepEqual(user.surface.turns.groups, []);
  });

  it("can be undone again where a file could not be edited", async () => {
    const [one] = await files("one.js");
    assert.ok(one);
    const editing = agent.edit("one.js", BOTH);
    await agent.underReview(one);
    await agent.decide(one, "accept");
    await editing;
    const { workspace } = vscode as { workspace: { applyEdit: typeof vscode.workspace.applyEdit } };
    const { applyEdit } = workspace;
    workspace.applyEdit = () => Promise.resolve(false);
    try {
      await undoAll();
    } finally {
      workspace.applyEdit = applyEdit;
    }
    assert.match(messages.said.at(-1) ?? "", /cannot be edited now/);
    await undoAll();
    await eventually(() => {
      assert.equal(user.textOf(one), CART);
    });
    assert.deepEqual(user.surface.turns.groups, []);
  });

  it("have nothing to undo where there is none", async () => {
    await user.press("undoAgentTurn");
    assert.match(messages.said.join(), /no edits of an agent/);
  });
});
