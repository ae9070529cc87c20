import { describe, expect, it } from "vitest";
import { versionOf, type Version } from "../../../extension/core/diff/clusters.ts";
import { fitChanges } from "../../../extension/core/diff/fitChanges.ts";
import { applyLineEdits, editsOf } from "../../../extension/core/diff/lineEdits.ts";
import { changeOf, changeText } from "./rangeText.ts";

const lines = (words: string): string[] => words.split(" ");

/** A text of words that are lines, and how it came from the base where a diff would not say so. */
type Given = string | readonly [text: string, ...changes: string[]];

function versionFrom(base: readonly string[], given: Given): Version {
  if (typeof given === "string") return versionOf(base, lines(given));
  const [text, ...changes] = given;
  return { lines: lines(text), changes: changes.map(changeOf) };
}

function check(name: string, base: string, version: Given, others: readonly Given[], want: readonly string[]): void {
  it(name, () => {
    const from = lines(base);
    const given = versionFrom(from, version);
    const fitted = fitChanges(
      from,
      given,
      others.map((other) => versionFrom(from, other)),
    );
    expect(fitted.changes.map(changeText)).toEqual(want);
    expect(applyLineEdits(from, editsOf(fitted.changes, fitted.lines))).toEqual(given.lines);
  });
}

describe("changes of lines", () => {
  check("become one for each line where as many come as go", "a b c d", "a x y d", [], ["1-2>1-2", "2-3>2-3"]);
  check("stay as they are where fewer come than go", "a b c d", "a x d", [], ["1-3>1-2"]);
  check("stay as they are where more come than go", "a b c", "a x y c", [], ["1-2>1-3"]);
});

describe("an insertion or deletion among equal lines", () => {
  check("stays where nobody else changed anything", "a a b", ["a a a b", "2-2>2-3"], ["a a b"], ["2-2>2-3"]);
  check(
    "stays where others changed something far away",
    "a a b c d",
    ["a a a b c d", "2-2>2-3"],
    ["a a b c X"],
    ["2-2>2-3"],
  );
  check("stays where the lines around it are others", "a b", "a x b", ["x a b"], ["1-1>1-2"]);
  check(
    "goes where another one inserts the same",
    "a a b",
    ["a a a b", "2-2>2-3"],
    [["a a a b", "0-0>0-1"]],
    ["0-0>0-1"],
  );
  check("goes down there, too", "a a b", ["a a a b", "0-0>0-1"], [["a a a b", "2-2>2-3"]], ["2-2>2-3"]);
  check(
    "goes where another one deletes the same",
    "a a a b",
    ["a a b", "2-3>2-2"],
    [["a a b", "0-1>0-0"]],
    ["0-1>0-0"],
  );
  check(
    "goes there past others that inserted something else",
    "a a b",
    ["a a a b", "2-2>2-3"],
    [
      ["x a a b", "0-0>0-1"],
      ["a a a b", "1-1>1-2"],
    ],
    ["1-1>1-2"],
  );
  check("stays where another one inserts other lines", "a a b", ["a a a b", "2-2>2-3"], ["x a a b"], ["2-2>2-3"]);
  check("stays where another one deletes lines beside it", "a a b", ["a a a b", "2-2>2-3"], ["a a"], ["2-2>2-3"]);
  check("goes out of the way by one line", "a a a b", ["a a b", "2-3>2-2"], ["a a x b"], ["1-2>1-1"]);
  check("goes out of the way by two", "a a a b", ["a a b", "2-3>2-2"], ["a x y b"], ["0-1>0-0"]);
  check("rather goes down than as far up", "a a a b", ["a a b", "1-2>1-1"], ["a x a b"], ["2-3>2-2"]);
  check("goes up where there is no way down", "a a b", ["a b", "1-2>1-1"], ["a x b"], ["0-1>0-0"]);
  check("goes down where there is no way up", "a a b", ["a b", "0-1>0-0"], ["x a b"], ["1-2>1-1"]);
  check("stays where the others are everywhere", "a a a b", ["a a b", "2-3>2-2"], ["x y z b"], ["2-3>2-2"]);
  check(
    "goes out of the way of all others",
    "a a a a b",
    ["a a a b", "3-4>3-3"],
    ["a a a x b", "a a y a b"],
    ["1-2>1-1"],
  );
  check(
    "does not go past the change above",
    "a a a b",
    ["a b", "0-1>0-0", "2-3>1-1"],
    ["a x y b"],
    ["0-1>0-0", "2-3>1-1"],
  );
  check(
    "does not go past the change below",
    "a a a b",
    ["a b", "0-1>0-0", "2-3>1-1"],
    ["x y a b"],
    ["0-1>0-0", "2-3>1-1"],
  );
});
