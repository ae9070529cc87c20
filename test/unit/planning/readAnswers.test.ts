import { describe, expect, test } from "vitest";
import {
  cutText,
  folderEntries,
  columnOfSymbol,
  numberLines,
  showHits,
  showList,
} from "../../../extension/core/planning/readAnswers.ts";

const long = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");

describe("lines of a file", () => {
  test("stand behind their numbers", () => {
    expect(numberLines("a\r\nb\n\nd\n", 2, 3)).toEqual({
      ...{ text: "2\tb\n3\t", start: 2, end: 3, isWhole: false },
    });
    expect(numberLines("only")).toEqual({ text: "1\tonly", start: 1, end: 1, isWhole: true });
  });

  test("are not all shown, and it is said how to go on", () => {
    const shown = numberLines(long(3_000), 11);
    expect([shown.start, shown.end]).toEqual([11, 810]);
    // The last line alone is missing.
    expect([long(801), long(801).trimEnd(), long(800)].map((text) => numberLines(text).isWhole)).toEqual([
      ...[false, false, true],
    ]);
    expect(shown.text).toContain("has 3000 lines. Read on with start_line 811");
  });

  test("that are very long are cut, one by one and together", () => {
    expect(numberLines("x".repeat(5_000)).text).toContain("4000 more characters");
    expect(numberLines(`${"x".repeat(900)}\n`.repeat(800)).text.length).toBeLessThan(41_500);
  });

  test("behind the end are not there", () => {
    expect(numberLines("a\nb\n", 9)).toMatchObject({ text: "The file has only 2 lines.", end: 8 });
  });
});

test.each<[line: string, symbol: string, want: number]>([
  ["const width = id;", "id", 14],
  ["total(subtotal, total_of, $total);", "total", 0],
  ["subtotal(total)", "total", 9],
  ["größe = groß", "groß", 8],
  ["width", "id", -1],
  ["a.#secret()", "#secret", 2],
])("in %j stands the symbol %j from column %i on", (line, symbol, want) => {
  expect(columnOfSymbol(line, symbol)).toBe(want);
});

test("5,000 hits are counted, and a hundred shown", () => {
  const hits = Array.from({ length: 5_000 }, (_, at) => ({
    path: `src/f${String(at % 50).padStart(2, "0")}.ts`,
    line: Math.floor(at / 50) + 1,
    text: `  const hit = ${at};`,
  }));
  const text = showHits(hits, true);
  expect(text).toMatch(/^5000 lines in 50 files, of which 45 files are not shown\. Narrow the search/);
  expect(text.match(/^ {2}\d+: /gm)).toHaveLength(100);
  expect(text).toContain("src/f00.ts\n  1: const hit = 0;");
  expect(text).toContain("and 80 more lines");
  expect(showHits(hits.slice(0, 2), false)).toMatch(/^at least 2 lines in at least 2 files\. Narrow/);
  expect(showHits([], true)).toBe("Nothing is found.");
});

test("folders stand before files", () => {
  expect(folderEntries(["b.ts", "src/a.ts", "src/deep/b.ts", "a.ts", "docs/x.md"])).toEqual([
    "docs/ (1 file)",
    "src/ (2 files)",
    "a.ts",
    "b.ts",
  ]);
});

test("lists and texts say what they leave out", () => {
  expect(showList(["a", "b", "c"], 2, "none")).toBe("a\nb\nand 1 more");
  expect(showList([], 2, "none")).toBe("none");
  expect(cutText("one\ntwo\nthree", 9)).toBe("one\ntwo\n(There is more, which is not shown. Narrow the question.)");
});
