import { expect, it } from "vitest";
import { readBlocks } from "../../../extension/core/merge/blocks.ts";
import { lineEvidence, SAID } from "../../../extension/core/sketch/lineEvidence.ts";
import { readStatements } from "../../../extension/core/sketch/statements.ts";

const LINES = `import { tax } from "./tax";
function total(cart) {
  return tax(cart);
}
function sum(cart) {
  return total(cart);
}`.split("\n");

const SHOWN: readonly string[] = Object.entries(SAID).map(([name]) => name[0] ?? "");

/** The first letter of what is said of each line: `n`othing, `d`eleted, `r`enamed … */
function check(text: string, lines = LINES, language = "javascript"): string {
  const { codes } = lineEvidence(readStatements(text), lines, readBlocks(lines, language).end);
  return [...codes].map((code) => SHOWN[code]).join("");
}

it.each<[string, string]>([
  ["I removed `total`.", "ndddnmn"],
  ["I removed the `tax` import.", "dnmnnnn"],
  ["`total` is now called `price`.", "nrnnnmn"],
  ["I moved `sum` above `total`.", "nnnnmmm".replaceAll("m", "m")],
  ["I replaced `sum` by `count`.", "nnnnrrr"],
  ["I left `sum` alone.", "nnnnkkk"],
  ["I removed the body of `total`.", "ntttnmn"],
  ["You can also remove `total`.", "nnnnnnn"],
  ["I removed the total method. `total` stays.", "nkkknnn"],
  ["The file ends with `total`.", "nnnnddd"],
  ["The file ends with `sum`.", "nnnnnnn"],
  ["I removed `total` and left `sum` alone.", "ndddkdk".replace("kdk", "kkk")],
])("%s", (text, want) => {
  expect(check(text)).toBe(want);
});

it.each<[string, string, string, string, string]>([
  [
    "parameters on lines of their own, a decorator and a comment",
    "python",
    "I removed `fetch`.",
    "import web\n\n# Old.\n@cached\ndef fetch(\n    url,\n) -> str:\n    return web.get(url)\n\nx = 1",
    "nnddddddnn",
  ],
  [
    "parameters and a brace on lines of their own",
    "php",
    "I removed `fetch`.",
    "/**\n * Old.\n */\nfunction fetch(\n  $url\n)\n{\n  return get($url);\n}\nfoo();",
    "dddddddddn",
  ],
  [
    "a comment above what is replaced stays",
    "javascript",
    "I replaced `sum` by `count`.",
    "// Adds up.\nfunction sum(a) {\n  return a;\n}",
    "nrrr",
  ],
  [
    "an attribute and a generic method",
    "csharp",
    "`Add` is removed.",
    "class A\n{\n    [Obsolete]\n    public void Add<TItem>(string key, TItem item) where TItem : IItem =>\n        _items.Add(key, item);\n\n    int b;\n}",
    "nndddnnn",
  ],
  [
    "what stands behind the last line",
    "yaml",
    "The manifest now ends right after `storage: 1Gi`.",
    "kind: Set\nspec:\n  storage: 1Gi\n---\nkind: Class\nspec: a",
    "nnnddd",
  ],
  [
    "what stands behind the last method, and not what closes its class",
    "javascript",
    "The file ends with `total`.",
    "class A {\n  total() {\n  }\n  sum() {\n  }\n}\nrun();",
    "nnnddnd",
  ],
  [
    "what stands below in a block",
    "javascript",
    "I removed everything below `total`.",
    "class A {\n  total() {\n  }\n  sum() {\n  }\n}\nrun();",
    "nnnddnn",
  ],
  [
    "an entry of a list that names it",
    "yaml",
    "I removed the `lint` job.",
    "jobs:\n  lint:\n    run: lint\n  test:\n    needs:\n      - lint\n      - build",
    "nddnndn",
  ],
  [
    "one of two of a name, nobody knows which",
    "yaml",
    "I removed the `lint` job.",
    "a:\n  lint:\n    run: a\nb:\n  lint:\n    run: b",
    "nttntt",
  ],
  [
    "a method outside its type",
    "cpp",
    "I removed `Shape::scale`.",
    "Shape* Shape::scale(int by) {\n  return this;\n}\nint x = Shape::scale(2);\nstd::scale(1);",
    "dddmm",
  ],
  [
    "what a call names",
    "javascript",
    "I removed the `/users` route.",
    'app.get("/users", (req, res) => {\n  res.send(1);\n});\napp.get("/shops", (req, res) => {\n  res.send(2);\n});',
    "dddnnn",
  ],
  [
    "a method whose brace stands below",
    "csharp",
    "I removed `Clear`.",
    "class A\n{\n    public void Clear()\n    {\n        a = 0;\n    }\n}",
    "nnddddn",
  ],
  [
    "a comment that the words quote, alone",
    "ruby",
    "The `# Old: slow` line is gone.",
    "# Adds up.\n# Old: slow\ndef total\nend",
    "ndnn",
  ],
  [
    "a comment that has the name",
    "javascript",
    "The `const current` comment is gone.",
    "// const current = 1;\nconst current = 2;",
    "dn",
  ],
  [
    "a line that the words quote",
    "python",
    "The `import os` line is not needed, so remove it.",
    "import os\nimport sys\nos.exit()",
    "dnn",
  ],
  [
    "what is quoted in short",
    "go",
    "I deleted `var decoded = map[string]any{...}`.",
    "// Old.\nvar decoded = map[string]any{\n\t1: 2,\n}\nvar other = decoded",
    "ddddn",
  ],
  [
    "the block of a line that is quoted",
    "yaml",
    "I deleted the `- name: Build` step.",
    "steps:\n  - name: Build\n    run: make\n  - name: Test\n    run: make test",
    "nddnn",
  ],
  [
    "not what else an import brings",
    "python",
    "The `cli` import is gone.",
    "from app import cli, run\nfrom other import (\n    stop,\n)\nrun()",
    "tnnnn",
  ],
  [
    "an import that brings nothing else",
    "javascript",
    "The `read` import is gone.",
    'import { read } from "./read.js";\nimport { write } from "./write.js";',
    "dn",
  ],
  [
    "a title in quotation marks",
    "javascript",
    'I removed the `"adds up"` test.',
    'test("adds up", () => {\n  expect(1).toBe(1);\n});\ntest("fails", () => {});',
    "dddn",
  ],
  [
    "a line that the words abbreviate",
    "markdown",
    "I removed the `<Frame … />` line.",
    'Text.\n\n<Frame src="a" wide />\n\nMore.',
    "nndnn",
  ],
  [
    "the only call, if it is all of its line",
    "javascript",
    "I removed the `console.warn(...)` call.",
    'go();\nconsole.warn("slow");\nstop();',
    "ndn",
  ],
  [
    "no call that is a part of its line, and no call of several",
    "javascript",
    "I removed the `warn(...)` call and the `log()` call.",
    'const a = warn("slow");\nlog(1);\nlog(2);',
    "mmm",
  ],
  [
    "the line of a block that the words name",
    "toml",
    'Delete the `"pytest >=1",` line from `tests`.',
    'tests = [\n  "pytest >=1",\n]\ndev = [\n  "pytest >=1",\n]',
    "ndnnnn",
  ],
  [
    "nothing in a block that has the name twice",
    "python",
    "I removed `retries` from `fetch`.",
    "def fetch(\n    url,\n    retries=2,\n):\n    get(url, retries)",
    "nntnm",
  ],
  [
    "what stands in a file",
    "python",
    "I removed `fetch()` in `web/client.py`.",
    "def fetch(url):\n    get(url)\nrun()",
    "ddn",
  ],
  [
    "a call that only mentions it",
    "javascript",
    "I removed the `users` route.",
    'log("users");\nif (is("users")) {\n  go();\n}',
    "mmnn",
  ],
])("all that belongs to a declaration: %s", (_, language, text, code, want) => {
  expect(check(text, code.split("\n"), language)).toBe(want);
});

it("gives the names that are new", () => {
  const said = readStatements(
    "I renamed `a` to `b`, added a `c()` helper and extracted the checks into `d`. Nothing else changes.",
  );
  const { newNames, nothingElse } = lineEvidence(said, LINES, readBlocks(LINES, "javascript").end);
  expect([...newNames].sort()).toEqual(["b", "c", "d"]);
  expect(nothingElse).toBe(true);
});

it.each<[string, [string, string][]]>([
  ["`total` is now called `price`.", [["price", "total"]]],
  [
    "I renamed `a1` to `b1` and `c1` to `d1`.",
    [
      ["b1", "a1"],
      ["d1", "c1"],
    ],
  ],
  ["Renamed `total()` to `total`.", []],
  ["You can also rename `total` to `price`.", []],
  ["I replaced `total` by `price`.", []],
])("knows by the new name what was renamed: %s", (text, want) => {
  expect([...lineEvidence(readStatements(text), LINES, readBlocks(LINES, "javascript").end).renames]).toEqual(want);
});
