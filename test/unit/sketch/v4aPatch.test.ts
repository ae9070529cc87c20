import { expect, test } from "vitest";
import type { FileSketch } from "../../../extension/core/sketch/sketch.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { readV4aPatch } from "../../../extension/core/sketch/v4aPatch.ts";

function short({ path, moveTo, sketch }: FileSketch): unknown[] {
  const head = moveTo === undefined ? [path] : [path, moveTo];
  if (sketch.type === "add") return [...head, sketch.text];
  if (sketch.type !== "edits") return [...head, sketch.type];
  return [
    ...head,
    ...sketch.edits.map(({ scope, search, replace, atEnd }) => ({ scope, search, replace, ...(atEnd && { atEnd }) })),
  ];
}

const B = "*** Begin Patch";
const E = "*** End Patch";
const U = "*** Update File: a.py";
const edit = (search: string[], replace: string[], scope: string[] = []) => ({ scope, search, replace });

test("an added file begins with its first line in the reply, an update with its heading", () => {
  const found = readReply(`Text\n${[B, "*** Add File: b.py", "+b", U, "-a", "+b", E].join("\n")}\n`);
  expect(found.map(({ replyLine }) => replyLine)).toEqual([4, 5]);
  const [diff] = readReply("Text\n\n```diff\n--- /dev/null\n+++ b/x.ts\n@@ -0,0 +1 @@\n+a\n```\n");
  expect([diff?.sketch.type, diff?.replyLine]).toEqual(["add", 7]);
});

test.each([
  [
    "update",
    [B, U, "@@ class A", "     def f(self):", "-        a", "+        b", E],
    [["a.py", edit(["    def f(self):", "        a"], ["    def f(self):", "        b"], ["class A"])]],
  ],
  [
    "nested scopes",
    [B, U, "@@ class A", "@@   def f():", "-a", "+b", E],
    [["a.py", edit(["a"], ["b"], ["class A", "def f():"])]],
  ],
  [
    "several hunks",
    [B, U, "@@ class A", "-a", "+b", "@@", " x", "+y", E],
    [["a.py", edit(["a"], ["b"], ["class A"]), edit(["x"], ["x", "y"])]],
  ],
  ["no @@", [B, U, " x", "-a", "+b", E], [["a.py", edit(["x", "a"], ["x", "b"])]]],
  [
    "end of file",
    [B, U, "@@", " x", "+y", "*** End of File", E],
    [["a.py", { ...edit(["x"], ["x", "y"]), atEnd: true }]],
  ],
  [
    "blank context without its space",
    [B, U, "@@", " x", "", "-a", "+b", E],
    [["a.py", edit(["x", "", "a"], ["x", "", "b"])]],
  ],
  ["add", [B, "*** Add File: b.py", "+x", "+", "+y", E], [["b.py", "x\n\ny\n"]]],
  ["add without prefixes", [B, "*** Add File: b.py", "x", "  y", E], [["b.py", "x\n  y\n"]]],
  ["add an empty file", [B, "*** Add File: b.py", E], [["b.py", ""]]],
  ["delete", [B, "*** Delete File: b.py", E], [["b.py", "delete"]]],
  ["move", [B, U, "*** Move to: c.py", "@@", "-a", "+b", E], [["a.py", "c.py", edit(["a"], ["b"])]]],
  ["move alone", [B, U, "*** Move to: c.py", E], [["a.py", "c.py"]]],
  [
    "all kinds",
    [B, "*** Add File: b", "+x", U, "-a", "+b", "*** Delete File: c", E],
    [
      ["b", "x\n"],
      ["a.py", edit(["a"], ["b"])],
      ["c", "delete"],
    ],
  ],
  ["heredoc", ["apply_patch <<'EOF'", B, U, "-a", "+b", E, "EOF"], [["a.py", edit(["a"], ["b"])]]],
  [
    "heredoc without begin and end",
    ["apply_patch <<'EOF'", U, "-a", "+b", "EOF", "ls"],
    [["a.py", edit(["a"], ["b"])]],
  ],
  ["no begin and end", [U, "-a", "+b"], [["a.py", edit(["a"], ["b"])]]],
  ["no end", [B, U, "-a", "+b"], [["a.py", edit(["a"], ["b"])]]],
  ["numbers in @@", [B, U, "@@ -1,2 +1,2 @@ class A", "-a", "+b", E], [["a.py", edit(["a"], ["b"], ["class A"])]]],
  ["hostile path", [B, "*** Delete File: a\0b", E], []],
  ["nothing", ["just text", "*** bold ***"], []],
] as const)("%s", (_, lines, expected) => {
  expect(readV4aPatch(lines, 1).map(short)).toEqual(expected);
});

test("outside fences a paragraph ends a patch that has no end", () => {
  expect(readV4aPatch([U, "-a", "+b", "", "That is all."], 1, true).map(short)).toEqual([["a.py", edit(["a"], ["b"])]]);
});

test("lines of the reply", () => {
  const [sketch] = readV4aPatch(["", B, U, "@@ x", "-a", "+b"], 5);
  expect(sketch).toMatchObject({ replyLine: 7, sketch: { edits: [{ replyLine: 9 }] } });
});
