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

  it("is quick with long lines", () => {
    const long = (word: string) => `${"a(b), ".repeat(900)}${`${word} c; `.repeat(500)}${"d, ".repeat(2_000)}`;
    const began = performance.now();
    expect(intraLineDiff(long("x"), long("y"))).toEqual({
      old: [{ start: 5_400, end: 5_400 + 499 * 5 + 1 }],
      new: [{ start: 5_400, end: 5_400 + 499 * 5 + 1 }],
    });
    expect(intraLineDiff("x".repeat(1_000_000), "x".repeat(1_000_001))).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(2_000);
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
  checkPairs("leaves unlike lines alone", ["import x;"], ["while (true) run();"], []);
  checkPairs("leaves blank lines alone", [""], ["", "a"], []);
  checkPairs("does without a side", [], ["a"], []);

  it("pairs a large hunk in order", () => {
    const lines = (value: string) => Array.from({ length: 3_000 }, (_, at) => `set(${at}, ${value});`);
    const began = performance.now();
    expect(pairLines(lines("a"), lines("b")).length).toBe(3_000);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
