import { expect, test } from "vitest";
import { findEditPlaces } from "../../../extension/core/proof/editPlaces.ts";
import { followEdits } from "../../../extension/core/proof/followEdits.ts";
import { beginWork, MAX_STEPS } from "../../../extension/core/text/work.ts";

/** Whether the proof finds the line "here" of a file in the scope that an edit of v4a names. */
function check(file: string, scope: readonly string[], want: "known" | "outside"): void {
  const edits = [{ search: ["here"], replace: ["there"], scope, atEnd: false, replyLine: 1 }];
  expect(followEdits(file.split("\n"), { format: "v4a", edits }).type).toBe(want);
}

const cart = "class CartItem {\n  here\n}\nclass Cart {\n  b\n}";
const classes = "class A:\n  def total():\n    here\nclass B:\n  def total():\n    b";
const mixed = "class B:\n  def total():\n    b\nclass A:\n  def total():\n    here";

test.each<[string, string, readonly string[], "known" | "outside"]>([
  ["a name that begins another", cart, ["class Cart"], "outside"],
  ["the name itself", cart, ["class CartItem"], "known"],
  ["a name that begins another, and no line has the name", "class CartItem {\n  here\n}", ["class Cart"], "outside"],
  ["a name that goes on, where another line ends it", ".cart-a {\n  here\n}\n.cart {\n}", [".cart"], "outside"],
  ["a name that goes on, where no other line has it", ".cart-a {\n  here\n}\n.shop {\n}", [".cart"], "known"],
  ["a name that goes on within the name", ".cart {\n  .cart-a {\n    here\n  }\n}", [".cart"], "known"],
  ["the line shortened", "export class Cart {\n  here\n}", ["class Cart"], "known"],
  ["a line that opens nothing, in its block", "class A:\n  one = 1\n  here\nclass B:\n  b", ["one = 1"], "known"],
  ["one over the blocks behind it", "class A:\n  one = 1\n  def f():\n    b\n  here", ["one = 1"], "known"],
  ["one in another block", "class A:\n  one = 1\n  a\nclass B:\n  here", ["one = 1"], "outside"],
  ["one of the whole file", "import a\nclass B:\n  here", ["import a"], "known"],
  ["each line outwards", classes, ["class A", "def total"], "known"],
  ["an outer line that stands below", classes, ["class B", "def total"], "outside"],
  ["an outer line that stands above", mixed, ["class B", "def total"], "outside"],
  ["an outer line without the inner one", mixed.replace("total", "sum"), ["class B", "def total"], "outside"],
  ["an outer line that is nowhere", classes, ["class C", "def total"], "outside"],
  ["better lines elsewhere", "class A\n  def t\n  end\nclass B\n  def t(x)\n    here", ["class B", "def t"], "known"],
  ["a type that its methods follow", "type B struct {\n  n\n}\nfunc f() {\n  here\n}", ["type B", "func f"], "known"],
  [
    "a type with a note on it",
    "type B struct {\n  n\n}\n// f of type B\nfunc f() {\n  here\n}",
    ["type B", "func f"],
    "known",
  ],
  ["what stands behind the block", "def a():\n  b\nhere", ["def a"], "outside"],
  ["signatures of several lines", "def f(\n  one,\n):\n  a\ndef g(\n  one,\n):\n  here", ["def g("], "known"],
  ["a brace on a line of its own", "class A\n{\n  f()\n  {\n    here\n  }\n}", ["class A", "f()"], "known"],
  ["a condition of the preprocessor", "int f() {\n#if A\n  here\n#endif\n}", ["int f"], "known"],
])("the proof reads scopes: %s", (_, file, scope, want) => {
  check(file, scope, want);
});

test.each<[string, readonly string[], readonly string[], "known" | "outside"]>([
  ["its own scope lines", ["class B:", "  def f():", "    b"], ["class B", "def f"], "known"],
  ["the end of the block", ["}", "class C {"], ["class B"], "known"],
])("an edit may begin with %s", (_, search, scope, want) => {
  const file = search[0] === "}" ? ["class B {", "  b", "}", "class C {", "}"] : ["class A:", "  a", ...search];
  const edits = [{ search, replace: [], scope, atEnd: false, replyLine: 1 }];
  expect(followEdits(file, { format: "v4a", edits }).type).toBe(want);
});

test("edits are not followed where the work is spent", () => {
  const edits = [{ search: ["b"], replace: ["x"], scope: ["a"], atEnd: false, replyLine: 1 }];
  const follow = (steps: number): string =>
    followEdits(["a", "  b", "c"], { format: "v4a", edits }, beginWork(steps)).type;
  expect(follow(1000)).toBe("known");
  const least = [...Array(1000).keys()].find((steps) => follow(steps) === "known") ?? 0;
  // The steps of the scope, which are those of the file for each of its places and once more, are taken last.
  const places = beginWork();
  findEditPlaces(["b"], ["a", "  b", "c"], places);
  expect(least - (MAX_STEPS - places.left)).toBe(2 * 3);
});

test("edits are not followed through a file that is too long for them", () => {
  const lines = Array.from({ length: 1_500_001 }, (_, at) => (at === 7 ? "b" : "a"));
  const edits = [{ search: ["b"], replace: ["x"], scope: [], atEnd: false, replyLine: 1 }];
  const follow = (length: number): string =>
    followEdits(lines.slice(0, length), { format: "search-replace", edits }).type;
  expect(follow(1_500_000)).toBe("known");
  expect(follow(1_500_001)).toBe("unknown");
});
