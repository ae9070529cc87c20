import { expect, test } from "vitest";
import type { Edit, FileSketch } from "../../../extension/core/sketch/sketch.ts";
import type { DiffSurroundings } from "../../../extension/core/sketch/unifiedDiff.ts";
import { findUnifiedDiff, readUnifiedDiff } from "../../../extension/core/sketch/unifiedDiff.ts";

function read(lines: readonly string[], within: DiffSurroundings["within"] = "diff-fence"): FileSketch[] {
  return readUnifiedDiff(lines, { firstLine: 1, within });
}

function edits(found: readonly FileSketch[]): Edit[] {
  return found.flatMap(({ sketch }) => (sketch.type === "edits" ? sketch.edits : []));
}

test.each([
  ["numbers and a section", ["@@ -3,2 +3,2 @@ class A", " x", "-a", "+b"], [[["x", "a"], ["x", "b"], 3, ["class A"]]]],
  ["dots for numbers", ["@@ ... @@", "-a", "+b"], [[["a"], ["b"], undefined, []]]],
  [
    "bare @@",
    ["@@", "-a", "+b", "@@ @@", "-c", "+d"],
    [
      [["a"], ["b"], undefined, []],
      [["c"], ["d"], undefined, []],
    ],
  ],
  ["a name and no numbers", ["@@ def f(x):", "-a", "+b"], [[["a"], ["b"], undefined, ["def f(x):"]]]],
  ["no header at all", [" x", "-a", "+b"], [[["x", "a"], ["x", "b"], undefined, []]]],
  ["wrong counts", ["@@ -1,99 +1,2 @@", "-a", "+b"], [[["a"], ["b"], 1, []]]],
  ["insertion behind line 4", ["@@ -4,0 +5 @@", "+b"], [[[], ["b"], 5, []]]],
  [
    "blank context without its space",
    ["@@", " x", "", "-a", "+b", ""],
    [[["x", "", "a"], ["x", "", "b"], undefined, []]],
  ],
  [
    "all context without its space",
    ["def f():", "    x = 1", "-    return 1", "+    return 2"],
    [[["def f():", "    x = 1", "    return 1"], ["def f():", "    x = 1", "    return 2"], undefined, []]],
  ],
  [
    "one context line without its space",
    ["def f():", "     x = 1", "-    return 1", "+    return 2"],
    [[["def f():", "    x = 1", "    return 1"], ["def f():", "    x = 1", "    return 2"], undefined, []]],
  ],
  [
    "tabs without their space",
    ["@@", "\tx()", "-\ta()", "+\tb()"],
    [[["\tx()", "\ta()"], ["\tx()", "\tb()"], undefined, []]],
  ],
  [
    "a region removed and added as a whole",
    ["@@ ... @@", "-a", "-x", "-c", "+a", "+y", "+c"],
    [[["a", "x", "c"], ["a", "y", "c"], undefined, []]],
  ],
  ["no newline note", ["@@ -1 +1 @@", "-a", "\\ No newline at end of file", "+b"], [[["a"], ["b"], 1, []]]],
  ["context only", ["@@ -1 +1 @@", " a"], []],
  [
    "removed -- and added ++ lines",
    ["@@ -1,3 +1,3 @@", " x", "--- a", "+++ b", " y", " z"],
    [[["x", "-- a", "y", "z"], ["x", "++ b", "y", "z"], 1, []]],
  ],
] as const)("hunk: %s", (_, lines, expected) => {
  expect(edits(read(lines)).map(({ search, replace, lineHint, scope }) => [search, replace, lineHint, scope])).toEqual(
    expected,
  );
});

const hunk = ["@@ -1 +1 @@", "-a", "+b"];

test.each([
  [
    "git",
    ["diff --git a/x.ts b/x.ts", "index 1..2 100644", "--- a/x.ts", "+++ b/x.ts", ...hunk],
    [["x.ts", undefined, "edits"]],
  ],
  ["no prefixes", ["--- x.ts", "+++ x.ts", ...hunk], [["x.ts", undefined, "edits"]]],
  [
    "timestamps",
    ["--- x.ts\t2024-01-01 00:00:00", "+++ x.ts 2024-01-02 00:00:00 +0000", ...hunk],
    [["x.ts", undefined, "edits"]],
  ],
  ["a folder named a", ["--- a/x.ts", "+++ a/x.ts", ...hunk], [["a/x.ts", undefined, "edits"]]],
  ["names that are none", ["--- original", "+++ modified", ...hunk], [[undefined, undefined, "edits"]]],
  ["no hunk header", ["--- a/x.ts", "+++ b/x.ts", " x", "-a", "+b"], [["x.ts", undefined, "edits"]]],
  ["new file", ["--- /dev/null", "+++ b/x.ts", "@@ -0,0 +1,2 @@", "+a", "+b"], [["x.ts", undefined, "add"]]],
  ["deleted file", ["--- a/x.ts", "+++ /dev/null", "@@ -1 +0,0 @@", "-a"], [["x.ts", undefined, "delete"]]],
  [
    "deleted by git, no hunks",
    ["diff --git a/x.ts b/x.ts", "deleted file mode 100644"],
    [["x.ts", undefined, "delete"]],
  ],
  [
    "rename",
    ["diff --git a/x.ts b/y.ts", "similarity index 100%", "rename from x.ts", "rename to y.ts"],
    [["x.ts", "y.ts", "edits"]],
  ],
  ["mode only", ["diff --git a/x b/x", "old mode 100644", "new mode 100755"], []],
  [
    "several",
    ["--- a/x.ts", "+++ b/x.ts", ...hunk, "--- a/y.ts", "+++ b/y.ts", ...hunk],
    [
      ["x.ts", undefined, "edits"],
      ["y.ts", undefined, "edits"],
    ],
  ],
  [
    "several, git",
    [
      "diff --git a/x.ts b/x.ts",
      "--- a/x.ts",
      "+++ b/x.ts",
      ...hunk,
      "diff --git a/y.ts b/y.ts",
      "--- a/y.ts",
      "+++ b/y.ts",
      ...hunk,
    ],
    [
      ["x.ts", undefined, "edits"],
      ["y.ts", undefined, "edits"],
    ],
  ],
  ["path alone on the first line", ["src/x.ts", "-a", "+b"], [["src/x.ts", undefined, "edits"]]],
  ["path in a comment", ["// src/x.ts", "-a", "+b"], [["src/x.ts", undefined, "edits"]]],
  ["hostile name", ["--- a/x\0.ts", "+++ b/x\0.ts", ...hunk], [[undefined, undefined, "edits"]]],
] as const)("file: %s", (_, lines, expected) => {
  expect(read(lines).map(({ path, moveTo, sketch }) => [path, moveTo, sketch.type])).toEqual(expected);
});

test("the text of a new file ends as the diff says", () => {
  const lines = ["--- /dev/null", "+++ b/x.ts", "@@ -0,0 +1,2 @@", "+a", "+b"];
  expect(read(lines)[0]?.sketch).toMatchObject({ type: "add", text: "a\nb\n" });
  expect(read([...lines, "\\ No newline at end of file"])[0]?.sketch).toMatchObject({ text: "a\nb" });
});

test("outside fences a paragraph ends the diff", () => {
  const found = read(
    ["--- a/x.ts", "+++ b/x.ts", "@@ -1,2 +1,2 @@", " x", "-a", "+b", "", "That is all.", "- really"],
    "prose",
  );
  expect(edits(found)).toMatchObject([{ search: ["x", "a"], replace: ["x", "b"], replyLine: 4 }]);
});

test.each([
  ["a list", ["- one", "- two", "+ three"]],
  ["YAML", ["---", "a:", "  - b", "---", "c: d"]],
  ["front matter", ["---", "title: x", "---", "", "- item"]],
  ["TOML front matter", ["+++", "title = 1", "+++"]],
  ["a decorator", ["@@x", "class A {}"]],
  ["a rule", ["--- ", "+++ "]],
])("%s is no diff", (_, lines) => {
  expect(findUnifiedDiff(lines)).toBe(-1);
});
