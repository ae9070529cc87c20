import { expect, test } from "vitest";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import type { Finding, Proof } from "../../../extension/core/proof/proof.ts";
import { beginWork, TOO_MUCH_WORK } from "../../../extension/core/text/work.ts";
import { checkCode, cut } from "./checkCode.ts";

const ship = `import { log } from "./log";

function pack(order) {
  weigh(order);
  seal(order);
}

function send(order) {
  book(order);
  hand(order);
  log(order);
}

start();
`;

function judge(original: string, sketch: string, result: string, steps?: number): Proof {
  const file = { text: original, language: "javascript", parser: undefined, tree: undefined };
  return judgeRewrite(file, { type: "code", text: sketch }, result, beginWork(steps));
}

test.each<[string, string, string, readonly Finding[]]>([
  [
    "a line of the sketch that is missing, without its indentation",
    "function send(order) {\n  // ...\n  bill(order);\n  log(order);\n}\n// ...\n",
    ship,
    [
      {
        type: "missing-line",
        message: 'A line of the sketch is not in the result: "bill(order);".',
        sketch: { start: 2, end: 3 },
      },
    ],
  ],
  [
    "lines of the file that stand between two lines of the sketch",
    "// ...\n  weigh(order, 2);\n}\n// ...\n",
    cut(ship, [4], "  weigh(order, 2);"),
    [
      {
        type: "unrelated",
        message: "The sketch shows no lines where line 5 of the result stand.",
        rewrite: { start: 4, end: 5 },
      },
    ],
  ],
  [
    "a line that no line of the sketch explains",
    "// ...\n  weigh(order, 2);\n// ...\n",
    cut(cut(ship, [10], "  hand(order);", "  thank(order);"), [4], "  weigh(order, 2);"),
    [
      {
        type: "unrelated",
        message: "No line of the sketch explains line 11 of the result.",
        rewrite: { start: 10, end: 11 },
        original: { start: 10, end: 10 },
      },
    ],
  ],
  [
    "a line that vanished, and the place where it stood",
    "// ...\n  weigh(order, 2);\n// ...\n",
    cut(cut(ship, [9, 10]), [4], "  weigh(order, 2);"),
    [
      {
        type: "lost-line",
        message: "The sketch does not say that lines 9 to 10 of the file should vanish.",
        original: { start: 8, end: 10 },
        rewrite: { start: 8, end: 8 },
      },
    ],
  ],
])("says of %s what and where it is", (_, sketch, result, findings) => {
  expect(judge(ship, sketch, result)).toMatchObject({ holds: false, findings });
});

test("says nothing else when the work is spent", () => {
  const sketch = "// ...\n  weigh(order, 2);\n  seal(order);\n// ...\n";
  const result = cut(ship, [4, 9], "  weigh(order, 2);");
  expect(judge(ship, sketch, result).findings).not.toEqual([]);
  expect(judge(ship, sketch, result, 0)).toEqual({
    holds: false,
    findings: [{ type: "missing-line", message: TOO_MUCH_WORK }],
    verbatimLines: 0,
    adaptedLines: 0,
  });
});

const rows = "one();\ntwo();\ntwo();\nthree();\n";

const shop = `class Shop
{
    int count;

    void Close()
    {
        count--;
    }
}
`;

test.each<[string, string, string, string, readonly string[]]>([
  // Between the lines of a piece that is not found as a whole.
  ["a line", ship, "// ...\n  book(order);\n  log(order);\n// ...\n", ship, ["unrelated: line 10"]],
  [
    "the first line of the file",
    ship,
    "first();\nsecond();\n// ...\nstart();\n",
    `first();\n${cut(ship, [1], 'import { log } from "./log";', "second();")}`,
    ["unrelated: line 2"],
  ],
  [
    "a line of nothing but blanks",
    cut(ship, [7], "  "),
    "// ...\n  seal(order);\n}\nfunction send(order) {\n// ...\n",
    cut(ship, [7], "  "),
    [],
  ],
  [
    "a new line",
    ship,
    "// ...\n  book(order);\n  log(order, 2);\n// ...\n",
    cut(ship, [10, 11], "  thank(order);", "  log(order, 2);"),
    ["unrelated: line 10"],
  ],
  // Elsewhere.
  [
    "a new line of nothing but blanks",
    ship,
    "// ...\n  weigh(order, 2);\n// ...\n",
    cut(cut(ship, [10], "  ", "  hand(order);"), [4], "  weigh(order, 2);"),
    [],
  ],
  [
    "a line that changes places with one that is shown",
    shop,
    "class Shop\n{\n    // ...\n    void Close()\n    {\n        count -= 1;\n    }\n}\n",
    cut(cut(shop, [7], "        count -= 1;"), [3, 4, 5], "    void Close()", "    int count;"),
    ["unrelated: line 4", "lost-line: line 3"],
  ],
  [
    "a block that comes twice, where the sketch does not have its lines in this order",
    rows,
    "// ...\nthree();\none();\n",
    `${rows}one();\ntwo();\ntwo();\nthree();\n`,
    ["unrelated: lines 6 to 8"],
  ],
  // Copies of a line beside them.
  ["a copy of the first line, which is shown once", rows, "one();\n// ...\n", `one();\n${rows}`, ["unrelated: line 2"]],
  ["a copy of the first line, which is shown twice", rows, "one();\none();\n// ...\n", `one();\n${rows}`, []],
  [
    "a copy of the last line, which is shown once",
    rows,
    "// ...\nthree();\n",
    `${rows}three();\n`,
    ["unrelated: line 4"],
  ],
  ["a copy of the last line, which is shown twice", rows, "// ...\nthree();\nthree();\n", `${rows}three();\n`, []],
  [
    "a copy of a line in the midst of copies, of which all are shown",
    rows,
    "// ...\ntwo();\ntwo();\ntwo();\n// ...\n",
    cut(rows, [2], "two();", "two();"),
    [],
  ],
  [
    "a copy of a line in the midst of copies, of which two are shown",
    rows,
    "// ...\ntwo();\ntwo();\n// ...\n",
    cut(rows, [2], "two();", "two();"),
    ["unrelated: line 2"],
  ],
  [
    "a copy of two lines, of which the first is shown",
    rows,
    "one();\n// ...\n",
    `one();\ntwo();\n${rows}`,
    ["unrelated: lines 3 to 4"],
  ],
  [
    "an addition that can be read in two ways, as the sketch shows it",
    ship,
    "// ...\n}\n\nfunction wait(order) {\n  log(order);\n}\n\nstart();\n",
    cut(ship, [14], "start();").replace("\nstart", "\nfunction wait(order) {\n  log(order);\n}\n\nstart"),
    [],
  ],
  [
    "an addition that can be read in two ways, above what is shown",
    ship,
    "// ...\n\nfunction wait(order) {\n  log(order);\n}\n// ...\n",
    ship.replace("\nfunction send", "\nfunction wait(order) {\n  log(order);\n}\n\nfunction send"),
    [],
  ],
])("finds of what is new: %s", (_, original, sketch, result, findings) => {
  checkCode(original, sketch, result, findings, "javascript");
});
