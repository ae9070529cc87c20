import { expect, test } from "vitest";
import { readBlocks } from "../../../extension/core/merge/blocks.ts";

/** Blocks as `first-end`, zero-based and end-exclusive, with `/closer` where a line closes the block. */
function check(
  language: string | undefined,
  text: string,
  want: readonly string[],
  ignored: readonly number[] = [],
): void {
  const lines = text.split("\n");
  const { closer, end } = readBlocks(lines, language, (line) => ignored.includes(line));
  const blocks = lines.flatMap((_, line) => {
    const last = end[line] ?? 0;
    const close = closer[line] ?? -1;
    return last > line + 1 ? [`${line}-${last}${close < 0 ? "" : `/${close}`}`] : [];
  });
  expect(blocks).toEqual(want);
}

test.each<[string, string | undefined, string, readonly string[]]>([
  ["flat lines", undefined, "a\nb\nc", []],
  ["braces", "typescript", "f() {\n  a;\n}\ng();", ["0-3/2"]],
  ["nested braces", "typescript", "f() {\n  if (a) {\n    b;\n  }\n}", ["0-5/4", "1-4/3"]],
  ["an empty block", "typescript", "f() {\n}\ng();", ["0-2/1"]],
  ["else closes if", "typescript", "if (a) {\n  b;\n} else {\n  c;\n}", ["0-3/2", "2-5/4"]],
  ["without closers", "python", "def f():\n    a\n    b\n\ndef g():\n    c", ["0-3", "4-6"]],
  ["blank lines end no block", "python", "def f():\n    a\n\n    b\nc", ["0-4"]],
  ["else in Python", "python", "if a:\n    b\nelse:\n    c", ["0-3/2", "2-4"]],
  ["end in Ruby", "ruby", "def f\n  a\nend\n\ndef g\n  b\nend", ["0-3/2", "4-7/6"]],
  ["YAML keys", "yaml", "a:\n  b: 1\n  c:\n    - 2\nd: 3", ["0-4", "2-4"]],
  ["tags", "html", "<div>\n  <p>a</p>\n</div>", ["0-3/2"]],
  ["a brace on a line of its own", "csharp", "void F()\n{\n    a;\n}", ["0-4/3", "1-4/3"]],
  ["preprocessor lines lie outside", "c", "int f() {\n  a;\n#ifdef X\n  b;\n#endif\n}", ["0-6/5"]],
  ["labels lie outside", "c", "int f() {\n  a;\nout:\n  b;\n}", ["0-5/4"]],
  ["Markdown sections", "markdown", "# A\ntext\n## B\ntext\n# C\ntext", ["0-4", "2-4", "4-6"]],
  ["a heading in a fence is text", "markdown", "# A\n```\n# no\n```\n# B", ["0-4"]],
  ["TOML tables", "toml", "[a]\nb = 1\n[c]\nd = 2", ["0-2", "2-4"]],
  ["tabs count as columns", "go", "func f() {\n\ta\n\tif b {\n\t\tc\n\t}\n}", ["0-6/5", "2-5/4"]],
])("%s", (_, language, text, want) => {
  check(language, text, want);
});

test("ignored lines are in the block that they stand in, however deep they are", () => {
  check("typescript", "const a = `\nout\n`;\nf() {\n  b;\n}", ["0-3", "3-6/5"], [1, 2]);
  check("python", 'class A:\n    """Text.\n    More.\n"""\n\nb = 1', ["0-4", "1-4"], [2, 3]);
});
