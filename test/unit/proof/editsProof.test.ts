import { test } from "vitest";
import type { EditFormat } from "../../../extension/core/sketch/sketch.ts";
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

function check(written: readonly Written[], result: string, findings: readonly string[], format: EditFormat): void {
  const edits = written.map(([search, replace, ...scope], nth) => {
    return { search: linesOf(search), replace: linesOf(replace), scope, atEnd: false, replyLine: 10 * nth + 1 };
  });
  checkSketch(turns, { type: "edits", format, edits }, result, findings);
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
