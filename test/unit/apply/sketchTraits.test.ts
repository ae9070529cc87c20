import { expect, test } from "vitest";
import { findTraits, leavesOut, sketchTraits } from "../../../extension/core/apply/sketchTraits.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";

const SKETCH =
  "```ts\nclass Cart {\n  // ... existing code ...\n  total(): number {\n    return this.items.length;\n  }\n  render() {\n  }\n}\nexport const TAX = 0.19;\n```";

test("the names and lines of a sketch, without what stands in any file", () => {
  expect(sketchTraits(readReply(SKETCH))).toEqual({
    names: ["Cart", "total", "TAX"],
    lines: ["total(): number {", "return this.items.length;", "export const TAX = 0.19;"],
  });
});

test.each([
  ["class Cart {\n  total(): number {\n    return 0;\n  }\n}", { names: ["Cart", "total"], lines: 1 }],
  ["new Cart().total();", { names: [], lines: 0 }],
  ["const x = 1;\nreturn this.items.length;\nreturn this.items.length;", { names: [], lines: 1 }],
  ["", { names: [], lines: 0 }],
])("%j has of it %j", (text, want) => {
  expect(findTraits(sketchTraits(readReply(SKETCH)), text)).toEqual(want);
});

test("an edit is known by what it searches", () => {
  const edit = "a.ts\n<<<<<<< SEARCH\nfunction first() {\n=======\nfunction second() {\n>>>>>>> REPLACE\n";
  expect(sketchTraits(readReply(edit))).toEqual({ names: ["first"], lines: ["function first() {"] });
});

test.each([
  [SKETCH, true],
  ["```ts\nclass Cart {}\n```", false],
])("%j leaves out parts: %s", (reply, want) => {
  expect(readReply(reply).some(leavesOut)).toBe(want);
});
