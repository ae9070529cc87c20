import { expect, test } from "vitest";
import { findTraits, leavesOut, searchTexts, sketchTraits } from "../../../extension/core/targets/sketchTraits.ts";
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
  [
    "class Cart {\n  total(): number {\n    return 0;\n  }\n}",
    { names: ["Cart", "total"], lines: ["total(): number {"] },
  ],
  ["new Cart().total();", { names: [], lines: [] }],
  [
    "const x = 1;\nreturn this.items.length;\nreturn this.items.length;",
    { names: [], lines: ["return this.items.length;"] },
  ],
  ["", { names: [], lines: [] }],
])("%j has of it %j", (text, want) => {
  expect(findTraits(sketchTraits(readReply(SKETCH)), text)).toEqual(want);
});

test.each<[string, string, readonly string[]]>([
  [
    "lines, and the heads of what is declared",
    SKETCH,
    ["return this.items.length;", "export const TAX = 0.19;", "total(): number {", "class Cart"],
  ],
  [
    "a name that stands in another word before",
    "```ts\nexport function port(): void {\n}\n```",
    ["export function port(): void {", "function port"],
  ],
  ["no markers, blanks, brackets and short lines", "```ts\nfoo();\n\n// ... existing code ...\n}\n});\n```", []],
  [
    "nothing that a search would misread",
    '```ts\nfunction amount() { "\u0000\u0001 is a longer text";\n```',
    ["function amount"],
  ],
])("a workspace is searched for %s", (_, reply, want) => {
  expect(searchTexts(readReply(reply))).toEqual(want);
});

test("of many lines some are searched for, from everywhere", () => {
  const code = Array.from({ length: 400 }, (_, index) => `call${"x".repeat(index % 40)}(line${String(index)});`);
  const texts = searchTexts(readReply(`\`\`\`ts\n${code.join("\n")}\n\`\`\``));
  expect(texts.length).toBeLessThanOrEqual(44);
  const places = texts.map((text) => code.indexOf(text));
  for (const quarter of [0, 100, 200, 300]) {
    expect(places.some((place) => place >= quarter && place < quarter + 100)).toBe(true);
  }
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
