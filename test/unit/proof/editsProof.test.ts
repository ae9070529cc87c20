import { expect, test } from "vitest";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import { compare } from "../../../extension/core/proof/comparison.ts";
import { judgeEdits } from "../../../extension/core/proof/editsProof.ts";
import { beginWork } from "../../../extension/core/text/work.ts";
import type { EditFormat, Sketch } from "../../../extension/core/sketch/sketch.ts";
import { checkSketch, cut } from "./checkCode.ts";

const turns = `function open(door) {
  check(door);
  turn(door.key);
}

function close(door) {
  turn(door.key);
  log(door);
}

const text = \`
  open
\`;
`;

/** What is searched, what takes its place, and the scope that it names. */
type Written = readonly [search: string, replace: string, ...scope: string[]];

const linesOf = (text: string): string[] => (text === "" ? [] : text.split("\n"));

function sketchOf(written: readonly Written[], format: EditFormat): Extract<Sketch, { type: "edits" }> {
  const edits = written.map(([search, replace, ...scope], nth) => {
    return { search: linesOf(search), replace: linesOf(replace), scope, atEnd: false, replyLine: 10 * nth + 1 };
  });
  return { type: "edits", format, edits };
}

function check(written: readonly Written[], result: string, findings: readonly string[], format: EditFormat): void {
  checkSketch(turns, sketchOf(written, format), result, findings);
}

const checked: Written = ["  check(door);", "  check(door);\n  audit(door);"];
const both: Written = ["  turn(door.key);", "  turn(door.key, 2);"];
const inClose = cut(turns, [7], "  turn(door.key, 2);");
const inOpen = cut(turns, [3], "  turn(door.key, 2);");

test.each<[string, readonly Written[], string, readonly string[]]>([
  // Lines that stand once.
  ["an addition", [checked], cut(turns, [2], "  check(door);", "  audit(door);"), []],
  ["an addition and a blank line", [checked], cut(turns, [2], "  check(door);", "", "  audit(door);"), []],
  [
    "an addition at another depth",
    [checked],
    cut(turns, [2], "  check(door);", "      audit(door);"),
    ["unrelated: line 3"],
  ],
  ["an addition that is not there", [checked], turns, ["missing-line: lines 1 to 2"]],
  [
    "an addition elsewhere",
    [checked],
    cut(turns, [8], "  log(door);", "  audit(door);"),
    ["missing-line: line 3", "unrelated: line 9"],
  ],
  ["a deletion", [["  log(door);", ""]], cut(turns, [8]), []],
  ["a deletion of another line", [["  log(door);", ""]], cut(turns, [2]), ["lost-line: line 2"]],
  ["a deletion of one line more", [["  log(door);", ""]], cut(turns, [2, 8]), ["lost-line: line 2"]],
  [
    "a line that nobody writes",
    [checked],
    cut(turns, [2], "  check(door);", "  audit(door);", "  wait();"),
    ["unrelated: line 4"],
  ],
  [
    "two edits",
    [checked, ["  log(door);", "  log(door, 1);"]],
    cut(cut(turns, [8], "  log(door, 1);"), [2], "  check(door);", "  audit(door);"),
    [],
  ],
  [
    "two edits, one of them left out",
    [checked, ["  log(door);", "  log(door, 1);"]],
    cut(turns, [8], "  log(door, 1);"),
    ["missing-line: lines 1 to 2"],
  ],
  [
    "a kept line that is indented anew",
    [checked],
    cut(cut(turns, [8], "    log(door);"), [2], "  check(door);", "  audit(door);"),
    ["unrelated: line 9"],
  ],
  [
    "loose lines",
    [["check( door )", "check(door)\naudit(door)"]],
    cut(turns, [2], "  check(door);", "  audit(door);"),
    [],
  ],
  [
    "what it writes spelt as the file has it",
    [["  log(door);", "  log('door');"]],
    cut(turns, [8], '  log("door");'),
    [],
  ],
  // Lines that stand twice: only what comes and goes can be counted.
  ["one of two places", [both], inOpen, []],
  ["the other one", [both], inClose, []],
  ["both places", [both], cut(inOpen, [7], "  turn(door.key, 2);"), ["unrelated: line 7", "lost-line: line 7"]],
  ["none of them", [both], turns, ["missing-line: line 1"]],
  ["one of two, and a line more", [both], cut(inOpen, [8]), ["lost-line: line 8"]],
  [
    "one of two, and a line between",
    [both],
    cut(inOpen, [3], "  turn(door.key, 2);", "  wait();"),
    ["unrelated: line 4"],
  ],
  [
    "one of two, and a line that is only moved to the right",
    [["  turn(door.key);", "  turn(door.key);\n  halt();"]],
    cut(turns, [3], "    turn(door.key);", "  halt();"),
    ["unrelated: line 3"],
  ],
  [
    "one of two, in pieces",
    [["  turn(door.key);", "  halt();\n  wait();"]],
    cut(cut(turns, [3], "  halt();"), [8], "  log(door);", "  wait();"),
    ["missing-line: lines 1 to 2"],
  ],
  [
    "one of two, with a blank line within",
    [["  turn(door.key);", "  halt();\n  wait();"]],
    cut(turns, [3], "  halt();", "", "  wait();"),
    [],
  ],
])("after exact edits: %s", (_, written, result, findings) => {
  check(written, result, findings, "search-replace");
});

test.each<[string, readonly Written[], string, readonly string[]]>([
  ["in its scope", [[...both, "function close"]], inClose, []],
  ["in another scope", [[...both, "function close"]], inOpen, ["unrelated: line 3", "unrelated: line 7"]],
  [
    "of what does not stand in its scope",
    [["  check(door);", "  verify(door);", "function close"]],
    cut(turns, [2], "  verify(door);"),
    ["unrelated: line 1"],
  ],
])("after a patch, an edit %s", (_, written, result, findings) => {
  check(written, result, findings, "v4a");
});

test.each<[string, readonly Written[], string, readonly string[]]>([
  [
    "lines that the edits do not give",
    [checked],
    cut(turns, [2], "  check(door);", "  audit(door);", "  wait();", "  halt();"),
    ["No edit explains line 4 of the result.", "No edit explains line 5 of the result."],
  ],
  [
    "another depth",
    [checked],
    cut(turns, [2], "  check(door);", "      audit(door);"),
    ["line 3 of the result: the edits give it another indentation."],
  ],
  [
    "a line that vanished",
    [["  log(door);", ""]],
    cut(turns, [2, 8]),
    ["The edits do not say that line 2 of the file should vanish."],
  ],
  [
    "an addition that is not there",
    [["  log(door);", "  log(door);\n\n  audit(door);"]],
    turns,
    ['What the edit adds is not in the result: "audit(door);".'],
  ],
  [
    "the part of the file that an edit is for",
    [["  check(door);", "  verify(door);", "class Door", "function close"]],
    cut(turns, [2], "  verify(door);"),
    ['What the edit searches does not stand in "class Door > function close", which it names.'],
  ],
])("the proof of edits names %s", (_, written, result, messages) => {
  const file = { text: turns, language: undefined, parser: undefined, tree: undefined };
  const { findings } = judgeRewrite(file, sketchOf(written, "v4a"), result);
  expect(findings.map(({ message }) => message)).toEqual(messages);
});

test.each<[string, readonly Written[], string, { verbatimLines: number; adaptedLines: number }]>([
  [
    "all to the letter",
    [["  check(door);", "  verify(door);\n  audit(door);"]],
    cut(turns, [2], "  verify(door);", "  audit(door);"),
    { verbatimLines: 2, adaptedLines: 0 },
  ],
  [
    "one as the file spells",
    [["  log(door);", "  log('door');\n  log(1);"]],
    cut(turns, [8], '  log("door");', "  log(1);"),
    { verbatimLines: 1, adaptedLines: 1 },
  ],
  [
    "one moved to another depth",
    [["check(door);", "verify(door);"]],
    cut(turns, [2], "  verify(door);"),
    { verbatimLines: 1, adaptedLines: 0 },
  ],
  [
    "none for the lines that stay",
    [["  check(door);\n  turn(door.key);", "  check(door);\n  turn(door.key);\n  audit(door);"]],
    cut(turns, [3], "  turn(door.key);", "  audit(door);"),
    { verbatimLines: 1, adaptedLines: 0 },
  ],
  ["by count, at one of two places", [both], inClose, { verbatimLines: 1, adaptedLines: 0 }],
])("the proof of edits counts %s", (_, written, result, counts) => {
  const file = { text: turns, language: undefined, parser: undefined, tree: undefined };
  expect(judgeRewrite(file, sketchOf(written, "search-replace"), result)).toMatchObject({ holds: true, ...counts });
});

const tabs = "function open() {\n\tcheck();\n\tlog();\n}\n";

test.each<[string, string, Written, string, readonly string[]]>([
  ["may be that of a file with tabs", tabs, ["\tcheck();", "  check(1);"], cut(tabs, [2], "\tcheck(1);"), []],
  [
    "must be that of the edit in a file with tabs",
    tabs,
    ["\tcheck();", "\tcheck(1);"],
    cut(tabs, [2], "\t\tcheck(1);"),
    ["unrelated: line 2"],
  ],
  [
    "of a line that stays must stay",
    tabs,
    ["\tcheck();", "\tcheck(1);"],
    cut(cut(tabs, [2], "\tcheck(1);"), [3], "    log();"),
    ["unrelated: line 3"],
  ],
  [
    "moves with the lines around",
    tabs,
    ["\tcheck();\n\t...\n}", "\tif (a) {\n\t\tcheck();\n\t\t...\n\t}\n}"],
    "function open() {\n\tif (a) {\n\t\tcheck();\n\t\tlog();\n\t}\n}\n",
    [],
  ],
  [
    "must move with the lines around",
    tabs,
    ["\tcheck();\n\t...\n}", "\tif (a) {\n\t\tcheck();\n\t\t...\n\t}\n}"],
    "function open() {\n\tif (a) {\n\t\tcheck();\n\tlog();\n\t}\n}\n",
    ["unrelated: line 4"],
  ],
])("the indentation %s", (_, file, written, result, findings) => {
  checkSketch(file, sketchOf([written], "search-replace"), result, findings, "typescript");
});

test.each<[string, string, readonly string[]]>([
  ["may stay where the lines around move", "    one", []],
  ["may move with them", "      one", []],
  ["may not move elsewhere", "        one", ["line 4 of the result: the edits give it another indentation."]],
])("what a string holds %s", (_, line, messages) => {
  const original = "f() {\n  log(`\n    one\n  two`);\n  check();\n}\n";
  const result = `f() {\n  if (a) {\n    log(\`\n${line}\n  two\`);\n    check();\n  }\n}\n`;
  const file = { text: original, language: undefined, parser: undefined, tree: undefined };
  const edit: Written = ["  log(`\n  ...\n  check();", "  if (a) {\n    log(`\n    ...\n    check();\n  }"];
  const sketch = sketchOf([edit], "search-replace");
  const comparison = { ...compare(file, result), inString: Uint8Array.of(0, 0, 1, 1, 0, 0, 0) };
  expect(judgeEdits(sketch, comparison, beginWork()).findings.map(({ message }) => message)).toEqual(messages);
});
