import { describe, expect, it } from "vitest";
import { joinRemarks, moveRemarks, remarksOn, type Remark } from "../../../extension/core/review/remarks.ts";
import { rangeOf, rangeText } from "../diff/rangeText.ts";

const note = (range: string): Remark => ({ range: rangeOf(range), kind: "note", message: "Why?" });
const lines = (words: string): string[] => words.split(" ");

describe("a remark concerns a run of lines", () => {
  it.each([
    ["0-2", "1-3", true],
    ["0-1", "1-2", false],
    ["1-2", "0-1", false],
    ["1-1", "1-3", true],
    ["3-3", "1-3", true],
    ["0-0", "1-3", false],
    ["4-4", "1-3", false],
    ["2-2", "2-2", true],
  ])("%s and %s: %s, and the other way round", (remark, run, want) => {
    expect(remarksOn([note(remark)], rangeOf(run))).toHaveLength(want ? 1 : 0);
    expect(remarksOn([note(run)], rangeOf(remark))).toHaveLength(want ? 1 : 0);
  });
});

describe("a remark moves", () => {
  it.each([
    ["with its lines", "a b c", "x a b c", "1-2", "2-3"],
    ["to all that its lines became", "a b c", "a X Y c", "1-2", "1-3"],
    ["to where its lines were", "a b c", "a c", "1-2", "1-1"],
    ["from there to the lines that come back", "a c", "a b c", "1-1", "1-2"],
    ["from there to what is beside", "a b c", "a X c", "1-1", "1-2"],
    ["not to lines that come below", "a b", "a x b", "0-1", "0-1"],
    ["not to lines that come above", "a b", "a x b", "1-2", "2-3"],
  ])("%s", (_, before, after, range, want) => {
    expect(moveRemarks([note(range)], lines(before), lines(after)).map((remark) => rangeText(remark.range))).toEqual([
      want,
    ]);
  });

  it("nowhere in a text that stays", () => {
    const [text, remarks] = [lines("a"), [note("0-1")]];
    expect(moveRemarks(remarks, text, text)).toBe(remarks);
  });
});

describe("joined remarks", () => {
  const present: readonly Remark[] = [note("0-1"), note("4-6")];
  it.each<[string, Remark, number]>([
    ["have one only once that is there", note("4-6"), 2],
    ["tell them apart by their first line", note("5-6"), 3],
    ["tell them apart by their last line", note("4-5"), 3],
    ["tell them apart by their kind", { ...note("4-6"), kind: "warning" }, 3],
    ["tell them apart by their message", { ...note("4-6"), message: "Where?" }, 3],
  ])("%s", (_, remark, count) => {
    const joined = joinRemarks(present, [remark]);
    expect(joined).toHaveLength(count);
    expect(joined).toContainEqual(remark);
  });
});
