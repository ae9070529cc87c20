import { expect, it } from "vitest";
import { findContradictions } from "../../../extension/core/sketch/contradictions.ts";
import { readStatements } from "../../../extension/core/sketch/statements.ts";

const CART = `import { log, round } from "round";
import { tax } from "./tax";

export function total(cart) {
  return round(tax(cart));
}

export function sum(cart) {
  return cart.length;
}

export class Cart {
  clear() {
    this.items = [];
  }
}
`;
const TOTAL = "export function total(cart) {\n  return round(tax(cart));\n}\n\n";
const SUM = "export function sum(cart) {\n  return cart.length;\n}\n\n";

function check(text: string, result: string, original = CART): string[] {
  return findContradictions(readStatements(text), original, result).map(({ reason }) => reason);
}

it.each<[string, string, string[]]>([
  ["I removed `total`.", CART, ['"total" is said to be removed, but it is still there.']],
  ["I removed `total`.", CART.replace(TOTAL, ""), []],
  ["I removed the `tax` import.", CART, ['"tax" is said to be removed, but it is still there.']],
  ["I removed the `tax` import.", CART.replace('import { tax } from "./tax";\n', ""), []],
  // One of two mentions on the line is gone.
  ["I removed the `round` import.", CART.replace("{ log, round }", "{ log }"), []],
  ["I removed the `clear` method of `Cart`.", CART, []],
  ["`Cart.clear()` is gone.", CART, ['"Cart.clear()" is said to be removed, but it is still there.']],
  [
    "`total` is now called `price`.",
    CART,
    ['"total" is said to be called "price" now, but it still has its old name.'],
  ],
  ["`total` is now called `price`.", CART.replace("total(", "price("), []],
  [
    "`total` is now called `price`.",
    CART.replace("total(", "cost("),
    ['"total" is said to be called "price" now, but the new name is nowhere in the file.'],
  ],
  ["I moved `total` below `sum`.", CART, ['"total" is said to be moved, but it stands where it stood.']],
  ["I moved `total` below `sum`.", CART.replace(TOTAL + SUM, SUM + TOTAL), []],
  [
    "I moved `total` below `sum`.",
    CART.replace(SUM, SUM + TOTAL),
    ['"total" is said to be moved, but it is there twice.'],
  ],
  ["I replaced `total` by `price`.", CART, ['"total" is said to be replaced, but it is still there.']],
  ["I replaced `total` with two functions.", CART, []],
  ["I left `sum` alone.", CART.replace(SUM, ""), ['"sum" is said to stay, but it is gone.']],
  ["I left `sum` alone.", CART, []],
  // A line that the words quote, and a comment.
  [
    "The `return cart.length;` line is gone.",
    CART,
    ['"return cart.length;" is said to be removed, but it is still there.'],
  ],
  ["The `return cart.length;` line is gone.", CART.replace("  return cart.length;\n", ""), []],
  ["The `sum` comment is gone.", CART, []],
  // What is not plainly said says nothing.
  ["You can also remove `total`.", CART, []],
  ["Don't remove `total`.", CART, []],
  ["I removed `total` from the docs.", CART, []],
  ["I removed the old `total` and added a new `total`.", CART, []],
  ["I removed the second `total` call.", CART, []],
  ["I removed `total`. I left `total` alone.", CART, []],
  ["I removed `checkout`.", CART, []],
  ["I removed the `if`.", "if: 1\n", []],
])("%s", (text, result, want) => {
  expect(check(text, result)).toEqual(want);
});

it("tells the lines of the result that show it", () => {
  const [found] = findContradictions(readStatements("I removed `total`."), CART, CART);
  expect(found?.lines).toEqual([{ start: 3, end: 4 }]);
  expect(found?.statement.sentence).toBe("I removed `total`.");
});

it.each<[string, string, string]>([
  ["a job", "I removed the `lint` job.", "jobs:\n  lint:\n    runs-on: x\n"],
  ["a section", "I removed the `[lint]` section.", "[lint]\na = 1\n"],
  ["a heading", 'I removed the section "Why so slow?".', "# A\n\n## Why so slow?\n\nText\n"],
  ["a test", 'I removed the test "adds two items".', 'it("adds two items", () => {\n});\n'],
  ["a style rule", "I removed the `.menu` rule.", ".menu {\n  color: red;\n}\n"],
  ["a method with a type", "I removed `size()`.", "class A {\n  public static int size() {\n  }\n}\n"],
  ["an imported package", "I removed the `net/http` import.", 'import (\n\t"net/http"\n)\n'],
  ["a comment", "The `const current` comment is gone.", "// const current = 1;\nconst next = 2;\n"],
  ["a key", "I removed `js-yaml`.", '{\n  "js-yaml": "^4"\n}\n'],
  ["a shortened name", "`..._twice` is gone.", "def test_it_twice():\n    pass\n"],
])("knows %s", (_, text, original) => {
  expect(check(text, original, original)).toHaveLength(1);
});
