import { describe, expect, it } from "vitest";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import type { Finding, Proof } from "../../../extension/core/proof/proof.ts";
import type { Sketch } from "../../../extension/core/sketch/sketch.ts";
import type { EarlierTree, SyntaxParser, SyntaxTree } from "../../../extension/core/text/syntax.ts";

const code = (text: string): Sketch => ({ type: "code", text });
const whole = (text: string): Sketch => ({ type: "code", text, isWhole: true });
const added = (text: string): Sketch => ({ type: "add", format: "unified-diff", text });
const deleted: Sketch = { type: "delete", format: "v4a" };
const edited = (search: string, replace: string): Sketch => ({
  type: "edits",
  format: "search-replace",
  edits: [{ search: search.split("\n"), replace: replace.split("\n"), scope: [], atEnd: false, replyLine: 1 }],
});

const lines = (start: number, end: number) => ({ start, end });

function judge(original: string, sketch: Sketch, result: string, language = "lua"): Proof {
  return judgeRewrite({ text: original, language, parser: undefined, tree: undefined }, sketch, result);
}

const STEPS = "fetch()\nbuild()\ncheck()\npush()\n";

type Row = readonly [
  name: string,
  original: string,
  sketch: Sketch,
  result: string,
  findings: readonly Finding[],
  verbatimLines: number,
];

/** Checks all that a proof says; it holds if that is only remarks. */
function check(...[, original, sketch, result, findings, verbatimLines]: Row): void {
  const holds = findings.every(({ isRemark }) => isRemark === true);
  expect(judge(original, sketch, result)).toEqual({ holds, findings, verbatimLines, adaptedLines: 0 });
}

describe("the proof of a text that is all there is", () => {
  it.each<Row>([
    ["holds for a new file as it is written", "", added(STEPS), STEPS, [], 4],
    ["does not mind blanks at the ends of lines", "", added("fetch()  \n  build()\n"), "fetch()\n  build()\t\n", [], 2],
    [
      "minds how deep the lines of a new file stand",
      "",
      added("for {\n\tfetch()\n}\n"),
      "for {\nfetch()\n}\n",
      [
        {
          type: "missing-line",
          message: "The result lacks line 2 of the sketch.",
          sketch: lines(1, 2),
          rewrite: lines(1, 2),
        },
        {
          type: "unrelated",
          message: "No line of the sketch explains line 2 of the result.",
          rewrite: lines(1, 2),
        },
      ],
      2,
    ],
    [
      "names the lines that a new file lacks",
      "",
      added(STEPS),
      "fetch()\npush()\n",
      [
        {
          type: "missing-line",
          message: "The result lacks lines 2 to 3 of the sketch.",
          sketch: lines(1, 3),
          rewrite: lines(1, 1),
        },
      ],
      2,
    ],
    [
      "names the lines that a new file has too many",
      "",
      added("fetch()\npush()\n"),
      STEPS,
      [
        {
          type: "unrelated",
          message: "No line of the sketch explains lines 2 to 3 of the result.",
          rewrite: lines(1, 3),
        },
      ],
      2,
    ],
    [
      "takes the faults of an overwritten file for the author's own",
      "fetch(1)\n",
      added("fetch((1)\n"),
      "fetch((1)\n",
      [{ type: "syntax", message: "The result has a bracket without its partner.", isRemark: true }],
      1,
    ],
    [
      "says of a whole file what it lacks in one piece, where the part has more to say",
      STEPS,
      code("fetch()\nlint()\nformat()\nbuild()\ncheck()\npush()\n"),
      STEPS,
      [
        {
          type: "missing-line",
          message: "The result lacks lines 2 to 3 of the sketch.",
          sketch: lines(1, 3),
          rewrite: lines(1, 1),
        },
      ],
      4,
    ],
    [
      "says of a part what it lacks, where the whole file has more to say",
      STEPS,
      code("build()\nlint()\n"),
      STEPS,
      [{ type: "missing-line", message: 'A line of the sketch is not in the result: "lint()".', sketch: lines(1, 2) }],
      1,
    ],
    [
      "never takes what is said to be the whole file for a part",
      STEPS,
      whole("build()\ncheck()\n"),
      STEPS,
      [
        { type: "unrelated", message: "No line of the sketch explains line 1 of the result.", rewrite: lines(0, 1) },
        { type: "unrelated", message: "No line of the sketch explains line 4 of the result.", rewrite: lines(3, 4) },
      ],
      2,
    ],
  ])("%s", check);
});

describe("the proof of a deletion", () => {
  it.each<Row>([
    ["holds if nothing is left", STEPS, deleted, "", [], 0],
    [
      "does not if a line is left",
      STEPS,
      deleted,
      "fetch()\npush()\n",
      [
        {
          type: "unrelated",
          message: "The sketch deletes the file, but the result is not empty.",
          rewrite: lines(0, 2),
        },
      ],
      0,
    ],
  ])("%s", check);

  it("holds though what is left is no JSON", () => {
    expect(judge('{ "steps": [] }\n', deleted, "", "json").holds).toBe(true);
  });
});

describe("the proof of code that asks for nothing", () => {
  it.each<Row>([
    ["holds if nothing has changed", STEPS, code("// ... existing code ...\n"), STEPS, [], 0],
    [
      "names each change",
      STEPS,
      code("// ... existing code ...\n"),
      "fetch()\nbuild(all)\ncheck()\n",
      [
        {
          type: "unrelated",
          message: "The sketch asks for no change.",
          rewrite: lines(1, 2),
          original: lines(1, 2),
        },
        {
          type: "unrelated",
          message: "The sketch asks for no change.",
          rewrite: lines(3, 3),
          original: lines(3, 4),
        },
      ],
      0,
    ],
    [
      "takes no fault for the author's own",
      "fetch()\n",
      code("// ...\n"),
      "fetch(\n",
      [
        {
          type: "unrelated",
          message: "The sketch asks for no change.",
          rewrite: lines(0, 1),
          original: lines(0, 1),
        },
        { type: "syntax", message: "The result has a bracket without its partner." },
      ],
      0,
    ],
  ])("%s", check);

  it("is another one for code that shows lines besides its markers, or names what is removed", () => {
    const shown = judge(STEPS, code("// ...\nbuild(all)\n// ...\n"), STEPS.replace("build()", "build(all)"));
    expect(shown).toEqual({ holds: true, findings: [], verbatimLines: 1, adaptedLines: 0 });
    expect(judge(STEPS, code("// removed: check()\n"), "fetch()\nbuild()\npush()\n").holds).toBe(true);
  });
});

describe("an empty result", () => {
  const cutOff: Finding = { type: "cut-off", message: "The result is empty.", original: lines(0, 4) };

  it.each<[string, Sketch, string, Finding[]]>([
    ["is never meant by code", code("// ...\nbuild(all)\n// ...\n"), "", [cutOff]],
    ["has perhaps blank lines", code("// ...\nbuild(all)\n// ...\n"), " \n\t\n", [cutOff]],
    ["is never meant by a text that is not empty", added("fetch()\n"), "", [cutOff]],
    ["is meant by an empty text", added(""), "", []],
    ["is meant by a blank text", added(" \n"), " \n", []],
    ["is meant by a deletion", deleted, "", []],
  ])("%s", (_, sketch, result, findings) => {
    expect(judge(STEPS, sketch, result).findings).toEqual(findings);
  });

  it("is no failure where the file was blank", () => {
    expect(judge("\n", code("fetch()\n"), "\n").findings.map(({ type }) => type)).toEqual(["missing-line"]);
  });
});

describe("an elision marker in the result", () => {
  const marker = (line: number): Finding => ({
    type: "marker",
    message: `An elision marker is left in line ${String(line)} of the result.`,
    rewrite: lines(line - 1, line),
  });
  const marked = "def run():\n    fetch()\n    # ... more steps ...\n\ndef stop():\n    halt()\n";

  it.each<[string, string, Sketch, string, Finding[]]>([
    ["is found with dots", "fetch()\nhalt()\n", code("fetch(1)\n# ...\n"), "fetch(1)\n# ...\nhalt()\n", [marker(2)]],
    [
      "is found in words",
      "fetch()\nhalt()\n",
      code("fetch(1)\n# rest of the file unchanged\n"),
      "fetch(1)\nhalt()\n# rest of the file unchanged\n",
      [marker(3)],
    ],
    ["is none that the file has", marked, code("# ...\n    halt(1)\n"), marked.replace("halt()", "halt(1)"), []],
    [
      "is none that the file has at another depth",
      marked,
      code("# ...\n    halt(1)\n"),
      marked.replace("    halt()\n", "    halt(1)\n        # ... more steps ...\n"),
      [],
    ],
    [
      "is a comment in an edit, if it has no dots",
      "fetch()\nhalt()\n",
      edited("halt()", "# rest of the code as before\nhalt()"),
      "fetch()\n# rest of the code as before\nhalt()\n",
      [],
    ],
    [
      "is found in an edit, if it has dots",
      "fetch()\nhalt()\n",
      edited("halt()", "# ...\nhalt()"),
      "fetch()\n# ...\nhalt()\n",
      [marker(2)],
    ],
    [
      "is the body of a function in an edit",
      "fetch()\nhalt()\n",
      edited("halt()", "def run():\n    ...\nhalt()"),
      "fetch()\ndef run():\n    ...\nhalt()\n",
      [],
    ],
    [
      "is no body where no function begins",
      "fetch()\nhalt()\n",
      edited("halt()", "run()\n...\nhalt()"),
      "fetch()\nrun()\n...\nhalt()\n",
      [marker(3)],
    ],
  ])("%s", (_, original, sketch, result, findings) => {
    const found = judge(original, sketch, result, "python").findings;
    expect(found.filter(({ type }) => type === "marker")).toEqual(findings);
  });
});

describe("the tree of the result", () => {
  const whole: SyntaxTree = {
    isWhole: true,
    errorCount: 0,
    declarations: () => [],
    literals: () => [],
    dispose: () => undefined,
  };

  /** Judges a result with a parser that notes what it gets, and with the given tree of the file. */
  function parse(tree: SyntaxTree | undefined, original: string, result: string) {
    const parsed: [string, EarlierTree | undefined][] = [];
    let disposals = 0;
    const parser: SyntaxParser = {
      parse: (text, earlier) => {
        parsed.push([text, earlier]);
        return { ...whole, errorCount: 1, dispose: () => disposals++ };
      },
    };
    const file = { text: original, language: "go", parser, tree };
    const { findings } = judgeRewrite(file, code("// ...\nbuild(all)\n// ...\n"), result);
    return { parsed, disposals, types: findings.map(({ type }) => type) };
  }

  const result = STEPS.replace("build()", "build(all)");

  it("is made of that of the file and what has changed, and is disposed", () => {
    const changes = [{ start: 8, oldEnd: 16, newStart: 8, newEnd: 19 }];
    const { parsed, disposals, types } = parse(whole, STEPS, result);
    expect(parsed).toStrictEqual([[result, { tree: whole, text: STEPS, changes }]]);
    expect([disposals, types]).toEqual([1, ["syntax"]]);
  });

  it("is made without the changes if the ends of lines have changed as well", () => {
    const other = result.replaceAll("\n", "\r\n");
    expect(parse(whole, STEPS, other).parsed).toStrictEqual([[other, { tree: whole, text: STEPS }]]);
  });

  it.each<[string, SyntaxTree | undefined]>([
    ["has none", undefined],
    ["took too long", { ...whole, isWhole: false }],
  ])("is not made if the file %s", (_, tree) => {
    expect(parse(tree, STEPS, result)).toEqual({ parsed: [], disposals: 0, types: [] });
  });

  it("is not made if there is no parser", () => {
    const file = { text: STEPS, language: "go", parser: undefined, tree: whole };
    expect(judgeRewrite(file, code("// ...\nbuild(all)\n// ...\n"), result).holds).toBe(true);
  });
});
