import { describe, expect, test } from "vitest";
import { readClarity, stands } from "../../../extension/core/proof/editScopes.ts";
import { followEdits } from "../../../extension/core/proof/followEdits.ts";

/** Whether the proof finds lines of a file, "here" if nothing else is said, in the scope that an edit of v4a names. */
function check(file: string, scope: readonly string[], want: "known" | "outside", search = "here"): void {
  const edits = [{ search: [search], replace: ["there"], scope, atEnd: false, replyLine: 1 }];
  expect(followEdits(file.split("\n"), { format: "v4a", edits }).type).toBe(want);
}

type Row = [name: string, file: string, scope: readonly string[], want: "known" | "outside", search?: string];

const shops = `class Shop
  def total?
    here
  end
  def total
    a
  end
end
`;
const twoShops = `module All
  class Shop
    def total?
      here
    end
  end
  class Store
    def total
      b
    end
  end
end
`;
const braces = "class A\n{\n  f()\n  {\n    b\n  }\n  g()\n  {\n    here\n  }\n}";

// An edit of the wrong function would be applied without a word, or one of the right function refused.
describe("the place of an edit is where its scope lines say", () => {
  test.each<Row>([
    ["not beside a clearer line of the same class", shops, ["class Shop", "def total"], "outside"],
    ["where the clearer line is another class's", twoShops, ["class Shop", "def total"], "known"],
    ["not where the clearer line is in the outer block", twoShops, ["module All", "def total"], "outside"],
    [
      "not where a clearer line goes on with what stands in the whole file",
      "import a\ndef total?\n  here\ndef total\n  b",
      ["import a", "def total"],
      "outside",
    ],
    ["behind a line of the whole file", "import a\nclass B:\n  here", ["import a", "class B"], "known"],
    [
      "not in a function beside a type that has the line itself",
      "type B interface {\n  f()\n}\nfunc (x X) f() {\n  here\n}",
      ["type B", "f()"],
      "outside",
    ],
    ["within two lines, and not one line twice", "func f() {\n  here\n}", ["func f", "func f"], "outside"],
    [
      "in a method that follows its type within a block",
      "mod x {\n  type B struct {\n    n\n  }\n  func f() {\n    here\n  }\n}",
      ["type B", "func f"],
      "known",
    ],
    [
      "not in a method of another block",
      "mod x:\n  type B:\n    n\nmod y:\n  func f:\n    here",
      ["type B", "func f"],
      "outside",
    ],
    [
      "not in a method behind the block of the line",
      "func g() {\n  x := B\n}\nfunc f() {\n  here\n}",
      ["x := B", "func f"],
      "outside",
    ],
  ])("%s", (_, file, scope, want, search) => {
    check(file, scope, want, search);
  });

  test.each<Row>([
    ["an entry in braces", "one = 1\n{ a },\nhere", ["one = 1"], "known"],
    ["the braces of the function before", braces, ["f()"], "outside"],
    ["such braces with blanks behind them", braces.replaceAll("{", "{ "), ["f()"], "outside"],
    ["the braces around it", braces, ["g()"], "known"],
    ["a call that ends with a bracket", "def a():\n  b\ncall(x)", ["def a"], "outside", "call(x)"],
    ["the end of a block within a block", "class A {\n  f() {\n    b\n  }\n}", ["f()"], "known", "  }"],
    ["a comment that speaks of a condition", "def a():\n  b\nwhile x:  # if any\n  here", ["def a"], "outside"],
    ["a condition of the preprocessor", "int f() {\n  a();\n#if A\n  here\n#endif\n}", ["int f"], "known"],
    ["such a condition with blanks", "int f() {\n  a();\n#  ifdef A\n  here\n#  endif\n}", ["int f"], "known"],
    ["a type with a colon", "module Z:\n  b\npublic module A: B\n  here", ["module Z"], "outside"],
    ["a label", "class A {\n  b();\npublic:\n  here\n};", ["class A"], "known"],
    ["a label with blanks behind it", "class A {\n  b();\npublic: \n  here\n};", ["class A"], "known"],
    ["a label of two words", "class A {\n  b();\npublic slots:\n  here\n};", ["class A"], "known"],
  ])("whatever the signs around it: %s", (_, file, scope, want, search) => {
    check(file, scope, want, search);
  });

  test("anywhere without a scope line", () => {
    expect(stands({ start: 1, end: 2 }, [], ["a", "b"])).toBe(true);
  });
});

const thousand = "x".repeat(1000);

test.each<[string, scope: string, line: string, clarity: number]>([
  ["the line itself", "def total():", "def total():", 4],
  ["the line with other blanks and quotes", "case 'a' :", '  case "a":', 4],
  ["the beginning of the line", "class Cart", "  class Cart {", 3],
  ["the beginning with other blanks", "class  Cart", "class Cart extends A {", 3],
  ["the beginning with other quotes", 'case "a"', "case 'a': b", 3],
  ["the beginning up to a bracket", "func f(", "func f(x) {", 3],
  ["the beginning, with a question further on", "def total", "def total(a) = a ? b : c", 3],
  ["a name that goes on after a sign", "def total", "def total?", 2],
  ["a name that goes on after two signs", "class A", "class A::B", 2],
  ["the words of the line", "class Cart", "export class Cart {", 1],
  ["a name that goes on", "class Cart", "class CartItem {", 0],
  ["a number that goes on", "def v1", "def v12", 0],
  ["one of the words", "class Cart", "class Shop {", 0],
  ["a short name", "if", "if (a) {", 1],
  ["a sign", "}", "} else {", 0],
  ["a sign, and a line without it", "}", "a", 0],
  ["a sign, and the sign", "}", "  }", 4],
  ["a very long line", thousand, `${thousand} y`, 3],
  ["a line that is too long to be a beginning", `${thousand}x`, `${thousand}x y`, 1],
])("a scope line may be %s", (_, scope, line, clarity) => {
  expect(readClarity(scope, [line])).toEqual([clarity]);
});
