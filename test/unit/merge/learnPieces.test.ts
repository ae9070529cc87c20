import { describe, expect, it } from "vitest";
import { learnPieces } from "../../../extension/core/merge/learnPieces.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import type { Item } from "../../../extension/core/sketch/lazyCode.ts";
import { detectIndentUnit } from "../../../extension/core/text/indentation.ts";

describe("The indentation of a piece", () => {
  /** `shown`: the lines of one piece, each with the line of the file that it stands for, -1 if none. */
  const check = (name: string, file: string[], shown: [string, number][], expected: string[]): void => {
    it(name, () => {
      const original = readOriginal(file.join("\n"), "typescript", undefined);
      const items = shown.map(([text], line): Item => ({ type: "code", text, line }));
      const lineOf = Int32Array.from(shown, ([, line]) => line);
      const reindents = learnPieces(items, lineOf, original, detectIndentUnit(file));
      expect(shown.map(([text], at) => reindents[at]?.apply(text))).toEqual(expected);
    });
  };

  const file = ["const all = [", "  ...names", "    .map((name) => ({", "      text: name,", "    })),", "];"];
  check(
    "goes by the lines that stayed",
    ["run(() => {", "    first();", "    last();", "});"],
    [
      ["first();", 1],
      ["middle();", -1],
      ["last();", 2],
    ],
    ["    first();", "    middle();", "    last();"],
  );
  check(
    "stays where its head stays, changed as it is",
    file,
    [
      ["const all = names.map((name) => ({", 0],
      ["  text: name,", 3],
      ["}));", 4],
    ],
    ["const all = names.map((name) => ({", "  text: name,", "}));"],
  );
});
