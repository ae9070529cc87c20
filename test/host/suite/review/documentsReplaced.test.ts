import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import type { ApplyEvent } from "../../../../extension/core/apply/applyEvents.ts";
import type { LeftOut } from "../../../../extension/core/merge/mergeResult.ts";
import { concludeProof } from "../../../../extension/core/proof/proof.ts";
import { editorLines } from "../../../../extension/core/text/lines.ts";
import { eventually, HeldRewrite, Reviewing } from "../reviewing.ts";

const TEXT = Array.from({ length: 40 }, (_, at) => `line ${at}`).join("\n");
const LEFT = { sketch: { start: 0, end: 1 }, reason: "It is not clear where.", candidates: [] } as const;

/** A piece that fits nowhere, and one that may replace either of two lines. */
const nowhere = (index: number): LeftOut => ({
  ...LEFT,
  state: "not-applicable",
  index,
  written: [`nowhere ${index}`],
  certainty: 0,
});
const eitherOf = (index: number, lines: readonly number[], written: string): LeftOut => ({
  ...LEFT,
  state: "open",
  index,
  written: [written],
  certainty: 0.5,
  alternatives: lines.map((line) => ({
    original: { start: line, end: line + 1 },
    lines: [written],
    certainty: 0.5,
    label: `line ${line}`,
  })),
});

async function* open(apply: string, text: string, pieces: readonly LeftOut[]): AsyncGenerator<ApplyEvent> {
  yield await Promise.resolve<ApplyEvent>({ type: "text", text });
  const proof = concludeProof([], 0, 0);
  yield { type: "done", text, proof, pieces, open: { apply, pieces }, engine: "test", failures: [] };
}

describe("a proposal that gives way to one that comes to nothing", () => {
  const user = new Reviewing();
  const choices = (target: vscode.Uri): readonly string[] => user.review(target).state.choices.map(({ id }) => id);

  /** Two applies to a file, each sure of a line and open about two pieces; the second gives way to a rewrite that is held. */
  async function begin(): Promise<{ readonly target: vscode.Uri; readonly coming: HeldRewrite }> {
    const target = await user.write("file.txt", TEXT);
    const first = TEXT.replace("line 5\n", "five\n");
    await user.start(target, () => open("one", first, [eitherOf(0, [10, 12], "ten"), nowhere(1)]));
    await user.inFront(user.review(target));
    const before = editorLines(first);
    const second = first.replace("line 20\n", "twenty\n");
    await user.start(target, () => open("two", second, [eitherOf(0, [30, 32], "thirty"), nowhere(1)]));
    assert.deepEqual(user.hunks(target), HUNKS);
    assert.deepEqual(choices(target), CHOICES);
    const coming = new HeldRewrite(first.replace("line 25\n", "twenty-five\n"));
    const replaced = [{ rewrite: { before, after: editorLines(second) }, apply: "two" }];
    const apply = (): AsyncIterable<ApplyEvent> => coming.events();
    await user.reviews.start({ target, kind: "change", replaced: () => replaced, apply });
    coming.comeTo("line 28\n");
    await eventually(() => {
      assert.deepEqual(user.hunks(target), ["line 5 > five", "line 10 > ten", "line 25 > twenty-five"]);
    });
    assert.deepEqual(choices(target), CHOICES.slice(0, 2));
    return { target, coming };
  }
  const HUNKS = ["line 5 > five", "line 10 > ten", "line 20 > twenty", "line 30 > thirty"];
  const CHOICES = ["one/0", "one/1", "two/0", "two/1"];

  async function stop(target: vscode.Uri): Promise<void> {
    user.reviews.stop(target);
    await eventually(() => {
      assert.equal(user.review(target).progress, "whole");
    });
  }

  it("is back as it was, beside what others propose", async () => {
    const { target } = await begin();
    await stop(target);
    assert.deepEqual(user.hunks(target), HUNKS);
    assert.deepEqual(choices(target), CHOICES);
  });

  it("brings nothing back that the user has decided of others meanwhile", async () => {
    const { target } = await begin();
    const review = user.review(target);
    const [, open] = review.hunks;
    assert.ok(open !== undefined);
    await review.decide("reject", review.state, [open], ["one/1"]);
    assert.deepEqual(choices(target), []);
    await stop(target);
    assert.deepEqual(user.hunks(target), [HUNKS[0], ...HUNKS.slice(2)]);
    assert.deepEqual(choices(target), CHOICES.slice(2));
    assert.equal(await review.undoDecision(), "undone");
    assert.deepEqual(user.hunks(target), HUNKS);
    assert.deepEqual([...choices(target)].sort(), CHOICES);
  });
});
