import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { filesAreSeen, Reviewing } from "../reviewing.ts";
import { AgentCalls, BOTH, BOTH_HUNKS, CART } from "./agentCalls.ts";

describe("edits of agents", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const agent = new AgentCalls(user);

  it("wait no longer when their file is gone, and are decided when it is back", async () => {
    const target = await user.write("cart.js", CART);
    // VS Code would not hear that it is gone from a folder which it has not seen yet.
    await filesAreSeen();
    const editing = agent.edit("cart.js", BOTH);
    await agent.underReview(target);
    await vscode.workspace.fs.delete(target);
    const { outcome, message } = await editing;
    assert.equal(outcome, "pending review");
    assert.match(message, /The file is not there any more; the edit waits in case it comes back\./);
    await user.write("cart.js", CART);
    await agent.underReview(target, BOTH_HUNKS);
    await agent.decide(target, "accept");
    const { earlier } = await agent.edit("new.js", "a = 1\n", { patienceSeconds: 0 });
    assert.deepEqual(
      earlier.map((one) => one.outcome),
      ["applied"],
    );
  });
});
