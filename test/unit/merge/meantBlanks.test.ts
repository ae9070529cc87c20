import { describe, expect, it } from "vitest";
import { areBlanksMeant } from "../../../extension/core/merge/meantBlanks.ts";
import type { Item } from "../../../extension/core/sketch/lazyCode.ts";

describe("blanks in which a line differs from that of the file", () => {
  const check = (name: string, shown: readonly [string, string, string], theirs: string, expected: boolean): void => {
    it(`are ${expected ? "meant" : "not meant"} where they ${name}`, () => {
      const items = shown.map((text, line): Item => ({ type: "code", text, line }));
      expect(areBlanksMeant(items, 1, theirs)).toBe(expected);
    });
  };

  check("align with a longer name below", ["", "\tpadding   = 2", "\tincrement = 0.1"], "\tpadding  = 2", true);
  check("align with a longer name above", ['  "C90", # a', '  "B",   # b', "]"], '  "B",  # b', true);
  check("align the columns of a table", ["| ------ | - |", "| `a`    | b |", ""], "| `a` | b |", true);
  check("put words below each other by chance", ["name: 2,", "desc: 1,", ""], "desc:  1,", false);
  check("stand in a string", ["", 'log("from the " + x)', ""], 'log("from the" + x)', true);
  check("stand between words of a comment", ["", "// said  twice", ""], "// said twice", true);
  check("stand within brackets of a comment", ["", "// f( a )", ""], "// f(a)", false);
  check("stand behind a string", ["", 'f("a",  b)', ""], 'f("a", b)', false);
  check("stand behind an escaped quote", ["", 'f("\\"",  b)', ""], 'f("\\"", b)', false);
  check(
    "align with a longer name beyond another one",
    ["CC     = gcc", "LIBS   = -lm", "CFLAGS = -O3"],
    "LIBS    = -lm",
    true,
  );
  check("make one blank of several in a string", ["", 'print("Name: Size")', ""], 'print("Name:    Size")', false);
  check("are left out in a string", ["", "label: 'All',", ""], "label: 'All ',", true);
  check("set apart a sign, which a shell reads otherwise", ["", "PORT = 80", ""], "PORT=80", false);
  check("stand within brackets", ["", "f( a )", ""], "f(a)", false);
  check("are left out", ["", "a=b", ""], "a = b", false);
  check("do not differ", ["", "a = b", ""], "a = b", false);
  check("are not all that differs", ["", "a = c", ""], "a=b", false);
});
