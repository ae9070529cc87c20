import { describe, expect, it } from "vitest";
import { alignWindow, findPairs, type BlockAlignment } from "../../../extension/core/placing/likeness.ts";
import { readFile, readShown } from "./placingSamples.ts";

const FILE = readFile(`import a from "a";

function load(path) {
  return open(path); // soon
}

function save(path) {
  return write(path);
}`);

const sign = (like: number): string => (like === 1 ? "=" : like === 0.98 ? "≈" : "~");

/** Pairs as `1=4`: line 1 of the block is line 4 of the file; `≈` for all but its form, `~` for one that is alike. */
const pairsOf = (block: string): string =>
  findPairs(readShown(block), FILE.compared)
    .map(({ at, line, like }) => `${at + 1}${sign(like)}${line + 1}`)
    .join(" ");

describe("pairs of lines", () => {
  it.each([
    ["the same line, and one that is alike", "return write(path);", "1~4 1=8"],
    ["however deep it stands", "        return write(path);", "1~4 1=8"],
    ["quotes and a semicolon are its form", "import a from 'a'", "1≈1"],
    ["a comment at the end may be missing", "return open(path);", "1≈4 1~8"],
    ["one line may stand in several places", "}", "1=5 1=9"],
    ["a function with other parameters", "function load(path, mode) {", "1~3"],
    ["a function of another name is another one", "function drop(path) {", ""],
    ["a blank line stands for nothing", "import a from 'a'\n\n}", "1≈1 3=5 3=9"],
    ["a line that shares no word", "throw new Error();", ""],
    ["a line that shares hardly anything", "return compute(first, second, third, fourth);", ""],
  ])("%s", (_, block, want) => {
    expect(pairsOf(block)).toBe(want);
  });

  it("an item of a list that changes takes the place of the item", () => {
    const { compared } = readFile("- Reads the whole file\n- Tells the time\n");
    const pairs = findPairs(readShown("- Reads the first file"), compared);
    expect(pairs.map(({ line }) => line)).toEqual([0]);
  });
});

/** Aligns a block with lines `first` to `last`, counted from 1. */
function align(block: string, first: number, last: number): BlockAlignment {
  const shown = readShown(block);
  const likes = shown.trimmed.map(() => new Map<number, number>());
  for (const { at, line, like } of findPairs(shown, FILE.compared)) likes[at]?.set(line, like);
  return alignWindow(shown, likes, FILE.compared, first - 1, last);
}

const SAVE = "function save(path) {\n  return write(path);\n}";

describe("an alignment", () => {
  it.each([
    ["the same lines", SAVE, 7, 9, { kept: 1, changed: 0, isNew: 0, like: 1, deleted: 0, first: 1, last: 1 }],
    ["a line less", "function save(path) {\n}", 7, 9, { kept: 1, isNew: 0, deleted: 1, first: 1, last: 1 }],
    ["lines of which none is like any", "throw new Error();", 7, 9, { kept: 0, isNew: 1, like: 0, deleted: 3 }],
    ["its first line alone", "function save(path) {", 7, 9, { deleted: 2, first: 1, last: 0, hasLast: false }],
    ["its last line alone", "}", 7, 9, { deleted: 2, first: 0, last: 1, hasFirst: false, hasLast: true }],
    ["new lines before its first", `start();\n${SAVE}`, 7, 9, { deleted: 0, first: 0, hasFirst: true, last: 1 }],
    ["new lines behind its last", `${SAVE}\nstop();`, 7, 9, { deleted: 0, last: 0, hasLast: true, first: 1 }],
    ["blank lines are not deleted", "import a from 'a';\nfunction load(path) {", 1, 3, { deleted: 0, isNew: 0 }],
    ["no lines", SAVE, 7, 6, { kept: 0, isNew: 1, deleted: 0, deletedShare: 0, hasFirst: false, hasLast: false }],
  ] as const)("with %s", (_, block, first, last, want) => {
    expect(align(block, first, last)).toMatchObject(want);
  });

  it("lines stand for each other in one order", () => {
    const swapped = align("  return write(path);\nfunction save(path) {", 7, 8);
    expect(swapped.deleted).toBe(1);
    expect(swapped.isNew).toBeGreaterThan(0);
  });

  it("prefers the line itself to one that is alike", () => {
    const { pair, deleted } = align("return write(path);", 4, 8);
    expect([pair, deleted]).toEqual([{ at: 0, line: 7, like: 1 }, 4 - 1]);
  });

  it("a line that changed is neither kept nor new", () => {
    const { kept, changed, isNew, like } = align("function save(path, mode) {\n  return write(path);\n}", 7, 9);
    expect(changed).toBeGreaterThan(0);
    expect(isNew).toBe(0);
    expect(like).toBeGreaterThan(kept);
    expect(like).toBeLessThan(1);
  });

  it.each([
    ["the same lines", SAVE],
    ["a change", "function save(path, mode) {\n  return write(path);\n}"],
    ["new lines", `start();\n${SAVE}\n\nstop();`],
    ["nothing alike", "throw new Error();"],
  ])("what is kept, changed and new is all of the block: %s", (_, block) => {
    for (let first = 1; first <= 9; first++)
      for (let last = first; last <= 9; last++) {
        const { kept, changed, isNew, deletedShare } = align(block, first, last);
        expect(kept + changed + isNew).toBeCloseTo(1, 10);
        expect(Math.min(kept, changed, isNew, deletedShare)).toBeGreaterThanOrEqual(-1e-12);
        expect(deletedShare).toBeLessThanOrEqual(1);
      }
  });
});
