import { describe, expect, it } from "vitest";
import { lineDiff } from "../../../extension/core/diff/lineDiff.ts";
import { changeText } from "./rangeText.ts";

const lines = (words: string): string[] => (words === "" ? [] : words.split(" "));

/** Each word is a line. */
function check(name: string, before: string, after: string, want: readonly string[]): void {
  it(name, () => {
    expect(lineDiff(lines(before), lines(after)).map(changeText)).toEqual(want);
  });
}

describe("lineDiff", () => {
  check("of equal texts is empty", "a b", "a b", []);
  check("takes lines in the place of others for one change", "a b c", "a x y c", ["1-2>1-3"]);
  check("finds lines that come at both ends", "a b", "x a b y", ["0-0>0-1", "2-2>3-4"]);
  check("finds lines that go at both ends", "x a b y", "a b", ["0-1>0-0", "3-4>2-2"]);
  check("of nothing and a text is all of it", "", "a b", ["0-0>0-2"]);
  check("of a text and nothing is all of it", "a b", "", ["0-2>0-0"]);
  check("of texts that share nothing is one change", "a b", "x y z", ["0-2>0-3"]);
  check("keeps a line that occurs once, though more lines could be kept", "U c c c", "c c c U", ["0-0>0-3", "1-4>4-4"]);
  check("keeps it where it stands behind the changes as well", "U c c c d U", "c c c U d U", ["0-0>0-3", "1-4>4-4"]);
  check("keeps most of those that occur once", "U V W", "W U V", ["0-0>0-1", "2-3>3-3"]);
  check("compares what lies between them", "U a c a V", "U a b a V", ["2-3>2-3"]);
  check("keeps most lines where none occurs once", "a a b b", "b b a a", ["0-2>0-0", "4-4>2-4"]);

  it("takes a stretch for changed whole whose lines occur often and have hardly anything in common", () => {
    const stretch = (first: string, second: string): string[] =>
      Array.from({ length: 1_800 }, (_, at) => (at % 2 === 0 ? first : second)).concat(first);
    expect(lineDiff(stretch("a", "b"), stretch("c", "b")).map(changeText)).toEqual(["0-1801>0-1801"]);
  });
});
