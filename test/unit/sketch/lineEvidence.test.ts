import { expect, it } from "vitest";
import { readBlocks } from "../../../extension/core/merge/blocks.ts";
import { lineEvidence, SAID } from "../../../extension/core/sketch/lineEvidence.ts";
import { readStatements } from "../../../extension/core/sketch/statements.ts";

const LINES = `import { tax } from "./tax";
function total(cart) {
  return tax(cart);
}
function sum(cart) {
  return total(cart);
}`.split("\n");

const SHOWN: readonly string[] = Object.entries(SAID).map(([name]) => name[0] ?? "");

/** The first letter of what is said of each line: `n`othing, `d`eleted, `r`enamed … */
function check(text: string): string {
  const { codes } = lineEvidence(readStatements(text), LINES, readBlocks(LINES, "javascript").end);
  return [...codes].map((code) => SHOWN[code]).join("");
}

it.each<[string, string]>([
  ["I removed `total`.", "ndddnmn"],
  ["I removed the `tax` import.", "dnmnnnn"],
  ["`total` is now called `price`.", "nrnnnmn"],
  ["I moved `sum` above `total`.", "nnnnmmm".replaceAll("m", "m")],
  ["I replaced `sum` by `count`.", "nnnnrrr"],
  ["I left `sum` alone.", "nnnnkkk"],
  ["I removed the body of `total`.", "ntttnmn"],
  ["You can also remove `total`.", "nnnnnnn"],
  ["I removed `total` and left `sum` alone.", "ndddkdk".replace("kdk", "kkk")],
])("%s", (text, want) => {
  expect(check(text)).toBe(want);
});

it("gives the names that are new", () => {
  const said = readStatements(
    "I renamed `a` to `b`, added a `c()` helper and extracted the checks into `d`. Nothing else changes.",
  );
  const { newNames, nothingElse } = lineEvidence(said, LINES, readBlocks(LINES, "javascript").end);
  expect([...newNames].sort()).toEqual(["b", "c", "d"]);
  expect(nothingElse).toBe(true);
});

it.each<[string, [string, string][]]>([
  ["`total` is now called `price`.", [["price", "total"]]],
  [
    "I renamed `a1` to `b1` and `c1` to `d1`.",
    [
      ["b1", "a1"],
      ["d1", "c1"],
    ],
  ],
  ["Renamed `total()` to `total`.", []],
  ["You can also rename `total` to `price`.", []],
  ["I replaced `total` by `price`.", []],
])("knows by the new name what was renamed: %s", (text, want) => {
  expect([...lineEvidence(readStatements(text), LINES, readBlocks(LINES, "javascript").end).renames]).toEqual(want);
});
