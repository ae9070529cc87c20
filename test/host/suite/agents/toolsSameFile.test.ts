import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { AgentCalls, BOTH, BOTH_HUNKS, CART, sketch } from "./agentCalls.ts";
import { Messages } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";

describe("several edits of agents", function () {
  // The first use of a language loads its grammar, on a machine that may be busy.
  this.timeout(60_000);
  const user = new Reviewing();
  new Messages();
  const agent = new AgentCalls(user);

  it("to one file join its review, and are judged each by itself", async () => {
    const target = await user.write("cart.js", CART);
    const first = agent.edit("cart.js", sketch({ count: "items.size" }));
    await agent.underReview(target, [BOTH_HUNKS[0]]);
    const second = agent.edit("cart.js", sketch({ total: "round(sum)" }));
    await agent.underReview(target, BOTH_HUNKS);
    await agent.decide(target, "reject", 1);
    assert.equal((await second).outcome, "rejected");
    await agent.decide(target, "accept", 0);
    assert.equal((await first).outcome, "applied");
  });

  it("sent twice wait for the same decision", async () => {
    const target = await user.write("cart.js", CART);
    const editing = [agent.edit("cart.js", BOTH), agent.edit("cart.js", BOTH)];
    await agent.underReview(target, BOTH_HUNKS);
    await agent.decide(target, "reject");
    assert.deepEqual(
      (await Promise.all(editing)).map(({ outcome }) => outcome),
      ["rejected", "rejected"],
    );
  });

  it("give way to a later edit of the same lines", async () => {
    const target = await user.write("cart.js", CART);
    const first = agent.edit("cart.js", sketch({ count: "items.size" }));
    await agent.underReview(target, [BOTH_HUNKS[0]]);
    const second = agent.edit("cart.js", sketch({ count: "items.size + 1" }));
    await agent.underReview(target, ["  return items.length; >   return items.size + 1;"]);
    const replaced = await first;
    assert.equal(replaced.outcome, "rejected");
    assert.match(replaced.message, /the user has not rejected it\. 1 hunk of it gave way to a later edit/);
    await agent.decide(target, "accept");
    assert.equal((await second).outcome, "applied");
  });

  it("tell the next call what gave way to another edit", async () => {
    const target = await user.write("cart.js", CART);
    await agent.edit("cart.js", sketch({ count: "items.size" }), { patienceSeconds: 0 });
    const { earlier } = await agent.edit("cart.js", sketch({ count: "items.size + 1" }), { patienceSeconds: 0 });
    assert.deepEqual(earlier, [{ file: "cart.js", outcome: "replaced by a later edit" }]);
    await agent.decide(target, "reject");
  });

  it("to a file that is to be made join its review too", async () => {
    await user.write("beside.js", "");
    const target = user.uri("new.js");
    const first = agent.edit("new.js", CART);
    await agent.underReview(target);
    const second = agent.edit("new.js", sketch({ count: "items.size" }));
    await eventually(() => {
      assert.match(user.review(target).state.proposal.join("\n"), /items\.size/);
    });
    await agent.decide(target, "accept");
    assert.deepEqual(
      (await Promise.all([first, second])).map(({ outcome }) => outcome),
      ["applied", "applied"],
    );
    assert.equal(await user.onDisk("new.js"), CART.replace("items.length", "items.size"));
  });
});
