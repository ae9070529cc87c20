import { expect, test } from "vitest";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { inReply, inReplyLines, judgeReply } from "../../../extension/core/proof/judgeReply.ts";
import { concludeProof } from "../../../extension/core/proof/proof.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import type { FileSketch } from "../../../extension/core/sketch/sketch.ts";

const ORIGINAL = "a();\nb();\nc();\n";

function only(reply: string): FileSketch {
  const [found] = readReply(reply, { path: "a.js", language: "javascript", original: ORIGINAL });
  if (!found) expect.fail("The reply has no sketch.");
  return found;
}

const CODE = only("Do this:\n\n```js\na();\nx();\nb();\n```\n");
const EDIT = only("Do this:\n\n```js\n<<<<<<< SEARCH\nb();\n=======\nx();\n>>>>>>> REPLACE\n```\n");

test("lines of code are counted from the beginning of the reply, and those of edits are already", () => {
  expect(inReply({ start: 1, end: 3 }, CODE)).toEqual({ start: 4, end: 6 });
  expect(inReply({ start: 1, end: 3 }, EDIT)).toEqual({ start: 1, end: 3 });
});

test("the findings of a proof are told in lines of the reply", () => {
  const proof = concludeProof(
    [
      { type: "missing-line", message: "one", sketch: { start: 1, end: 2 } },
      { type: "lost-line", message: "two", original: { start: 1, end: 2 } },
    ],
    1,
    0,
  );
  expect(inReplyLines(proof, CODE)).toEqual({
    ...proof,
    findings: [
      { type: "missing-line", message: "one", sketch: { start: 4, end: 5 } },
      { type: "lost-line", message: "two", original: { start: 1, end: 2 } },
    ],
  });
});

test("a comment that is lost beside an edit and a block of code is told", () => {
  const file = "a();\nz();\n// Why b is needed at all.\nb();\nc();\nd();\ne();\n";
  const edit = "```js\n<<<<<<< SEARCH\na();\n=======\na(1);\n>>>>>>> REPLACE\n```";
  const code = "```js\n// ... existing code ...\nd();\ne(2);\n```";
  const original = readOriginal(file, "javascript", undefined);
  for (const reply of [`${edit}\n\n${code}\n`, `${code}\n\n${edit}\n`]) {
    const sketches = readReply(reply, { path: "a.js", language: "javascript", original: file });
    const whole = file.replace("a();", "a(1);").replace("e();", "e(2);");
    expect(judgeReply(original, sketches, whole).holds).toBe(true);
    const { findings } = judgeReply(original, sketches, whole.replace("// Why b is needed at all.\n", ""));
    expect(findings.map(({ original: lines }) => lines)).toEqual([{ start: 2, end: 3 }]);
  }
});

test("an edit outside its scope is told beside edits of another format", () => {
  const file = "function save() {\n  x();\n}\nfunction other() {\n  audit();\n}\n";
  const scoped =
    "*** Begin Patch\n*** Update File: a.js\n@@ function save() {\n-  audit();\n+  log();\n*** End Patch\n";
  const plain = "```js\n<<<<<<< SEARCH\n  x();\n=======\n  y();\n>>>>>>> REPLACE\n```\n";
  const original = readOriginal(file, "javascript", undefined);
  const sketches = [only(scoped), only(plain)];
  const both = file.replace("audit", "log").replace("x()", "y()");
  expect(judgeReply(original, sketches, both).findings).toMatchObject([{ type: "unrelated" }]);
});

test("a JSON file that is deleted has no syntax to lose", () => {
  const original = readOriginal('{\n  "a": 1\n}\n', "json", undefined);
  const gone = only("*** Begin Patch\n*** Delete File: a.json\n*** End Patch\n");
  expect(judgeReply(original, [gone], "")).toMatchObject({ holds: true, findings: [] });
});

test("a rewrite is judged by all sketches of a reply, with lines of the reply", () => {
  const original = readOriginal(ORIGINAL, "javascript", undefined);
  expect(judgeReply(original, [CODE], "a();\nx();\nb();\nc();\n").holds).toBe(true);
  const { findings } = judgeReply(original, [CODE], "a();\nb();\nc();\n");
  expect(findings.map(({ type, sketch }) => [type, sketch])).toEqual([["missing-line", { start: 4, end: 5 }]]);
  // Code without markers that is nearly the whole file, below the path that the model wrote above it.
  const labelled = only("Do this:\n\n```js\n// a.js\n\na();\nx();\nb();\nc();\n```\n");
  const lacking = judgeReply(original, [labelled], "a();\nb();\nc();\n");
  expect(lacking.findings.map(({ type, sketch }) => [type, sketch])).toEqual([["missing-line", { start: 6, end: 7 }]]);
  const added = only("*** Begin Patch\n*** Add File: a.js\n+a();\n+x();\n*** End Patch\n");
  expect(judgeReply(original, [added], "a();\n").findings[0]?.sketch).toEqual({ start: 3, end: 4 });
  const contradictions = [{ reason: "`b` is said to be removed.", lines: { start: 2, end: 3 } }];
  expect(judgeReply(original, [CODE], "a();\nx();\nb();\nc();\n", contradictions)).toMatchObject({
    holds: false,
    findings: [{ type: "contradiction", message: "`b` is said to be removed.", rewrite: { start: 2, end: 3 } }],
  });
});
