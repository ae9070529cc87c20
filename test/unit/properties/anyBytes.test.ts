import { describe, expect, it } from "vitest";
import fc from "../fastCheck.ts";
import { program, dialect, writeProgram } from "./sourceFiles.ts";
import { loadStructuralEngine, runs } from "./structuralEngine.ts";
import { stressed } from "../stress.ts";

const engine = await loadStructuralEngine();

/** Far more than an answer takes: the clock of a busy machine must not decide. */
const PATIENCE = 20_000;

/** An answer comes, and it is what its type says: a merge is proven, and a doubt has a reason and a text to begin from. */
function checkAnswers(original: string, reply: string, target: { language?: string; path?: string }): void {
  const outcome = engine.apply(original, reply, target);
  if (outcome.type === "merged") {
    expect(outcome.proof.holds).toBe(true);
    // What is just what the answer says may have faults of its own.
    expect(outcome.proof.findings.filter(({ isRemark }) => isRemark !== true)).toEqual([]);
    const lines = outcome.text.split(/\r\n|\n|\r/).length;
    for (const { result } of outcome.pieces) expect(result.start <= result.end && result.end <= lines).toBe(true);
    return;
  }
  expect(outcome.reason).toMatch(/\S.*\.$/s);
  if (outcome.type === "ambiguous") {
    const lines = original.split(/\r\n|\n|\r/).length;
    for (const { original: range } of outcome.candidates)
      expect(range.start <= range.end && range.end <= lines).toBe(true);
    // What may not be meant at all, such as code that breaks off, may be proven.
    if (!/^The (?:answer|code) /.test(outcome.reason)) expect(outcome.proof?.holds ?? false).toBe(false);
  }
}

/** Parts that readers of sketches look for, in any order. */
const part = fc.constantFrom(
  "```",
  "````ts",
  "~~~",
  "// ... existing code ...",
  "...",
  "# removed: x",
  "<<<<<<< SEARCH",
  "=======",
  ">>>>>>> REPLACE",
  "------- SEARCH",
  "+++++++ REPLACE",
  "@@ -1,2 +3 @@",
  "@@ ... @@",
  "--- a/x.ts",
  "+++ b/x.ts",
  "*** Begin Patch",
  "*** Update File: x.ts",
  "*** End of File",
  "*** End Patch",
  "-old",
  "+new",
  " same",
  "function f() {",
  "}",
  "  return 1;",
  "",
  "\u0000",
  "\ud800",
  "\uFEFF",
  "> ```",
  "- ```",
);
const bytes = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }).map((array) => new TextDecoder().decode(array)),
  fc.uint8Array({ maxLength: 200 }).map((array) => String.fromCharCode(...array)),
  fc.array(part, { maxLength: 30 }).map((parts) => parts.join("\n")),
);
const file = fc.oneof(
  bytes,
  fc.tuple(program, dialect).map(([written, to]) => writeProgram(written, to).join("\n")),
);
const language = fc.constantFrom(
  "typescript",
  "python",
  "go",
  "ruby",
  "rust",
  "yaml",
  "json",
  "markdown",
  "html",
  "toml",
  "plaintext",
  "x",
);

describe("any bytes", () => {
  it("as file and sketch give an outcome", () => {
    fc.assert(
      fc.property(file, bytes, language, (original, reply, named) => {
        checkAnswers(original, reply, { language: named });
      }),
      runs(700),
    );
  });

  it("as a sketch without any target give an outcome", () => {
    fc.assert(
      fc.property(file, bytes, (original, reply) => {
        checkAnswers(original, reply, {});
      }),
      runs(200),
    );
  });
});

/** In full only under stress: what grows too fast, `test/unit/growth` finds in every run. */
const MEGABYTE = stressed(1_000_000);
const fill = (line: string): string => `${line}\n`.repeat(Math.ceil(MEGABYTE / (line.length + 1)));
const count = (lines: number, write: (index: number) => string): string =>
  Array.from({ length: lines }, (_, index) => write(index)).join("\n");

interface LargeText {
  readonly name: string;
  readonly text: string;
}

/** Large texts that can stand in a file, each hard for some part of the engine. */
const largeContents: readonly LargeText[] = [
  { name: "markers only", text: fill("// ... existing code ...") },
  {
    name: "markers between code",
    text: count(stressed(20_000), (i) =>
      i % 2 === 0
        ? "// ... existing code ..."
        : `call${String(i)}(value, other, third, fourth, fifth, sixth, seventh);`,
    ),
  },
  { name: "one long line", text: "a = b + c; ".repeat(MEGABYTE / 11) },
  { name: "one long word", text: "a".repeat(MEGABYTE) },
  { name: "closing brackets", text: fill("}") },
  { name: "opening brackets", text: fill("{") },
  { name: "parentheses in one line", text: "(".repeat(MEGABYTE) },
  { name: "blank lines", text: "\n".repeat(MEGABYTE) },
  { name: "lines of blanks", text: fill(" ".repeat(80)) },
  { name: "equal lines", text: fill("const total = order.items.length;") },
  { name: "two lines in turn", text: fill("  load(order);\n}") },
  { name: "ever deeper lines", text: count(1_400, (i) => " ".repeat(i) + "if (a) {") },
  {
    name: "different lines",
    text: count(stressed(25_000), (i) => `const name${String(i)} = value${String(i * 7)} + 1;`),
  },
  {
    name: "lines of the same words",
    text: count(stressed(25_000), (i) => `const total = order.items[${String(i)}].price;`),
  },
  {
    name: "functions",
    text: count(
      stressed(12_000),
      (i) =>
        `function name${String(i)}(input) {\n  const order = load(input);\n  return order.total${String(i % 50)};\n}\n`,
    ),
  },
  { name: "functions of one name", text: fill("function render(input) {\n  return load(input);\n}\n") },
  { name: "control characters", text: "\u0000\u0001\u0007\u001b".repeat(MEGABYTE / 4) },
  { name: "halves of characters", text: "\ud83d".repeat(MEGABYTE) },
  { name: "lone carriage returns", text: "a\r".repeat(MEGABYTE / 2) },
];

/** Large texts that look like replies of a model. */
const largeReplies: readonly LargeText[] = [
  { name: "open fences", text: fill("```ts") },
  { name: "fences of all lengths", text: count(1_400, (i) => "`".repeat(3 + (i % 1_000))) },
  { name: "nested quotes", text: fill("> ".repeat(200) + "```") },
  { name: "nested items", text: fill("- ".repeat(200) + "```") },
  { name: "openings of search/replace", text: fill("<<<<<<< SEARCH") },
  { name: "dividers of search/replace", text: `<<<<<<< SEARCH\n${fill("=======")}` },
  { name: "search/replace blocks", text: fill("<<<<<<< SEARCH\nconst a = 1;\n=======\nconst a = 2;\n>>>>>>> REPLACE") },
  {
    name: "different search/replace blocks",
    text: count(
      stressed(8_000),
      (i) =>
        `<<<<<<< SEARCH\nconst name${String(i)} = value${String(i * 7)} + 1;\n=======\nconst name${String(i)} = 2;\n>>>>>>> REPLACE`,
    ),
  },
  {
    name: "one block that searches much",
    text: `<<<<<<< SEARCH\n${count(stressed(12_000), (i) => `const name${String(i)} = value${String(i * 7)} + 2;`)}\n=======\nlet a;\n>>>>>>> REPLACE`,
  },
  { name: "hunk headers", text: `--- a/x\n+++ b/x\n${fill("@@ -1,3 +1,3 @@")}` },
  { name: "hunks", text: `--- a/x\n+++ b/x\n${fill("@@ -1,3 +1,3 @@\n const total = order.items.length;\n-}\n+};")}` },
  {
    name: "one hunk without an end",
    text: `--- a/x\n+++ b/x\n@@ -1 +1 @@\n${fill("-const total = order.items.length;\n+}")}`,
  },
  { name: "scopes of v4a", text: `*** Begin Patch\n*** Update File: x\n${fill("@@ class A")}` },
  { name: "sections of v4a", text: `*** Begin Patch\n${fill("*** Update File: x\n@@\n-a\n+b")}` },
];

const small = count(60, (i) =>
  i % 6 === 5 ? "}" : i % 6 === 0 ? `function name${String(i)}(input) {` : `  const total${String(i)} = load(order);`,
);
const sketch =
  "// ... existing code ...\nfunction name6(input) {\n  const total7 = load(other);\n// ... existing code ...\n}\n// ... existing code ...\n";

describe("a large text", () => {
  it.each([...largeContents, ...largeReplies])(
    "of $name as a sketch is answered",
    { timeout: PATIENCE },
    ({ text }) => {
      checkAnswers(small, text, { language: "typescript", path: "x.ts" });
    },
  );

  it.each(largeContents)("of $name as a file is answered", { timeout: PATIENCE }, ({ text }) => {
    checkAnswers(text, sketch, { language: "plaintext" });
  });

  it.each(largeContents)(
    "of $name as a file and, with a new line, as its sketch is answered",
    { timeout: PATIENCE },
    ({ text }) => {
      const half = text.length / 2;
      checkAnswers(text, `${text.slice(0, half)}\nconst other = 1;\n${text.slice(half)}`, { language: "plaintext" });
    },
  );

  it("of functions is answered with a syntax tree", { timeout: PATIENCE }, () => {
    const text = largeContents.find(({ name }) => name === "functions")?.text ?? "";
    checkAnswers(text, sketch, { language: "typescript" });
    checkAnswers(text, `${text}\nconst other = 1;\n`, { language: "typescript" });
  });
});
