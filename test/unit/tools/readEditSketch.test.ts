import { expect, test } from "vitest";
import { readJob } from "../../../extension/core/targets/applyJobs.ts";
import { readEditSketch } from "../../../extension/core/tools/readEditSketch.ts";

const FILE = "export function total() {\n  return 1;\n}\n";
const patch = (...lines: readonly string[]): string => ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
const UPDATE = ["@@", "-  return 1;", "+  return 2;"];

interface Case {
  readonly edit: string;
  readonly path?: string;
  readonly original?: string;
  /** Types of the sketches and whether they can make a file, or the words of the refusal. */
  readonly want: { readonly types: readonly string[]; readonly makesFile: boolean } | RegExp;
}

function check({ edit, path = "/shop/src/cart.ts", original = FILE, want }: Case): void {
  const read = readEditSketch(edit, path, original);
  if (want instanceof RegExp) {
    expect(read.type === "bad" ? read.message : "").toMatch(want);
    return;
  }
  expect(
    read.type === "sketch"
      ? { types: read.job.sketches.map(({ sketch }) => sketch.type), makesFile: read.makesFile }
      : read,
  ).toEqual(want);
}

test.each<[string, Case]>([
  ["lazy code", { edit: "// ... existing code ...\nx();\n", want: { types: ["code"], makesFile: false } }],
  ["a whole file", { edit: FILE, original: "", want: { types: ["code"], makesFile: true } }],
  ["a fence", { edit: "```ts\nx();\n```\n", want: { types: ["code"], makesFile: true } }],
  [
    "a search/replace block",
    { edit: "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n", want: { types: ["edits"], makesFile: false } },
  ],
  ["a patch", { edit: patch("*** Update File: src/cart.ts", ...UPDATE), want: { types: ["edits"], makesFile: false } }],
  [
    "a patch that tells the folders from elsewhere",
    { edit: patch("*** Update File: /home/me/cart.ts", ...UPDATE), want: { types: ["edits"], makesFile: false } },
  ],
  [
    "a patch for another file",
    { edit: patch("*** Update File: x.ts", ...UPDATE), want: /is for x\.ts, and target_file/ },
  ],
  ["a patch that makes another file", { edit: patch("*** Add File: x.ts", "+x();"), want: /is for x\.ts/ }],
  [
    "a diff for another file",
    { edit: "--- a/src/x.ts\n+++ b/src/x.ts\n@@ -2 +2 @@\n-  return 1;\n+  return 2;\n", want: /is for src\/x\.ts/ },
  ],
  [
    "prose, which a text may hold",
    {
      edit: "Be kind to each other.\n",
      path: "/shop/LICENSE",
      original: "",
      want: { types: ["code"], makesFile: true },
    },
  ],
  ["a patch that deletes", { edit: patch("*** Delete File: src/cart.ts"), want: /deletes the file/ }],
  [
    "a patch that moves",
    { edit: patch("*** Update File: src/cart.ts", "*** Move to: src/b.ts", ...UPDATE), want: /moves the file/ },
  ],
  [
    "a patch of several files",
    {
      edit: patch("*** Update File: a.ts", ...UPDATE, "*** Update File: b.ts", ...UPDATE),
      want: /one call for each file/,
    },
  ],
  [
    "an answer",
    { edit: "Here is the change:\n\n```ts\nx();\n```\n\nIt rounds the total.\n", want: /words around its code/ },
  ],
  ["words alone", { edit: "I have updated the file as you asked.\n", want: /words around its code/ }],
  ["two fences", { edit: "```ts\nx();\n```\n\n```ts\ny();\n```\n", want: /words around its code/ }],
  ["a block without its end", { edit: "<<<<<<< SEARCH\na\n", want: /cannot be read to its end/ }],
])("a sketch: %s", (_, one) => {
  check(one);
});

/** What a sketch holds, where it is a text with fences of its own. */
function checkText(path: string, edit: string, want: string, original = ""): void {
  const read = readEditSketch(edit, path, original);
  if (read.type === "bad") throw new Error(read.message);
  const again = readJob(read.source, read.job, { path, original });
  expect([read.job.sketches, again].map((sketches) => sketches.map(({ sketch }) => sketch))).toEqual([
    [{ type: "code", text: want }],
    [{ type: "code", text: want }],
  ]);
}

const PROMPT = 'PROMPT = """\nAnswer like this:\n\n```python\nf()\n```\n"""\n\n\ndef g():\n    return PROMPT\n';
const HEREDOC = "cat > README.md <<'END'\nInstall it:\n\n```sh\nnpm i\n```\nEND\n";
const YAML = "body: |\n  Do this:\n\n  ```sh\n  run\n  ```\n";
const DOCSTRING = 'def f():\n    """As in\n\n    ```\n    def f(): return 2\n    ```\n    """\n    return 1\n';

test.each([
  ["a prompt in a string", "/a.py", PROMPT],
  ["a script that writes Markdown", "/a.sh", HEREDOC],
  ["a text in YAML", "/a.yml", YAML],
  ["an example in a docstring", "/a.py", DOCSTRING],
  ["Markdown", "/README.md", "# Start\n\n```sh\nnpm i\n```\n"],
  ["Markdown that is one fence", "/README.md", "```sh\nnpm i\n```\n"],
  ["prose", "/LICENSE", "Be kind to each other.\n"],
])("fences in %s are what the file holds", (_, path, edit) => {
  checkText(path, edit, edit);
  checkText(path, edit, edit, "x = 1\n");
});

test.each([
  ["code", "/a.py", "```python\nf()\n```\n", "f()\n"],
  ["code, with blank lines around it", "/a.py", "\n```python\nf()\n```\n\n", "f()\n"],
  ["code that holds fences", "/a.py", `\`\`\`\`python\n${PROMPT}\`\`\`\`\n`, PROMPT],
  ["Markdown", "/README.md", "````markdown\n# Start\n\n```sh\nnpm i\n```\n````\n", "# Start\n\n```sh\nnpm i\n```\n"],
])("a fence around all of %s is taken off", (_, path, edit, want) => {
  checkText(path, edit, want);
});
