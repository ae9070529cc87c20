import { describe, expect, it } from "vitest";
import { alignWindow, findPairs } from "../../../extension/core/placing/likeness.ts";
import { shiftOf } from "../../../extension/core/placing/shift.ts";
import { DOOR, readFile, readShown } from "./placingSamples.ts";

const FILE = readFile(DOOR, "javascript");

/** By how much a block moves at lines `first` to `last`, or `width` columns deep behind a line. */
function shift(block: string, first: number, last: number, width?: number): number {
  const shown = readShown(block);
  const likes = shown.trimmed.map(() => new Map<number, number>());
  for (const { at, line, like } of findPairs(shown, FILE.compared)) likes[at]?.set(line, like);
  const alignment = alignWindow(shown, likes, FILE.compared, first - 1, last);
  return shiftOf(shown, { start: first - 1, end: last, width, kind: "run" }, alignment, FILE.facts);
}

describe("a block that takes the place of lines moves", () => {
  it.each([
    ["to where they stand", "close() {\n  this.pull();\n}", 11, 13, 2],
    ["not if it stands as they do", "  close() {\n    this.pull();\n  }", 11, 13, 0],
    ["back if it stands deeper", "      close() {\n        this.pull();\n      }", 11, 13, -4],
    ["as a line does that is the same", "try {\n  this.pull();\n}", 12, 12, 2],
    ["to their first line if nothing is alike", "return 1;", 12, 12, 4],
    ["as its first line does, even if that changed", "close(hard) {\n  this.pull();\n}", 11, 13, 2],
  ])("%s", (_, block, first, last, want) => {
    expect(shift(block, first, last)).toBe(want);
  });
});

describe("a block between lines moves", () => {
  it.each([
    ["to the columns of its place", "lock() {\n}", 2, 2],
    ["not if it stands there", "  lock() {\n  }", 2, 0],
    ["back if it stands deeper", "    lock();", 2, -2],
  ])("%s", (_, block, width, want) => {
    expect(shift(block, 10, 9, width)).toBe(want);
  });
});
