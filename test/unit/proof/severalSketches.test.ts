import { describe, expect, it } from "vitest";
import { judgeTogether } from "../../../extension/core/proof/judge.ts";
import type { Contradiction, Finding, Proof } from "../../../extension/core/proof/proof.ts";
import type { EditFormat, Sketch } from "../../../extension/core/sketch/sketch.ts";
import { beginWork } from "../../../extension/core/text/work.ts";

const code = (text: string): Sketch => ({ type: "code", text });
const added = (text: string): Sketch => ({ type: "add", format: "v4a", text });
const edit = (format: EditFormat, search: string, replace: string, scope: readonly string[] = []): Sketch => ({
  type: "edits",
  format,
  edits: [{ search: toLines(search), replace: toLines(replace), scope, atEnd: false, replyLine: 1 }],
});
const toLines = (text: string): string[] => (text === "" ? [] : text.split("\n"));
const lines = (start: number, end: number) => ({ start, end });

function judge(
  original: string,
  sketches: readonly Sketch[],
  result: string,
  contradictions: readonly Contradiction[] = [],
): Proof {
  const file = { text: original, language: "lua", parser: undefined, tree: undefined };
  const offered = sketches.map((sketch, index) => ({ sketch, offset: 10 * index }));
  return judgeTogether(file, offered, result, beginWork(), contradictions);
}

/** Makes a text of its lines, which are separated by blanks here. */
const file = (text: string): string => text.replaceAll(" ", "\n") + "\n";

const STEPS = file("fetch() lint() build() check() sign() push()");

/** Lazy code that changes the end of the file, and an edit that changes its beginning. */
const END = code("-- ...\nsign()\npush(all)\n");
const BEGIN = edit("search-replace", "fetch()", "fetch(all)");

const missing = (text: string, start: number, end: number): Finding => ({
  type: "missing-line",
  message: `A line of the sketch is not in the result: "${text}".`,
  sketch: lines(start, end),
});
const broken: Finding = { type: "syntax", message: "The result has a bracket without its partner." };

describe("code beside edits", () => {
  it.each<[string, readonly Sketch[], string, string, readonly Finding[]]>([
    [
      "explains the result together with them",
      [END, BEGIN],
      STEPS,
      file("fetch(all) lint() build() check() sign() push(all)"),
      [],
    ],
    ["does so in any order", [BEGIN, END], STEPS, file("fetch(all) lint() build() check() sign() push(all)"), []],
    [
      "may remove what an edit replaces by more",
      [code("fetch()\n-- removed: lint()\n-- ...\n"), edit("search-replace", "fetch()", "fetch()\nformat()")],
      STEPS,
      file("fetch() format() build() check() sign() push()"),
      [],
    ],
    [
      "may keep silent on a comment that an edit removes",
      [END, edit("search-replace", "-- Checks it all.\nfetch()", "fetch()")],
      "-- Checks it all.\n" + STEPS,
      file("fetch() lint() build() check() sign() push(all)"),
      [],
    ],
    [
      "and they must both be in the result",
      [END, BEGIN],
      STEPS,
      file("fetch(all) lint() build() check() sign() push()"),
      [missing("push(all)", 2, 3)],
    ],
    [
      "is counted in its own lines",
      [BEGIN, END],
      STEPS,
      file("fetch(all) lint() build() check() sign() push()"),
      [missing("push(all)", 12, 13)],
    ],
    [
      "shares what neither explains: a lost line",
      [END, BEGIN],
      STEPS,
      file("fetch(all) lint() check() sign() push(all)"),
      [
        {
          type: "lost-line",
          message: "The sketch does not say that line 3 of the file should vanish.",
          original: lines(2, 3),
          rewrite: lines(2, 2),
        },
      ],
    ],
    [
      "shares what neither explains: an added line, of which the first one speaks",
      [END, BEGIN],
      STEPS,
      file("fetch(all) lint() format() build() check() sign() push(all)"),
      [
        {
          type: "unrelated",
          message: "No line of the sketch explains line 3 of the result.",
          rewrite: lines(2, 3),
          original: lines(2, 2),
        },
      ],
    ],
    [
      "shares what neither explains: added lines at two places",
      [BEGIN, END],
      STEPS,
      file("fetch(all) lint() format() build() check() test() sign() push(all)"),
      [
        {
          type: "unrelated",
          message: "No edit explains line 3 of the result.",
          rewrite: lines(2, 3),
          original: lines(2, 2),
        },
        {
          type: "unrelated",
          message: "No edit explains line 6 of the result.",
          rewrite: lines(5, 6),
          original: lines(4, 4),
        },
      ],
    ],
    [
      "that asks for nothing leaves all to the edits",
      [code("-- ...\n"), BEGIN],
      STEPS,
      file("fetch(all) lint() build() check() sign() push()"),
      [],
    ],
    [
      "makes a new fault one of the result, though the edits are exact",
      [edit("search-replace", "fetch()", "fetch(all))"), code("-- ...\nsign()\npush()\n")],
      STEPS,
      file("fetch(all)) lint() build() check() sign() push()"),
      [broken],
    ],
    [
      "must be followed where another sketch deletes the file",
      [END, { type: "delete", format: "v4a" }],
      STEPS,
      "",
      [missing("sign()", 1, 2), missing("push(all)", 2, 3)],
    ],
  ])("%s", (_, sketches, original, result, findings) => {
    const proof = judge(original, sketches, result);
    expect(proof.findings).toEqual(findings);
    expect(proof.holds).toBe(findings.length === 0);
  });

  it("adds to the lines that the proof counts", () => {
    expect(judge(STEPS, [BEGIN, END], file("fetch(all) lint() build() check() sign() push(all)"))).toEqual({
      holds: true,
      findings: [],
      verbatimLines: 3,
      adaptedLines: 0,
    });
    const loose = [edit("v4a", "fetch()", "fetch(all)"), code("-- ...\nsign(),\npush(all),\n")];
    expect(judge(STEPS, loose, file("fetch(all) lint() build() check() sign() push(all)"))).toEqual({
      holds: true,
      findings: [],
      verbatimLines: 1,
      adaptedLines: 2,
    });
  });

  it("turns comments without dots into markers again", () => {
    const result = file("fetch(all) lint() build() check() sign()") + "-- rest of the file unchanged\npush(all)\n";
    const noted = edit("search-replace", "push()", "-- rest of the file unchanged\npush(all)");
    const marker: Finding = {
      type: "marker",
      message: "An elision marker is left in line 6 of the result.",
      rewrite: lines(5, 6),
    };
    expect(judge(STEPS, [BEGIN, noted], result).findings).toEqual([]);
    expect(judge(STEPS, [noted, code("fetch(all)\n-- ...\n")], result).findings).toContainEqual(marker);
  });

  it("is judged though no line of the result can be named for an edit", () => {
    const original = "function save()\n  sign()\nend\nfunction load()\n  fetch()\nend\n";
    const outside = edit("v4a", "  fetch()", "  fetch(all)", ["function save()"]);
    const result = original.replace("fetch()", "fetch(all)");
    expect(judge(original, [outside], result)).toEqual({
      holds: false,
      findings: [
        {
          type: "unrelated",
          message: 'What the edit searches does not stand in "function save()", which it names.',
          sketch: lines(0, 1),
        },
      ],
      verbatimLines: 1,
      adaptedLines: 0,
    });
    const shown = code("function save()\n  sign()\nend\n-- ...\n");
    expect(judge(original, [shown, outside], result).verbatimLines).toBe(4);
  });

  it("holds for nothing that the words contradict", () => {
    const said = [{ reason: "The answer says that lint is removed.", lines: lines(1, 2) }];
    const result = file("fetch(all) lint() build() check() sign() push(all)");
    expect(judge(STEPS, [BEGIN, END], result, said)).toMatchObject({
      holds: false,
      findings: [{ type: "contradiction", message: "The answer says that lint is removed.", rewrite: lines(1, 2) }],
    });
  });
});

describe("edits in several blocks", () => {
  const late = (format: EditFormat, replace: string): Sketch => edit(format, "push()", replace);
  const neighbours = (first: EditFormat, second: EditFormat): Sketch[] => [
    edit(first, "build()", ""),
    edit(second, "check()", ""),
  ];

  it.each<[string, readonly Sketch[], string, readonly Finding[]]>([
    [
      "are exact together if they have one format, so that a fault is their own",
      [BEGIN, late("search-replace", "push((")],
      file("fetch(all) lint() build() check() sign() push(("),
      [{ ...broken, isRemark: true }],
    ],
    [
      "are judged each for itself if they have several, so that a fault may be the result's",
      [BEGIN, late("v4a", "push((")],
      file("fetch(all) lint() build() check() sign() push(("),
      [broken],
    ],
    [
      "of several formats may remove lines that are neighbours",
      neighbours("v4a", "search-replace"),
      file("fetch() lint() sign() push()"),
      [],
    ],
    [
      "of several formats may remove them in any order",
      neighbours("search-replace", "v4a").toReversed(),
      file("fetch() lint() sign() push()"),
      [],
    ],
    [
      "of several formats may add lines that are neighbours",
      [edit("v4a", "build()", "build()\nformat()"), edit("search-replace", "check()", "test()\ncheck()")],
      file("fetch() lint() build() format() test() check() sign() push()"),
      [],
    ],
    [
      "of several formats must all be in the result",
      [BEGIN, late("v4a", "push(all)")],
      file("fetch(all) lint() build() check() sign() push()"),
      [
        {
          type: "missing-line",
          message: 'What the edit adds is not in the result: "push(all)".',
          sketch: lines(0, 1),
        },
      ],
    ],
    [
      "of several formats say once what none of them removes",
      [BEGIN, late("v4a", "push(all)")],
      file("fetch(all) lint() build() sign() push(all)"),
      [
        {
          type: "lost-line",
          message: "The edits do not say that line 4 of the file should vanish.",
          original: lines(3, 4),
          rewrite: lines(3, 3),
        },
      ],
    ],
  ])("%s", (_, sketches, result, findings) => {
    const proof = judge(STEPS, sketches, result);
    expect(proof.findings).toEqual(findings);
    expect(proof.holds).toBe(findings.every(({ isRemark }) => isRemark === true));
  });
});

describe("texts for one new file", () => {
  it("must all be the result", () => {
    expect(judge("", [added("fetch()\n"), added("fetch()\n")], "fetch()\n").holds).toBe(true);
    expect(judge("", [added("fetch()\n"), added("push()\n")], "fetch()\n").findings).toEqual([
      {
        type: "missing-line",
        message: "The result lacks line 1 of the sketch.",
        sketch: lines(10, 11),
        rewrite: lines(0, 1),
      },
    ]);
  });
});
