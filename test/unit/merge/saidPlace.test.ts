import { describe, expect, it } from "vitest";
import { readGoes } from "../../../extension/core/merge/model/saidPlace.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { readLazyCode } from "../../../extension/core/sketch/lazyCode.ts";
import { readSaidPlaces } from "../../../extension/core/sketch/saidPlaces.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";

const lines = (texts: readonly string[]): string => `${texts.join("\n")}\n`;

const FILE = [
  "class Cart {", // 0
  "  constructor(items) {",
  "    this.items = items;",
  "  }",
  "",
  "  // What it costs.", // 5
  "  total() {",
  "    return sum(this.items);",
  "  }",
  "",
  "  clear() {", // 10
  "    this.items = [];",
  "  }",
  "}",
];

const original = readOriginal(FILE.join("\n"), "javascript", undefined);

describe("a place beside what the words name", () => {
  const standing = (introduction: string): string => {
    const items = readLazyCode("count() {\n}\n", FILE);
    const goes = readGoes([{ start: 0, anchors: readSaidPlaces(introduction) }], items, original);
    const block = goes.blockOf[0] ?? -1;
    return FILE.map((_, place) => goes.standsAt(block, place)?.[0] ?? "-").join("");
  };

  // One letter for each place before a line: at, in, off; - where nothing is said.
  it.each([
    ["below `total`", "oooooooooaaooo"],
    ["before `total`, comments included", "ooooaaoooooooo"],
    ["in `total`", "oooooooiiioooo"],
    ["at the start of `clear`", "oooooooooooaio"],
    ["at the end of `clear`", "oooooooooooiai"],
    ["at the end of the file", "iiiiiiiiiiiiaa"],
    ["below `gone`", "--------------"],
    ["", "--------------"],
  ])("%s", (introduction, expected) => {
    expect(standing(introduction)).toBe(expected);
  });

  it("is said of the blocks that the words lead to, and of no others", () => {
    const items = readLazyCode("one();\n// ...\ntwo();\n", FILE);
    const places = [
      { start: 0, anchors: readSaidPlaces("below `total`") },
      { start: 1, anchors: [] },
    ];
    expect([...readGoes(places, items, original).blockOf].slice(0, 1)).toEqual([0]);
    expect(readGoes(places, items, original).blockOf.at(-1)).toBe(-1);
  });
});

describe("a method that is new", () => {
  const method = ["  count() {", "    return this.items.length;", "  }"];
  const apply = (introduction: string): unknown => {
    const reply = `${introduction}\n\n\`\`\`js\n${lines(method)}\`\`\`\n`;
    const sketches = readReply(reply, { path: "cart.js", language: "javascript", original: lines(FILE) });
    const outcome = applyStructural({ original: lines(FILE), sketches, language: "javascript", parser: undefined });
    return outcome.type === "merged" ? outcome.text : outcome.type;
  };
  const placed = lines([...FILE.slice(0, 9), "", ...method, ...FILE.slice(9)]);

  it("stands where the words say, apart from what stands beside it", () => {
    expect(apply("Add this method right below `total`:")).toBe(placed);
    expect(apply("Put this above `clear()`:")).toBe(placed);
  });

  it("is a question where they say nothing", () => {
    expect(apply("Add this method:")).toBe("ambiguous");
  });
});
