import { describe, expect, test } from "vitest";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import { checkCode, cut } from "./checkCode.ts";
import { doors, tasks } from "./proofTexts.ts";

type Row = [string, string, string, string, readonly string[]];

describe("between neighbours", () => {
  test.each<Row>([
    [
      "what describes a function, on several lines",
      tasks,
      "# ...\ndef run(job):\n    claim(job)\n# ...\n",
      cut(tasks, [4, 5]),
      ["lost-line: lines 4 to 5"],
    ],
    [
      "what describes a function, as another text",
      tasks,
      '# ...\ndef run(job):\n    """Runs it thrice."""\n    claim(job)\n# ...\n',
      cut(tasks, [4, 5], '    """Runs it thrice."""'),
      [],
    ],
    [
      "what describes a function, and code",
      tasks,
      "# ...\ndef run(job):\n    if job.retry:\n# ...\n",
      cut(tasks, [4, 5, 6]),
      [],
    ],
    [
      "a raw text that describes a function",
      tasks.replace('"""Runs', 'r"""Runs'),
      "# ...\ndef run(job):\n    claim(job)\n# ...\n",
      cut(tasks, [4, 5]),
      ["lost-line: lines 4 to 5"],
    ],
    [
      "a text that is a value",
      cut(tasks, [4, 5], '    text = """Twice."""'),
      "# ...\ndef run(job):\n    claim(job)\n# ...\n",
      cut(tasks, [4, 5]),
      [],
    ],
    [
      "a comment and code above a block",
      doors.replace("\nfunction close", "\n// Quietly.\nbell.mute();\nfunction close"),
      "// ...\n}\n\nfunction close(door) {\n// ...\n",
      doors,
      [],
    ],
    [
      "code and a comment above a block",
      doors.replace("\nfunction close", "\nbell.mute();\n// Quietly.\nfunction close"),
      "// ...\n}\n\nfunction close(door) {\n// ...\n",
      doors,
      [],
    ],
    [
      "a comment with brackets above a block",
      doors.replace("\nfunction close", "\n// Quietly (or not), as in v1,v2\nfunction close"),
      "// ...\n}\n\nfunction close(door) {\n// ...\n",
      doors,
      ["lost-comment: line 7"],
    ],
    [
      "a comment and the blank line below it",
      tasks.replace("    claim(job)\n", "    claim(job)\n    # Not now.\n\n"),
      "# ...\n    claim(job)\n    if job.retry:\n# ...\n",
      tasks,
      [],
    ],
  ])("%s", (_, original, sketch, result, findings) => {
    checkCode(original, sketch, result, findings);
  });
});

describe("a removal", () => {
  test.each<Row>([
    ["in the first line", doors, "// removed\n\nfunction close(door) {\n// ...\n", cut(doors, [1, 2, 3, 4, 5, 6]), []],
    ["in the last line", doors, "// ...\n  log(door);\n}\n// removed\n", cut(doors, [12, 13]), []],
    ["beside a marker", doors, "function open(door) {\n  // removed\n  // ...\n}\n// ...\n", cut(doors, [2]), []],
    [
      "that names something else beside a marker",
      doors,
      "function open(door) {\n  // removed: ring()\n  // ...\n}\n// ...\n",
      cut(doors, [2]),
      ["lost-line: line 2"],
    ],
    [
      "that stands one line higher",
      doors,
      "function open(door) {\n  // removed\n  // ...\n}\n// ...\n",
      cut(doors, [3]),
      ["lost-line: line 3"],
    ],
    [
      "behind the end of a piece, elsewhere",
      doors,
      "// ...\n  turn(door.key);\n  push(door);\n  // removed\n}\n\nfunction close(door) {\n// ...\n",
      cut(doors, [2]),
      ["lost-line: line 2"],
    ],
    [
      "behind the neighbour of what goes",
      doors,
      "// ...\n  check(door);\n  ring(door);\n  push(door);\n  // removed\n",
      cut(doors, [3]),
      ["missing-line: line 3", "lost-line: line 3"],
    ],
    [
      "behind the second piece",
      doors,
      "// ...\n  check(door, 2);\n// ...\n  turn(door.lock);\n// removed\n// ...\n",
      cut(cut(doors, [10, 11, 12, 13]), [2], "  check(door, 2);"),
      [],
    ],
  ])("%s", (_, original, sketch, result, findings) => {
    checkCode(original, sketch, result, findings);
  });
});

const list = `{
  "a": [
    {
      "b": 1
    }
  ]
}
`;

describe("what moves", () => {
  test.each<Row>([
    [
      "without being shown",
      doors,
      "// ...\n  pull(door, 2);\n// ...\n",
      cut(cut(doors, [8], "  pull(door, 2);"), [2, 3], "  turn(door.key);", "  check(door);"),
      ["unrelated: line 3", "lost-line: line 2"],
    ],
    [
      "a brace that goes, where others like it are shown",
      doors,
      "// ...\n  push(door, 2);\n}\n\nfunction close(door) {\n// ...\n",
      cut(cut(doors, [11]), [4], "  push(door, 2);"),
      ["lost-line: line 11"],
    ],
    [
      "with its brace",
      doors,
      "// ...\nstart();\n\nfunction open(door) {\n  check(door);\n  turn(door.key);\n  push(door);\n}\n",
      `${cut(doors, [1, 2, 3, 4, 5, 6])}\nfunction open(door) {\n  check(door);\n  turn(door.key);\n  push(door);\n}\n`,
      [],
    ],
    [
      "as a brace, above lines that it closed off",
      "if (a) {\n  one();\n  two();\n  more();\n}\nthree();\n",
      "if (a) {\n  one();\n}\n// ...\n",
      "if (a) {\n  one();\n}\ntwo();\nmore();\nthree();\n",
      ["depth: lines 4 to 5"],
    ],
    [
      "as a brace that goes, where the file begins with one like it",
      list,
      '{\n  "c": 2,\n  // ...\n}\n',
      cut(list, [1, 3], "{", '  "c": 2,'),
      ["lost-line: line 3"],
    ],
  ])("%s", (_, original, sketch, result, findings) => {
    checkCode(original, sketch, result, findings);
  });
});

describe("the rest of a block", () => {
  test.each<Row>([
    ["where the sketch ends in it", tasks, "# ...\ndef stop(job):\n    release(job)\n", cut(tasks, [16]), []],
    [
      "whose head is shown in another piece",
      tasks,
      "# ...\ndef stop(job):\n    # ...\n    release(job)\n# ...\n",
      cut(tasks, [16]),
      ["lost-line: line 16"],
    ],
    [
      "at the beginning of the file",
      cut(tasks, [1, 2, 4, 5]),
      "def run(job):\n    claim(job)\n# ...\n",
      cut(tasks, [1, 2, 4, 5, 7, 8, 9, 10, 11, 12]),
      [],
    ],
    [
      "whose head changes, behind another change",
      tasks,
      "import queues\n# ...\ndef stop(job, now):\n    release(job)\n# ...\n",
      cut(cut(tasks, [14, 16], "def stop(job, now):"), [1], "import queues"),
      [],
    ],
    [
      "with a comment in it that may be a marker",
      tasks,
      "# ...\ndef stop(job):\n    release(job)\n    # existing checks\n# ...\n",
      cut(tasks, [16], "    # existing checks"),
      ["lost-line: line 16"],
    ],
    [
      "with a comment in it that may be a marker, above its end",
      tasks,
      "# ...\ndef stop(job):\n    # existing checks\n    release(job, 1)\n# ...\n",
      cut(tasks, [15, 16], "    # existing checks", "    release(job, 1)"),
      ["lost-line: line 16"],
    ],
    [
      "with a comment behind it that may be a marker",
      tasks,
      "# ...\ndef stop(job):\n    release(job)\n# existing limits\n# ...\n",
      cut(tasks, [16, 17], "# existing limits"),
      [],
    ],
    [
      "whose head is shown above a marker at the margin, behind another line of it",
      tasks.replace("    drop(job)\n", "    log(job)\n    drop(job)\n"),
      "# ...\ndef stop(job):\n    release(job)\n# ...\n    log(job)\n# ...\n",
      tasks.replace("    drop(job)\n", "    log(job)\n"),
      ["lost-line: line 17"],
    ],
    [
      "within another one, before a marker at its depth",
      tasks,
      "# ...\n    if job.retry:\n        wait(job)\n    # ...\n",
      cut(tasks, [9]),
      [],
    ],
    [
      "up to a blank line, and not what is below it",
      tasks,
      "# ...\ndef run(job):\n    # ...\n    claim(job)\n# ...\n",
      cut(tasks, [7, 8, 9, 10]),
      ["lost-line: lines 7 to 10"],
    ],
    [
      "up to a blank line in a block that is shown to its end",
      cut(tasks, [4, 5]),
      "# ...\ndef run(job):\n    claim(job)\n# ...\n",
      cut(tasks, [4, 5, 7, 8, 9, 10]),
      ["lost-line: lines 5 to 8"],
    ],
  ])("%s", (_, original, sketch, result, findings) => {
    checkCode(original, sketch, result, findings);
  });
});

test("names lines and comments that vanish, and where they stood", () => {
  const remarked = doors.replace("  pull", "  // Slowly.\n  // Always.\n  pull").replace("\nstart", "\n// Now.\nstart");
  const result = doors.replace("start();\n", "begin();\n");
  const file = { text: remarked, language: "javascript", parser: undefined, tree: undefined };
  const sketch = { type: "code", text: "// ...\nbegin();\n" } as const;
  expect(judgeRewrite(file, sketch, result).findings).toEqual([
    {
      type: "lost-comment",
      message: "The sketch does not say that the comment in lines 8 to 9 of the file should vanish.",
      original: { start: 7, end: 9 },
      rewrite: { start: 7, end: 7 },
    },
    {
      type: "lost-line",
      message: "The sketch does not say that lines 15 to 16 of the file should vanish.",
      original: { start: 14, end: 16 },
      rewrite: { start: 12, end: 13 },
    },
  ]);
});
