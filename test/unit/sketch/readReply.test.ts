import { describe, expect, test } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import type { ReplyContext } from "../../../extension/core/sketch/readReply.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import type { FileSketch } from "../../../extension/core/sketch/sketch.ts";

/** A sketch in short: its path if there is one, and what it holds. */
function short({ path, sketch }: FileSketch): string {
  const head = path === undefined ? "" : `${path}: `;
  if (sketch.type === "code") return head + sketch.text;
  if (sketch.type === "edits") {
    const edits = sketch.edits.map(({ search, replace }) => `${search.join("|")} => ${replace.join("|")}`);
    return `${head}${sketch.format} ${edits.join(" & ")}`;
  }
  return `${head}${sketch.format} ${sketch.type}`;
}

function check(reply: string | readonly string[], context: ReplyContext, expected: readonly string[]): void {
  const text = typeof reply === "string" ? reply : reply.join("\n");
  expect(readReply(text, context).map(short)).toEqual(expected);
}

const ts: ReplyContext = { language: "typescript", path: "src/a.ts" };
const md: ReplyContext = { language: "markdown", path: "README.md" };
const SR = ["<<<<<<< SEARCH", "a", "=======", "b", ">>>>>>> REPLACE"];
const V4A = ["*** Begin Patch", "*** Update File: src/a.ts", "-a", "+b", "*** End Patch"];
const DIFF = ["--- a/src/a.ts", "+++ b/src/a.ts", "@@ -1 +1 @@", "-a", "+b"];

describe("nothing to apply", () => {
  test.each<[string, ReplyContext]>([
    ["", ts],
    ["  \n\n", ts],
    ["undefined", ts],
    ["null", {}],
    ["```\n```", ts],
    ["```ts\n\n```", ts],
    ["```", ts],
    ["Sorry, I cannot help with that.", ts],
    ["Sorry, I cannot help with that.", md],
    ["I've updated the function as you requested. Let me know if you need anything else!", ts],
    ["I’ve updated the function as you requested.", { language: "yaml" }],
    ["## Summary\n\nThe function now checks its input.\n\n- It throws no more.\n- It is faster.", ts],
    ["Run `npm install` first (see https://example.org/docs).", ts],
    ["<<<<<<< SEARCH\na\n>>>>>>> REPLACE", ts],
  ])("%j", (reply, context) => {
    check(reply, context, []);
  });
});

describe("code", () => {
  test.each<[string, string | string[], ReplyContext, string[]]>([
    ["raw", "const a = 1;\nfoo();", ts, ["const a = 1;\nfoo();"]],
    ["raw statement", "return x", ts, ["return x"]],
    ["raw YAML", "name: a b c\nkey: value", { language: "yaml" }, ["name: a b c\nkey: value"]],
    ["raw YAML list", "- one two three\n- four five six.", { language: "yaml" }, ["- one two three\n- four five six."]],
    ["raw comment in Python", "# Say what it does.\npass", { language: "python" }, ["# Say what it does.\npass"]],
    ["raw text in HTML", "<p>Hello</p>", { language: "html" }, ["<p>Hello</p>"]],
    ["marker in words", "# ... rest of the file ...", {}, ["# ... rest of the file ..."]],
    ["stray closing fence", "foo();\n```", ts, ["foo();\n"]],
    ["unclosed fence", "Here:\n```ts\nfoo();", ts, ["foo();"]],
    ["fence in prose", "I did this:\n\n```ts\nfoo();\n```\n\nEnjoy!", ts, ["foo();\n"]],
    ["line ends", "```ts\r\na\r\nb\r\n```\r\n", ts, ["a\r\nb\r\n"]],
    ["two fences for one file", "```ts a.ts\nx\n```\n```ts a.ts\ny\n```", ts, ["a.ts: x\n", "a.ts: y\n"]],
    ["path in a comment", "```ts\n// src/a.ts\nx\n```", {}, ["src/a.ts: // src/a.ts\nx\n"]],
    ["the comment is a label", "```ts\n// src/a.ts\n\nx\n```", { ...ts, original: "y\n" }, ["src/a.ts: x\n"]],
    [
      "the comment is the file's",
      "```ts\n// src/a.ts\nx\n```",
      { ...ts, original: "// src/a.ts\n" },
      ["src/a.ts: // src/a.ts\nx\n"],
    ],
    [
      "the comment is another file's",
      "```ts\n// src/b.ts\nx\n```",
      { ...ts, original: "y\n" },
      ["src/b.ts: // src/b.ts\nx\n"],
    ],
    ["path above", "In `src/a.ts`:\n\n```ts\nx\n```", {}, ["src/a.ts: x\n"]],
    [
      "path in the section's title",
      "### src/a.ts\nFirst add:\n```ts\nx\n```\nThen change:\n```ts\ny\n```\n### Notes\n```ts\nz\n```",
      {},
      ["src/a.ts: x\n", "src/a.ts: y\n", "z\n"],
    ],
    [
      "info string before comment before prose",
      "`c.ts`:\n```ts a.ts\n// b.ts\n```\n`c.ts`:\n```ts\n// b.ts\n```",
      {},
      ["a.ts: // b.ts\n", "b.ts: // b.ts\n"],
    ],
    ["fence in a list", "1. Do:\n   ```ts\n   x {\n     y\n   }\n   ```", ts, ["x {\n  y\n}\n"]],
    [
      "JSDoc with a fence",
      "/**\n * Text.\n * ```ts\n * foo();\n * ```\n */\nfunction f() {}",
      ts,
      ["/**\n * Text.\n * ```ts\n * foo();\n * ```\n */\nfunction f() {}"],
    ],
    [
      "docstring with a fence",
      'def f():\n  """Text.\n\n  ```python\n  f()\n  ```\n  """\n  return g(1)\n',
      { language: "python" },
      ['def f():\n  """Text.\n\n  ```python\n  f()\n  ```\n  """\n  return g(1)\n'],
    ],
    [
      "reStructuredText heading",
      '"""\nflask.json\n~~~~~~~~~~\n"""\nimport a\n',
      { language: "python" },
      ['"""\nflask.json\n~~~~~~~~~~\n"""\nimport a\n'],
    ],
  ])("%s", (_, reply, context, expected) => {
    check(reply, context, expected);
  });
});

describe("asides are left out", () => {
  test.each<[string, string, ReplyContext, string[]]>([
    ["command", "```bash\nnpm install x\n```\n```ts\nx\n```", ts, ["x\n"]],
    ["command without a language", "```\nnpm install x\n```\n```ts\nx\n```", {}, ["x\n"]],
    ["output", "```ts\nx\n```\n```text\n42\n```", {}, ["x\n"]],
    ["sample of another language", "```ts\nx\n```\n```json\n{}\n```", ts, ["x\n"]],
    ["tree", "```\nsrc\n└── a.ts\n```\n```ts\nx\n```", ts, ["x\n"]],
    ["command below prose with a path", "In `src/a.ts`, then run:\n```sh\nls\n```\n```ts\nx\n```", ts, ["x\n"]],
    ["but not with a path", "```ts\nx\n```\n```json package.json\n{}\n```", ts, ["x\n", "package.json: {}\n"]],
    ["but not of the family", "```tsx\nx\n```\n```js\ny\n```", ts, ["x\n", "y\n"]],
    ["but not of an unknown language", "```ts\nx\n```\n```foo\ny\n```", ts, ["x\n", "y\n"]],
    ["but not when the target is a script", "```bash\nnpm ci\n```", { language: "shellscript" }, ["npm ci\n"]],
    ["but not when nothing else is there", "```js\nx\n```\n```css\ny\n```", { language: "html" }, ["x\n", "y\n"]],
  ])("%s", (_, reply, context, expected) => {
    check(reply, context, expected);
  });
});

describe("edits", () => {
  const sr = "search-replace a => b";
  test.each<[string, string[], ReplyContext, string[]]>([
    ["search/replace, bare", ["I change:", "", ...SR, "", "Done."], ts, [sr]],
    [
      "search/replace, fenced",
      ["src/a.ts", "```ts", ...SR, ...SR, "```"],
      ts,
      ["src/a.ts: search-replace a => b & a => b"],
    ],
    [
      "search/replace, path inside",
      ["```", "src/a.ts", ...SR, "b.ts", ...SR, "```"],
      ts,
      [`src/a.ts: ${sr}`, `b.ts: ${sr}`],
    ],
    [
      "search/replace around a fence",
      ["<<<<<<< SEARCH", "```", "a", "```", "=======", "~~~", ">>>>>>> REPLACE"],
      md,
      ["search-replace ```|a|``` => ~~~"],
    ],
    [
      "search/replace around a fence, fenced",
      ["```", "README.md", "<<<<<<< SEARCH", "```sh", "=======", "```", ">>>>>>> REPLACE", "```"],
      md,
      ["README.md: search-replace ```sh => ```"],
    ],
    ["v4a, bare", ["Here:", ...V4A, "Done."], ts, ["src/a.ts: v4a a => b"]],
    ["v4a, fenced", ["```diff", ...V4A, "```"], ts, ["src/a.ts: v4a a => b"]],
    ["v4a, heredoc", ["```bash", "apply_patch <<'EOF'", ...V4A, "EOF", "```"], ts, ["src/a.ts: v4a a => b"]],
    [
      "v4a with a fence as context",
      ["```", "*** Begin Patch", "*** Update File: README.md", " ```", "-a", "+b", " ```", "*** End Patch", "```"],
      md,
      ["README.md: v4a ```|a|``` => ```|b|```"],
    ],
    ["diff, bare", DIFF, ts, ["src/a.ts: unified-diff a => b"]],
    ["diff, fenced", ["```diff", ...DIFF, "```"], ts, ["src/a.ts: unified-diff a => b"]],
    ["diff in a code fence", ["```ts", ...DIFF, "```"], ts, ["src/a.ts: unified-diff a => b"]],
    ["diff without headers", ["In `src/a.ts`:", "```diff", "-a", "+b", "```"], ts, ["src/a.ts: unified-diff a => b"]],
    ["diff fence without changes", ["```diff", "foo();", "```"], ts, ["foo();\n"]],
    ["list", ["```md", "- a", "- b", "```"], { language: "markdown" }, ["- a\n- b\n"]],
    [
      "several formats",
      ["```ts b.ts", "x", "```", ...SR, "```diff", ...DIFF, "```"],
      ts,
      ["b.ts: x\n", sr, "src/a.ts: unified-diff a => b"],
    ],
    [
      "quoted in code",
      ["```ts", "const prompt = `", ...SR, "`;", "```"],
      ts,
      [["const prompt = `", ...SR, "`;", ""].join("\n")],
    ],
    ["quoted in raw code", ["const patch = `", ...V4A, "`;"], ts, [["const patch = `", ...V4A, "`;"].join("\n")]],
  ])("%s", (_, lines, context, expected) => {
    check(lines, context, expected);
  });
});

describe("prose as target", () => {
  const doc = "# Title\n\nSome text.\n\n```sh\nnpm i\n```\n\nMore.\n";
  test.each<[string, string, ReplyContext, string[]]>([
    ["the document itself", doc, md, [doc]],
    ["plain text", "Some words.", { language: "plaintext" }, ["Some words."]],
    ["one fence of it", "```sh\nnpm i\n```", md, ["```sh\nnpm i\n```"]],
    ["wrapped", "```markdown\n# Title\n\nText.\n```", md, ["# Title\n\nText.\n"]],
    ["wrapped, longer fence", "Here:\n\n````md\n" + doc + "````\nEnjoy!", md, [doc]],
    ["wrapped, same fence", "```md\n" + doc + "```", md, [doc]],
    ["wrapped, bare fences inside", "```md\n# A\n```\nx\n```\nB\n```", md, ["# A\n```\nx\n```\nB\n"]],
    ["wrapped with the path", "```README.md\n# A\n```", md, ["README.md: # A\n"]],
    ["wrapped in a bare fence", "```\n# A\n```", md, ["# A\n"]],
    ["two wrapped pieces", "First:\n```md\n# A\n```\nThen:\n```md\n# B\n```", md, ["# A\n", "# B\n"]],
    [
      "a sample of Markdown",
      "Write this:\n```md\n# A\n```",
      { ...md, original: "Intro.\nWrite this:\n" },
      ["Write this:\n```md\n# A\n```"],
    ],
    [
      "diff as a reply",
      ["Here:", "```diff", "-old text", "+new text", "```"].join("\n"),
      { ...md, original: "x\nold text\n" },
      ["unified-diff old text => new text"],
    ],
    [
      "diff as a sample",
      ["Here:", "```diff", "-old text", "+new text", "```"].join("\n"),
      { ...md, original: "x\n" },
      ["Here:\n```diff\n-old text\n+new text\n```"],
    ],
    ["code of another file", "```js a.js\ny()\n```", { ...md, original: "x\n" }, ["a.js: y()\n"]],
    [
      "code of another file and talk",
      "The test:\n```js a.js\ny()\n```\nRun it now.",
      { ...md, original: "x\n" },
      ["a.js: y()\n"],
    ],
    [
      "a section with code of another file",
      "# Test\n```js a.js\ny()\n```",
      { ...md, original: "x\n" },
      ["# Test\n```js a.js\ny()\n```"],
    ],
    ["code of another file for a new one", "```js a.js\ny()\n```", { ...md, original: "" }, ["```js a.js\ny()\n```"]],
    [
      "code of another file that it quotes",
      "```js a.js\nyes()\nno()\n```",
      { ...md, original: "```js\nyes()\n```\n" },
      ["```js a.js\nyes()\nno()\n```"],
    ],
    [
      "a part of code that it does not quote",
      "```js\n// ...\nyes()\n```",
      { ...md, original: "x\n" },
      ["// ...\nyes()\n"],
    ],
    [
      "a part of code that it quotes",
      "```js\n// ...\nyes()\nno()\n```",
      { ...md, original: "```js\nfor()\nyes()\n```\n" },
      ["```js\n// ...\nyes()\nno()\n```"],
    ],
    ["blocks as a sample", SR.join("\n"), { ...md, original: SR.join("\n") }, [SR.join("\n")]],
  ])("%s", (_, reply, context, expected) => {
    check(reply, context, expected);
  });
});

test("where a sketch begins", () => {
  const lines = readReply("Text\n```ts a.ts\nx\n```\n\n" + SR.join("\n")).map(({ replyLine }) => replyLine);
  expect(lines).toEqual([3, 6]);
  expect(readReply("```ts\n// src/a.ts\nx\n```", { ...ts, original: "" })).toEqual([
    { path: "src/a.ts", moveTo: undefined, language: "ts", sketch: { type: "code", text: "x\n" }, replyLine: 3 },
  ]);
});

const piece = fc.oneof(
  fc.constantFrom(
    "```",
    "~~~",
    "```md\n",
    "```diff\n",
    "```ts a.ts\n",
    "\n",
    "\r\n",
    "- ",
    "> ",
    "    ",
    "@@ ",
    "--- a\n+++ b\n",
  ),
  fc.constantFrom(...SR, ...V4A, ...DIFF).map((line) => `${line}\n`),
  fc.string({ unit: "binary" }),
);
const anyText = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
const anyContext = fc.constantFrom<ReplyContext>(
  {},
  ts,
  md,
  { ...ts, original: "a\n" },
  { ...md, original: SR.join("\n") },
);

test("no text makes it throw, and its lines lie in the reply", () => {
  fc.assert(
    fc.property(anyText, anyContext, (reply, context) => {
      const count = reply.split(/\r\n?|\n/).length;
      for (const { path, replyLine, sketch } of readReply(reply, context)) {
        expect(replyLine).toBeGreaterThan(0);
        expect(replyLine).toBeLessThanOrEqual(count + 1);
        expect(path ?? "").not.toContain("\0");
        if (sketch.type === "code") expect(sketch.text.trim()).not.toBe("");
      }
    }),
    runs(1000),
  );
});

test("code in a longer fence reads back exactly", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (lines) => {
      const code = `function f() {\n${lines.join("\n")}\n}\n`;
      const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
      const fence = "`".repeat(longest + 1);
      expect(readReply(`Here it is:\n\n${fence}ts\n${code}${fence}\n`, ts).map(({ sketch }) => sketch)).toEqual([
        { type: "code", text: code },
      ]);
    }),
  );
});
