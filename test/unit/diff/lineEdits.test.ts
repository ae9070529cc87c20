import { describe, expect, it } from "vitest";
import { applyLineEdits, editsOf, equalLines } from "../../../extension/core/diff/lineEdits.ts";
import { changeOf, rangeOf } from "./rangeText.ts";

const lines = (words: string): string[] => (words === "" ? [] : words.split(" "));

describe("applyLineEdits", () => {
  it.each<[string, string, [range: string, lines: string][], string[]]>([
    ["replaces lines", "a b c", [["1-2", "x y"]], ["a", "x", "y", "c"]],
    [
      "inserts at both ends",
      "a",
      [
        ["0-0", "x"],
        ["1-1", "y"],
      ],
      ["x", "a", "y"],
    ],
    ["deletes lines", "a b c", [["0-2", ""]], ["c"]],
    [
      "makes several edits, which count in the lines given",
      "a b c d",
      [
        ["0-1", "x y z"],
        ["2-3", ""],
        ["3-4", "d d"],
      ],
      ["x", "y", "z", "b", "d", "d"],
    ],
    ["leaves one empty line where none is left", "a b", [["0-2", ""]], [""]],
  ])("%s", (_, given, edits, want) => {
    const made = edits.map(([range, inserted]) => ({ range: rangeOf(range), lines: lines(inserted) }));
    expect(applyLineEdits(lines(given), made)).toEqual(want);
  });

  it("gives the lines themselves without edits", () => {
    const given = ["a"];
    expect(applyLineEdits(given, [])).toBe(given);
  });
});

describe("editsOf", () => {
  it("takes the lines from the new side", () => {
    expect(editsOf([changeOf("0-1>0-0"), changeOf("2-2>1-3")], ["b", "x", "y"])).toEqual([
      { range: { start: 0, end: 1 }, lines: [] },
      { range: { start: 2, end: 2 }, lines: ["x", "y"] },
    ]);
  });
});

describe("equalLines", () => {
  it.each([
    ["a b", "a b", true],
    ["a b", "a c", false],
    ["a b", "c b", false],
    ["a b", "a b c", false],
    ["a b c", "a b", false],
    ["", "", true],
  ])("of %j and %j is %s", (a, b, want) => {
    expect(equalLines(lines(a), lines(b))).toBe(want);
  });
});
