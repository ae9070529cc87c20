import { expect, test } from "vitest";
import { mergeEdits } from "../../../extension/core/merge/mergeEdits.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import type { Edit } from "../../../extension/core/sketch/sketch.ts";

function edit(search: readonly string[], replace: readonly string[], hints: Partial<Edit> = {}): Edit {
  return { search, replace, scope: [], atEnd: false, replyLine: 1, ...hints };
}

/** The new text, or the type of the answer where there is none. */
function check(original: string, edits: readonly Edit[], want: string): void {
  const result = mergeEdits(edits, readOriginal(original, undefined, undefined));
  expect(result.type === "merged" ? result.text : result.type).toBe(want);
}

test.each<[string, string, readonly Edit[], string]>([
  ["one line", "a\nb\nc\n", [edit(["b"], ["x"])], "a\nx\nc\n"],
  ["a deletion", "a\nb\nc\n", [edit(["b"], [])], "a\nc\n"],
  ["an insertion behind context", "a\nb\n", [edit(["a"], ["a", "x"])], "a\nx\nb\n"],
  ["one after the other", "a\nb\n", [edit(["a"], ["x"]), edit(["x", "b"], ["y"])], "y\n"],
  ["CRLF is kept", "a\r\nb\r\nc\r\n", [edit(["b"], ["x", "y"])], "a\r\nx\r\ny\r\nc\r\n"],
  ["no final newline", "a\nb", [edit(["b"], ["x"])], "a\nx"],
  ["BOM is kept", "\uFEFFa\nb\n", [edit(["b"], ["x"])], "\uFEFFa\nx\n"],
  ["trailing blanks of context are kept", "a  \nb\n", [edit(["a", "b"], ["a", "x"])], "a  \nx\n"],
  [
    "indentation of the file",
    "f {\n    a\n    b\n}\n",
    [edit(["a", "b"], ["a", "x", "b"])],
    "f {\n    a\n    x\n    b\n}\n",
  ],
  [
    "tabs of the file",
    "f {\n\ta\n\tb\n}\n",
    [edit(["    a", "    b"], ["    a", "    x", "    b"])],
    "f {\n\ta\n\tx\n\tb\n}\n",
  ],
  ["twice in the file", "a\nb\na\n", [edit(["a"], ["x"])], "ambiguous"],
  [
    "twice, with a line number",
    "a\nb\nc\nd\ne\nf\ng\na\n",
    [edit(["a"], ["x"], { lineHint: 8 })],
    "a\nb\nc\nd\ne\nf\ng\nx\n",
  ],
  ["twice, with a scope", "f:\n  a\ng:\n  a\n", [edit(["  a"], ["  x"], { scope: ["g:"] })], "f:\n  a\ng:\n  x\n"],
  ["twice, at the end", "a\nb\na\n", [edit(["a"], ["x"], { atEnd: true })], "a\nb\nx\n"],
  ["as often as it is there", "a\nb\na\n", [edit(["a"], ["x"]), edit(["a"], ["x"])], "x\nb\nx\n"],
  ["not in the file", "a\nb\n", [edit(["something else"], ["x"])], "ambiguous"],
  ["a scope that is not in the file", "a\nb\n", [edit(["a"], ["x"], { scope: ["class Nowhere"] })], "ambiguous"],
  ["an empty file", "", [edit([], ["x", "y"])], "x\ny\n"],
  ["nothing searched", "a\nb\n", [edit([], ["x"])], "ambiguous"],
  ["nothing searched, at the end", "a\nb\n", [edit([], ["x"], { atEnd: true })], "a\nb\nx\n"],
  ["nothing searched, with a line number", "a\nb\n", [edit([], ["x"], { lineHint: 2 })], "a\nx\nb\n"],
  ["nothing changed", "a\nb\n", [edit(["a"], ["a"])], "no-sketch"],
  [
    "a marker in both halves",
    "f {\n  a\n  b\n  c\n  d\n}\n",
    [
      edit(
        ["f {", "  a", "  // ... existing code ...", "  d", "}"],
        ["f {", "  x", "  // ... existing code ...", "  y", "}"],
      ),
    ],
    "f {\n  x\n  b\n  c\n  y\n}\n",
  ],
])("%s", (_, original, edits, want) => {
  check(original, edits, want);
});

test("names the places where an edit may belong", () => {
  const result = mergeEdits([edit(["  a"], ["  x"])], readOriginal("f {\n  a\n}\ng {\n  a\n}\n", undefined, undefined));
  expect(result).toMatchObject({
    type: "ambiguous",
    candidates: [{ original: { start: 1, end: 2 } }, { original: { start: 4, end: 5 } }],
  });
});
