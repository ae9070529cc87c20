import { expect, test } from "vitest";
import { mergeEdits } from "../../../extension/core/merge/mergeEdits.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { beginWork } from "../../../extension/core/text/work.ts";
import type { Edit, EditFormat } from "../../../extension/core/sketch/sketch.ts";

function edit(search: readonly string[], replace: readonly string[], hints: Partial<Edit> = {}): Edit {
  return { search, replace, scope: [], atEnd: false, replyLine: 1, ...hints };
}

/** The new text, or the type of the answer where there is none. */
function check(original: string, edits: readonly Edit[], want: string, format: EditFormat = "search-replace"): void {
  const result = mergeEdits({ format, edits }, readOriginal(original, undefined, undefined), beginWork());
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
  ["twice in the file", "a\nb\na\n", [edit(["a"], ["x"])], "partial"],
  [
    "twice, with a line number",
    "a\nb\nc\nd\ne\nf\ng\na\n",
    [edit(["a"], ["x"], { lineHint: 8 })],
    "a\nb\nc\nd\ne\nf\ng\nx\n",
  ],
  ["twice, at the end", "a\nb\na\n", [edit(["a"], ["x"], { atEnd: true })], "a\nb\nx\n"],
  ["as often as it is there", "a\nb\na\n", [edit(["a"], ["x"]), edit(["a"], ["x"])], "x\nb\nx\n"],
  ["not in the file", "a\nb\n", [edit(["something else"], ["x"])], "partial"],
  ["an empty file", "", [edit([], ["x", "y"])], "x\ny\n"],
  ["nothing searched", "a\nb\n", [edit([], ["x"])], "partial"],
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

const classes = "class A:\n  a\n  b\n\nclass B:\n  b\n\nclass C:\n  c\n  c\n";
const inB = "class A:\n  a\n  b\n\nclass B:\n  x\n\nclass C:\n  c\n  c\n";

test.each<[string, string, Edit, string]>([
  ["chooses among places", classes, edit(["  b"], ["  x"], { scope: ["class B:"] }), inB],
  ["may be shortened", classes, edit(["  b"], ["  x"], { scope: ["class B"] }), inB],
  ["may be shown again", classes, edit(["class B:", "  b"], ["class B:", "  x"], { scope: ["class B:"] }), inB],
  ["lets no place count above it", classes, edit(["  a"], ["  x"], { scope: ["class B:"] }), "partial"],
  ["lets no place count behind it", classes, edit(["  c"], ["  x"], { scope: ["class B:"] }), "partial"],
  [
    "lets no place count outside, whatever the line number",
    classes,
    edit(["  a"], ["  x"], { scope: ["class B:"], lineHint: 2 }),
    "partial",
  ],
  [
    "takes the first place in it",
    classes,
    edit(["  c"], ["  x"], { scope: ["class C:"] }),
    classes.replace("  c", "  x"),
  ],
  ["is not in the file", classes, edit(["  a"], ["  x"], { scope: ["class Nowhere"] }), "partial"],
  ["takes what it inserts", classes, edit([], ["  x"], { scope: ["class B:"] }), classes.replace("B:\n", "B:\n  x\n")],
  [
    "nests",
    "class A:\n  f:\n    a\nclass B:\n  f:\n    a\n",
    edit(["    a"], ["    x"], { scope: ["class B:", "f:"] }),
    "class A:\n  f:\n    a\nclass B:\n  f:\n    x\n",
  ],
  [
    "is in the file twice",
    "class A:\n  f:\n    a\nclass B:\n  f:\n    a\n",
    edit(["    a"], ["    x"], { scope: ["f:"] }),
    "partial",
  ],
  [
    "opens its block some lines later",
    "def f(\n  one,\n):\n  a\ndef g(\n  one,\n):\n  a\n",
    edit(["  a"], ["  x"], { scope: ["def g("] }),
    "def f(\n  one,\n):\n  a\ndef g(\n  one,\n):\n  x\n",
  ],
  [
    "names a type that its methods follow",
    "type A struct {\n  n\n}\nfunc (A) f() {\n  a\n}\ntype B struct {\n  n\n}\nfunc (B) f() {\n  a\n}\n",
    edit(["  a"], ["  x"], { scope: ["type B struct {", "func (B) f() {"] }),
    "type A struct {\n  n\n}\nfunc (A) f() {\n  a\n}\ntype B struct {\n  n\n}\nfunc (B) f() {\n  x\n}\n",
  ],
  [
    "opens nothing and reaches to the end",
    "import a\nb\nimport c\nb\n",
    edit(["b"], ["x"], { scope: ["import c"] }),
    "import a\nb\nimport c\nx\n",
  ],
  [
    "does not stand where its name begins another name",
    "class CartItem {\n  a\n}\nclass Cart {\n  b\n}\n",
    edit(["  a"], ["  x"], { scope: ["class Cart"] }),
    "partial",
  ],
  [
    "stands behind a line whose name begins with its name",
    "class CartItem {\n  a\n}\nclass Cart {\n  a\n}\n",
    edit(["  a"], ["  x"], { scope: ["class Cart"] }),
    "class CartItem {\n  a\n}\nclass Cart {\n  x\n}\n",
  ],
  [
    "is rather the line where its name ends",
    ".cart-item {\n  a\n}\n.cart {\n  a\n}\n",
    edit(["  a"], ["  x"], { scope: [".cart"] }),
    ".cart-item {\n  a\n}\n.cart {\n  x\n}\n",
  ],
  [
    "may be one whose name goes on, where no other begins so",
    "class Cart::Item\n  a\nend\nclass Shop\n  a\nend\n",
    edit(["  a"], ["  x"], { scope: ["class Cart"] }),
    "class Cart::Item\n  x\nend\nclass Shop\n  a\nend\n",
  ],
  [
    "may end within a name's sign",
    "def go(one):\n  a\ndef g(one):\n  a\n",
    edit(["  a"], ["  x"], { scope: ["def g("] }),
    "def go(one):\n  a\ndef g(one):\n  x\n",
  ],
  [
    "opens nothing and reaches to the end of its block",
    "class A:\n  one = 1\n  a\nclass B:\n  b\n",
    edit(["  b"], ["  x"], { scope: ["one = 1"] }),
    "partial",
  ],
  [
    "opens nothing and reaches over the blocks behind it",
    "class A:\n  one = 1\n  def f():\n    c\n  b\nclass B:\n  b\n",
    edit(["  b"], ["  x"], { scope: ["one = 1"] }),
    "class A:\n  one = 1\n  def f():\n    c\n  x\nclass B:\n  b\n",
  ],
  [
    "does not lead into a type that follows",
    "class B:\n  n\nclass A:\n  def total():\n    a\n",
    edit(["    a"], ["    x"], { scope: ["class B", "def total"] }),
    "partial",
  ],
  [
    "may be shortened at each level",
    "export class A {\n  async total() {\n    a\n  }\n}\nexport class B {\n  async total() {\n    a\n  }\n}\n",
    edit(["    a"], ["    x"], { scope: ["class B", "total()"] }),
    "export class A {\n  async total() {\n    a\n  }\n}\nexport class B {\n  async total() {\n    x\n  }\n}\n",
  ],
])("a scope of v4a %s", (_, original, given, want) => {
  check(original, [given], want, "v4a");
});

test.each<[string, Edit, string]>([
  ["chooses among places", edit(["  b"], ["  x"], { scope: ["class B:"] }), inB],
  ["lets a place outside count", edit(["  a"], ["  x"], { scope: ["class B:"] }), classes.replace("  a", "  x")],
  ["need not be in the file", edit(["  a"], ["  x"], { scope: ["no line"] }), classes.replace("  a", "  x")],
  ["does not choose within its block", edit(["  c"], ["  x"], { scope: ["class C:"] }), "partial"],
])("a section heading of a diff %s", (_, given, want) => {
  check(classes, [given], want, "unified-diff");
});

test("a section heading of a diff may be cut within a word", () => {
  const original = "def shopping():\n  b\ndef sell():\n  b\n";
  check(original, [edit(["  b"], ["  x"], { scope: ["def shopp"] })], original.replace("b", "x"), "unified-diff");
  check(original, [edit(["  b"], ["  x"], { scope: ["def shopp"] })], "partial", "v4a");
});
