import { expect, test } from "vitest";
import { readSaidEdits } from "../../../extension/core/apply/saidEdits.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";

const ORIGINAL = `import { read, write } from "./files.js";
import { colors } from "./colors.js";

// Tells the state in colour.
function colorStatus(status) {
  return colors.green(status);
}

export function show(status) {
  console.log(status);
}

export function save(status) {
  write(read(), status);
}

export const old = {
  state: 1,
};
`;

const SHOW = ["export function show(status) {", '  console.log("state", status);', "}"];
const block = (...lines: readonly string[]): string => ["```js", ...lines, "```"].join("\n");
const after = (words: string, lines: readonly string[] = SHOW): string => `${words}\n\n${block(...lines)}\n`;

const parser = await createSyntaxParsers(sourceGrammarsDirectory()).load("javascript");

/** What goes, run by run, of `original`; the first line of each. */
function gone(reply: string, { original = ORIGINAL, instruction = "", isParsed = true } = {}): string[] {
  const sketches = readReply(reply, { path: "status.js", language: "javascript", original, instruction });
  const request = { original, sketches, language: "javascript", parser: isParsed ? parser : undefined };
  return readSaidEdits(request).edits.flatMap(({ sketch }) =>
    sketch.type === "edits" ? sketch.edits.map(({ search }) => search.join("\n")) : [],
  );
}

const COLOR_STATUS = ORIGINAL.slice(ORIGINAL.indexOf("// Tells"), ORIGINAL.indexOf("export function show")).slice(
  0,
  -1,
);
const COLORS = 'import { colors } from "./colors.js";\n';

const told: readonly [string, string, readonly string[]][] = [
  ["a function with its comment, and the blank line behind it", after("I removed `colorStatus`."), [COLOR_STATUS]],
  ["what may be deleted", after("`colorStatus` can be deleted now."), [COLOR_STATUS]],
  ["what the reader is to delete", after("You should also drop `colorStatus`."), [COLOR_STATUS]],
  ["several things", after("`colorStatus` and the `colors` import are gone."), [COLORS.trimEnd(), COLOR_STATUS]],
  ["an import", after("The `colors` import is unused now and should go."), [COLORS.trimEnd()]],
  ["a line that is quoted", after('Delete `import { colors } from "./colors.js";`.'), [COLORS.trimEnd()]],
  [
    "the last thing of the file, and the blank line before it",
    after("`old` is gone."),
    ["\nexport const old = {\n  state: 1,\n};"],
  ],
];

test.each(told)("deletes %s", (_, reply, lines) => {
  expect(gone(reply)).toEqual(lines);
});

const kept: readonly [string, string][] = [
  ["what nothing is said of", after("`show` says what it shows.")],
  ["what an answer offers", after("You could also remove `colorStatus`.")],
  ["what is to be done later", after("Once nobody calls it, you can remove `colorStatus`.")],
  ["what the code does", after("The user can delete `old`.")],
  ["what stays", after("Don't remove `colorStatus`.")],
  ["a part", after("I removed the body of `colorStatus`.")],
  ["an import that brings other names too", after("The `read` import is gone.")],
  ["what a block declares", after("I removed `show`.")],
  [
    "what a block shows lines of",
    after("I removed `colorStatus`.", ["function colorState(status) {", "  return colors.green(status);", "}"]),
  ],
  [
    "what may go and a block still uses",
    after("`colors` can be removed.", ["export function show(status) {", "  print(colors.red(status));", "}"]),
  ],
  ["what may go later", after("You can remove `colorStatus` after the migration has run.")],
  [
    "what is spoken of before as something else",
    after("What `colorStatus` writes is a draft; the draft is on disk. Delete it to start over."),
  ],
  ["what the file does not have", after("I removed `paint`.")],
  ["anything without a block", "I removed `colorStatus`."],
  [
    "anything where the answer has edits, which say all of it",
    after("I removed `colorStatus`.", [
      "<<<<<<< SEARCH",
      "  console.log(status);",
      "=======",
      "  print(status);",
      ">>>>>>> REPLACE",
    ]),
  ],
];

test.each(kept)("leaves alone %s", (_, reply) => {
  expect(gone(reply)).toEqual([]);
});

test("hears the instruction only where the answer itself says nothing", () => {
  const instruction = "Remove colorStatus and say what is shown.";
  expect(gone(block(...SHOW), { instruction })).toEqual([COLOR_STATUS]);
  expect(gone(after("I removed `old`."), { instruction })).toEqual(["\nexport const old = {\n  state: 1,\n};"]);
});

test("leaves alone what an instruction only asks about", () => {
  expect(gone(block(...SHOW), { instruction: "Should we delete `colorStatus`? Show the state." })).toEqual([]);
});

test.each([
  ["a name of several that a line declares", "let width = 10, height = 20;\n", "I removed the `width` variable."],
  [
    "below a comment that only its end shows",
    "/*\n  Adds.\n*/\nfunction width() {\n  return 1;\n}\n",
    "I removed `width`.",
  ],
])("leaves alone %s", (_, original, words) => {
  const text = `${original}\nfunction show() {}\n`;
  expect(gone(after(words, ["function show() {", "  go();", "}"]), { original: text })).toEqual([]);
});

test("leaves the first line of a script, which is no comment of what follows", () => {
  const original = "#!/usr/bin/env node\nfunction old() {\n  go();\n}\n\nfunction show() {}\n";
  const reply = after("I removed `old`.", ["function show() {", "  go(1);", "}"]);
  expect(gone(reply, { original })).toEqual(["function old() {\n  go();\n}"]);
});

test("leaves alone what stands in the file twice", () => {
  const twice =
    "class A {\n  run() {\n    go();\n  }\n}\n\nclass B {\n  run() {\n    go();\n  }\n}\n\nfunction show() {}\n";
  expect(gone(after("I removed `run`.", ["function show() {", "  go();", "}"]), { original: twice })).toEqual([]);
});

test("leaves alone what the file is broken without", () => {
  const original = 'call(\n  "state: " +\n    "unknown",\n);\n\nfunction show() {}\n';
  const reply = after('Delete `"unknown",`.', ["function show() {", "  go();", "}"]);
  expect(gone(reply, { original })).toEqual([]);
  expect(gone(reply, { original, isParsed: false })).toEqual(['    "unknown",']);
});

test("is performed together with what the blocks show", () => {
  const reply = after("`colorStatus` and the `colors` import are gone.");
  const sketches = readReply(reply, { path: "status.js", language: "javascript", original: ORIGINAL });
  const outcome = applyStructural({ original: ORIGINAL, sketches, language: "javascript", parser });
  expect(outcome).toMatchObject({
    type: "merged",
    text: ORIGINAL.replace(COLORS, "").replace(`${COLOR_STATUS}\n`, "").replace("log(status)", 'log("state", status)'),
  });
});
