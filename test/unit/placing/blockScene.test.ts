import { describe, expect, it } from "vitest";
import {
  readBlockScene,
  readBlockStyle,
  readWindowScene,
  type BlockScene,
} from "../../../extension/core/placing/blockScene.ts";
import { readCues } from "../../../extension/core/placing/cues.ts";
import type { PlacingFile } from "../../../extension/core/placing/placingFile.ts";
import { DOOR, readFile, readShown, STORE } from "./placingSamples.ts";

const DOORS = readFile(DOOR, "javascript");

function sceneOf(text: string, placing: PlacingFile = DOORS): BlockScene {
  const block = readShown(text);
  return readBlockScene(block, readCues("", block.lines, placing.compared.file), placing, "unknown");
}

describe("the style of blocks", () => {
  it.each([
    ["at the margin, though it stands deeper in the file", ["close() {\n  this.pull();\n}"], "moved"],
    ["as deep as in the file", ["  close() {\n    this.pull();\n  }"], "kept"],
    ["new lines at the margin", ["lock() {\n  this.bolt();\n}"], "unknown"],
    ["new lines that stand deeper", ["  lock() {\n  }"], "kept"],
    ["lines that say too little", ["}"], "unknown"],
    ["what stands at the margin in the file as well", ["class Door {"], "unknown"],
    ["most are at the margin", ["close() {\n  this.pull();\n}", "this.push();", "  lock();"], "moved"],
    ["no blocks", [], "unknown"],
  ])("%s", (_, blocks, want) => {
    expect(readBlockStyle(blocks.map(readShown), DOORS)).toBe(want);
  });
});

describe("a block", () => {
  it.each([
    ["is headed by its first line that is no comment", "// Closes.\nclose() {\n}", { head: "close() {" }],
    ["is not headed by a decorator", "@log\nclose() {\n}", { head: "close() {", firstWord: "close" }],
    ["of comments alone is headed by the first", "// One.\n// Two.", { head: "// One.", headIdentity: undefined }],
    ["has lines that declare the same", "close(hard) {\n}", { identityLines: [10] }],
    ["that declares something new has none", "bolt() {\n}", { identityLines: [] }],
    ["that closes all it opens is complete", "lock() {\n}", { isComplete: true }],
    ["that leaves something open is not", "lock() {\n  a();", { isComplete: false }],
    ["that closes what it has not opened is not", "a();\n}\nlock() {", { isComplete: false }],
    ["of one line is not", "a();", { isComplete: false }],
    ["may be an import", 'import a from "a";', { isImport: true }],
    ["that is all in the file", "close() {\n  this.pull();\n}", { bestShare: 1 }],
    ["that is not there at all", "throw new Error();", { bestShare: 0, runs: [], equals: [] }],
  ])("%s", (_, text, want) => {
    expect(sceneOf(text)).toMatchObject(want);
  });

  it("names what its outermost lines declare", () => {
    const { identities } = sceneOf("  bolt() {\n    const a = 1;\n  }\n\n  ring() {\n  }");
    expect(identities).toHaveLength(2);
  });

  it("finds rare parts of words worth more than common ones, and unknown ones nothing", () => {
    const { sumRarity } = sceneOf("a();");
    expect(sumRarity(["pull"])).toBeGreaterThan(sumRarity(["this"]));
    expect(sumRarity(["pull", "push"])).toBeGreaterThan(sumRarity(["pull"]));
    expect(sumRarity(["telephone"])).toBe(0);
  });
});

/** Reads what is around lines `first` to `last`, which are counted from 1, or around a place behind `first`. */
function around(text: string, first: number, last: number, placing?: PlacingFile) {
  return readWindowScene(sceneOf(text, placing), { start: first - 1, end: last, width: undefined, kind: "run" });
}

function between(text: string, behind: number, width: number, placing?: PlacingFile) {
  const scene = readWindowScene(sceneOf(text, placing), { start: behind, end: behind, width, kind: "between" });
  if (scene === undefined) expect.fail("no scene");
  return scene;
}

const STORES = readFile(STORE, "python");

describe("between two lines a block is", () => {
  it.each([
    ["at the end of the file", 14, 0, "eof"],
    ["at the top", 0, 0, "top"],
    ["the last of a class", 13, 2, "last"],
    ["the last of a method", 12, 4, "last"],
    ["the first of a method", 3, 4, "opened"],
    ["amid others", 9, 2, "mid"],
    ["between comment and class", 1, 0, "mid"],
  ])("%s", (_, behind, width, want) => {
    expect(between("lock();", behind, width).situation).toBe(want);
  });

  it.each([
    ["the last of a method, as the next line stands less deep", 9, 8, "last"],
    ["behind a method", 9, 4, "mid"],
    ["the last of a class", 12, 4, "last"],
    ["behind a class", 12, 0, "mid"],
    ["in the last function of the file", 16, 4, "eof"],
  ])("in Python: %s", (_, behind, width, want) => {
    expect(between("lock()", behind, width, STORES).situation).toBe(want);
  });

  it("has lines above and below that are not blank", () => {
    expect(between("lock();", 9, 2)).toMatchObject({ above: 8, below: 10, around: [1], width: 2, isBetween: true });
    expect(between("lock();", 0, 0)).toMatchObject({ above: -1, below: 0, around: [] });
    expect(between("lock();", 14, 0)).toMatchObject({ above: 13, below: 14, around: [] });
  });

  it.each([
    ["the method above, at its head", 9, 2, 3],
    ["the line above in the same block", 12, 4, 12],
    ["the line that opens the block, where it is the first", 3, 4, 3],
    ["the class above, at its head", 14, 0, 2],
  ])("its sibling is %s", (_, behind, width, want) => {
    expect(between("lock();", behind, width).sibling + 1).toBe(want);
  });
});

const CLOSE = "  close() {\n    this.pull();\n  }";

describe("a block that takes the place of lines", () => {
  it.each([
    ["adds to them", "  close() {\n    this.wait();\n    this.pull();\n  }", 11, 13, "anchored"],
    ["changes one", "  close(hard) {\n    this.pull();\n  }", 11, 13, "changes"],
    ["loses one", "  close() {\n  }", 11, 13, "loses"],
    ["changes one and loses another", "  close(hard) {\n  }", 11, 13, "loses"],
    ["has nothing in common with them", "  throw new Error();", 12, 12, "unlike"],
  ])("%s", (_, text, first, last, want) => {
    expect(around(text, first, last)?.situation).toBe(want);
  });

  it("stands where they do", () => {
    expect(around("  throw new Error();", 12, 12)).toMatchObject({
      width: 4,
      around: [10, 1],
      above: 10,
      below: 12,
      isBetween: false,
    });
  });

  it.each([
    ["it is what stands there", CLOSE],
    ["it is that, but for how deep it stands", "close() {\n  this.pull();\n}"],
  ])("changes nothing: %s", (_, text) => {
    const window = { start: 10, end: 13, width: undefined, kind: "run" } as const;
    expect(readWindowScene(sceneOf(text), window)?.situation).toBe("same");
  });

  it("does not if it is long, and the one line is nothing like it", () => {
    const window = { start: 11, end: 12, width: undefined, kind: "line" } as const;
    expect(readWindowScene(sceneOf("x();\n".repeat(9).trim()), window)).toBeUndefined();
  });

  it("does not if there are too many of both", () => {
    const file = readFile("a();\n".repeat(400));
    const block = "b();\n".repeat(60).trim();
    expect(around(block, 1, 400, file)).toBeUndefined();
    expect(around(block, 1, 50, file)).toBeDefined();
  });
});
