import { describe, expect, it } from "vitest";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import type { Proof } from "../../../extension/core/proof/proof.ts";
import type { CodeSketch, EditFormat, Sketch } from "../../../extension/core/sketch/sketch.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { turns } from "./proofTexts.ts";

const parser = await createSyntaxParsers(sourceGrammarsDirectory()).load("typescript");

const file = `import { store } from "./store";

function load(id) {
  const order = store.find(id);
  log("load", id);
  return order;
}

function save(order) {
  check(order);
  return store.save(order);
}
`;

const sketch = `// ... existing code ...
function load(id) {
  const order = store.find(id) ?? store.make(id);
  log("load", id);
  audit(id);
  return order;
}
// ... existing code ...
`;

/** The file without its last function. */
const withoutSave = file.slice(0, file.indexOf("\nfunction save"));

const right = file
  .replace("store.find(id);", "store.find(id) ?? store.make(id);")
  .replace("  return order;\n", "  audit(id);\n  return order;\n");

function judge(given: Sketch, rewrite: string, original = file): Proof {
  const read = readOriginal(original, "typescript", parser);
  const proof = judgeRewrite(read, given, rewrite);
  read.tree?.dispose();
  return proof;
}

const code = (text: string): Sketch => ({ type: "code", text });
const typesOf = ({ findings }: Proof): string[] => [...new Set(findings.map(({ type }) => type))];

describe("the proof of lazy code", () => {
  it("holds for what the sketch says, and counts its lines", () => {
    expect(judge(code(sketch), right)).toEqual({ holds: true, findings: [], verbatimLines: 6, adaptedLines: 0 });
  });

  it("counts lines that kept the original's spelling", () => {
    const loose = sketch.replace('log("load", id);', "log('load', id)");
    expect(judge(code(loose), right)).toMatchObject({ holds: true, verbatimLines: 5, adaptedLines: 1 });
  });

  it.each<[string, string, string]>([
    [
      "a marker behind a block holds what follows, though another block ends in the same way",
      "function open(door) {\n  push(door);\n}\n// ... existing code ...\n",
      "function open(door) {\n  push(door);\n}\n",
    ],
    [
      "a marker at the margin before the end of a block may hold the block behind it",
      "function open(door) {\n// ... existing code ...\n}\n\nfunction lock(door) {\n  turn(door.key);\n}\n",
      "function open(door) {\n  turn(door.key);\n  push(door);\n}\n\nfunction lock(door) {\n  turn(door.key);\n}\n",
    ],
  ])("%s", (_, shown, rewrite) => {
    expect(typesOf(judge(code(shown), rewrite, turns))).toContain("lost-line");
  });

  it("a marker in the body of a block holds the body alone", () => {
    const shown =
      "function open(door) {\n  // ... existing code ...\n}\n\nfunction lock(door) {\n  turn(door.key);\n}\n";
    const rewrite =
      "function open(door) {\n  turn(door.key);\n  push(door);\n}\n\nfunction lock(door) {\n  turn(door.key);\n}\n";
    expect(judge(code(shown), rewrite, turns)).toMatchObject({ holds: true });
  });

  /** What was done to the right result, the finding that must be among those found, and lines that it must name. */
  it.each<[string, (text: string) => string, string, object]>([
    [
      "a line of the sketch missing",
      (text) => text.replace("  audit(id);\n", ""),
      "missing-line",
      { sketch: { start: 4, end: 5 } },
    ],
    [
      "a kept line lost",
      (text) => text.replace("  check(order);\n", ""),
      "lost-line",
      { original: { start: 9, end: 10 } },
    ],
    ["an import lost", (text) => text.replace(/^.*\n/, ""), "lost-line", { original: { start: 0, end: 1 } }],
    [
      "a line added elsewhere",
      (text) => text.replace("  check(order);\n", "  check(order);\n  retry(order);\n"),
      "unrelated",
      { rewrite: { start: 11, end: 12 } },
    ],
    [
      "a line changed elsewhere",
      (text) => text.replace("check(order)", "check(order, true)"),
      "unrelated",
      { rewrite: { start: 10, end: 11 } },
    ],
    ["a marker left", (text) => `${text}// ... existing code ...\n`, "marker", { rewrite: { start: 13, end: 14 } }],
    ["broken syntax", (text) => text.replace("function save(order) {", "function save(order {"), "syntax", {}],
    ["an empty result", () => "", "cut-off", { original: { start: 0, end: 12 } }],
    ["a blank result", () => "\n\n", "cut-off", {}],
    ["a cut tail", (text) => text.slice(0, text.indexOf("function save")), "lost-line", {}],
  ])("finds %s", (_, spoil, type, lines) => {
    const proof = judge(code(sketch), spoil(right));
    expect(proof.holds).toBe(false);
    expect(proof.findings).toContainEqual(expect.objectContaining({ type, ...lines }));
  });

  it.each<[string, standing: string, shown: string, result: string, holds: boolean]>([
    [
      "as the file's line",
      'log("the load of one order");',
      'log("the load ...");',
      'log("the load of one order");',
      true,
    ],
    ["as it is written", 'log("the load of one order");', 'log("the load ...");', 'log("the load ...");', true],
    ["unless it is said to stay", "log(first, order, id);", "log(first, ...); // unchanged", "log(first, ...);", false],
    [
      "never as another line",
      'log("the load of one order");',
      'log("the load ...");',
      'log("the load of all");',
      false,
    ],
    [
      "unless dots are code there",
      "logEach([first, order, id], id);",
      "logEach([...], id);",
      "logEach([first, order, id], id);",
      false,
    ],
  ])("takes a line that is cut short %s", (_, standing, shown, result, holds) => {
    const put = (text: string, line: string): string => text.replace('log("load", id);', line);
    expect(judge(code(put(sketch, shown)), put(right, result), put(file, standing)).holds).toBe(holds);
  });

  it("takes a line with dots that the file has as it is", () => {
    const put = (text: string): string => text.replace('log("load", id);', 'log("the load ...");');
    const other = (text: string): string => put(text).replace("check(order);", 'log("the load of one order");');
    expect(judge(code(put(sketch)), other(right), other(file))).toMatchObject({ holds: true, findings: [] });
  });

  it("takes code with a line that is cut short and said to stay for no whole file", () => {
    const cut = file.replace("const order = store.find(id);", "const order = ...; // unchanged");
    expect(judge(code(cut), cut).holds).toBe(false);
  });

  it("says of each finding in one sentence what is wrong", () => {
    for (const { message } of judge(code(sketch), file).findings) expect(message).toMatch(/^[A-Z].*[.]$/);
  });

  it("allows no change when there is only a marker", () => {
    expect(judge(code("// ... existing code ...\n"), file).holds).toBe(true);
    expect(typesOf(judge(code("// ... existing code ...\n"), right))).toContain("unrelated");
  });

  it("lets a marker stand that the original has", () => {
    const marked = file.replace("  check(order);", "  // ... existing code ...");
    const added = marked.replace("  return order;", "  return order ?? none;");
    const text =
      '// rest of the file unchanged\n  log("load", id);\n  return order ?? none;\n}\n// rest of the file unchanged\n';
    expect(judge(code(text), added, marked)).toMatchObject({ holds: true });
  });
});

describe("the proof of a whole file", () => {
  it("holds for exactly that file", () => {
    expect(judge(code(right), right)).toMatchObject({ holds: true, verbatimLines: 13 });
  });

  it.each<[string, string, Partial<CodeSketch>, boolean]>([
    ["a function that is not shown", withoutSave, {}, false],
    ["a function in what is said to be the whole file", withoutSave, { isWhole: true }, true],
    ["a name that another takes the place of", file.replace("function save(", "function store("), {}, true],
    ["a name that others take the place of", withoutSave.replace("load", "read") + "function other() {}\n", {}, false],
  ])("with %s", (_, text, said, holds) => {
    expect(judge({ ...code(text), ...said } as Sketch, text).holds).toBe(holds);
    if (!holds) expect(typesOf(judge({ ...code(text), ...said } as Sketch, text))).toContain("lost-line");
  });

  it("finds methods that vanish from a class, with a grammar and without", () => {
    const class_ = "class Cart {\n  add(id) {\n    keep(id);\n  }\n\n  total() {\n    return sum();\n  }\n}\n";
    const shown = class_.replace("  total() {\n    return sum();\n  }\n", "");
    for (const language of ["typescript", "kotlin"]) {
      const read = readOriginal(class_, language, language === "typescript" ? parser : undefined);
      expect(judgeRewrite(read, code(shown), shown).findings).toMatchObject([{ type: "lost-line" }]);
      read.tree?.dispose();
    }
  });

  it("holds for a part, too, where the rewrite keeps the rest", () => {
    const part = file.slice(file.indexOf("function save")).replace("check(order);", "verify(order);");
    expect(judge(code(part), file.replace("check(order);", "verify(order);")).holds).toBe(true);
  });

  it.each<[string, string, string]>([
    ["a line missing", right.replace("  check(order);\n", ""), "missing-line"],
    ["a line too many", right.replace("  check(order);\n", "  check(order);\n  check(order);\n"), "unrelated"],
  ])("finds %s", (_, rewrite, type) => {
    expect(typesOf(judge(code(right), rewrite))).toContain(type);
  });
});

describe("the proof of edits", () => {
  const edits: Sketch = {
    type: "edits",
    format: "search-replace",
    edits: [
      {
        search: ["  check(order);"],
        replace: ["  check(order);", "  audit(order);"],
        scope: [],
        atEnd: false,
        replyLine: 1,
      },
      { search: ['  log("load", id);'], replace: [], scope: [], atEnd: false, replyLine: 6 },
    ],
  };
  const edited = file
    .replace("  check(order);\n", "  check(order);\n  audit(order);\n")
    .replace('  log("load", id);\n', "");

  it("holds for what the edits say", () => {
    expect(judge(edits, edited)).toMatchObject({ holds: true, findings: [] });
  });

  it.each<[string, string, string]>([
    ["an edit that was not made", edited.replace("  audit(order);\n", ""), "missing-line"],
    ["a line that no edit removes", edited.replace("  return order;\n", ""), "lost-line"],
    ["a line that no edit adds", edited.replace("  return order;\n", "  wait();\n  return order;\n"), "unrelated"],
    ["an addition made twice", edited.replace("  audit(order);\n", "  audit(order);\n  audit(order);\n"), "unrelated"],
    ["an addition at another place", file.replace('  log("load", id);\n', "  audit(order);\n"), "missing-line"],
    [
      "a deletion that was not made",
      file.replace("  check(order);\n", "  check(order);\n  audit(order);\n"),
      "unrelated",
    ],
  ])("finds %s", (_, rewrite, type) => {
    expect(typesOf(judge(edits, rewrite))).toContain(type);
  });

  it("finds an edit that was made outside its scope", () => {
    const twice = `${file}\nfunction other(order) {\n  audit(order);\n}\n`;
    const scoped = (format: EditFormat, scope: string): Sketch => ({
      type: "edits",
      format,
      edits: [{ search: ["  audit(order);"], replace: ["  log(order);"], scope: [scope], atEnd: false, replyLine: 1 }],
    });
    const made = twice.replace("  audit(order);", "  log(order);");
    expect(judge(scoped("v4a", "function other"), made, twice).holds).toBe(true);
    expect(typesOf(judge(scoped("v4a", "function save"), made, twice))).toEqual(["unrelated"]);
    expect(judge(scoped("unified-diff", "function save"), made, twice).holds).toBe(true);
  });
});

describe("the proof of other sketches", () => {
  it("holds for a deletion only when nothing is left", () => {
    expect(judge({ type: "delete", format: "v4a" }, "").holds).toBe(true);
    expect(typesOf(judge({ type: "delete", format: "v4a" }, "\n"))).toEqual(["unrelated"]);
    expect(typesOf(judge({ type: "delete", format: "v4a" }, file))).toEqual(["unrelated"]);
  });

  it("wants a new file to be what was written", () => {
    const added: Sketch = { type: "add", format: "v4a", text: "const a = 1;\n" };
    expect(judge(added, "const a = 1;\n", "").holds).toBe(true);
    expect(typesOf(judge(added, "const a = 2;\n", ""))).toEqual(["missing-line", "unrelated"]);
  });
});
