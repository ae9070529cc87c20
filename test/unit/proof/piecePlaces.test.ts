import { describe, expect, test } from "vitest";
import { compare } from "../../../extension/core/proof/comparison.ts";
import { placePieces, readShownPieces } from "../../../extension/core/proof/pieces.ts";
import { beginWork } from "../../../extension/core/text/work.ts";
import { door } from "./proofTexts.ts";

/** Where the lines of each piece stand in the result, from 1; 0 where one does not. */
function place(sketch: string, result: string, original = door, language = "javascript"): string[] | undefined {
  const comparison = compare({ text: original, language, parser: undefined, tree: undefined }, result);
  const { pieces } = readShownPieces(sketch, 0, comparison, beginWork());
  const placing = placePieces(pieces, comparison, beginWork());
  return placing?.places.map((at) => {
    if (at === undefined) return "nowhere";
    return `${String(at.start + 1)} to ${String(at.end)}: ${at.lineOf.map((line) => line + 1).join(" ")}`;
  });
}

const lists = 'const a = [\n  "one",\n  "two",\n];\n\nconst b = [\n  "one",\n  "two",\n];\n';

describe("the place of a piece", () => {
  test.each<[string, string, string, string, readonly string[]]>([
    ["is where its lines stand", "// ...\n  turn(door.key);\n  push(door);\n", door, door, ["5 to 6: 5 6"]],
    [
      "may have blank lines and comments of the file within",
      "// ...\n}\nfunction close(door) {\n// ...\n",
      door,
      door,
      ["7 to 10: 7 10"],
    ],
    [
      "has no new comment within",
      "// ...\n  check(door);\n  turn(door.key);\n// ...\n",
      door.replace("  turn", "  // New.\n  turn"),
      door,
      ["4 to 6: 4 6"],
    ],
    [
      "is that with other blanks, quotes and comments",
      "// ...\nstartAll( 'x' )\n",
      door.replace(/startAll.*/, 'startAll("x"); // now'),
      door,
      ["15 to 15: 15"],
    ],
    [
      "is that of its code, with a comment of the sketch missing",
      "// ...\nstartAll('x') // later\n",
      door.replace(/startAll.*/, 'startAll("x"); // now'),
      door,
      ["nowhere"],
    ],
    [
      "is that of the later one of two, in order",
      "// ...\n  push(door);\n// ...\n  turn(door.key);\n",
      door,
      door,
      ["6 to 6: 6", "12 to 12: 12"],
    ],
    [
      "is the last of those that nothing tells apart",
      "// ...\n  turn(door.key);\n// ...\n",
      door,
      door,
      ["12 to 12: 12"],
    ],
    [
      "is that with a new line",
      '  "one",\n  "two",\n',
      lists.replace(/"two",\n\];\n$/, '"two",\n  "three",\n];\n'),
      lists,
      ["2 to 3: 2 3"],
    ],
    [
      "is that of new lines",
      '// ...\n  "two",\n  "three",\n];\n',
      lists.replaceAll('"two",\n', '"two",\n  "three",\n'),
      lists.replace('"two",\n', '"two",\n  "three",\n'),
      ["9 to 11: 9 10 11"],
    ],
    [
      "is where something went",
      '// ...\n  "one",\n];\n// ...\n',
      lists.replace('  "two",\n];\n\n', "];\n\n"),
      lists,
      ["2 to 3: 2 3"],
    ],
    [
      "is where something went, the second time",
      '// ...\n  "one",\n];\n// ...\n',
      lists.replace(/ {2}"two",\n\];\n$/, "];\n"),
      lists,
      ["7 to 8: 7 8"],
    ],
    [
      "is for each piece another one",
      '  "two",\n];\n// ...\n  "two",\n];\n',
      lists,
      lists,
      ["3 to 4: 3 4", "8 to 9: 8 9"],
    ],
    [
      "may be before that of the piece before",
      "  pull(door);\n// ...\n  push(door);\n",
      door,
      door,
      ["11 to 11: 11", "6 to 6: 6"],
    ],
    ["leaves out a label", "  check(door);\n  // changed\n  turn(door.key);\n", door, door, ["4 to 5: 4 0 5"]],
    [
      "leaves out a label at its ends",
      "// Added:\n  check(door);\n  // fixed\n// ...\n",
      door,
      door,
      ["4 to 4: 0 4 0"],
    ],
    ["leaves out nothing but a label", "// Updated\n// ...\n  check(door);\n", door, door, ["nowhere", "4 to 4: 4"]],
    [
      "is laid over what is there",
      "  check(door);\n  ring(door);\n  push(door);\n// ...\n",
      door,
      door,
      ["4 to 6: 4 0 6"],
    ],
    [
      "is laid over what is between its neighbours",
      "  pull(door);\n// ...\n  ring(door);\n  turn(door.key);\n// ...\nstartAll(1);\n",
      door,
      door,
      ["11 to 11: 11", "12 to 12: 0 12", "nowhere"],
    ],
    [
      "is laid over all where nothing is between its neighbours",
      "  pull(door);\n// ...\n  check(door);\n  ring(door);\n",
      door,
      door,
      ["11 to 11: 11", "4 to 4: 4 0"],
    ],
    [
      "is nowhere where no line of it is there",
      "  check(door);\n// ...\n  ring(door);\n// ...\n  pull(door);\n",
      door,
      door,
      ["4 to 4: 4", "nowhere", "11 to 11: 11"],
    ],
  ])("%s", (_, sketch, result, original, places) => {
    expect(place(sketch, result, original)).toEqual(places);
  });

  test("is not searched when the work is spent", () => {
    const comparison = compare({ text: door, language: undefined, parser: undefined, tree: undefined }, door);
    const { pieces } = readShownPieces("  check(door);\n  turn(door.key);\n", 0, comparison, beginWork());
    const spent = beginWork(0);
    expect(placePieces(pieces, comparison, spent)).toBe(undefined);
  });
});

/** A line for each word: `..` is a marker, `_` a blank line, `+` a label, `#note` a comment, and `open'` a call with a comment behind it. */
const code = (words: string): string =>
  words
    .split(" ")
    .map((word) => {
      if (word.startsWith("#")) return `// ${word.slice(1)}\n`;
      const calls: Readonly<Record<string, string>> = { "..": "// ...\n", _: "\n", "+": "// new\n" };
      return calls[word] ?? (word.endsWith("'") ? `${word.slice(0, -1)}(); // now\n` : `${word}();\n`);
    })
    .join("");

describe("the place of one piece beside another", () => {
  test.each<[string, string, string, string, readonly string[]]>([
    [
      "is nowhere where the other one needs its line",
      "turn push check",
      "push open'",
      "open .. push open'",
      ["nowhere", "1 to 2: 1 2"],
    ],
    [
      "is laid over what stands before the other one",
      "#note check",
      "open #note check",
      "open + #note .. #note check",
      ["1 to 1: 1 0 0", "2 to 3: 2 3"],
    ],
    [
      "is laid over what stands before the one that shows more of the change",
      "open turn",
      "open push turn",
      "open push .. push turn",
      ["1 to 1: 1 0", "2 to 3: 2 3"],
    ],
    [
      "is laid over what the others leave of it",
      "check push",
      "check log' open'",
      "check log' open' .. log' .. open'",
      ["1 to 1: 1 0 0", "2 to 2: 2", "3 to 3: 3"],
    ],
    [
      "is laid over what is between the others, in any order",
      "turn turn check",
      "log' turn turn",
      "turn .. ring turn turn .. log'",
      ["2 to 2: 2", "3 to 3: 0 0 3", "1 to 1: 1"],
    ],
    [
      "is laid over all where nothing is between the others",
      "turn open",
      "log turn open",
      ".. turn .. open log .. open ..",
      ["2 to 2: 2", "1 to 1: 0 1", "3 to 3: 3"],
    ],
    [
      "is before the other one where it stands only there",
      "check _",
      "check check log' log",
      "log' log + .. check",
      ["3 to 4: 3 4 0", "2 to 2: 2"],
    ],
    ["is nowhere for a label alone", "open push", "open", "+ .. open open", ["nowhere", "1 to 1: 0 1"]],
    ["leaves out the label above it", "push' turn", "open' turn turn", "+ turn ..", ["2 to 2: 0 2"]],
    ["leaves out labels above a comment", "turn _ #note", "turn log + #note", "+ + #note", ["3 to 4: 0 3 4"]],
    [
      "is laid over, where its label stands elsewhere",
      "open check",
      "+ open' open'",
      "open' open' +",
      ["1 to 1: 0 0 1"],
    ],
    [
      "is laid over, where a comment within is new",
      "check check",
      "check #why open'",
      "check open ..",
      ["1 to 1: 1 0"],
    ],
    ["is that of a line behind which a comment is new", "open _", "log' open log", "log open", ["1 to 2: 1 2"]],
    ["is beside what is new", "push' check push", "push' log' push", "push", ["3 to 3: 3"]],
  ])("%s", (_, original, result, sketch, places) => {
    expect(place(code(sketch), code(result), code(original))).toEqual(places);
  });
});
