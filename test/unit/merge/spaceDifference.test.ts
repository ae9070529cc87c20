import { describe, expect, it } from "vitest";
import { spaceDifferenceAt, type SpaceDifference } from "../../../extension/core/merge/spaceDifference.ts";
import type { Item } from "../../../extension/core/sketch/lazyCode.ts";

describe("The difference of two lines in blanks", () => {
  const check = (
    name: string,
    shown: readonly [string, string, string],
    theirs: string,
    expected: SpaceDifference,
  ): void => {
    it(name, () => {
      const items = shown.map((text, line): Item => ({ type: "code", text, line }));
      expect(spaceDifferenceAt(items, 1, theirs)).toBe(expected);
    });
  };

  check(
    "is an alignment above a longer name",
    ["", "\tpadding   = 2", "\tincrement = 0.1"],
    "\tpadding  = 2",
    "aligned",
  );
  check("is one below a longer name", ['  "C90", # a', '  "B",   # b', "]"], '  "B",  # b', "aligned");
  check("is one of a table", ["| ------ | - |", "| `a`    | b |", ""], "| `a` | b |", "aligned");
  check("is none where words stand below each other by chance", ["name: 2,", "desc: 1,", ""], "desc:  1,", "other");
  check("is in a string", ["", 'log("from the " + x)', ""], 'log("from the" + x)', "inner");
  check("is between words of a comment", ["", "// said  twice", ""], "// said twice", "inner");
  check("is in the code that a comment shows", ["", "// f( a )", ""], "// f(a)", "other");
  check("is behind a string", ["", 'f("a",  b)', ""], 'f("a", b)', "other");
  check("passes over an escaped quote", ["", 'f("\\"",  b)', ""], 'f("\\"", b)', "other");
  check("is one of words that stand apart", ["", "a = b", ""], "a=b", "other");
});
