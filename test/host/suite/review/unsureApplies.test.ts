import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { Messages, openSketch } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";

const TWICE = "begin();\nlog(1);\n\nlog(1);\nend();\n";
const EDIT = "<<<<<<< SEARCH\nlog(1);\n=======\nlog(2);\n>>>>>>> REPLACE\n";
const PART = "// ... existing code ...\nlog(1);\nmore();\n// ... existing code ...\n";

describe("an apply that is not sure", function () {
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const messages = new Messages();

  /** The hunks of a review that has come to the front. */
  async function shows(target: vscode.Uri, hunks: readonly string[]): Promise<void> {
    await eventually(() => reviewing.inFront(reviewing.review(target)));
    assert.deepEqual(reviewing.hunks(target), hunks);
  }

  async function applyDoubtful(sketch: string): Promise<vscode.Uri> {
    const target = await reviewing.write("a.ts", TWICE);
    const { document } = await openSketch(`\`\`\`ts ${vscode.workspace.asRelativePath(target)}\n${sketch}\`\`\`\n`);
    await reviewing.press("applyFence", document.uri.toString(), 0);
    return target;
  }

  it("is a review of what it may mean, and says why", async () => {
    const target = await applyDoubtful(EDIT);
    await shows(target, ["log(1); > log(2);"]);
    assert.match(messages.said.join(), /a\.ts: 0 of 1 pieces placed; 1 open.*is in the file 2 times/);
    assert.deepEqual(
      reviewing.review(target).hunks.map(({ choices }) => choices.map(({ readings }) => readings.length)),
      [[2]],
    );
  });

  it("goes around its places, is left out of Accept All, and takes the one that is shown", async () => {
    const target = await applyDoubtful(EDIT);
    const lines = (): readonly number[] => reviewing.review(target).hunks.map(({ old }) => old.start);
    await eventually(() => {
      assert.deepEqual(lines(), [1]);
    });
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("nextReading");
    assert.deepEqual(lines(), [3]);
    await reviewing.press("acceptAll");
    assert.match(messages.said.join(), /Open in .*a\.ts: 1 of 1 hunks/);
    await reviewing.press("previousReading");
    assert.deepEqual(lines(), [1]);
    await reviewing.press("nextReading");
    await reviewing.press("acceptHunk");
    await eventually(() => {
      assert.equal(reviewing.textOf(target), "begin();\nlog(1);\n\nlog(2);\nend();\n");
    });
    await reviewing.press("undoDecision");
    await eventually(() => {
      assert.equal(reviewing.textOf(target), TWICE);
      assert.deepEqual(lines(), [3]);
    });
    await reviewing.press("undoDecision");
    assert.deepEqual(lines(), [1]);
  });

  it("stays open where it is applied again, alone or with all of its document", async () => {
    const target = await applyDoubtful(PART);
    const open = (): readonly number[] => reviewing.review(target).hunks.map(({ choices }) => choices.length);
    await eventually(() => {
      assert.deepEqual(open(), [1]);
    });
    const document = vscode.workspace.textDocuments.find(({ languageId }) => languageId === "markdown");
    for (const fences of [[0], []]) {
      const state = reviewing.review(target).state;
      await reviewing.press("applyFence", document?.uri.toString(), ...fences);
      await eventually(() => {
        assert.notEqual(reviewing.review(target).state, state);
      });
      assert.deepEqual(open(), [1]);
      await eventually(() => reviewing.inFront(reviewing.review(target)));
    }
  });

  it("is dropped by a reject, and back by undo", async () => {
    const target = await applyDoubtful(PART);
    await eventually(() => {
      assert.equal(reviewing.review(target).hunks.length, 1);
    });
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("rejectHunk");
    await eventually(() => {
      assert.equal(reviewing.reviews.pending.length, 0);
    });
    assert.equal(reviewing.textOf(target), TWICE);
    await reviewing.press("undoDecision");
    assert.deepEqual(
      reviewing.review(target).hunks.map(({ choices }) => choices.length),
      [1],
    );
  });

  it("has what fits nowhere above the review, and puts it at the cursor", async () => {
    const nowhere = "<<<<<<< SEARCH\nnever();\n=======\nfresh();\n>>>>>>> REPLACE\n";
    const target = await applyDoubtful(`${EDIT.replace("log(1);\n=", "begin();\n=")}\n${nowhere}`);
    await shows(target, ["begin(); > log(2);"]);
    await reviewing.press("putAtCursor");
    await eventually(() => {
      assert.ok(reviewing.hunks(target).join().includes("fresh();"), reviewing.hunks(target).join());
    });
    await reviewing.press("undoDecision");
    await shows(target, ["begin(); > log(2);"]);
  });
});
