import { expect, test } from "vitest";
import { align } from "../../../extension/core/merge/align.ts";

/** Aligns letters: each searched letter with the line of the file that it was matched with, `+` where the file lacks it. */
function check(searched: string, file: string, want: string, gapFactor = 1): void {
  const lines = Array.from(file);
  const found = align(
    Array.from(searched, (letter) => lines.flatMap((line, at) => (line === letter ? [{ line: at, score: 1 }] : []))),
    new Float32Array(lines.length).fill(gapFactor),
  );
  const lineOf = new Map(found.map(({ item, line }) => [item, line]));
  expect(Array.from(searched, (_, item) => String(lineOf.get(item) ?? "+")).join(" ")).toBe(want);
  expect(found.map(({ item }) => item)).toEqual([...lineOf.keys()].sort((a, b) => a - b));
}

test.each([
  ["nothing", "", "", ""],
  ["the same", "abc", "abc", "0 1 2"],
  ["a part of the file", "cd", "abcdef", "2 3"],
  ["the first lines", "ab", "abcdef", "0 1"],
  ["the last lines", "ef", "abcdef", "4 5"],
  ["a line that the file lacks", "axb", "ab", "0 + 1"],
  ["a line that the search lacks", "ac", "abc", "0 2"],
  ["a replaced line", "axc", "abc", "0 + 2"],
  ["the twin that stands beside its neighbour", "ca", "abca", "2 3"],
  [
    "many lines that the search lacks, for a long gap costs little more",
    "abyz",
    "abcdefghijklmnopqrstuvwxyz",
    "0 1 24 25",
  ],
  ["a file without lines", "ab", "", "+ +"],
  ["nothing that is found", "xy", "abc", "+ +"],
])("%s", (_, searched, file, want) => {
  check(searched, file, want);
});

test("blank lines that the search lacks cost next to nothing", () => {
  // Two gaps: each of them costs more to begin with than either match is worth, if its lines count in full.
  check("ab", `a${"-".repeat(9)}b`, "0 10", 0.05);
});
