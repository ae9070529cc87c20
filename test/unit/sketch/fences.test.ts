import { expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { readFences, readFencesOf } from "../../../extension/core/sketch/fences.ts";
import { splitLines } from "../../../extension/core/text/lines.ts";

/** What a fence is, in short: its info string and its content. */
function check(markdown: string, expected: readonly (readonly [info: string, ...content: string[]])[]): void {
  expect(readFences(markdown).map(({ info, content }) => [info, ...content.map(({ text }) => text)])).toEqual(expected);
}

test.each([
  // The examples of CommonMark 0.31.2, section 4.5, by their numbers.
  ["119", "```\n<\n >\n```", [["", "<", " >"]]],
  ["120", "~~~\n<\n >\n~~~", [["", "<", " >"]]],
  ["121", "``\nfoo\n``", []],
  ["122", "```\naaa\n~~~\n```", [["", "aaa", "~~~"]]],
  ["123", "~~~\naaa\n```\n~~~", [["", "aaa", "```"]]],
  ["124", "````\naaa\n```\n``````", [["", "aaa", "```"]]],
  ["125", "~~~~\naaa\n~~~\n~~~~", [["", "aaa", "~~~"]]],
  ["126", "```", [[""]]],
  ["127", "`````\n\n```\naaa", [["", "", "```", "aaa"]]],
  ["128", "> ```\n> aaa\n\nbbb", [["", "aaa"]]],
  ["129", "```\n\n  \n```", [["", "", "  "]]],
  ["130", "```\n```", [[""]]],
  ["131", " ```\n aaa\naaa\n```", [["", "aaa", "aaa"]]],
  ["132", "  ```\naaa\n  aaa\naaa\n  ```", [["", "aaa", "aaa", "aaa"]]],
  ["133", "   ```\n   aaa\n    aaa\n  aaa\n   ```", [["", "aaa", " aaa", "aaa"]]],
  ["134", "    ```\n    aaa\n    ```", []],
  ["135", "```\naaa\n  ```", [["", "aaa"]]],
  ["136", "   ```\naaa\n  ```", [["", "aaa"]]],
  ["137", "```\naaa\n    ```", [["", "aaa", "    ```"]]],
  ["138", "``` ```\naaa", []],
  ["139", "~~~~~~\naaa\n~~~ ~~", [["", "aaa", "~~~ ~~"]]],
  ["140", "foo\n```\nbar\n```\nbaz", [["", "bar"]]],
  ["141", "foo\n---\n~~~\nbar\n~~~\n# baz", [["", "bar"]]],
  ["142", "```ruby\ndef foo(x)\n  return 3\nend\n```", [["ruby", "def foo(x)", "  return 3", "end"]]],
  ["143", "~~~~    ruby startline=3 $%@#$\nfoo\n~~~~~~~", [["ruby startline=3 $%@#$", "foo"]]],
  ["144", "````;\n````", [[";"]]],
  ["145", "``` aa ```\nfoo", []],
  ["146", "~~~ aa ``` ~~~\nfoo\n~~~", [["aa ``` ~~~", "foo"]]],
  ["147", "```\n``` aaa\n```", [["", "``` aaa"]]],
  // Containers.
  ["list item", "1. Do this:\n\n   ```ts\n   a;\n     b;\n   ```", [["ts", "a;", "  b;"]]],
  ["wide list item", "10.  Do:\n\n     ```ts\n     a;\n     ```", [["ts", "a;"]]],
  ["nested items", "- a\n  - b\n    ```\n    x\n    ```\n", [["", "x"]]],
  ["on the item's line", "- ```js\n  x\n  ```", [["js", "x"]]],
  ["tabs", "-\ta\n\n\t```go\n\t\tx\n\t```", [["go", "\tx"]]],
  ["quote in item", "- > ```\n  > x\n  > ```", [["", "x"]]],
  ["quoted text inside", "```\n> a\n> ```\n```", [["", "> a", "> ```"]]],
  ["item left by dedent", "- ```\n  a\n\nb", [["", "a", ""]]],
  ["item with careless content", "1. a\n   ```ts\nx;\n  y;\n   ```\nend", [["ts", "x;", "  y;"]]],
  // What models write.
  ["nested markdown", "```md\n# A\n```ts\nx\n```\nB\n```\n", [["md", "# A", "```ts", "x", "```", "B"]]],
  ["nested markdown, tildes", "~~~md\n~~~js\nx\n~~~\n~~~", [["md", "~~~js", "x", "~~~"]]],
  [
    "nested markdown twice",
    "```md\n```a\n```\n```b\n```\n```\n```js\nx\n```",
    [
      ["md", "```a", "```", "```b", "```"],
      ["js", "x"],
    ],
  ],
  [
    "markdown that ends before the next fence",
    "```md\n# A\n```\n\n```ts\nx\n```",
    [
      ["md", "# A"],
      ["ts", "x"],
    ],
  ],
  ["markdown that lacks an end: as CommonMark says", "```md\na\n```ts\nx\n```\n", [["md", "a", "```ts", "x"]]],
  [
    "diff with a fence as context",
    "```diff\n # A\n ```js\n-x\n+y\n ```\n```",
    [["diff", " # A", " ```js", "-x", "+y", " ```"]],
  ],
  ["diff closed by an indented run", "```diff\n-x\n+y\n ```\n\ntext", [["diff", "-x", "+y"]]],
] as const)("%s", (_, markdown, expected) => {
  check(markdown, expected);
});

test("lines, indentation, line ends and an open end", () => {
  const [first, second] = readFences("a\r\n- x\r\n\r\n  ```ts a.ts\r\n  b\r\n  ```\r\n~~~\nc");
  expect(first).toEqual({
    info: "ts a.ts",
    language: "ts",
    content: [{ text: "b", eol: "\r\n" }],
    startLine: 3,
    endLine: 6,
    closed: true,
    settled: true,
    indent: 2,
  });
  expect(second).toMatchObject({ content: [{ text: "c", eol: "" }], startLine: 6, endLine: 8, closed: false });
});

test("a line that is content neither opens nor closes", () => {
  const { lines } = splitLines("```\na\n```\nb\n```");
  expect(readFencesOf(lines, (line) => line === 2)).toMatchObject([{ startLine: 0, endLine: 5 }]);
});

test("any content in a longer fence reads back", () => {
  const piece = fc.oneof(fc.constantFrom("```", "~~~", "\n", "- ", "> ", "    ", "\t", "```ts\n"), fc.string());
  fc.assert(
    fc.property(fc.array(piece), fc.constantFrom("`", "~"), (pieces, char) => {
      const content = pieces.join("").replaceAll("\r", "");
      const longest = Math.max(2, ...[...content.matchAll(/`+|~+/g)].map(([run]) => run.length));
      const fence = char.repeat(longest + 1);
      const [found, ...others] = readFences(`${fence}js\n${content}\n${fence}\n`);
      expect(others).toEqual([]);
      expect(found?.content.map(({ text }) => text).join("\n")).toBe(content);
    }),
  );
});

test("a diff that goes on behind 24 more runs was closed by what looked like a context line", () => {
  const diff = (fences: number): string => ` \`\`\`diff\n  \`\`\`\n${"  ~~~\n".repeat(fences)} \`\`\``;
  expect(readFences(diff(23))).toMatchObject([{ startLine: 0, endLine: 26 }]);
  expect(readFences(diff(24))[0]).toMatchObject({ startLine: 0, endLine: 2, closed: true, settled: true });
});
