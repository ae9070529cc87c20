import { describe, expect, test } from "vitest";
import { compare } from "../../../extension/core/proof/comparison.ts";
import { isLabel, readShownPieces, type ShownPieces } from "../../../extension/core/proof/pieces.ts";
import { beginWork } from "../../../extension/core/text/work.ts";
import { door } from "./proofTexts.ts";

function read(sketch: string, original = door, result = original, offset = 0): ShownPieces {
  const comparison = compare({ text: original, language: "javascript", parser: undefined, tree: undefined }, result);
  return readShownPieces(sketch, offset, comparison, beginWork());
}

/** Pieces as `before | lines | behind`: of a gap the column of its marker and what is removed, of a line its number and what it may be. */
const shown = ({ pieces }: ShownPieces): string[] =>
  pieces.map(({ lines, before, behind }) => {
    const gap = ({ column, removed }: typeof before): string =>
      [...(column === undefined ? [] : [String(column)]), ...removed.map((name) => `-${name}`)].join(" ");
    const line = ({ line: at, forms, mayBeMarker }: (typeof lines)[number]): string =>
      `${String(at)} ${forms.join(" or ")}${mayBeMarker ? " (or a marker)" : ""}`;
    return `${gap(before)} | ${lines.map(line).join(", ")} | ${gap(behind)}`;
  });

describe("the pieces of a sketch", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "are what stands between markers",
      "// ...\n  push(door);\n}\n    // ...\n  pull(door);\n// ...\n",
      ["0 | 1 push(door), 2 } | 4", "4 | 4 pull(door) | 0"],
    ],
    [
      "have removals beside them",
      "one();\n// removed: check(door)\n// ...\n// removed\ntwo();\n// removed: `x`\n",
      [" | 0 one() | 0 -check(door) -", "0 -check(door) - | 4 two() | -x"],
    ],
    ["keep blank lines within where a marker stands", "one();\n\ntwo();\n// ...\n", [" | 0 one(), 2 two() | 0"]],
    [
      "end at a blank line before a line at the edge",
      "  one();\n\n  two();\n    three();\n\n    four();\n\n\n  five();\n",
      [" | 0 one() | ", " | 2 two(), 3 three(), 5 four() | ", " | 8 five() | "],
    ],
    ["are one piece where nothing but deeper lines follow", "one();\n\n  two();\n", [" | 0 one(), 2 two() | "]],
    ["have no lines where only a removal is shown", "// removed: check(door)\n", ["-check(door) |  | "]],
    ["are none where nothing is shown", "\n", [" |  | "]],
    [
      "have a comment that may be a marker as one",
      "one();\n// existing user check\ntwo();\n",
      [" | 0 one() | 0", "0 | 2 two() | "],
    ],
    [
      "have a comment that may be a removal as one",
      "one();\n// `check` is no longer needed\ntwo();\n",
      [" | 0 one() | -check", "-check | 2 two() | "],
    ],
    [
      "show a line that is cut short",
      'startAll("a long and ...");\n',
      [' | 0 startAll("alongand...") or startAll("alongandtediouslistofnames") | '],
    ],
    [
      "show a line that is cut short, and is said to stay",
      "startAll(...); // unchanged\n",
      [' | 0 startAll("alongandtediouslistofnames") | '],
    ],
    [
      "show a line with dots that the file does not have",
      'begin("a long and ...");\n',
      [' | 0 begin("alongand...") | '],
    ],
    [
      "show a line with dots that is said to stay and that the file does not have",
      "beginAll(...); // unchanged\n",
      [" | 0 beginAll(...);//unchanged | "],
    ],
  ])("%s", (_, sketch, pieces) => {
    expect(shown(read(sketch))).toEqual(pieces);
  });

  test("count their lines with those before the sketch", () => {
    expect(shown(read("one();\n// ...\ntwo();\n", door, door, 40))).toEqual([" | 40 one() | 0", "0 | 42 two() | "]);
  });

  test("show a comment that may be a marker where the result has it", () => {
    const sketch = "one();\n  // existing user check\n// `check` is no longer needed\n";
    expect(shown(read(sketch, door, "one();\n// existing user check\n// `check` is no longer needed\n"))).toEqual([
      ' | 0 one(), 1 //existingusercheck (or a marker), 2 //"check"isnolongerneeded | ',
    ]);
  });

  test("show a comment as the file has it", () => {
    const sketch = "one();\n// existing user check\n";
    expect(shown(read(sketch, `${door}// existing user check\n`))).toEqual([" | 0 one(), 1 //existingusercheck | "]);
  });
});

describe("the lines of a sketch", () => {
  test.each<[string, string, string, readonly string[]]>([
    ["are all of them", "one();\n\ntwo();\n", door, ["whole", "0", "one();", "", "two();"]],
    ["lack the path in the first line", "// src/door.js\none();\n", door, ["whole", "1", "one();"]],
    ["lack the path below a blank line", "\n// src/door.js\n\none();\n", door, ["whole", "3", "one();"]],
    ["are none below a path alone", "// src/door.js\n", door, ["whole", "0", ""]],
    [
      "have the path that the file has",
      "// src/door.js\none();\n",
      `// src/door.js\n${door}`,
      ["whole", "0", "// src/door.js", "one();"],
    ],
    [
      "have the path that the file has deeper",
      "// src/door.js\none();\n",
      `  // src/door.js\n${door}`,
      ["whole", "0", "// src/door.js", "one();"],
    ],
    [
      "have a path further down",
      "a();\nb();\nc();\nd();\ne();\n// src/door.js\n",
      door,
      ["whole", "0", "a();", "b();", "c();", "d();", "e();", "// src/door.js"],
    ],
    ["may be a part beside a marker", "one();\n// ...\n", door, ["part", "0", "one();", "// ..."]],
    ["may be a part beside a removal", "one();\n// removed\n", door, ["part", "0", "one();", "// removed"]],
    [
      "are not the whole file where one is said to stay",
      "startAll(...); // unchanged\n",
      door,
      ["part", "0", "startAll(...); // unchanged"],
    ],
    [
      "may be the whole file where one is only cut short",
      'startAll("a long and ...");\n',
      door,
      ["whole", "0", 'startAll("a long and ...");'],
    ],
  ])("%s", (_, sketch, original, expected) => {
    const { isBare, start, lines } = read(sketch, original);
    expect([isBare ? "whole" : "part", String(start), ...lines]).toEqual(expected);
  });
});

test.each<[string, string, boolean]>([
  ["// new", "javascript", true],
  ["  // Added the check", "javascript", true],
  ["/* changed: */", "javascript", true],
  ["# Updated", "python", true],
  ["# fixed", "python", true],
  ["# fix", "python", true],
  ["# change", "python", true],
  ["# update", "python", true],
  ["# removed here", "python", true],
  ["# remove", "python", true],
  ["# modified", "python", true],
  ["# newer", "python", false],
  ["# renew", "python", false],
  ["# updates", "python", false],
  ["new Door(); // opens", "javascript", false],
  ["#new", "javascript", false],
])("%s in %s is a label: %s", (text, language, is) => {
  expect(isLabel(text, language)).toBe(is);
});
