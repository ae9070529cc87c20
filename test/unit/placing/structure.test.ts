import { describe, expect, it } from "vitest";
import { DOOR, readFile, STORE, tellWindow } from "./placingSamples.ts";

const GUIDE = `# Title

Intro.

## Use

Run it.

### Flags

None.

## More

Text.
`;

const CONFIG = `name = "a"

[tool]
x = 1

[other]
y = 2
z = [
  1,
]
`;

const files = {
  door: readFile(DOOR, "javascript"),
  store: readFile(STORE, "python"),
  guide: readFile(GUIDE, "markdown"),
  config: readFile(CONFIG, "toml"),
  page: readFile("<div>\n</div>\n<p>\n  a\n</p>\n", "html"),
};

const counted = (lines: readonly number[]): string => lines.map((line) => line + 1).join(" ");

describe("a line is enclosed by", () => {
  it.each([
    ["its `if`, method and class", "door", 5, "4 3 2"],
    ["the `if` that its `else` belongs to", "door", 6, "4 3 2"],
    ["its `else` and the `if`", "door", 7, "6 4 3 2"],
    ["the method that it closes", "door", 9, "3 2"],
    ["the class, between two methods", "door", 10, "2"],
    ["nothing, at the margin", "door", 2, ""],
    ["its function", "store", 9, "8 7"],
    ["the class, as its last method is", "store", 11, "7"],
    ["nothing, behind a class", "store", 15, ""],
    ["the title, as all of the document is", "guide", 3, "1"],
    ["its section", "guide", 7, "5 1"],
    ["its section and those that this is in", "guide", 11, "9 5 1"],
    ["the title, not the section before", "guide", 13, "1"],
    ["the section after a deeper one", "guide", 15, "13 1"],
    ["nothing, above all tables", "config", 1, ""],
    ["its table", "config", 4, "3"],
    ["no other table", "config", 6, ""],
    ["the list and the table", "config", 9, "8 6"],
  ] as const)("%s", (_, file, line, want) => {
    expect(counted(files[file].structure.enclosing(line - 1))).toBe(want);
  });
});

describe("what goes between lines is enclosed by", () => {
  it.each([
    ["the class, behind a method", "door", 9, 2, "2"],
    ["nothing, at the margin", "door", 14, 0, ""],
    ["the method, behind its head", "door", 11, 4, "11 2"],
    ["the method, behind a block in it", "door", 8, 4, "3 2"],
    ["the branch, behind its last line", "door", 7, 6, "6 4 3 2"],
    ["nothing, at the top", "door", 0, 0, ""],
    ["the function, behind its last line", "store", 16, 4, "15"],
    ["the class, behind its last line", "store", 12, 4, "7"],
    ["nothing, behind the last line of a class", "store", 12, 0, ""],
    ["the section of the text above", "guide", 7, 0, "5 1"],
    ["the heading right above", "guide", 13, 0, "13 1"],
    ["the table of the entry above", "config", 4, 0, "3"],
    ["the table right above", "config", 6, 0, "6"],
  ] as const)("%s", (_, file, above, width, want) => {
    expect(counted(files[file].structure.enclosingBetween(above - 1, width))).toBe(want);
  });
});

describe("something can stand", () => {
  it.each([
    ["at the top, as the first line does", "door", 0, [0]],
    ["behind the head of a block, in it", "door", 3, [4]],
    ["before a line that closes, in what it closes", "door", 5, [6]],
    ["behind a nested block, no less deep than its closer", "door", 8, [4]],
    ["between two methods, as deep as they do", "door", 9, [2]],
    ["at the end, as nothing is open", "door", 14, [0]],
    ["behind a function, in it or behind it", "store", 9, [8, 4]],
    ["behind a class, also in its last method", "store", 12, [8, 4, 0]],
    ["at the end, in the last function or behind it", "store", 16, [4, 0]],
    ["in an empty element", "page", 1, [2]],
  ] as const)("%s", (_, file, place, want) => {
    const found = files[file].structure.between.find((one) => one.place === place);
    expect([...(found?.widths ?? [])].sort((a, b) => b - a)).toEqual(want);
  });

  it("only right behind a line, and not amid blank ones", () => {
    const places = files.store.structure.between.map(({ place }) => place);
    expect(places).toEqual([0, 1, 2, 4, 7, 8, 9, 11, 12, 15, 16]);
  });
});

describe("what can be replaced", () => {
  it.each([
    ["a line", "door", "line", "5-5"],
    ["a method", "door", "block", "11-13"],
    ["a class", "door", "block", "2-14"],
    ["a class with the comment above it", "door", "block", "1-14"],
    ["an `if` with all its branches", "door", "block", "4-8"],
    ["lines between blank ones", "store", "paragraph", "1-2"],
    ["a Python method", "store", "block", "8-9"],
    ["a Python class", "store", "block", "7-12"],
    ["a section with those in it", "guide", "block", "5-11"],
    ["a table", "config", "block", "6-10"],
  ] as const)("%s", (_, file, kind, want) => {
    const found = files[file].structure.replaceable.filter((window) => window.kind === kind).map(tellWindow);
    expect(found).toContain(want);
  });

  it("a `try` with what is caught", () => {
    const { structure } = readFile("try:\n    a()\nexcept Oops:\n    b()\nfinally:\n    c()\nd()\n", "python");
    expect(structure.replaceable.filter(({ kind }) => kind === "block").map(tellWindow)).toContain("1-6");
  });

  it("a comment of several lines alone", () => {
    const { structure } = readFile("a();\n\n// One.\n// Two.\nfunction b() {\n}\n", "javascript");
    expect(structure.replaceable.map(tellWindow)).toContain("3-4");
  });

  it("no blank line, and nothing that ends behind the file", () => {
    for (const { structure, compared } of Object.values(files))
      for (const { start, end } of structure.replaceable) {
        expect(compared.file.trimmed[start]).not.toBe("");
        expect(end).toBeLessThanOrEqual(compared.file.lines.length);
      }
  });

  it("no class of hundreds of lines as a whole", () => {
    const { structure } = readFile(`class A {\n${"  a();\n".repeat(300)}}\n`, "javascript");
    expect(structure.replaceable.every(({ start, end }) => end - start < 300)).toBe(true);
  });
});
