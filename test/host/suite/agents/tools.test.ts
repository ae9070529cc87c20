import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { AgentCalls, BOTH, BOTH_HUNKS, CART, EDITED, outcomes, sketch } from "./agentCalls.ts";
import { Messages } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";

describe("the edits of agents", function () {
  // The first use of a language loads its grammar, on a machine that may be busy.
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();
  const agent = new AgentCalls(user);

  it("open their review behind what the user works on, and tell what was accepted", async () => {
    const target = await user.write("cart.js", CART);
    const other = await user.open(await user.write("other.txt", "other\n"));
    const said: string[] = [];
    const editing = agent.edit("cart.js", BOTH, { onProgress: (message) => said.push(message) });
    const review = await agent.underReview(target, BOTH_HUNKS);
    await eventually(() => {
      assert.match(said.join(), /Waiting for the user's review of .*cart\.js/);
    });
    assert.equal(vscode.window.activeTextEditor?.document, other.document);
    assert.equal(user.surface.editors.isShown(review), false);
    assert.deepEqual(
      messages.said.map((message) => message.replace(/\S+\//, "")),
      ["tester wants to edit cart.js."],
    );
    assert.equal(user.textOf(target), CART);
    await agent.decide(target, "accept");
    const result = await editing;
    assert.equal(result.outcome, "applied");
    assert.equal(result.file, "cart.js");
    assert.equal(result.engine, "structural");
    assert.deepEqual(result.hunks, [
      { outcome: "accepted", before: { start: 2, end: 2 }, now: { start: 2, end: 2 } },
      { outcome: "accepted", before: { start: 8, end: 8 }, now: { start: 8, end: 8 } },
    ]);
    assert.match(result.diff, /-\s+return items\.length;\n\+\s+return items\.size;/);
    assert.match(result.message, /not saved/);
    assert.deepEqual([result.remarks, result.regions, result.earlier], [[], [], []]);
    assert.equal(user.textOf(target), EDITED);
    assert.equal(await user.onDisk("cart.js"), CART);
  });

  it("come before the user on the click of the message", async () => {
    const target = await user.write("cart.js", CART);
    messages.press("Review");
    const editing = agent.edit("cart.js", BOTH);
    const review = await agent.underReview(target);
    await user.inFront(review);
    await agent.decide(target, "reject");
    assert.equal((await editing).outcome, "rejected");
  });

  it("are told as rejected when they are", async () => {
    const target = await user.write("cart.js", CART);
    const editing = agent.edit("cart.js", BOTH);
    await agent.underReview(target);
    await agent.decide(target, "reject");
    const result = await editing;
    assert.equal(result.outcome, "rejected");
    assert.deepEqual(outcomes(result), ["rejected", "rejected"]);
    assert.match(result.message, /does not have it/);
    assert.equal(user.textOf(target), CART);
  });

  it("are told hunk by hunk", async () => {
    const target = await user.write("cart.js", CART);
    const editing = agent.edit("cart.js", BOTH);
    await agent.underReview(target);
    await agent.decide(target, "reject", 0);
    await agent.decide(target, "accept", 0);
    const result = await editing;
    assert.equal(result.outcome, "partly applied");
    assert.deepEqual(outcomes(result), ["rejected", "accepted"]);
  });

  it("say where the user edited by hand", async () => {
    const target = await user.write("cart.js", CART);
    const editing = agent.edit("cart.js", BOTH);
    await agent.underReview(target);
    await user.type(target, "return items.length", "return items.count");
    await agent.decide(target, "reject", 0);
    await agent.decide(target, "accept", 0);
    const result = await editing;
    assert.deepEqual(outcomes(result), ["edited by hand", "accepted"]);
    assert.match(result.message, /by hand/);
  });

  it("say where the user edited what came", async () => {
    const target = await user.write("cart.js", CART);
    const added = ["export function first(items) {", "  const [one] = items;", "  return one;", "}", ""];
    const code = ["// ... existing code ...", "  return sum;", "}", "", ...added].join("\n");
    const editing = agent.edit("cart.js", `${sketch({ count: "items.size" }).split("// ...")[0] ?? ""}${code}`);
    await agent.underReview(target);
    await agent.decide(target, "accept", 1);
    await user.type(target, "const [one] = items", "const one = items.at(0)");
    await agent.decide(target, "accept", 0);
    const result = await editing;
    assert.deepEqual([result.outcome, ...outcomes(result)], ["applied", "accepted", "edited by hand"]);
  });

  it("wait no longer than they may, and tell later what became of them", async () => {
    const target = await user.write("cart.js", CART);
    const first = await agent.edit("cart.js", BOTH, { patienceSeconds: 0 });
    assert.equal(first.outcome, "pending review");
    assert.deepEqual(outcomes(first), ["pending", "pending"]);
    await user.write("other.js", CART);
    const second = await agent.edit("other.js", BOTH, { patienceSeconds: 0 });
    assert.deepEqual(second.earlier, []);
    await agent.decide(target, "reject", 0);
    await agent.decide(target, "accept", 0);
    const third = await agent.edit("other.js", sketch({ count: "items.size - 1" }), { patienceSeconds: 0 });
    assert.deepEqual(third.earlier, [{ file: "cart.js", outcome: "partly applied" }]);
    const strange = await agent.edit("none.js", sketch({ count: "1" }), { session: "another" });
    assert.deepEqual(strange.earlier, []);
    const fourth = await agent.edit("none.js", sketch({ count: "1" }));
    assert.deepEqual(
      fourth.earlier.filter(({ file }) => file === "cart.js"),
      [],
    );
  });

  it("keep their review when the call is cancelled", async () => {
    const target = await user.write("cart.js", CART);
    const cancel = new AbortController();
    const editing = agent.edit("cart.js", BOTH, { signal: cancel.signal });
    await agent.underReview(target, BOTH_HUNKS);
    cancel.abort();
    const result = await editing;
    assert.equal(result.outcome, "pending review");
    assert.match(result.message, /cancelled/);
    assert.deepEqual(user.hunks(target), BOTH_HUNKS);
  });

  it("tell the next call what a cancelled one did not hear", async () => {
    const target = await user.write("cart.js", CART);
    await user.write("other.js", CART);
    await agent.edit("cart.js", BOTH, { patienceSeconds: 0 });
    await agent.decide(target, "accept");
    const undelivered = await agent.edit("other.js", BOTH, { signal: AbortSignal.abort() });
    assert.deepEqual(undelivered.earlier, []);
    const { earlier } = await agent.edit("none.js", sketch({ count: "1" }));
    assert.deepEqual(earlier, [{ file: "cart.js", outcome: "applied" }]);
  });

  it("leave nothing when the call is cancelled before", async () => {
    const target = await user.write("cart.js", CART);
    const result = await agent.edit("cart.js", BOTH, { signal: AbortSignal.abort() });
    assert.equal(result.outcome, "failed");
    assert.equal(user.reviews.findByTarget(target), undefined);
  });

  it("are not sure where the sketch fits several places, and show them", async () => {
    const twice = "begin();\nlog(1);\n\nlog(1);\nend();\n";
    const target = await user.write("a.js", twice);
    const edit = "<<<<<<< SEARCH\nlog(1);\n=======\nlog(2);\n>>>>>>> REPLACE\n";
    const result = await agent.edit("a.js", edit);
    assert.equal(result.outcome, "not sure");
    assert.match(result.regions.map(({ text }) => text).join("\n"), /log\(1\);/);
    assert.match(result.message, /stands in the file 2 times: in line 2 and line 4\..*Send the edit again/);
    assert.equal(user.reviews.findByTarget(target), undefined);
    assert.deepEqual(messages.said, []);
  });

  it("make new files, which are there when they are accepted", async () => {
    await user.write("beside.js", "");
    const editing = agent.edit("new.js", "export const fresh = true;\n");
    const target = user.uri("new.js");
    await agent.underReview(target);
    await assert.rejects(user.onDisk("new.js"));
    await agent.decide(target, "accept");
    const result = await editing;
    assert.equal(result.outcome, "applied");
    assert.deepEqual(outcomes(result), ["accepted"]);
    assert.match(result.diff, /^\+export const fresh/m);
    await eventually(async () => {
      assert.equal(await user.onDisk("new.js"), "export const fresh = true;\n");
    });
  });

  it("make no file that is rejected", async () => {
    await user.write("beside.js", "");
    const editing = agent.edit("new.js", "export const fresh = true;\n");
    await agent.underReview(user.uri("new.js"));
    await agent.decide(user.uri("new.js"), "reject");
    const result = await editing;
    assert.deepEqual([result.outcome, ...outcomes(result)], ["rejected", "rejected"]);
    await assert.rejects(user.onDisk("new.js"));
  });

  it("say so when there is nothing to change", async () => {
    await user.write("cart.js", EDITED);
    const result = await agent.edit("cart.js", BOTH);
    assert.deepEqual([result.outcome, result.hunks], ["applied", []]);
    assert.match(result.message, /already/);
  });

  it("go with their file to another name", async () => {
    const target = await user.write("cart.js", CART);
    const editing = agent.edit("cart.js", BOTH);
    const review = await agent.underReview(target, BOTH_HUNKS);
    const rename = new vscode.WorkspaceEdit();
    rename.renameFile(target, user.uri("basket.js"));
    assert.ok(await vscode.workspace.applyEdit(rename));
    await eventually(() => {
      assert.equal(review.target.toString(), user.uri("basket.js").toString());
    });
    await agent.decide(user.uri("basket.js"), "accept");
    assert.equal((await editing).outcome, "applied");
    assert.equal(user.textOf(user.uri("basket.js")), EDITED);
  });

  it("end with their review", async () => {
    const target = await user.write("cart.js", CART);
    const editing = agent.edit("cart.js", BOTH);
    const review = await agent.underReview(target, BOTH_HUNKS);
    await agent.decide(target, "accept", 0);
    user.reviews.end(review);
    const result = await editing;
    assert.equal(result.outcome, "partly applied");
    assert.deepEqual(outcomes(result), ["accepted", "rejected"]);
    assert.match(result.message, /closed before 1 hunk of it was decided/);
    assert.doesNotMatch(result.message, /user rejected/);
  });

  it("tell the problems that were not there before", async () => {
    const target = await user.write("cart.js", CART);
    const problems = vscode.languages.createDiagnosticCollection("test");
    const problem = (message: string): vscode.Diagnostic =>
      new vscode.Diagnostic(new vscode.Range(1, 0, 1, 1), message, vscode.DiagnosticSeverity.Error);
    problems.set(target, [problem("old")]);
    const listener = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.toString() === target.toString()) problems.set(target, [problem("old"), problem("new")]);
    });
    try {
      const editing = agent.edit("cart.js", BOTH);
      await agent.underReview(target);
      await agent.decide(target, "accept");
      assert.deepEqual((await editing).problems, [{ severity: "error", line: 2, message: "new" }]);
    } finally {
      listener.dispose();
      problems.dispose();
    }
  });
});
