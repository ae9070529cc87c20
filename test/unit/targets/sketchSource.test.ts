import { expect, test } from "vitest";
import { planJobs } from "../../../extension/core/targets/applyJobs.ts";
import { replyLenses } from "../../../extension/core/targets/replyLenses.ts";
import { fenceAt, readSource, sourceAt } from "../../../extension/core/targets/sketchSource.ts";

const PLAN = [
  "First, change `src/cart.ts`:", // 0
  "",
  "```ts",
  "export const a = 1;", // 3
  "```",
  "",
  "Then run", // 6
  "",
  "```sh",
  "npm test", // 9
  "```",
  "",
  "```python", // 12
  "# lib/tool.py",
  "def f():",
  "    return 2",
  "```",
  "", // 17
  "```ts",
  "const nameless = true;", // 19
  "```",
].join("\n");

/** What a source gives: per sketch its path and its first line of code. */
const given = (line: number, selected = "", language = "markdown"): string[] =>
  readSource(sourceAt(PLAN, { line, text: selected }, language)).map(({ path, sketch }) => {
    const text = sketch.type === "code" ? (sketch.text.split("\n")[0] ?? "") : sketch.type;
    return `${path ?? "-"}: ${text}`;
  });

const linesOf = (start: number, end: number): string => PLAN.split("\n").slice(start, end).join("\n");

test.each([
  ["in a fence", 3, ["src/cart.ts: export const a = 1;"]],
  ["on the fence's own line", 2, ["src/cart.ts: export const a = 1;"]],
  ["on its closing line", 4, ["src/cart.ts: export const a = 1;"]],
  ["in a command, which the user points at", 9, ["-: npm test"]],
  ["in a fence without a path", 19, ["-: const nameless = true;"]],
])("the cursor %s", (_, line, want) => {
  expect(given(line)).toEqual(want);
});

test("the cursor in prose means the whole text", () => {
  expect(given(0)).toEqual([
    "src/cart.ts: export const a = 1;",
    "lib/tool.py: # lib/tool.py",
    "-: const nameless = true;",
  ]);
});

test.each([
  ["the code inside a fence", 3, 4, ["src/cart.ts: export const a = 1;"]],
  ["a fence without the prose above it", 2, 5, ["src/cart.ts: export const a = 1;"]],
  ["a part of a fence", 14, 16, ["-: def f():"]],
  ["two fences", 2, 16, ["src/cart.ts: export const a = 1;", "lib/tool.py: # lib/tool.py"]],
])("selected %s", (_, start, end, want) => {
  expect(given(start, linesOf(start, end)).map((text) => text.replace("lib/tool.py: def", "-: def"))).toEqual(want);
});

test("a part of a fence is named by the fence, and by its language", () => {
  const [sketch] = readSource(sourceAt(PLAN, { line: 14, text: linesOf(14, 16) }, "markdown"));
  expect(sketch).toMatchObject({ path: "lib/tool.py", language: "python" });
});

test("a document of code is one sketch, whatever its comments quote", () => {
  const code = "/**\n * ```ts\n * f();\n * ```\n */\nexport function f() {}\n";
  const source = sourceAt(code, { line: 5, text: "" }, "typescript");
  expect(readSource(source)).toMatchObject([{ path: undefined, sketch: { type: "code", text: code } }]);
});

test.each([
  [0, undefined],
  [2, 2],
  [4, 2],
  [5, undefined],
  [20, 18],
])("the fence at line %i begins at %s", (line, start) => {
  expect(fenceAt(PLAN, line)?.range.start).toBe(start);
});

test.each([
  ["", 0, 0],
  ["Only prose here.", 0, 0],
  ["```ts\nx();\n```", 1, 0],
  ["```ts a.ts\nx();\n```\n\n```ts a.ts\ny();\n```", 1, 0],
  ["```ts a.ts\nx();\n```\n\n```ts b.ts\ny();\n```", 2, 0],
  [PLAN, 2, 1],
])("the jobs of %j", (text, jobs, left) => {
  const plan = planJobs(text === "Only prose here." ? [] : readSource(sourceAt(text, { line: 0, text }, "markdown")));
  expect([plan.jobs.length, plan.left.length]).toEqual([jobs, left]);
});

test("lenses stand over what can be applied, and at the top when there are several files", () => {
  expect(replyLenses(PLAN)).toEqual([
    { type: "all", files: 2 },
    { type: "fence", line: 2, paths: ["src/cart.ts"] },
    { type: "fence", line: 12, paths: ["lib/tool.py"] },
    { type: "fence", line: 18, paths: [] },
  ]);
});

test.each([
  ["```sh\nnpm test\n```", []],
  ["```\n$ npm test\n```", []],
  ["```mermaid\n```", []],
  ["```ts\nf();\n```", [{ type: "fence", line: 0, paths: [] }]],
  ["text", []],
  [
    "```diff\n--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n--- a/y.ts\n+++ b/y.ts\n@@ -1 +1 @@\n-a\n+b\n```",
    [
      { type: "all", files: 2 },
      { type: "fence", line: 0, paths: ["x.ts", "y.ts"] },
    ],
  ],
])("the lenses of %j", (text, want) => {
  expect(replyLenses(text)).toEqual(want);
});

test("a very long text has no lenses", () => {
  expect(replyLenses(`\`\`\`ts\n${"f();\n".repeat(500_000)}\`\`\``)).toEqual([]);
});
