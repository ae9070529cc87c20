import { describe, expect, test } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { answerBlocks, rememberingBlocks, type AnswerBlock } from "../../../extension/core/chat/answerBlocks.ts";
import { answerParts } from "../../../extension/core/chat/answerParts.ts";

/** Kind, path and code of each block. */
function check(
  answer: string,
  expected: readonly (readonly [kind: string, path: string | undefined, code: string])[],
): void {
  const blocks = answerBlocks(answer);
  expect(blocks.map(({ kind, sketches, code }) => [kind, sketches[0]?.path, code])).toEqual(expected);
  expect(blocks.map(({ index }) => index)).toEqual(expected.map((_, index) => index));
}

describe("the blocks of an answer", () => {
  test.each([
    ["a path behind the language", "```ts src/a.ts\nx\n```", "sketch", "src/a.ts", "x"],
    ["a Windows path", "```ts src\\app\\a.ts\nx\n```", "sketch", "src\\app\\a.ts", "x"],
    ["a path with a colon", "```ts:src/a.ts\nx\n```", "sketch", "src/a.ts", "x"],
    ["a path in the line above", "**src/a.ts**\n\n```ts\nx\n```", "sketch", "src/a.ts", "x"],
    ["a path in the first comment", "```ts\n// src/a.ts\nx\n```", "sketch", "src/a.ts", "// src/a.ts\nx"],
    ["a longer fence", "````md README.md\n```ts\nx\n```\n````", "sketch", "README.md", "```ts\nx\n```"],
    ["tildes", "~~~py a.py\nx\n~~~", "sketch", "a.py", "x"],
    ["no path", "```ts\nconst x = 1;\n```", "sketch", undefined, "const x = 1;"],
    ["shell", "```sh\nnpm test\n```", "shell", undefined, "npm test"],
    ["bash", "```bash\nnpm test\n```", "shell", undefined, "npm test"],
    ["PowerShell", "```powershell\nGet-Item .\n```", "shell", undefined, "Get-Item ."],
    ["a script that is a file", "```sh scripts/run.sh\nnpm test\n```", "sketch", "scripts/run.sh", "npm test"],
    ["inside a list", "1. First:\n\n   ```ts a.ts\n   x\n   ```\n", "sketch", "a.ts", "x"],
    ["that is open yet", "```ts a.ts\nx\ny", "sketch", "a.ts", "x\ny"],
    ["that is empty", "```ts a.ts\n```", "other", undefined, ""],
  ])("%s", (_, answer, kind, path, code) => {
    check(answer, [[kind, path, code]]);
  });

  test("several for one file keep their numbers beside others", () => {
    const answer = "```ts a.ts\none\n```\nand\n```sh\nls\n```\n```ts a.ts\ntwo\n```\n";
    check(answer, [
      ["sketch", "a.ts", "one"],
      ["shell", undefined, "ls"],
      ["sketch", "a.ts", "two"],
    ]);
  });
});

test("blocks of texts that were asked for stay at hand, but no more than so many", () => {
  const [first = "", ...others] = ["a", "b", "c"].map((name) => `\`\`\`ts ${name}.ts\nx\n\`\`\`\n`);
  const blocksOf = rememberingBlocks(2);
  const known = blocksOf(first);
  expect(known).toEqual(answerBlocks(first));
  blocksOf(others[0] ?? "");
  expect(blocksOf(first)).toBe(known);
  for (const text of others) blocksOf(text);
  expect(blocksOf(first)).not.toBe(known);
});

describe("the parts of an answer", () => {
  const shown = (text: string): readonly string[] =>
    answerParts(text).map((part) =>
      part.type === "prose" ? part.text : `[${part.index}${part.isClosed ? "" : " open"}]`,
    );

  test.each([
    ["no code", "Hello.", ["Hello."]],
    ["code alone", "```\nx\n```", ["[0]"]],
    ["prose around", "a\n\n```\nx\n```\n\nb\n", ["a\n", "[0]", "\nb\n"]],
    ["an open fence", "a\n```ts\nx", ["a", "[0 open]"]],
    ["nothing", "", []],
    ["blank lines", "\n\n", []],
  ])("%s", (_, text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  const piece = fc.constantFrom("text ", "\n", "```", "````", "~~~", "ts a.ts\n", "- item\n", "  ", "> ", "`", "\r\n");
  const texts = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

  const line = fc.constantFrom(
    "text",
    "",
    "```",
    "````",
    "~~~",
    "```ts a.ts",
    "```md README.md",
    "````markdown",
    "```diff",
    " ```",
    "+a",
    " ```js",
    "- item",
    "  ```ts",
    "  ```",
    "> ```",
    "> x",
  );
  const manyLines = fc.array(line, { maxLength: 25 }).map((lines) => lines.map((each) => `${each}\n`).join(""));

  test("a block that is settled stays what it is, whatever lines follow", () => {
    const form = ({ index, line, code, language }: AnswerBlock): unknown => ({ index, line, code, language });
    fc.assert(
      fc.property(manyLines, manyLines, (text, rest) => {
        const settled = answerBlocks(text).filter(({ isSettled }) => isSettled);
        const later = answerBlocks(text + rest);
        expect(settled.map(({ index }) => later[index]).map((block) => block && form(block))).toEqual(
          settled.map(form),
        );
        expect(settled.every(({ index }) => later[index]?.isSettled === true)).toBe(true);
      }),
      runs(500),
    );
  });

  test.each([
    ["code", "```ts a.ts\nx\n```\n", [true]],
    ["Markdown without fences", "```md README.md\n# A\n```\n", [true]],
    ["Markdown in a longer fence", "````md README.md\n```ts\nx\n```\n````\n", [true]],
    ["Markdown that an inner fence may have closed", "```md README.md\n```ts\nx\n```\n", [false]],
    ["all that follows such Markdown", "```md README.md\n```ts\nx\n```\n```\n\n```ts a.ts\nx\n```\n", [false, false]],
    ["what stands before it", "```ts a.ts\nx\n```\n```md README.md\n```ts\nx\n```\n", [true, false]],
    ["a diff", "```diff\n-x\n+y\n```\n", [true]],
    ["a diff that a line of context may have closed", "```diff\n-x\n ```\n", [false]],
  ])("%s is settled, or not yet: %j", (_, text, expected) => {
    expect(answerBlocks(text).map(({ isSettled }) => isSettled)).toEqual(expected);
  });

  test("a block and its part have the same number and line, whatever stands there", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parts = answerParts(text).flatMap((part) => (part.type === "code" ? [[part.index, part.line]] : []));
        expect(answerBlocks(text).map(({ index, line }) => [index, line])).toEqual(parts);
        expect(parts.map(([index]) => index)).toEqual(parts.map((_, index) => index));
      }),
    );
  });
});
