import { expect, test } from "vitest";
import { chooseLanguage } from "../../../extension/core/apply/chooseLanguage.ts";
import { createsFile, groupByFile, selectForFile } from "../../../extension/core/targets/fileSketches.ts";
import type { FileSketch, Sketch } from "../../../extension/core/sketch/sketch.ts";

const sketchOf = (
  path: string | undefined,
  moveTo?: string,
  sketch: Sketch = { type: "code", text: "" },
): FileSketch => ({
  path,
  moveTo,
  language: undefined,
  sketch,
  replyLine: 1,
});
const editing = (...search: string[]): Sketch => ({
  type: "edits",
  format: "search-replace",
  edits: [{ search, replace: ["x"], scope: [], atEnd: false, replyLine: 1 }],
});

test.each([
  [["a"], [["a"]]],
  [
    ["a", "b", "a"],
    [["a", "a"], ["b"]],
  ],
  [["./a", "x/../a", "a"], [["./a", "x/../a", "a"]]],
  [["x\\a", "x/a"], [["x\\a", "x/a"]]],
  [["a>b", "b"], [["a", "b"]]],
  [["a>b", "b>c", "c"], [["a", "b", "c"]]],
  [["", "a", ""], [["a"]]],
])("sketches %j are grouped as %j", (names, expected) => {
  const sketches = names.map((name) => {
    const [path = "", moveTo] = name.split(">");
    return sketchOf(path === "" ? undefined : path, moveTo);
  });
  const { groups, nameless } = groupByFile(sketches);
  expect(groups.map((group) => group.sketches.map(({ path }) => path))).toEqual(expected);
  expect(nameless).toHaveLength(names.filter((name) => name === "").length);
});

test.each([
  ["/home/me/src/a.ts", ["a.ts"], [0]],
  ["/home/me/src/a.ts", ["other.ts"], [0]],
  ["/home/me/src/a.ts", ["other.ts", undefined], [0, 1]],
  ["/home/me/src/a.ts", ["src/a.ts", "lib/a.ts"], [0]],
  ["/home/me/src/a.ts", ["a.ts", "src/a.ts"], [1]],
  ["/home/me/src/a.ts", ["/home/me/src/a.ts", "b.ts"], [0]],
  ["/home/me/src/a.ts", ["ba.ts", "b.ts"], []],
  ["/home/me/src/a.ts", ["src/a.ts", undefined, "b.ts"], [0]],
  ["a.ts", ["src/a.ts", "b.ts"], [0]],
  ["a.ts", ["src/a.ts", "lib/a.ts"], []],
  [undefined, ["a.ts"], [0]],
  [undefined, ["a.ts", "b.ts"], []],
])("for %s of %j the sketches %j are taken", (file, paths, expected) => {
  const sketches = paths.map((path) => sketchOf(path));
  const { taken, left } = selectForFile(sketches, file);
  expect(taken.map((sketch) => sketches.indexOf(sketch))).toEqual(expected);
  expect(left).toHaveLength(sketches.length - expected.length);
});

test.each<[string, Sketch, boolean, boolean]>([
  ["code", { type: "code", text: "x" }, true, false],
  ["add", { type: "add", format: "v4a", text: "x" }, true, true],
  ["delete", { type: "delete", format: "v4a" }, false, false],
  ["an edit that searches", editing("a"), false, false],
  ["an edit that searches nothing", editing(""), true, true],
])("%s makes a file where the sketch names it: %s, and with --file: %s", (_, sketch, byName, byUser) => {
  expect([
    createsFile([sketchOf("a", undefined, sketch)], true),
    createsFile([sketchOf("a", undefined, sketch)], false),
  ]).toEqual([byName, byUser]);
});

test.each([
  ["python", "a.js", "python"],
  ["typescript", "a.tsx", "typescriptreact"],
  ["css", "a.scss", "scss"],
  ["cpp", "a.h", "cpp"],
  ["c", "a.h", "c"],
  ["c++", undefined, "cpp"],
  ["klingon", "a.py", "python"],
  ["", "a.py", "python"],
  [undefined, "a.py", "python"],
  [undefined, "a", undefined],
])("language %s of %s is %s", (given, path, expected) => {
  expect(chooseLanguage(given, path, [])).toBe(expected);
});

test("the fences tell the language where nothing else does", () => {
  expect(chooseLanguage(undefined, "run", [{ ...sketchOf("run"), language: "sh" }])).toBe("shellscript");
});

test("a reply may name more files than a call takes arguments", () => {
  const sketches = Array.from({ length: 150_000 }, (_, index) => sketchOf(`src/a${index}.ts`));
  expect(selectForFile(sketches, "b/src/a7.ts").taken.map(({ path }) => path)).toEqual(["src/a7.ts"]);
});
