import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { lineDiff } from "../../../extension/core/diff/lineDiff.ts";
import { createStreamingLineDiff } from "../../../extension/core/diff/streamingLineDiff.ts";
import { oneFrame, reviewEdits, type TextStep } from "../../../extension/core/review/reviewEdits.ts";
import { reviewRows, type Row, type ShownRow } from "../../../extension/core/review/reviewRows.ts";
import type { TextEdit } from "../../../extension/core/review/textEdit.ts";
import { applyEdits, lackingColour, paint, textOf, wronglyColoured, type Markers } from "../review/colouredEditor.ts";

/** Few different texts, so that they repeat; blank ones, and some that share their ends. */
const lineText = fc.constantFrom("", "a", "b", "  a", "a(b)", "a(c)", "}", "\u{1F600}", "\u{1F601}");
const lines = fc.array(lineText, { minLength: 1, maxLength: 14 });
const anyRows = fc.array(
  fc.record({ type: fc.constantFrom("unchanged" as const, "removed" as const, "added" as const), text: lineText }),
  { minLength: 1, maxLength: 14 },
);
const markers = fc.constantFrom<Markers>("pushed", "growing");

function rowsBetween(document: readonly string[], proposal: readonly string[]): readonly Row[] {
  return reviewRows({ document, proposal }, lineDiff(document, proposal)).rows;
}

interface Walked {
  readonly rows: readonly ShownRow[];
  /** The lines that once lack a colour. */
  readonly lacking: readonly string[];
}

/** Applies all steps to the rows. */
function walk(shown: readonly ShownRow[], rows: readonly ShownRow[], how: Markers): readonly string[] {
  const walked = take(shown, reviewEdits(shown, rows).steps, how);
  expect(walked.rows.map(bare)).toEqual(rows.map(bare));
  return walked.lacking;
}

function bare({ type, text }: ShownRow): ShownRow {
  return { type, text };
}

/** Applies the steps as an editor does that is painted after each of them. */
function take(shown: readonly ShownRow[], steps: readonly TextStep[], how: Markers): Walked {
  let before = shown;
  const lacking: string[] = [];
  for (const step of steps) {
    const seen = applyEdits(paint(before), step.edits, how);
    expect(seen.text).toBe(textOf(step.rows));
    if (step.edits.length > 0) {
      expect(wronglyColoured(step, seen)).toEqual([]);
      lacking.push(...lackingColour(step, seen));
    }
    expectNoInsertionAtColour(before, step.edits);
    before = step.rows;
  }
  return { rows: before, lacking };
}

/** Column 0 of a coloured row takes text only inside its run, or one line of text where the row is an empty one. */
function expectNoInsertionAtColour(before: readonly ShownRow[], edits: readonly TextEdit[]): void {
  for (const edit of edits) {
    const isInsertion = edit.startLine === edit.endLine && edit.startCharacter === edit.endCharacter;
    const row = before[edit.startLine];
    if (!isInsertion || edit.startCharacter > 0 || row?.type === "unchanged") continue;
    if (before[edit.startLine - 1]?.type === row?.type) continue;
    expect([row?.text, edit.text.includes("\n")]).toEqual(["", false]);
  }
}

describe("reviewEdits", () => {
  it("goes from any rows to any others without a wrong colour", () => {
    fc.assert(
      fc.property(anyRows, anyRows, markers, (shown, rows, how) => {
        walk(shown, rows, how);
      }),
      runs(3_000),
    );
  });

  it("goes from one review to another without a wrong colour", () => {
    fc.assert(
      fc.property(lines, lines, lines, fc.boolean(), markers, (document, proposal, other, isAccept, how) => {
        const shown = rowsBetween(document, proposal);
        walk(shown, isAccept ? rowsBetween(other, proposal) : rowsBetween(document, other), how);
        walk(shown, rowsBetween(proposal, proposal), how);
        walk(rowsBetween(proposal, proposal), shown, how);
      }),
      runs(1_500),
    );
  });

  it("never lacks a colour, but for placeholders, while a rewrite streams in that keeps the last line", () => {
    fc.assert(
      fc.property(lines, lines, markers, (head, newHead, how) => {
        const original = [...head, "end", ""];
        const diff = createStreamingLineDiff(original);
        let shown = rowsBetween(original, original);
        const show = (proposal: readonly string[]): void => {
          const rows = rowsBetween(original, proposal);
          expect(walk(shown, rows, how)).toEqual([]);
          shown = rows;
        };
        for (const line of [...newHead, "end"]) {
          diff.push(`${line}\n`);
          show(diff.proposal());
        }
        show(diff.finish());
        expect(shown).toEqual(rowsBetween(original, [...newHead, "end", ""]));
      }),
      runs(500),
    );
  });

  it("never lacks green, but for placeholders, where frames change the text once each, and catches up", () => {
    fc.assert(
      fc.property(lines, lines, markers, (head, newHead, how) => {
        const original = [...head, "end", ""];
        const diff = createStreamingLineDiff(original);
        let shown: readonly ShownRow[] = rowsBetween(original, original);
        const show = (proposal: readonly string[]): boolean => {
          const frame = oneFrame(reviewEdits(shown, rowsBetween(original, proposal)).steps);
          const walked = take(shown, frame, how);
          // A line of the original that turns red may do so a frame later.
          expect(walked.lacking.filter((line) => line.includes("is not added"))).toEqual([]);
          shown = walked.rows;
          return frame.length > 0;
        };
        for (const line of [...newHead, "end"]) {
          diff.push(`${line}\n`);
          show(diff.proposal());
        }
        const whole = diff.finish();
        const frames = [1, 2, 3, 4].filter(() => show(whole));
        expect(frames.length).toBeLessThan(4);
        expect(shown.map(bare)).toEqual(rowsBetween(original, whole).map(bare));
      }),
      runs(500),
    );
  });

  it("does nothing where nothing changes", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        expect(reviewEdits(rows, [...rows]).steps).toEqual([]);
      }),
      runs(200),
    );
  });
});
