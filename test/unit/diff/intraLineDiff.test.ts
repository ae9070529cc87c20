import { describe, expect, it } from "vitest";
import { intraLineDiff, pairLines } from "../../../extension/core/diff/intraLineDiff.ts";

/** The changed parts in brackets; `undefined` where there is no telling. */
function check(name: string, oldLine: string, newLine: string, want: readonly [string, string] | undefined): void {
  it(name, () => {
    const found = intraLineDiff(oldLine, newLine);
    expect(found && [marked(oldLine, found.old), marked(newLine, found.new)]).toEqual(want);
  });
}

function marked(line: string, ranges: readonly { readonly start: number; readonly end: number }[]): string {
  return ranges.toReversed().reduce((text, { start, end }) => {
    return `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;
  }, line);
}

describe("intraLineDiff", () => {
  check("marks a word", "return a + b;", "return a + c;", ["return a + [b];", "return a + [c];"]);
  check("marks the whole of a changed name", "const total = 1;", "const totals = 1;", [
    "const [total] = 1;",
    "const [totals] = 1;",
  ]);
  check("marks what is only new", "call(a)", "call(a, b)", ["call(a)", "call(a[, b])"]);
  check("marks what is only gone", "call(a, b)", "call(a)", ["call(a[, b])", "call(a)"]);
  check("marks two places", "let a = b.size();", "const a = b.length();", [
    "[let] a = b.[size]();",
    "[const] a = b.[length]();",
  ]);
  check("joins changed words over a blank", "return one two three;", "return four five three;", [
    "return [one two] three;",
    "return [four five] three;",
  ]);
  check("marks a changed indentation", "  go();", "    go();", ["[  ]go();", "[    ]go();"]);
  check("keeps characters of two units whole", "say(\u{1F600}, name)", "say(\u{1F601}, name)", [
    "say([\u{1F600}], name)",
    "say([\u{1F601}], name)",
  ]);
  check("marks nothing in equal lines", "a = 1", "a = 1", ["a = 1", "a = 1"]);
  check("says nothing of lines that share little", "import x from 'y';", "while (true) run();", undefined);
  check("says nothing of blank lines", "", "  ", undefined);
  check("says nothing of a blank line and another", "", "return;", undefined);

  check("marks one more of equal words", "a a", "a a a", ["a a", "a a[ a]"]);
  check("says something of lines that share two of five letters", "a b", "a cd", ["a [b]", "a [cd]"]);
  check("says nothing of lines that share their blanks", "a        b", "c        d", undefined);

  // Words and the blanks between them count alike.
  const equal = "equal ".repeat(400);
  const four = (first: string, last: string, words: number): string =>
    `${equal}${first} ${"w ".repeat(words)}${last}; ${equal}`;
  check("marks each change between 400 words", four("p", "q", 198), four("r", "s", 198), [
    four("[p]", "[q]", 198),
    four("[r]", "[s]", 198),
  ]);
  check("marks all between the first and the last change of more words", four("p", "q", 199), four("r", "s", 199), [
    four("[p", "q]", 199),
    four("[r", "s]", 199),
  ]);
  check("also where only one side has more", four("p", "q", 199), four("r", "s", 197), [
    four("[p", "q]", 199),
    four("[r", "s]", 197),
  ]);
  check(
    "marks nothing on a side that lost nothing, however much the other gained",
    `${equal}.`,
    `${equal}${"new ".repeat(250)}.`,
    [`${equal}.`, `${equal}[${"new ".repeat(250)}].`],
  );
  const changes = (seed: string, count: number, marks: string): string =>
    equal + Array.from({ length: count }, (_, at) => `${marks[0] ?? ""}${seed}${at}${marks[1] ?? ""} k`).join(" ");
  check("marks 50 changes", changes("x", 50, ""), changes("y", 50, ""), [
    changes("x", 50, "[]"),
    changes("y", 50, "[]"),
  ]);
  check("marks more as one", changes("x", 51, ""), changes("y", 51, ""), [
    changes("x", 51, "").replace("x0", "[x0").replace("x50", "x50]"),
    changes("y", 51, "").replace("y0", "[y0").replace("y50", "y50]"),
  ]);
  it("marks all between the equal ends of lines that differ in more words than a person compares", () => {
    const long = (word: string) => `${"a(b), ".repeat(900)}${`${word} c; `.repeat(500)}${"d, ".repeat(2_000)}`;
    expect(intraLineDiff(long("x"), long("y"))).toEqual({
      old: [{ start: 5_400, end: 5_400 + 499 * 5 + 1 }],
      new: [{ start: 5_400, end: 5_400 + 499 * 5 + 1 }],
    });
  });
  it("says nothing of lines longer than anyone reads", () => {
    const ofLength = (length: number) => ["x".repeat(length - 2) + " a", "x".repeat(length - 2) + " b"] as const;
    expect(intraLineDiff(...ofLength(20_000))).toEqual({
      old: [{ start: 19_999, end: 20_000 }],
      new: [{ start: 19_999, end: 20_000 }],
    });
    const words = "x ".repeat(10_000);
    expect([intraLineDiff(words, `${words}y`), intraLineDiff(`${words}y`, words)]).toEqual([undefined, undefined]);
    const [long, other] = ofLength(20_001);
    expect([intraLineDiff(long, other), intraLineDiff(long, "x"), intraLineDiff("x", long)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

function checkPairs(name: string, oldLines: string[], newLines: string[], want: readonly [number, number][]): void {
  it(name, () => {
    expect(pairLines(oldLines, newLines).map((pair) => [pair.old, pair.new])).toEqual(want);
  });
}

describe("pairLines", () => {
  checkPairs("pairs a line with its version", ["return a + b;"], ["return a + c;"], [[0, 0]]);
  checkPairs(
    "passes new lines between",
    ["let a = 1;", "go(a);"],
    ["let a = 2;", "check(a) || stop;", "go(a, 1);"],
    [
      [0, 0],
      [1, 2],
    ],
  );
  checkPairs("passes lines that are gone", ["one two three", "let a = 1;"], ["let a = 2;"], [[1, 0]]);
  checkPairs("pairs lines that share two of five letters", ["a b"], ["a cd"], [[0, 0]]);
  checkPairs("leaves lines alone that share less", ["a b"], ["a cde"], []);
  checkPairs("leaves unlike lines alone", ["import x;"], ["while (true) run();"], []);
  checkPairs("leaves blank lines alone", [""], ["", "a"], []);
  checkPairs("does without a side", [], ["a"], []);

  it("pairs a large hunk in order, without lines that are unlike", () => {
    const lines = (value: string, count: number) => Array.from({ length: count }, (_, at) => `set(${at}, ${value});`);
    const shifted = (count: number) => ["nothing like it", ...lines("b", count)];
    expect(pairLines(lines("a", 3_000), lines("b", 3_000))).toHaveLength(3_000);
    // 50 lines and 50 lines are compared each with each: then the first new one is passed. 51 and 50 are not.
    expect(pairLines(lines("a", 50), shifted(49))[0]).toEqual({ old: 0, new: 1 });
    expect(pairLines(lines("a", 51), shifted(49))[0]).toEqual({ old: 1, new: 1 });
  });
});
