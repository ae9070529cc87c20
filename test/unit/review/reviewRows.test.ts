import { describe, expect, it } from "vitest";
import { lineDiff } from "../../../extension/core/diff/lineDiff.ts";
import {
  documentLineOfRow,
  hunkAtRow,
  nextHunk,
  previousHunk,
  reviewRows,
  type ReviewRows,
} from "../../../extension/core/review/reviewRows.ts";
import { editorLines } from "../../../extension/core/text/lines.ts";

function rowsBetween(before: string, after: string): ReviewRows {
  const [document, proposal] = [editorLines(before), editorLines(after)];
  return reviewRows({ document, proposal }, lineDiff(document, proposal));
}

const SIGNS = { unchanged: " ", removed: "-", added: "+" };

/** Each row as its sign and its text, and the rows of each hunk. */
function check(name: string, before: string, after: string, rows: string[], hunks: readonly [number, number][]): void {
  it(name, () => {
    const found = rowsBetween(before, after);
    expect(found.rows.map(({ type, text }) => SIGNS[type] + text)).toEqual(rows);
    expect(found.hunkRows.map(({ start, end }) => [start, end])).toEqual(hunks);
    expectLinesToFit(found, editorLines(before), editorLines(after));
  });
}

function expectLinesToFit({ rows, hunkRows }: ReviewRows, document: string[], proposal: string[]): void {
  for (const [at, { type, text, oldLine, newLine, hunk }] of rows.entries()) {
    expect([oldLine === undefined, newLine === undefined]).toEqual([type === "added", type === "removed"]);
    if (oldLine !== undefined) expect(document[oldLine]).toBe(text);
    if (newLine !== undefined) expect(proposal[newLine]).toBe(text);
    const inHunk = hunkRows.findIndex(({ start, end }) => start <= at && at < end);
    expect(hunk ?? -1).toBe(inHunk);
  }
}

describe("reviewRows", () => {
  check("shows equal texts unchanged", "a\nb\n", "a\nb\n", [" a", " b", " "], []);
  check(
    "shows removed lines before added ones",
    "a\nb\nc\n",
    "a\nx\ny\nc\n",
    [" a", "-b", "+x", "+y", " c", " "],
    [[1, 4]],
  );
  check(
    "shows several hunks",
    "a\nb\nc\nd",
    "b\nc\nx\nd\ne",
    ["-a", " b", " c", "+x", " d", "+e"],
    [
      [0, 1],
      [3, 4],
      [5, 6],
    ],
  );
  check("shows a new file all added", "", "a\nb\n", ["+a", "+b", " "], [[0, 2]]);
  check("shows a new file without a final newline all added", "", "a\nb", ["+a", "+b"], [[0, 2]]);
  check("shows a deleted file all removed", "a\nb\n", "", ["-a", "-b", " "], [[0, 2]]);
  check("shows a deleted file without a final newline all removed", "a\nb", "", ["-a", "-b"], [[0, 2]]);
  check("shows an only line that changes", "a", "b", ["-a", "+b"], [[0, 2]]);
  check("shows an empty first line that goes", "\nb", "x\nb", ["-", "+x", " b"], [[0, 2]]);
  check("shows an empty first line that comes", "x\nb", "\nb", ["-x", "+", " b"], [[0, 2]]);
  check("shows an empty text", "", "", [" "], []);
  check("shows a new final newline as an empty line", "a", "a\n", [" a", "+"], [[1, 2]]);
  check("shows a lost final newline as an empty line", "a\n", "a", [" a", "-"], [[1, 2]]);
  check("shows a changed last line without a newline", "a\nb", "a\nc", [" a", "-b", "+c"], [[1, 3]]);
});

/** The line of the document of each row. */
function checkPlaces(name: string, before: string, after: string, lines: number[]): void {
  it(name, () => {
    const found = rowsBetween(before, after);
    expect(found.rows.map((_, row) => documentLineOfRow(found, row))).toEqual(lines);
    expect(documentLineOfRow(found, 1_000)).toBe(lines.at(-1));
    expect(documentLineOfRow(found, -1)).toBe(lines[0]);
  });
}

describe("documentLineOfRow", () => {
  checkPlaces("is the same without hunks", "a\nb\nc", "a\nb\nc", [0, 1, 2]);
  checkPlaces("pairs added lines with those they replace", "a\nb\nc\nd", "a\nx\ny\nz\nd", [0, 1, 2, 1, 2, 2, 3]);
  checkPlaces("takes added lines to the line that follows", "a\nb", "a\nx\ny\nb", [0, 1, 1, 1]);
  checkPlaces("takes added lines at the end to the last line", "a", "a\nx\ny", [0, 0, 0]);
  checkPlaces("maps a new file to its only line", "", "a\nb", [0, 0]);
  checkPlaces("maps a deleted file line by line", "a\nb\n", "", [0, 1, 2]);
});

describe("hunkAtRow, nextHunk and previousHunk", () => {
  // a -b +B c +x +y d e
  const find = (): ReviewRows => rowsBetween("a\nb\nc\nd\ne", "a\nB\nc\nx\ny\nd\ne");
  it("find the hunk of a row", () => {
    const found = find();
    expect(found.rows.map((_, row) => hunkAtRow(found, row))).toEqual([
      undefined,
      0,
      0,
      undefined,
      1,
      1,
      undefined,
      undefined,
    ]);
  });
  it("go on to the next one and wrap around", () => {
    const found = find();
    expect(found.rows.map((_, row) => nextHunk(found, row))).toEqual([0, 1, 1, 1, 0, 0, 0, 0]);
  });
  it("go back to the one before and wrap around", () => {
    const found = find();
    expect(found.rows.map((_, row) => previousHunk(found, row))).toEqual([1, 1, 1, 0, 0, 0, 1, 1]);
  });
  it("find none where there is none", () => {
    const equal = rowsBetween("a", "a");
    expect([nextHunk(equal, 0), previousHunk(equal, 0), hunkAtRow(equal, 0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
