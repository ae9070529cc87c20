import { describe, expect, it } from "vitest";
import { readCues } from "../../../extension/core/placing/cues.ts";
import { findPairs } from "../../../extension/core/placing/likeness.ts";
import { findAlikeRuns, findEquals, listWindows, type Run } from "../../../extension/core/placing/windows.ts";
import { DOOR, readFile, readShown, tellWindow } from "./placingSamples.ts";

const FILE = readFile(`function load(path) {
  const file = open(path);
  check(file);
  return file.read();
}

function save(path, text) {
  const file = open(path);
  check(file);
  file.write(text);
}
`);

function runsIn(block: string, file = FILE): Run[] {
  const shown = readShown(block);
  return findAlikeRuns(shown, findPairs(shown, file.compared), file.compared);
}

const told = (runs: readonly Run[]): string[] => runs.map((run) => tellWindow({ ...run, width: undefined }));

describe("the best run of alike lines", () => {
  it.each([
    ["lines that stand together", "check(file);\nreturn file.read();", "3-4"],
    ["a line between them is not shown", "function load(path) {\nreturn file.read();", "1-4"],
    ["a line that is new", "check(file);\nlog(now);\nfile.write(text);", "9-10"],
    ["a whole function", "function save(path, text) {\n  const file = open(path);\n  file.write(text);\n}", "7-11"],
    ["a line that changed", "function save(path, text, mode) {", "7-7"],
  ])("%s", (_, block, want) => {
    expect(told(runsIn(block))[0]).toBe(want);
  });

  it("lines that are far apart are no run", () => {
    const apart = (count: number): string => `beginning();\n${"}\n".repeat(count)}finishing();\n`;
    const block = "beginning();\nfinishing();";
    expect(told(runsIn(block, readFile(apart(3))))[0]).toBe("1-5");
    expect(told(runsIn(block, readFile(apart(30))))).not.toContain("1-32");
  });

  it("nothing that is alike, no run", () => {
    expect(runsIn("throw new Error();")).toEqual([]);
  });

  it("each run is listed once, and those with most in common first", () => {
    const runs = runsIn("const file = open(path);\ncheck(file);\n\n}");
    const values = runs.map(({ value }) => value);
    expect(new Set(told(runs)).size).toBe(runs.length);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  it("a block that stands everywhere has a bounded number of runs", () => {
    expect(runsIn("check(file);\n}", readFile("check(file);\n}\n".repeat(200))).length).toBeLessThan(100);
  });
});

describe("runs that are as good as the best", () => {
  it.each([
    [
      "two of the same",
      [
        [1, 3, 10],
        [8, 10, 10],
      ],
      "2-3 9-10",
    ],
    [
      "down the file",
      [
        [8, 10, 10],
        [1, 3, 10],
      ],
      "2-3 9-10",
    ],
    [
      "nearly as good",
      [
        [1, 3, 10],
        [8, 10, 9.5],
      ],
      "2-3 9-10",
    ],
    [
      "much worse",
      [
        [1, 3, 10],
        [8, 10, 5],
      ],
      "2-3",
    ],
    [
      "one over another",
      [
        [1, 5, 10],
        [3, 8, 10],
      ],
      "2-5",
    ],
    ["none", [], ""],
    ["too many to be meant", Array.from({ length: 20 }, (_, nth) => [nth, nth + 1, 10]), ""],
  ] as const)("%s", (_, runs, want) => {
    const equals = findEquals(runs.map(([start = 0, end = 0, value = 0]) => ({ start, end, value })));
    expect(told(equals).join(" ")).toBe(want);
  });
});

function windowsOf(block: string, introduction: string, file = FILE) {
  const shown = readShown(block);
  const cues = readCues(introduction, shown.lines, file.compared.file);
  return listWindows(shown, runsIn(block, file), cues, file.structure);
}

/** Windows of a kind. */
const listed = (kind: string, block: string, introduction: string, file = FILE): string[] =>
  windowsOf(block, introduction, file)
    .filter((window) => window.kind === kind)
    .map(tellWindow);

const CHECK = "const file = open(path);\ncheck(file, true);";

describe("the windows of a block", () => {
  it("each is listed once", () => {
    const all = windowsOf(CHECK, "In both functions:").map(tellWindow);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each([
    ["all that are alike", "In both functions:", ["2-3 and 8-9"]],
    ["one of them is alone in what is named", "In `save`:", []],
  ])("several places at once: %s", (_, introduction, want) => {
    expect(listed("all", CHECK, introduction)).toEqual(want);
  });

  it("several places at once: those in what is named", () => {
    const method = (name: string): string => `  ${name}() {\n    this.check();\n  }\n`;
    const file = readFile(
      `class Door {\n${method("open")}${method("close")}}\n\nclass Gate {\n${method("lift")}${method("lower")}}\n`,
    );
    const found = (introduction: string): string[] => listed("all", "this.check(true);", introduction, file);
    expect(found("In both methods of `Door`:")).toEqual(["3-3 and 6-6"]);
    expect(found("In both methods of `Gate`:")).toEqual(["12-12 and 15-15"]);
    expect(found("In all methods:")).toEqual(["3-3 and 6-6 and 12-12 and 15-15"]);
  });

  it("one place alone is not several", () => {
    expect(listed("all", "return file.read();", "In both functions:")).toEqual([]);
  });

  it.each([
    ["at the margin, it may stand as deep as anything there", "lock() {\n}", ["behind 9, 4 deep", "behind 9, 2 deep"]],
    ["at columns of the place, it stands there", "  lock() {\n  }", ["behind 9, 2 deep"]],
    ["at other columns, they say nothing", "     lock();", ["behind 9, 4 deep", "behind 9, 2 deep"]],
  ])("a block between lines: %s", (_, block, want) => {
    const text = DOOR.replace("    }\n  }\n\n", "    }\n    go();\n\n");
    const found = listed("between", block, "Add this:", readFile(text, "javascript"));
    expect(found.filter((one) => one.startsWith("behind 9,"))).toEqual(want);
  });
});
