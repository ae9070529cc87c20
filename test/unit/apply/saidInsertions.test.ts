import { expect, test } from "vitest";
import { readSaidEdits } from "../../../extension/core/apply/saidEdits.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";

const ORIGINAL = `import os
from copy import copy

LIMIT = 2

# See wipe for more.

def load(path):
    return open(path)


class Store:
    def get(self, key):
        return self.items[key]

    def put(self, key, value):
        self.items[key] = value


def save(path):
    return open(path, "w")
`;

const parsers = createSyntaxParsers(sourceGrammarsDirectory());
const block = (...lines: readonly string[]): string => ["```", ...lines, "```"].join("\n");

/** The file with the edits that the words give; the file itself if they give none. */
async function inserted(reply: string, original = ORIGINAL, path = "store.py", language = "python"): Promise<string> {
  const sketches = readReply(reply, { path, language, original });
  const request = { original, sketches, language, parser: await parsers.load(language) };
  const { edits, left } = readSaidEdits(request);
  if (edits.length === 0) return original;
  const outcome = applyStructural({ ...request, sketches: edits });
  if (outcome.type !== "merged") throw new Error(outcome.type);
  return left.length === 0 ? outcome.text : `${outcome.text}(${left.length} left)`;
}

const DROP = block(
  "def drop(path):",
  '    """Deletes a file.',
  "",
  "    Says nothing.",
  '    """',
  "    os.remove(path)",
);
const DROPPED = 'def drop(path):\n    """Deletes a file.\n\n    Says nothing.\n    """\n    os.remove(path)\n';
const deeper = (text: string): string => text.replace(/^(?=.)/gm, "    ");

const placed: readonly [string, string, string][] = [
  [
    "below a function",
    `Add this below \`load\`:\n\n${DROP}`,
    ORIGINAL.replace("class Store", `${DROPPED}\n\nclass Store`),
  ],
  [
    "above one",
    `Put the helper right above \`save()\`:\n\n${DROP}`,
    ORIGINAL.replace("def save", `${DROPPED}\n\ndef save`),
  ],
  [
    "between two",
    `It goes between \`load\` and the \`Store\` class:\n\n${DROP}`,
    ORIGINAL.replace("class Store", `${DROPPED}\n\nclass Store`),
  ],
  ["behind the last one", `Add it after \`save\`:\n\n${DROP}`, `${ORIGINAL}\n\n${DROPPED}`],
  ["at the end of the file", `At the end of the file, add:\n\n${DROP}`, `${ORIGINAL}\n\n${DROPPED}`],
  [
    "as deep as its neighbours",
    `Add a method after \`get\`:\n\n${DROP}`,
    ORIGINAL.replace("    def put", `${deeper(DROPPED)}\n    def put`),
  ],
  [
    "at the end of a class",
    `Add a method at the end of \`Store\`:\n\n${DROP}`,
    ORIGINAL.replace("] = value\n", `] = value\n\n${deeper(DROPPED)}`),
  ],
  [
    "a line, without blank ones",
    `Add the import (after \`from copy import copy\`):\n\n${block("from functools import cache")}`,
    ORIGINAL.replace("import copy\n", "import copy\nfrom functools import cache\n"),
  ],
  [
    "what holds lines of the file, under a new name",
    `Add this below \`load\`:\n\n${block("def reload(path):", "    return open(path)")}`,
    ORIGINAL.replace("class Store", "def reload(path):\n    return open(path)\n\n\nclass Store"),
  ],
  [
    "in the place of what the words replace",
    `Replace \`load\` and the \`Store\` class with this one:\n\n${block("class Store:", "    size = 1")}`,
    ORIGINAL.replace(/def load[^]*= value\n/, "class Store:\n    size = 1\n"),
  ],
  [
    "below what the block before shows",
    `\`load\` closes its file:\n\n${block("def load(path):", "    with open(path) as file:", "        return file.read()")}\n\nBelow it goes the new one:\n\n${DROP}`,
    `${ORIGINAL.replace("class Store", `${DROPPED}\n\nclass Store`)}(1 left)`,
  ],
];

test.each(placed)("puts a new block %s", async (_, reply, expected) => {
  expect(await inserted(reply)).toBe(expected);
});

const GUARD = block("if path is None:", "    return None");
const MORE: readonly [string, string, string, string][] = [
  [
    "at the top of a function",
    `At the top of \`load\`:\n\n${GUARD}`,
    "    return open(path)\n\n",
    "    if path is None:\n        return None\n",
  ],
  [
    "below the imports",
    `Below the imports:\n\n${block("PATHS = 3", "NAMES = 4")}`,
    "\nLIMIT",
    "\nPATHS = 3\nNAMES = 4\n",
  ],
];

test.each(MORE)("puts a block %s", async (_, reply, before, text) => {
  expect(await inserted(reply)).toBe(ORIGINAL.replace(before, () => text + before));
});

const DOCUMENTED = 'def load(path):\n    """Loads it.\n\n    All of it.\n    """\n    return open(path)\n';

test("puts a block at the top of a function behind what documents it", async () => {
  const expected = DOCUMENTED.replace("    return", "    if path is None:\n        return None\n    return");
  expect(await inserted(`At the top of \`load\`:\n\n${GUARD}`, DOCUMENTED)).toBe(expected);
});

const STYLES = `@keyframes ping {
  a { top: 0; }
}

.low::after {
  color: red;
}
`;
const HANDLER = `class Handler {
    private int $cap;

    public function __construct(int $cap = 1) {
        $this->cap = $cap;
    }
}
`;

test.each<[string, string, string, string, string]>([
  [
    "though something in it is like other lines",
    "low.css",
    STYLES,
    `Add this below the \`ping\` keyframes:\n\n${block("@media (prefers-reduced-motion: reduce) {", "  .low::after {", "    top: 1;", "  }", "}")}`,
    STYLES.replace(
      "\n.low",
      "\n@media (prefers-reduced-motion: reduce) {\n  .low::after {\n    top: 1;\n  }\n}\n\n.low",
    ),
  ],
  [
    "beside what is like it, of several with a name",
    "Handler.php",
    HANDLER,
    `Add the property below \`$cap\`:\n\n${block("    private int $ttl;")}`,
    HANDLER.replace("$cap;\n", () => "$cap;\n    private int $ttl;\n"),
  ],
])("puts a block %s", async (_, path, original, reply, expected) => {
  expect(await inserted(reply, original, path, path.split(".").at(-1))).toBe(expected);
});

const unplaced: readonly [string, string][] = [
  ["no place is named", `Add this helper:\n\n${DROP}`],
  ["the file does not have the name", `Add this below \`fetch\`:\n\n${DROP}`],
  ["two places are named", `Add this below \`load\`, and above \`put\`:\n\n${DROP}`],
  ["two are not neighbours", `Add this between \`load\` and \`save\`:\n\n${DROP}`],
  ["something else is said to be replaced", `Replace the function below \`load\` with this:\n\n${DROP}`],
  ["the call of something is replaced", `Replace the \`load\` call with:\n\n${block("cached = fetch(path)")}`],
  ["what is replaced is not what the block declares", `Replace \`load\` with:\n\n${DROP}`],
  ["what follows is no place", `Add the following \`LIMIT\` handling:\n\n${DROP}`],
  ["nothing is done any more", `Add this at the end of \`load\`:\n\n${block("drop(path)")}`],
  ["the name is only mentioned", `Add this right below \`wipe\`:\n\n${DROP}`],
  ["the block has a marker", `Add this below \`load\`:\n\n${block("def drop(path):", "    # ... existing code ...")}`],
  ["the block has a line of the file", `Below \`load\`:\n\n${block("os.remove(path)", "return self.items[key]")}`],
  ["the block has a name of the file", `Below \`load\`:\n\n${block("def save(path):", "    os.remove(path)")}`],
  ["the file would be broken", `Add this below \`load\`:\n\n${block("def drop(path:", "    os.remove(path)")}`],
  ["the end may be that of anything", `Add this at the end of the block:\n\n${DROP}`],
  [
    "a string would be moved",
    `Add this after \`get\`:\n\n${block("def sql(self):", '    return run("""a', "  b", '""")')}`,
  ],
  ["tabs stand for spaces", `Add this after \`get\`:\n\n${block("def sql(self):", "\tif self:", "\t\trun()")}`],
];

test.each(unplaced)("leaves a block to the merge where %s", async (_, reply) => {
  expect(await inserted(reply)).toBe(ORIGINAL);
});

test("imports that may go on are no place", async () => {
  const original = "import os\n\ntry:\n    import json5\nexcept ImportError:\n    json5 = None\n";
  expect(await inserted(`Below the imports:\n\n${block("LIMIT = 5")}`, original)).toBe(original);
});

test("keeps line ends, and the file's missing last one", async () => {
  const original = ORIGINAL.trimEnd().replaceAll("\n", "\r\n");
  const expected = `${original}\r\n\r\n\r\n${DROPPED.trimEnd().replaceAll("\n", "\r\n")}`;
  expect(await inserted(`Add it after \`save\`:\n\n${DROP}`, original)).toBe(expected);
});

test("leaves a gap as the neighbours do, and none where there is none", async () => {
  const original = "switch (a) {\n  case 1:\n    one();\n  case 2:\n    two();\n}\n";
  const reply = `Add this after \`case 1\`:\n\n${block("case 3:", "  three();")}`;
  expect(await inserted(reply, original, "a.js", "javascript")).toBe(
    original.replace("  case 2", "  case 3:\n    three();\n  case 2"),
  );
});

test.each([
  [
    "an if with an else",
    "function run(a) {\n  if (a) {\n    one();\n  } else {\n    two();\n  }\n}\n",
    "  three();\n}\n",
  ],
  ["text at the left edge", "function run(a) {\n  const q = `\nselect 1\n`;\n  ask(q);\n}\n", "  three();\n}\n"],
])("the end of a block is behind %s", async (_, original, end) => {
  const reply = `Add this at the end of \`run\`:\n\n${block("three();")}`;
  expect(await inserted(reply, original, "a.js", "javascript")).toBe(original.replace(/\}\n$/, end));
});

test("what decorates a function over several lines stays with it", async () => {
  const original = "@mark(\n    1,\n)\ndef load(path):\n    pass\n";
  expect(await inserted(`Add this above \`load\`:\n\n${DROP}`, original)).toBe(original);
});

test("two new blocks for one place are not lost", async () => {
  const reply = `Add this below \`load\`:\n\n${DROP}\n\nAnd this below \`load\` too:\n\n${block("def check(path):", "    os.stat(path)")}`;
  const sketches = readReply(reply, { path: "store.py", language: "python", original: ORIGINAL });
  const parser = await parsers.load("python");
  const outcome = applyStructural({ original: ORIGINAL, sketches, language: "python", parser });
  const text = outcome.type === "merged" ? outcome.text : outcome.type === "ambiguous" ? outcome.draft : "";
  expect(outcome.type === "merged" ? text : `${outcome.type}: ${text}`).toMatch(
    /^ambiguous: [^]*def drop|def drop[^]*def check|def check[^]*def drop/,
  );
});

test("what is new is put there last if the rest is not found otherwise", async () => {
  const original =
    "def test_a():\n    log = open()\n    assert not has(log)\n\n    log.off = 1\n    assert not has(log)\n    log.off = 2\n\n    log.level = 3\n    assert not has(log)\n\n\ndef test_b():\n    pass\n";
  const reply = `This is left of the first test:\n\n${block("def test_a():", "    log = open()", "    assert not has(log)", "", "    log.level = 3", "    assert not has(log)")}\n\nBelow it goes the new one:\n\n${block("def test_off():", "    log = open()", "    assert has(log)", "", "    log.off = 1", "    assert not has(log)")}`;
  const parser = await parsers.load("python");
  const sketches = readReply(reply, { path: "a.py", language: "python", original });
  expect(applyStructural({ original, sketches, language: "python", parser })).toMatchObject({
    type: "merged",
    text: "def test_a():\n    log = open()\n    assert not has(log)\n\n    log.level = 3\n    assert not has(log)\n\n\ndef test_off():\n    log = open()\n    assert has(log)\n\n    log.off = 1\n    assert not has(log)\n\n\ndef test_b():\n    pass\n",
  });
});
