import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { EDIT_FILE } from "../../../../extension/core/tools/editFileTool.ts";
import type { EditResult } from "../../../../extension/core/tools/editResult.ts";
import { AgentCalls } from "./agentCalls.ts";
import { Messages } from "../applying.ts";
import { Reviewing } from "../reviewing.ts";

const FILE = "begin();\nsame();\nother();\nsame();\n";
/** A block that would be made twice if it was read anew, and one that stands twice. */
const EDIT = [
  ...["<<<<<<< SEARCH", "begin();", "=======", "zero();", "begin();", ">>>>>>> REPLACE"],
  ...["<<<<<<< SEARCH", "same();", "=======", "fresh();", ">>>>>>> REPLACE", ""],
].join("\n");
const SURE = `zero();\n${FILE}`;
const CHOSEN = "zero();\nbegin();\nsame();\nother();\nfresh();\n";

describe("the choices of agents", function () {
  // The first use of a language loads its grammar, on a machine that may be busy.
  this.timeout(60_000);
  const user = new Reviewing();
  new Messages();
  const agent = new AgentCalls(user);

  const args = (code_edit: string, ...choice: (readonly [number, number])[]): object => ({
    target_file: "a.js",
    instructions: "I change it.",
    code_edit,
    ...(choice.length > 0 && { choice: choice.map(([piece, alternative]) => ({ piece, alternative })) }),
  });
  const call = (of: object, patienceSeconds = 60): Promise<EditResult> =>
    agent.call(user.uri("a.js"), of, { patienceSeconds });

  /** A call whose review is decided. */
  async function decided(of: object, decision: "accept" | "reject"): Promise<EditResult> {
    const editing = call(of);
    const target = user.uri("a.js");
    await agent.underReview(target);
    await agent.decide(target, decision);
    return editing;
  }

  it("come after what is sure was accepted, and make nothing twice", async () => {
    const target = await user.write("a.js", FILE);
    const first = await decided(args(EDIT), "accept");
    assert.equal(first.outcome, "partly applied");
    assert.match(first.message, /with choice, such as \[\{"piece":2,"alternative":1\}\]/);
    assert.equal(user.textOf(target), SURE);
    const result = await decided(args(EDIT, [2, 2]), "accept");
    assert.deepEqual([result.outcome, result.remarks], ["applied", []]);
    assert.equal(user.textOf(target), CHOSEN);
    const again = await call(args(EDIT, [2, 2]));
    assert.equal(again.outcome, "applied");
    assert.equal(user.textOf(target), CHOSEN);
  });

  it("join what waits for review", async () => {
    const target = await user.write("a.js", FILE);
    assert.equal((await call(args(EDIT), 0)).outcome, "pending review");
    const result = await call(args(EDIT, [2, 2]), 0);
    assert.equal(result.outcome, "pending review");
    assert.deepEqual(user.hunks(target), [" > zero();", "same(); > fresh();"]);
    // Once more it is what is pending already.
    assert.equal((await call(args(EDIT, [2, 2]), 0)).outcome, "pending review");
    await agent.decide(target, "accept");
    assert.equal(user.textOf(target), CHOSEN);
  });

  it("bring back nothing that the user has rejected", async () => {
    const target = await user.write("a.js", FILE);
    assert.equal((await decided(args(EDIT), "reject")).outcome, "rejected");
    await decided(args(EDIT, [2, 1]), "accept");
    assert.equal(user.textOf(target), "begin();\nfresh();\nother();\nsame();\n");
  });

  it("change nothing where they do not fit, and are told what there is", async () => {
    const target = await user.write("a.js", FILE);
    const unknown = await call(args(EDIT, [2, 1]));
    assert.equal(unknown.outcome, "not sure");
    assert.match(unknown.message, /^The choice was not taken\. No alternatives of this very edit have been told/);
    assert.deepEqual(
      unknown.pieces[1]?.alternatives.map(({ number, lines }) => [number, lines.start]),
      [
        [1, 2],
        [2, 4],
      ],
    );
    const wrong = await call(args(EDIT, [2, 7]));
    assert.match(wrong.message, /Piece 2 has no alternative 7\. Nothing was changed\./);
    assert.equal(user.reviews.findByTarget(target), undefined);
    assert.equal(user.textOf(target), FILE);
    await decided(args(EDIT, [2, 2]), "accept");
    assert.equal(user.textOf(target), CHOSEN);
  });

  it("are accepted by the setting auto where the proof holds", async () => {
    await user.withSettings({ "fastApply.tool.review": "auto" }, async () => {
      const target = await user.write("a.js", FILE);
      const only = EDIT.slice(EDIT.lastIndexOf("<<<<<<<"));
      assert.equal((await call(args(only), 0)).outcome, "not sure");
      assert.equal((await call(args(only, [1, 2]), 0)).outcome, "applied");
      assert.equal(user.textOf(target), FILE.replace(/same\(\);\n$/, "fresh();\n"));
    });
  });

  it("wait for the user where the proof does not hold, whatever the setting says", async () => {
    await user.withSettings({ "fastApply.tool.review": "auto" }, async () => {
      const twins = "class A {\n  save() {\n    write(1);\n  }\n}\n\nclass B {\n  save() {\n    write(1);\n  }\n}\n";
      const target = await user.write("a.js", twins);
      const method = "  save() {\n    write(2);\n";
      const { pieces } = await call(args(method), 0);
      // It deletes what nothing in the sketch speaks of.
      const odd = pieces[0]?.alternatives.find(({ lines }) => lines.end > lines.start);
      assert.ok(odd);
      const result = await call(args(method, [1, odd.number]), 0);
      assert.equal(result.outcome, "pending review");
      assert.ok(result.remarks.length > 0);
      assert.equal(user.textOf(target), twins);
      await agent.decide(target, "reject");
    });
  });

  it("are shown by a preview, which changes nothing", async () => {
    const target = await user.write("a.js", FILE);
    const preview = (of: object): Promise<EditResult> => {
      const request = { target, arguments: of, agent: "tester", session: "choices", patienceSeconds: 1 };
      return user.surface.agentEdits.preview(request, () => undefined, new AbortController().signal);
    };
    assert.match((await preview(args(EDIT))).message, /with choice, such as/);
    const { outcome, diff } = await preview(args(EDIT, [2, 2]));
    assert.equal(outcome, "previewed");
    assert.match(diff, /\+zero\(\);(.|\n)*-same\(\);\n\+fresh\(\);/);
    assert.equal(user.textOf(target), FILE);
  });

  it("come through the tool of VS Code with the numbers of its answer", async () => {
    const target = await user.write("a.js", FILE);
    const named = vscode.workspace.asRelativePath(target, false);
    const invoke = async (input: object): Promise<string> => {
      const { content } = await vscode.lm.invokeTool(EDIT_FILE.name, { input, toolInvocationToken: undefined });
      return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
    };
    const only = EDIT.slice(EDIT.lastIndexOf("<<<<<<<"));
    const input = { ...args(only), target_file: named };
    assert.match(
      await invoke(input),
      /- alternative 2 \(50 %\): replace line 4.*\n {2}3 {3}other\(\);\n {2}4 - same\(\);/,
    );
    await user.withSettings({ "fastApply.tool.review": "auto" }, async () => {
      const answer = await invoke({ ...input, choice: [{ piece: 1, alternative: 2 }] });
      assert.match(answer, /^applied: /);
      assert.equal(user.textOf(target), FILE.replace(/same\(\);\n$/, "fresh();\n"));
    });
  });
});
