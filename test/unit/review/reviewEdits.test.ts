import { describe, expect, it } from "vitest";
import { lineDiff } from "../../../extension/core/diff/lineDiff.ts";
import { oneFrame, reviewEdits } from "../../../extension/core/review/reviewEdits.ts";
import { reviewRows, type Row } from "../../../extension/core/review/reviewRows.ts";
import { applyEdits, lackingColour, paint, textOf, wronglyColoured } from "./colouredEditor.ts";
import { rowsOf, signedOf } from "./signedRows.ts";

/** Each step as its edits, or "paint", and the rows after it. */
function check(name: string, shown: string, rows: string, steps: readonly [edits: string, rows: string][]): void {
  it(name, () => {
    const found = reviewEdits(rowsOf(shown), rowsOf(rows)).steps;
    const written = found.map((step): [string, string] => {
      const edits = step.edits.map(({ startLine, startCharacter, endLine, endCharacter, text }) => {
        const end = startLine === endLine && startCharacter === endCharacter ? "" : `-${endLine}:${endCharacter}`;
        return `${startLine}:${startCharacter}${end} ${JSON.stringify(text)}`;
      });
      return [edits.join(", ") || "paint", signedOf(step.rows)];
    });
    expect(written).toEqual(steps);
  });
}

describe("reviewEdits", () => {
  check("does nothing between equal rows", " a|+b| c", " a|+b| c", []);
  check("begins a green run with a placeholder", " a| b", " a|+x|+y| b", [
    ['1:0 "\\n\\n"', " a|+|+| b"],
    ['1:0 "x", 2:0 "y"', " a|+x|+y| b"],
  ]);
  check("needs no more than the placeholder for a blank line", " a| b", " a|+| b", [['1:0 "\\n"', " a|+| b"]]);
  check("adds to a green run at its end", " a|+x| b", " a|+x|+y|+z| b", [['1:1 "\\ny\\nz"', " a|+x|+y|+z| b"]]);
  check("adds to a green run at its top by moving its first row", " a|+x| b", " a|+w|+x| b", [
    ['1:0-1:1 "w", 1:1 "\\nx"', " a|+w|+x| b"],
  ]);
  check("adds into a green run", " a|+x|+z| b", " a|+x|+y|+z| b", [['1:1 "\\ny"', " a|+x|+y|+z| b"]]);
  check("adds below an empty green line away from its colour", " a|+| b", " a|+|+y| b", [
    ['2:0 "\\n"', " a|+|+| b"],
    ['2:0 "y"', " a|+|+y| b"],
  ]);
  check("adds below an empty first green line, inside its run", " a|+|+z| b", " a|+|+y|+z| b", [
    ['2:0 "y\\n"', " a|+|+y|+z| b"],
  ]);
  check("adds below an empty green line that is not the first", " a|+x|+|+z| b", " a|+x|+|+y|+z| b", [
    ['2:0 "\\ny"', " a|+x|+|+y|+z| b"],
  ]);
  check("turns lines red in place", " a| b| c", " a|-b| c", [["paint", " a|-b| c"]]);
  check("sets green below red", " a|-b| c", " a|-b|+x| c", [
    ['2:0 "\\n"', " a|-b|+| c"],
    ['2:0 "x"', " a|-b|+x| c"],
  ]);
  check("moves a line that turned red above green", " a|+x| b| c", " a|-b|+x| c", [
    ['0:1 "\\n", 2:0-3:0 ""', " a|-|+x| c"],
    ['1:0 "b"', " a|-b|+x| c"],
  ]);
  check("accepts a hunk", " a|-b|+x| c", " a| x| c", [
    ["paint", " a| b| x| c"],
    ['1:0-2:0 ""', " a| x| c"],
  ]);
  check("rejects a hunk", " a|-b|+x| c", " a| b| c", [
    ["paint", " a| b| x| c"],
    ['2:0-3:0 ""', " a| b| c"],
  ]);
  check("takes back an accept", " a| x| c", " a|-b|+x| c", [
    ["paint", " a|+x| c"],
    ['0:1 "\\n"', " a|-|+x| c"],
    ['1:0 "b"', " a|-b|+x| c"],
  ]);
  check("shrinks a green run from inside", " a|+x|+y|+z| b", " a|+y| b", [['1:0-2:0 "", 2:1-3:1 ""', " a|+y| b"]]);
  check("rewrites a green line in place", " a|+let x| b", " a|+let y| b", [['1:4-1:5 "y"', " a|+let y| b"]]);
  check("follows typing", " a|-b| c", " a| new|-b| c", [['0:1 "\\nnew"', " a| new|-b| c"]]);
  check("follows typing behind a green run", " a|+x| c", " a|+x| new| c", [['2:0 "new\\n"', " a|+x| new| c"]]);
  check("begins at the file's start", " a", "+x| a", [
    ['0:0 "\\n"', "+| a"],
    ['0:0 "x"', "+x| a"],
  ]);
  check("ends at the file's end", " a", " a|+x", [
    ['0:1 "\\n"', " a|+"],
    ['1:0 "x"', " a|+x"],
  ]);
  check("takes the colour off a last line that green is to follow", " a|-b", " a|-b|+x", [
    ["paint", " a| b"],
    ['1:1 "\\n"', " a|-b|+"],
    ['2:0 "x"', " a|-b|+x"],
  ]);
  check("takes green off the file's end", " a|+x", " a", [
    ["paint", " a| x"],
    ['0:1-1:1 ""', " a"],
  ]);
  check("writes into an empty line that has no colour", " a| | b", " a| x| b", [['1:0 "x"', " a| x| b"]]);
  check("writes into an empty green line", " a|+| b", " a|+x| b", [['1:0 "x"', " a|+x| b"]]);
  check("writes into an empty red line", " a|-| b", " a|-x| b", [['1:0 "x"', " a|-x| b"]]);
  check("empties a green line", " a|+x| b", " a|+| b", [['1:0-1:1 ""', " a|+| b"]]);
  check("begins a new file in its only line", " ", "+x|+y", [
    ['0:0 "\\n"', "+|+"],
    ['0:0 "x", 1:0 "y"', "+x|+y"],
  ]);
});

it("paints the rows that stay as what they become, before others come and go", () => {
  const from = (name: string, rows: string) => rowsOf(rows).map((row) => ({ ...row, name }));
  const [painted] = reviewEdits(from("shown", " a| b| x"), from("next", "-a|-b|+new")).steps;
  expect(painted?.rows).toEqual([...from("next", "-a|-b"), ...from("shown", " x")]);
});

describe("one frame", () => {
  it.each([
    ["of nothing is nothing", " a", " a", []],
    ["of new colours is these", " a| b| c", " a|-b| c", [" a|-b| c"]],
    ["of new text ends with its placeholders", " a| b", " a|+x| b", [" a|+| b"]],
    ["of both ends with the first change of the text", " a| x| c", " a|-b|+x| c", [" a|+x| c", " a|-|+x| c"]],
  ])("%s", (_, shown, rows, want) => {
    const frame = oneFrame(reviewEdits(rowsOf(shown), rowsOf(rows)).steps);
    expect(frame.map((step) => signedOf(step.rows))).toEqual(want);
  });
});

/** A review with a hunk in every tenth line, and the same one with a line more in each of its green runs. */
function largeReview(lines: number): { shown: readonly Row[]; next: readonly Row[] } {
  const document = Array.from({ length: lines }, (_, at) => (at % 4 === 3 ? "}" : `line ${at}`));
  const proposal = (count: number) =>
    document.flatMap((line, at) =>
      at % 10 === 5 ? Array.from({ length: count }, (_, n) => `new ${at} ${n}`) : [line],
    );
  const rows = (count: number) => {
    const after = proposal(count);
    return reviewRows({ document, proposal: after }, lineDiff(document, after)).rows;
  };
  return { shown: rows(2), next: rows(3) };
}

describe("reviewEdits of a large review", () => {
  it("adds a line to each of 120 hunks by as many edits in one step", () => {
    const { shown, next } = largeReview(1_200);
    const { steps } = reviewEdits(shown, next);
    expect(steps.map((step) => step.edits.length)).toEqual([120]);
    const [step] = steps;
    if (step === undefined) return;
    const seen = applyEdits(paint(shown), step.edits, "pushed");
    expect(seen.text).toBe(textOf(next));
    expect([wronglyColoured(step, seen), lackingColour(step, seen)]).toEqual([[], []]);
  });

  /** How often it reads something of a row, for each row. */
  const readsPerRow = (lines: number): number => {
    const { shown, next } = largeReview(lines);
    let reads = 0;
    const counted = (row: Row): Row =>
      new Proxy(row, {
        get: (target, key) => {
          reads++;
          return Reflect.get(target, key) as unknown;
        },
      });
    reviewEdits(shown.map(counted), next.map(counted));
    return reads / (shown.length + next.length);
  };

  it("reads each row a few times, however many there are", () => {
    expect(readsPerRow(600)).toBeLessThan(20);
    expect(readsPerRow(2_400)).toBeLessThan(1.05 * readsPerRow(600));
  });
});
