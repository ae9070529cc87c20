import { describe, expect, test } from "vitest";
import { withAlternatives } from "../../../extension/core/merge/alternatives.ts";
import { sureText } from "../../../extension/core/apply/outcome.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import type { FileSketch } from "../../../extension/core/sketch/sketch.ts";

const ORIGINAL = `${["one", "two", "three", "four", "five", "six", "seven", "eight", "same", "nine", "same"].join("\n")}\n`;

const edit = (search: string, replace: string): string =>
  `\`\`\`text file.txt\n<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n\`\`\`\n`;

/** The outcome of a reply with one sketch for each edit. */
const applied = (...edits: readonly string[]) => {
  const reply = edits.join("\nThen:\n\n");
  const sketches = readReply(reply, { path: "file.txt", language: undefined, original: ORIGINAL });
  expect(sketches).toHaveLength(edits.length);
  return applyStructural({ original: ORIGINAL, sketches, language: undefined, parser: undefined });
};

test("the lines of an earlier sketch are where a later one has moved them; those of the original are the first's", () => {
  const outcome = applied(edit("six", "sechs"), edit("two", "two\na\nb\nc"), edit("seven", "sieben"));
  expect(outcome.type).toBe("merged");
  if (outcome.type !== "merged") return;
  const lines = outcome.text.split("\n");
  const originals = ORIGINAL.split("\n");
  const shown = outcome.pieces.map(({ original, result }) => [
    originals.slice(original.start, original.end).join(),
    lines.slice(result.start, result.end).join(),
  ]);
  expect(shown).toEqual([
    ["six", "sechs"],
    ["two", "two,a,b,c"],
    ["seven", "sieben"],
  ]);
});

test("an edit without a place names those in the file as it is, and leaves the edits of other sketches", () => {
  const outcome = applied(edit("one", "one\na\nb\nc"), edit("same", "x"), edit("two", "zwei"), edit("seven", "sieben"));
  expect(outcome.type).toBe("ambiguous");
  if (outcome.type !== "ambiguous") return;
  expect(outcome.draft).toBe(ORIGINAL.replace("one", "one\na\nb\nc").replace("two", "zwei").replace("seven", "sieben"));
  expect(outcome.proof?.findings.map(({ type }) => type)).toEqual(["open"]);
  expect(outcome.candidates.map(({ original, label }) => [original.start, label])).toEqual([
    [8, "same"],
    [10, "same"],
  ]);
});

const diff = (lines: string): string => `\`\`\`diff\n--- a/file.txt\n+++ b/file.txt\n@@ @@\n${lines}\n\`\`\`\n`;

/** The texts that the alternatives of the open pieces give. */
const alternativesIn = (outcome: ReturnType<typeof applied>): readonly (string | undefined)[] => {
  if (outcome.type !== "ambiguous") expect.fail(outcome.type);
  return outcome.pieces.flatMap((piece) =>
    piece.state === "open"
      ? piece.alternatives.map((one) =>
          withAlternatives(ORIGINAL, sureText(outcome, ORIGINAL), [one])?.replaceAll("\n", " ").trim(),
        )
      : [],
  );
};

test("the pieces of several sketches count on, and their alternatives are of the text that all of them give", () => {
  const outcome = applied(edit("same", "x"), diff(" one\n+a\n+b\n two"), edit("seven", "sieben"), diff("-nowhere\n+y"));
  if (outcome.type !== "ambiguous") expect.fail(outcome.type);
  expect(outcome.draft.replaceAll("\n", " ")).toBe("one a b two three four five six sieben eight same nine same ");
  const shown = outcome.pieces.map(({ index, state, sketch }) => [index, state, sketch.start]);
  expect(shown).toEqual([
    [0, "open", 1],
    [1, "placed", 14],
    [2, "placed", 23],
    [3, "not-applicable", 36],
  ]);
  expect(alternativesIn(outcome)).toEqual([
    "one a b two three four five six sieben eight x nine same",
    "one a b two three four five six sieben eight same nine x",
  ]);
});

test("a later sketch takes an alternative away where it changes the same lines", () => {
  const outcome = applied(edit("same", "x"), diff(" eight\n-same\n+other\n nine"));
  expect(alternativesIn(outcome)).toEqual(["one two three four five six seven eight other nine x"]);
});

describe("a sketch that is not sure", () => {
  const code = readReply("```\nsame\nother();\n```\n");
  const outcomeOf = (...sketches: readonly FileSketch[]) =>
    applyStructural({ original: ORIGINAL, sketches, language: undefined, parser: undefined });

  test("leaves the sketches before and behind it, and its places are what it may mean", () => {
    const outcome = outcomeOf(...readReply(edit("two", "zwei")), ...code, ...readReply(edit("seven", "sieben")));
    if (outcome.type !== "ambiguous") expect.fail(outcome.type);
    expect(outcome.draft).toBe(ORIGINAL.replace("two", "zwei").replace("seven", "sieben"));
    expect(outcome.proof?.findings.map(({ type }) => type)).toEqual(["open"]);
    expect(outcome.pieces.map(({ index, state, sketch }) => [index, state, sketch])).toEqual([
      [0, "placed", { start: 1, end: 6 }],
      [1, "open", { start: 1, end: 3 }],
      [2, "placed", { start: 1, end: 6 }],
    ]);
    expect(alternativesIn(outcome)).toContain("one zwei three four five six sieben eight same nine same other();");
  });

  test("lists its pieces beside those of the others, also where nothing is sure", () => {
    const outcome = outcomeOf(...code, ...readReply(edit("nowhere", "x")));
    if (outcome.type !== "ambiguous") expect.fail(outcome.type);
    expect(outcome.pieces.map(({ state }) => state)).toEqual(["open", "not-applicable"]);
    expect(sureText(outcome, ORIGINAL)).toBe(ORIGINAL);
    expect(alternativesIn(outcome)).toContain("one two three four five six seven eight same nine same other();");
    expect(outcome.draft).not.toBe(ORIGINAL);
  });

  test("has its guess as the one thing it may mean where its words speak against it", () => {
    const original = "def load(path):\n    return open(path)\n\n\ndef clear():\n    pass\n";
    const reply =
      "Remove `load`.\n\n```python\ndef load(path):\n    return open(path)\n\n\ndef clear():\n    reset()\n```\n";
    const outcome = applyStructural({
      original,
      sketches: readReply(reply, { path: "store.py", original }),
      language: "python",
      parser: undefined,
    });
    if (outcome.type !== "ambiguous") expect.fail(outcome.type);
    expect(outcome.pieces.map(({ state }) => state)).toEqual(["open"]);
    const [piece] = outcome.pieces;
    const [guess] = piece?.state === "open" ? piece.alternatives : [];
    expect(guess && withAlternatives(original, original, [guess])).toBe(outcome.draft);
  });
});

test("a doubt quotes the lines of the sketch in quotation marks, which the log leaves out", () => {
  const original = 'const config = {\n  host: "localhost",\n  port: 80,\n  tls: false,\n};\n\nconnect(config);\n';
  const context = { path: "file.ts", language: "typescript", original };
  const sketches = readReply('```ts\nconst config = {\n  host: "localhost",\n  port: 8080,\n};\n```\n', context);
  const outcome = applyStructural({ original, sketches, language: "typescript", parser: undefined });
  expect(outcome).toMatchObject({ type: "ambiguous" });
  if (outcome.type === "ambiguous") expect(outcome.reason).toMatch(/does not show "tls: false,", and/);
});

test("code that may not be meant is a guess, and the outcome says why", () => {
  const original = "def load(path):\n    return open(path)\n\n\ndef clear():\n    pass\n";
  const reply =
    "```python\ndef clear():\n    cache.clear()\n```\n\nAlternatively:\n\n```python\ndef clear():\n    reset()\n```\n";
  const sketches = readReply(reply, { path: "store.py", original });
  const outcome = applyStructural({ original, sketches, language: "python", parser: undefined });
  expect(outcome).toMatchObject({ type: "ambiguous", reason: expect.stringContaining("several ways") as unknown });
});

test("a file that takes too long to parse is not parsed again for each reading of the sketch and for the proof", () => {
  const original = "function one() {\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n";
  const code = "// ... existing code ...\nfunction two() {\n  return 3;\n}";
  let parses = 0;
  const tree = { isWhole: false, errorCount: 0, declarations: () => [], literals: () => [], dispose: () => undefined };
  const parser = {
    parse: () => {
      parses++;
      return tree;
    },
  };
  const sketches = readReply(`\`\`\`js a.js\n${code}\n\`\`\`\n`, { path: "a.js", language: "javascript", original });
  const outcome = applyStructural({ original, sketches, language: "javascript", parser });
  expect(outcome).toMatchObject({ type: "merged", text: original.replace("return 2", "return 3") });
  expect(parses).toBe(1);
});

describe("code that leaves lines out of a file that has none", () => {
  const code = (...lines: readonly string[]): string => `\`\`\`ts src/new.ts\n${lines.join("\n")}\n\`\`\`\n`;
  const shown = ["import { a } from './a';", "", "export function b() {", "  return a;", "}"];
  const cases: readonly (readonly [name: string, original: string, written: readonly string[]])[] = [
    ["between others", "", [shown[0] ?? "", "// ... existing code ...", ...shown.slice(2)]],
    ["at both ends", "", ["// ... existing code ...", ...shown, "// ... rest of the file ..."]],
    ["of a file of blank lines", "\n\n", [...shown, "// ... existing code ..."]],
  ];
  test.each(cases)("%s: is not sure, and what it may mean has no marker", (_, original, written) => {
    const sketches = readReply(code(...written), { path: "src/new.ts", language: "typescript", original });
    const outcome = applyStructural({ original, sketches, language: "typescript", parser: undefined });
    if (outcome.type !== "ambiguous") expect.fail(outcome.type);
    expect(outcome.reason).toMatch(/leaves out lines.*has none/);
    const [piece] = outcome.pieces;
    const [guess] = piece?.state === "open" ? piece.alternatives : [];
    expect(outcome.draft).toBe(`${written.filter((line) => !line.startsWith("// ...")).join("\n")}\n`);
    expect(guess && withAlternatives(original, original, [guess])).toBe(outcome.draft);
  });

  test.each([
    ["the body of a stub", "store.py", "python", "class Store(Protocol):\n    def get(self):\n        ..."],
    ["a comment that may stand there", "shop.ts", "typescript", "// Other imports\nimport { a } from './a';"],
    ["dots of a document", "notes.md", "markdown", "# Notes\n\nWait ...\n\n...\n\nGo."],
  ])("%s is no line that is left out", (_, path, language, text) => {
    const sketches = readReply(`\`\`\`\`${language} ${path}\n${text}\n\`\`\`\`\n`, { path });
    const outcome = applyStructural({ original: "", sketches, language, parser: undefined });
    // The proof is not sure of such lines, which are in what may be meant.
    expect(outcome).toMatchObject({ type: "ambiguous", draft: `${text}\n` });
  });

  test("a removal in it counts as left out, too, and a comment that is one stays", () => {
    const written = code(
      "// Removed: the old cache",
      "export const size = 3; // the rest of the cache is on disk",
      "// ...",
    );
    const sketches = readReply(written, { path: "src/new.ts", language: "typescript", original: "" });
    const outcome = applyStructural({ original: "", sketches, language: "typescript", parser: undefined });
    expect(outcome).toMatchObject({
      type: "ambiguous",
      draft: "export const size = 3; // the rest of the cache is on disk\n",
    });
  });
});
