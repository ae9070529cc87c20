import { describe, expect, it } from "vitest";
import {
  constructsOf,
  readCues,
  roleOf,
  saidConstructs,
  wordParts,
  type Cues,
} from "../../../extension/core/placing/cues.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { readSentences } from "../../../extension/core/sketch/statementTokens.ts";
import { STORE } from "./placingSamples.ts";

const FILE = readOriginal(STORE, "python", undefined);

const read = (introduction: string, ...block: readonly string[]): Cues => readCues(introduction, block, FILE);

describe("the role of a name", () => {
  it.each([
    ["Add this below `load`:", "after"],
    ["Right after the method `load`, add:", "after"],
    ["Put it under `load`:", "under"],
    ["Above `load`, add:", "before"],
    ["Put this in `load`:", "in"],
    ["Replace `load`:", "replace"],
    ["Rename the old `load`:", "replace"],
    ["Remove `load`:", "delete"],
    ["Add a new method `load`:", "add"],
    ["`load` becomes:", "becomes"],
    ["`load()` now reads:", "becomes"],
    ["`load` (`save`) becomes:", "other"],
    ["Do it with `load`:", "with"],
    ["Start the `load`:", "start"],
    ["`load`:", "other"],
    ["Put it below: `load`", "other"],
    ["Put it below all of these rather long and old things, `load`", "other"],
  ])("%s", (text, want) => {
    const [sentence] = readSentences(text);
    const tokens = sentence?.tokens ?? [];
    const at = tokens.findIndex((token) => token.type === "name");
    expect(roleOf(tokens, at)).toBe(want);
  });

  it("two names that something goes between", () => {
    expect(read("Between `get` and `put`, add:").names.map(({ role }) => role)).toEqual(["between", "between"]);
  });

  it("each name has its own", () => {
    expect(read("In `Store`, add this below `get`:").names.map(({ role }) => role)).toEqual(["in", "after"]);
  });
});

const lines = (found: Iterable<number>): number[] => [...found].map((line) => line + 1);

describe("a name", () => {
  it.each([
    ["declared", "`get`", [8], []],
    ["as prose calls a method", "`Store.put()`", [11], []],
    ["only mentioned", "`items`", [], [9, 12]],
    ["not in the file", "`drop`", [], []],
  ] as const)("%s", (_, name, declares, mentions) => {
    const [found] = read(`Below ${name}, add:`).names;
    expect(lines(found?.declares ?? [])).toEqual(declares);
    expect(lines(found?.mentions ?? [])).toEqual(mentions);
  });

  it("has the lines that it begins", () => {
    const [span] = read("Below `get`, add:").names[0]?.spans ?? [];
    expect(span).toMatchObject({ begin: 7, head: 7, end: 9 });
  });

  it("that stands everywhere says nothing of where", () => {
    const file = readOriginal("go(a);\n".repeat(30), "javascript", undefined);
    const [found] = readCues("Below `a`, add:", [], file).names;
    expect([found?.mentions.size, found?.spans]).toEqual([30, []]);
  });

  it.each([
    ["in the sentence before the block", "I looked. Change `get`:", [true]],
    ["in one before that", "I looked at `get`. Change this:", [false]],
    ["in both", "I looked at `put`. Change `get`:", [false, true]],
    ["in a paragraph before", "I looked at `put`.\n\nChange `get`:", [false, true]],
  ])("is near: %s", (_, introduction, want) => {
    expect(read(introduction).names.map(({ isNear }) => isNear)).toEqual(want);
  });

  it("is in the block, or is not", () => {
    const block = ["def get(self, key):", "    return None"];
    expect(read("Change `get` below `put`:", ...block).names.map(({ isInBlock }) => isInBlock)).toEqual([true, false]);
  });
});

describe("the imports", () => {
  it("are named by that word", () => {
    const [found] = read("Add this below the imports:").names;
    expect(found?.role).toBe("after");
    expect(lines(found?.declares ?? [])).toEqual([1, 2]);
  });

  it("are not named where there are none", () => {
    const file = readOriginal("a = 1\n", "python", undefined);
    expect(readCues("Add this below the imports:", [], file).names).toEqual([]);
  });
});

describe("kinds of words", () => {
  it.each([
    ["something new", "Add this:", ["add"], ["replace"]],
    ["something else instead", "Change it to this:", ["replace"], ["add"]],
    ["a new name", "Rename it:", ["rename"], ["replace"]],
    ["what goes", "Drop this:", ["delete"], ["add"]],
    ["a place below a name", "Put it below `get`:", ["after", "name", "after of name"], ["before"]],
    ["a place below a name that nothing has", "Put it below `drop`:", ["after", "name"], ["after of name"]],
    ["a place above a name", "Put it above `get`:", ["before", "before of name"], ["after"]],
    ["the end of a class", "At the end of the class `Store`:", ["end", "end of name", "kindOf"], ["end of file"]],
    ["the end of the file", "At the end of the file:", ["end", "file", "end of file"], ["end of name"]],
    ["the top of the file", "At the top of the module:", ["top", "top of file"], ["end of file"]],
    ["two", "In both methods:", ["all", "count:2"], ["count:3"]],
    ["three", "In all three methods:", ["all", "count:3"], ["count:2"]],
    ["one of several", "In the second loop:", ["second", "body"], ["first", "count:2"]],
    ["an example", "For example:", ["example"], ["add"]],
    ["no words", "", ["none"], ["add"]],
    ["words long before", "Add this below `get`. So:", [], ["add", "after", "name", "none"]],
    ["bold words", "**Add** this:", ["add"], []],
  ])("%s", (_, introduction, has, hasNot) => {
    const { kinds } = read(introduction);
    expect([...kinds]).toEqual(expect.arrayContaining(has));
    for (const kind of hasNot) expect(kinds).not.toContain(kind);
  });
});

describe("kinds of code", () => {
  it.each([
    ["loop", "Change the loop:", "for (const a of b) {"],
    ["loop", "Change the `while` loop:", "while True:"],
    ["switch", "Change the switch:", "switch (a) {"],
    ["if", "Change the condition:", "} else if (a) {"],
    ["try", "Change the handler:", "except Oops:"],
    ["return", "Change the return:", "return a"],
    ["import", "Change the import:", 'import a from "a";'],
    ["assert", "Change the assertion:", "expect(a).toBe(b);"],
    ["test", "Change the test:", 'it("opens", () => {'],
    ["class", "Change the interface:", "export interface Door {"],
    ["constructor", "Change the constructor:", "def __init__(self):"],
    ["comment", "Change the comment:", "// Opens."],
    ["heading", "Change the heading:", "## Use"],
    ["item", "Change the bullet:", "- one"],
    ["row", "Change the row:", "| a | b |"],
    ["assign", "Change the constant:", "limit = 2"],
  ])("%s: %s %s", (kind, words, line) => {
    expect(saidConstructs(readSentences(words)[0]?.tokens ?? [])).toContain(kind);
    expect(read(words).constructs).toContain(kind);
    expect(constructsOf(line)).toContain(kind);
  });

  it("none in plain words and lines", () => {
    expect(read("So it goes, with `get`:").constructs.size).toBe(0);
    expect(constructsOf("open();")).toEqual([]);
  });

  it("only of the last sentence", () => {
    expect(read("I looked at the loop. Change this:").constructs.size).toBe(0);
  });
});

describe("the parts of words", () => {
  it.each([
    ["parseURL", ["pars", "url"]],
    ["max_open_file files", ["max", "open", "fil", "fil"]],
    ["loading loads load", ["load", "load", "load"]],
    ["is at it", []],
    ["port 8080", ["port", "8080"]],
    ["Größe", ["größ"]],
    ["red, used", ["red", "used"]],
    ["", []],
  ])("%s", (text, want) => {
    expect(wordParts(text)).toEqual(want);
  });

  it("are read of all sentences but for common words", () => {
    const { words } = read("The timeout is short. Change this line:");
    expect(words).toContain("timeout");
    expect(words).not.toContain("line");
  });
});
