import { expect, test } from "vitest";
import { findEditPlaces } from "../../../extension/core/proof/editPlaces.ts";
import { beginWork } from "../../../extension/core/text/work.ts";

/** Where the searched lines stand: `1-3`, `~` before it where not to the letter, and what each elision skips: `0-9 (2-5, 7-7) off by 3`. */
function check(search: string, file: string, places: readonly string[]): void {
  const found = findEditPlaces(search.split("\n"), file.split("\n"), beginWork());
  const range = ({ start, end }: { start: number; end: number }): string => `${String(start)}-${String(end)}`;
  const texts = found.map(({ isLiteral, skipped, miscount, ...place }) => {
    const gaps = skipped.length === 0 ? "" : ` (${skipped.map(range).join(", ")})`;
    return `${isLiteral ? "" : "~"}${range(place)}${gaps}${miscount === 0 ? "" : ` off by ${String(miscount)}`}`;
  });
  expect(texts).toEqual(places);
}

test.each<[string, string, string, readonly string[]]>([
  ["once", "b", "a\nb\nc", ["1-2"]],
  ["at the beginning", "a\nb", "a\nb\nc", ["0-2"]],
  ["at the end", "b\nc", "a\nb\nc", ["1-3"]],
  ["several times", "b", "a\nb\nb\nc", ["1-2", "2-3"]],
  ["over itself", "a\na", "a\na\na", ["0-2", "1-3"]],
  ["nowhere", "d", "a\nb\nc", []],
  ["its first line alone", "b\nd", "a\nb\nc", []],
  ["its first line alone, at the end", "c\nd", "a\nb\nc", []],
  ["with other blanks at the end", "b  ", "a\nb\t\nc", ["1-2"]],
  ["indented otherwise", "  b\n  c", "a\n\tb\n\tc", ["~1-3"]],
  ["indented otherwise in one of two places", "  b", "  b\nb", ["0-1"]],
  ["with other quotes", "say('a')", 'x\nsay("a")', ["~1-2"]],
  ["with another comment", "run() // now", "run()", ["~0-1"]],
  ["loosely in one of two places", "say('a')", "say(\"a\")\n  say('a')", ["~1-2"]],
  ["over blank lines of the file", "a\nb", "x\na\n\n  \nb\n\nc", ["1-5"]],
  ["with blank lines of its own", "\na\n\nb\n", "a\nb\nc", ["0-2"]],
  ["no lines", "", "a\n\nb", []],
  ["blank lines alone", "\n  \n", "a\n\nb", []],
])("lines of a search are found: %s", (_, search, file, places) => {
  check(search, file, places);
});

test.each<[string, string, string, readonly string[]]>([
  ["with lines between", "a\n...\nd", "a\nb\nc\nd\ne", ["0-4 (1-3)"]],
  ["with nothing between", "a\n...\nb", "a\nb", ["0-2 (1-1)"]],
  ["that are lines of the file", "a\n...\nb", "a\n...\nb\nc\nb", ["0-3"]],
  ["several times", "a\n...\nc\n...\ne", "a\nb\nc\nd\ne", ["0-5 (1-2, 3-4)"]],
  ["up to the first", "a\n...\nc", "a\nb\nc\nb\nc", ["0-3 (1-2)"]],
  ["up to what stands behind", "a\n...\nc", "c\na\nb\nc", ["1-4 (2-3)"]],
  ["from each beginning", "a\n...\nc", "a\nb\na\nb\nc", ["0-5 (1-4)", "2-5 (3-4)"]],
  ["from beginnings that have an end behind them", "a\n...\nc", "a\nc\na", ["0-2 (1-1)"]],
  ["whose second end is nowhere", "a\n...\nc\n...\ne", "a\nb\nc\nd", []],
  ["whose middle stands before its beginning", "a\n...\nc\n...\ne", "c\na\nb\ne", []],
  ["whose ends stand the other way", "a\n...\nc", "c\nb\na", []],
  ["over what is found already", "a\nb\n...\nb\nc", "a\nb\nc", []],
  ["with pieces of several lines", "a\nb\n...\nd\ne", "a\nb\nc\nd\nx\nd\ne", ["0-7 (2-5)"]],
  ["by their count", "a\n... 3 lines ...\nc", "a\nc\nx\ny\nc\nz\nc", ["0-5 (1-4)"]],
  ["by the nearest count below", "a\n... 3 lines ...\nc", "a\nc\nx\nc\nx\nx\nx\nc", ["0-4 (1-3) off by 1"]],
  ["by the nearest count above", "a\n... 2 lines ...\nc", "a\nc\nx\nx\nc", ["0-5 (1-4) off by 1"]],
  ["by the first of two as near", "a\n... 2 lines ...\nc", "a\nx\nc\nx\nc", ["0-3 (1-2) off by 1"]],
  ["with two counts", "a\n... 2 lines ...\nc\n... 1 line ...\ne", "a\nb\nc\nd\ne", ["0-5 (1-2, 3-4) off by 1"]],
  ["with a count that blank lines fill", "a\n... 2 lines ...\nc", "a\n\n\nc", ["0-4 (1-3)"]],
  ["indented otherwise", "  a\n...\n  c", "a\nb\nc", ["~0-3 (1-2)"]],
  ["to the letter in one of two places", "  a\n...\n  c", "a\nb\nc\n  a\nb\n  c", ["3-6 (4-5)"]],
  ["loosely", "say('a')\n...\nc;", 'say("a")\nb\nc', ["~0-3 (1-2)"]],
  ["without a beginning", "...\nc", "a\nb\nc", []],
  ["without an end", "a\n...", "a\nb\nc", []],
])("elisions stand for lines of the file: %s", (_, search, file, places) => {
  check(search, file, places);
});

test("nothing is found where the work is spent", () => {
  const file = Array.from({ length: 50 }, (_, at) => `line ${String(at)}`);
  for (const search of [["line 7"], ["line 7", "...", "line 9"]]) {
    const steps = (given: number): number => {
      const work = beginWork(given);
      expect(findEditPlaces(search, file, work).length).toBe(work.isSpent ? 0 : 1);
      return given - work.left;
    };
    const needed = steps(100_000);
    expect(needed).toBeGreaterThan(file.length);
    for (const given of [needed - 1, 100, 50, 0]) steps(given);
    expect(findEditPlaces(search, file, beginWork(needed))).toHaveLength(1);
  }
});

// What is not counted is not bounded: a long edit of a long file would hold up the editor.
test.each<[string, readonly string[], string, number]>([
  // It is read in three ways, and each of these reads both texts and compares them.
  ["a search that stands nowhere", ["x"], "a\n".repeat(500), 3 * (1 + 501 + 500)],
  ["a long search that stands nowhere", Array.from({ length: 400 }, () => "x"), "a", 3 * (400 + 1 + 1)],
  [
    "elisions that may begin and end at many lines",
    ["a", "...", "b"],
    `${"a\n".repeat(60)}${"b\n".repeat(60)}`,
    60 * 60,
  ],
])("the work of looking for %s is counted", (_, search, file, steps) => {
  const work = beginWork();
  const before = work.left;
  findEditPlaces(search, file.split("\n"), work);
  expect(before - work.left).toBeGreaterThanOrEqual(steps);
});
