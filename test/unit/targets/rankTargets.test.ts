import { describe, expect, test } from "vitest";
import { farAhead, scoreFiles, type FoundContent } from "../../../extension/core/targets/rankTargets.ts";
import { mostTelling, readHits, textsIn, withoutCommon } from "../../../extension/core/targets/textHits.ts";

/** So many of the sketch's lines, from this one on: `lines(12)` are the first twelve. */
const lines = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => `const value${String(from + index)} = compute();`);

/** Which of the files is taken without a question: its place in the list. */
function check(
  sketch: { names: number; lines: number },
  files: readonly Partial<FoundContent>[],
  want: number | undefined,
  spread?: ReadonlyMap<string, number>,
): void {
  const found = files.map((file) => ({ names: [], lines: [], ...file }));
  const scores = scoreFiles(found, spread);
  const ranked = found.map((file, index) => ({
    index,
    names: file.names.length,
    lines: file.lines.length,
    score: scores[index] ?? 0,
  }));
  expect(farAhead(ranked, sketch)?.index).toBe(want);
}

describe("the file that is far ahead", () => {
  test.each<[string, { names: number; lines: number }, readonly Partial<FoundContent>[], number | undefined]>([
    ["is the only one with the lines", { names: 0, lines: 14 }, [{ lines: lines(12) }], 0],
    ["has twice the lines of the next", { names: 0, lines: 14 }, [{ lines: lines(6) }, { lines: lines(12) }], 1],
    ["shares most of them", { names: 0, lines: 14 }, [{ lines: lines(12) }, { lines: lines(8) }], undefined],
    ["is a copy of another", { names: 1, lines: 14 }, Array(2).fill({ names: ["f"], lines: lines(12) }), undefined],
    [
      "has rare lines, and others the common ones",
      { names: 0, lines: 14 },
      [{ lines: lines(14) }, { lines: lines(7) }, { lines: lines(7) }, { lines: lines(7) }],
      0,
    ],
    ["has two lines of many", { names: 0, lines: 14 }, [{ lines: lines(2) }], undefined],
    ["has few lines of very many", { names: 0, lines: 40 }, [{ lines: lines(5) }], undefined],
    ["has both lines that there are", { names: 0, lines: 2 }, [{ lines: lines(2) }], 0],
    ["has the only line", { names: 0, lines: 1 }, [{ lines: lines(1) }], undefined],
    ["declares a name, and has a line", { names: 2, lines: 9 }, [{ names: ["f"], lines: lines(1) }], 0],
    ["declares one name of many", { names: 6, lines: 40 }, [{ names: ["f"], lines: lines(1) }], undefined],
    ["declares all names", { names: 2, lines: 9 }, [{ names: ["f", "g"] }, { lines: lines(1) }], 0],
    ["is none", { names: 1, lines: 9 }, [], undefined],
    ["has nothing", { names: 1, lines: 9 }, [{}], undefined],
  ])("%s", (_, sketch, files, want) => {
    check(sketch, files, want);
  });

  test("is not so by lines that stand in many files which were not looked into", () => {
    const files = [{ lines: lines(6) }, { lines: lines(3, 6) }];
    check({ names: 0, lines: 9 }, files, undefined);
    check(
      { names: 0, lines: 9 },
      [{ lines: lines(8) }, { lines: lines(3, 6) }],
      undefined,
      new Map(lines(6).map((line) => [line, 50])),
    );
  });
});

const hit = (path: string, ...texts: string[]): { path: string; texts: Set<string> } => ({
  path,
  texts: new Set(texts),
});

test.each<[string, string, readonly ReturnType<typeof hit>[]]>([
  ["nothing", "", []],
  [
    "two files, by their paths",
    "./b/c.ts\0bar\n./a.ts\0foo\n./a.ts\0bar\n",
    [hit("a.ts", "foo", "bar"), hit("b/c.ts", "bar")],
  ],
  ["a path of Windows", ".\\b\\c.ts\0foo\n", [hit("b/c.ts", "foo")]],
  ["a path with a line end", "a\nb.ts\0foo\n", [hit("a\nb.ts", "foo")]],
  ["what was cut off", "a.ts\0foo\nb.ts\0fo", [hit("a.ts", "foo")]],
  ["what nobody asked for", "a.ts\0other\n", []],
])("what a search prints is read: %s", (_, output, want) => {
  expect(readHits(output, ["foo", "bar"])).toEqual(want);
});

test("texts are found in a content to the letter", () => {
  expect(textsIn("  if (a.b) {\n", ["if (a.b)", "a+b", "IF (A.B)"])).toEqual(new Set(["if (a.b)"]));
});

test("files with what few have are looked into first", () => {
  const hits = [hit("1", "common"), hit("2", "common"), hit("3", "common", "rare"), hit("4", "common")];
  expect(mostTelling(hits, 2).map(({ path }) => path)).toEqual(["3", "1"]);
});

test.each<[string, readonly string[], readonly string[]]>([
  ["those that a hundred files have", ["often", "also", "rare"], ["rare"]],
  ["else the one that most have", ["rare", "never"], ["never"]],
])("texts that are common are left out: %s", (_, texts, want) => {
  const hits = Array.from({ length: 120 }, (_file, index) =>
    hit(
      String(index),
      ...texts.filter((text) => text === "often" || text === "also" || (text === "rare" && index < 9)),
    ),
  );
  expect(withoutCommon(texts, hits)).toEqual(want);
});
