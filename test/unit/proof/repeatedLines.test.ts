import { describe, test } from "vitest";
import { checkCode, cut } from "./checkCode.ts";
import { turns } from "./proofTexts.ts";

type Row = [string, string, string, string, readonly string[]];

const twice = "start();\nif (b) {\n  one();\n  two();\n}\nif (b) {\n  one();\n}\n";

const ends =
  "function open(door) {\n  push(door);\n  turn(door.key);\n}\n\nfunction close(door) {\n  pull(door);\n  turn(door.key);\n}\n\nstart();\n";

describe("a marker beside lines that stand several times", () => {
  test.each<Row>([
    [
      "behind them",
      turns,
      "function open(door) {\n  push(door);\n}\n// ...\n",
      cut(turns, [2, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
      ["lost-line: lines 6 to 9", "lost-line: lines 11 to 13"],
    ],
    [
      "at the margin",
      turns,
      "function open(door) {\n// ...\n}\n\nfunction lock(door) {\n  turn(door.key);\n}\n",
      cut(turns, [6, 7, 8, 9, 10, 12]),
      ["lost-line: lines 6 to 8"],
    ],
    [
      "before them",
      turns,
      "// ...\n  turn(door.key);\n}\n",
      cut(turns, [8, 9, 10, 11]),
      ["lost-line: line 9", "lost-line: lines 11 to 12"],
    ],
    [
      "before them, after a line that is shown",
      turns,
      "function close(door) {\n  // ...\n  turn(door.key);\n}\n",
      cut(turns, [9, 10, 11, 12]),
      ["lost-line: line 9", "lost-line: lines 11 to 12"],
    ],
    [
      "behind them, with a line before",
      turns,
      "function close(door) {\n  turn(door.key);\n  // ...\n",
      cut(turns, [7]),
      [],
    ],
    ["behind, where lines go in between", turns, "function close(door) {\n}\n// ...\n", cut(turns, [7, 8]), []],
    [
      "behind, where more goes",
      turns,
      "function open(door) {\n}\n// ...\n",
      cut(turns, [2, 3, 4, 5, 6, 7, 8]),
      ["lost-line: lines 6 to 8"],
    ],
    ["below a head", twice, "start();\nif (b) {\n  // ...\n}\n", cut(twice, [2, 3, 4, 5]), ["lost-line: lines 3 to 5"]],
    [
      "below a head and a line",
      twice,
      "start();\nif (b) {\n  one();\n  // ...\n}\n",
      cut(twice, [2, 3, 4, 5]),
      ["lost-line: lines 4 to 6"],
    ],
    [
      "below a head and a new line",
      twice,
      "start();\nif (b) {\n  fresh();\n  // ...\n}\n",
      cut(twice, [2, 3, 4, 5, 6], "if (b) {", "  fresh();"),
      ["lost-line: line 6"],
    ],
    [
      "above the end of a block, below which another one goes",
      ends,
      "function open(door) {\n  // ...\n  turn(door.key);\n}\n\nstart();\n",
      cut(ends, [6, 7, 8, 9, 10]),
      ["lost-line: lines 6 to 7"],
    ],
    [
      "deeper than what is below it",
      ends,
      "function open(door) {\n  // ...\n}\n\nstart();\n",
      cut(ends, [6, 7, 8, 9, 10]),
      [],
    ],
    [
      "above lines of which the sketch does not show one",
      ends,
      "function open(door) {\n  // ...\n  turn(door.key);\n  log(door);\n}\n\nstart();\n",
      cut(ends, [4, 5, 6, 7, 8, 9], "  log(door);"),
      ["missing-line: line 5", "lost-line: line 4", "lost-line: lines 6 to 7"],
    ],
  ])("%s", (_, original, sketch, result, findings) => {
    checkCode(original, sketch, result, findings);
  });
});

const rows = "one();\ntwo();\ntwo();\nthree();\none();\ntwo();\nfour();\n";

describe("a deletion that can be read in two ways", () => {
  test.each<Row>([
    [
      "is lost where none is shown",
      rows,
      "// ...\nfour(2);\n",
      cut(cut(rows, [7], "four(2);"), [2]),
      ["lost-line: line 3"],
    ],
    ["is explained where one of them is", rows, "one();\ntwo();\nthree();\n// ...\n", cut(rows, [2]), []],
    ["of several lines", rows, "// ...\nthree();\nfour();\n", cut(rows, [5, 6]), []],
    [
      "of several lines, from the first on",
      rows,
      "// ...\nthree();\none();\n// ...\n",
      cut(rows, [1, 2]),
      ["lost-line: lines 1 to 2"],
    ],
    [
      "of which a marker may hold the rest",
      rows,
      "// ...\none();\ntwo();\nfour();\n",
      cut(rows, [2, 3, 4, 5]),
      ["lost-line: lines 2 to 4"],
    ],
    [
      "before a marker",
      rows.replace("four", "one();\nfour"),
      "// ...\none();\ntwo();\none();\n// ...\n",
      cut(rows.replace("four", "one();\nfour"), [2, 3, 4, 5]),
      ["lost-line: lines 2 to 4"],
    ],
    [
      "of which the sketch shows the end, with a line that is missing",
      "one();\ntwo();\nthree();\none();\ntwo();\nthree();\n",
      "three();\n// ...\nnew();\ntwo();\nthree();\n",
      "one();\ntwo();\nthree();\n",
      ["missing-line: line 3", "missing-line: line 5", "lost-line: lines 1 to 3"],
    ],
    [
      "beside a line that is new",
      "one();\ntwo();\ntwo();\nthree();\none();\n\n",
      "one(); // now\n// ...\none();\none(); // now\n// ...\n",
      "one();\none(); // now\n",
      ["missing-line: line 1", "lost-line: lines 2 to 4"],
    ],
    [
      "up to a blank line",
      "one();\ntwo();\nthree();\ntwo();\n\n",
      "one();\n// ...\ntwo();\n",
      "one();\ntwo();\n",
      ["lost-line: lines 3 to 4"],
    ],
  ])("%s", (_, original, sketch, result, findings) => {
    checkCode(original, sketch, result, findings);
  });
});
