import { describe, expect, it } from "vitest";
import {
  balanceOf,
  firstWordOf,
  headBelow,
  identityOf,
  joinBalance,
} from "../../../extension/core/placing/placingFile.ts";
import { DOOR, readFile, STORE } from "./placingSamples.ts";

describe("the brackets of lines", () => {
  it.each([
    ["nothing", "", 0, 0],
    ["one that is closed", "call(a[0])", 0, 0],
    ["one that is left open", "if (a) {", 1, 0],
    ["one that was open before", "}", -1, -1],
    ["one that is closed and one that is opened", "} else {", 0, -1],
    ["several lines", "a(\n  [\n    {", 3, 0],
    ["a block and what closes it", "if (a) {\n  b();\n}", 0, 0],
    ["more closed than opened", "b();\n  }\n}", -2, -2],
    ["closed first, and then all is open", "})\nc({\n[", 1, -2],
  ])("%s", (_, text, depth, lowest) => {
    expect(balanceOf(text.split("\n"))).toEqual({ depth, lowest });
  });

  it.each([
    ["code with braces", DOOR],
    ["code without", STORE],
    ["lines that close more than they open", "})\n} else {\n([\n)]}\n{"],
  ])("joined are those of all lines: %s", (_, text) => {
    const { facts, compared } = readFile(text);
    for (let start = 0; start <= facts.length; start++)
      for (let end = start; end <= facts.length; end++)
        expect(joinBalance(facts, start, end)).toEqual(balanceOf(compared.file.lines.slice(start, end)));
  });

  it("none are joined behind the end of the file", () => {
    const { facts } = readFile("a(\n)");
    expect(joinBalance(facts, 0, 9)).toEqual({ depth: 0, lowest: 0 });
  });
});

describe("what a line declares", () => {
  it("is the same however it is written", () => {
    expect(identityOf("export function load(path) {")).toBe(identityOf("async function load() {"));
    expect(identityOf("function load() {")).not.toBe(identityOf("function save() {"));
  });

  it.each(["- a list", "* a list", "+ a list", "return a;", "}", ""])("nothing: %s", (line) => {
    expect(identityOf(line)).toBeUndefined();
  });
});

it.each([
  ["const a = 1", "const"],
  ["@Test", "@Test"],
  ["- item", "- item"],
  ["# Title", "# Title"],
  ["});", ""],
  ["", ""],
])("the first word of %s", (line, want) => {
  expect(firstWordOf(line)).toBe(want);
});

describe("below comments and decorators is", () => {
  const { facts } = readFile("// One.\n// Two.\n@Inject()\nclass A {\n  a();\n}\n// End.\n// Last.", "typescript");
  it.each([
    ["the declaration", 1, 4],
    ["the same from the decorator", 3, 4],
    ["a line of code itself", 5, 5],
    ["the last line, if there is none", 7, 8],
  ])("%s", (_, from, want) => {
    expect(headBelow(from - 1, facts) + 1).toBe(want);
  });
});

describe("a file", () => {
  const { facts, parts, partCount, byIdentity } = readFile(STORE, "python");

  it("knows which lines import", () => {
    expect(facts.flatMap(({ isImport }, line) => (isImport ? [line + 1] : []))).toEqual([1, 2]);
  });

  it("knows which lines close something", () => {
    const door = readFile(DOOR, "javascript").facts;
    expect(door.flatMap(({ isCloser }, line) => (isCloser ? [line + 1] : []))).toEqual([6, 8, 9, 13, 14]);
  });

  it("knows what its lines declare", () => {
    const line = (code: string): readonly number[] | undefined => byIdentity.get(identityOf(code) ?? "");
    expect(line("def put(self):")).toEqual([10]);
    expect(line("LIMIT = 3")).toEqual([3]);
    expect(line("def drop(self):")).toBeUndefined();
  });

  it("counts the lines that have a part of a word", () => {
    for (const [part, count] of partCount) expect(parts.filter((of) => of.has(part)).length).toBe(count);
    expect(partCount.get("path")).toBe(2);
  });
});
