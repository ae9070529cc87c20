import { describe, expect, test } from "vitest";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { isPartial } from "../../../extension/core/proof/proof.ts";
import { TOO_MUCH_WORK } from "../../../extension/core/text/work.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";

/** Blocks as `SEARCH`, `=` and `REPLACE` on lines of their own would read: the halves of each, parted by `=`. */
function answerOf(blocks: readonly string[]): string {
  const lines = blocks.map((block) => {
    const [search = "", replace = ""] = block.split("\n=\n");
    return ["<<<<<<< SEARCH", search, "=======", ...(replace === "" ? [] : [replace]), ">>>>>>> REPLACE"].join("\n");
  });
  return ["```js src/a.js", ...lines, "```", ""].join("\n");
}

function apply(original: string, blocks: readonly string[]): ReturnType<typeof applyStructural> {
  const sketches = readReply(answerOf(blocks), { path: "src/a.js", original });
  return applyStructural({ original, sketches, language: undefined, parser: undefined });
}

/** `want`: the new text, or "not sure". */
function check(original: string, blocks: readonly string[], want: string): void {
  const outcome = apply(original, blocks);
  expect(outcome.type === "merged" ? outcome.text : outcome.type === "ambiguous" ? "not sure" : outcome).toEqual(want);
}

const twoFunctions = `function a() {
  one();
  two();
  three();
}

function b() {
  one();
  two();
  four();
}
`;

describe("an elision", () => {
  test.each<[string, string, readonly string[], string]>([
    [
      "deletes what the replacement lacks",
      twoFunctions,
      ["function a() {\n... 3 lines ...\n}\n\nfunction b() {\n=\nfunction b() {"],
      "function b() {\n  one();\n  two();\n  four();\n}\n",
    ],
    [
      "keeps what the replacement has, moved as the line beside it",
      twoFunctions,
      ["  one();\n  ... 1 line ...\n  three();\n=\n  if (x) {\n    one();\n    ... 1 line ...\n    three();\n  }"],
      twoFunctions.replace("  one();\n  two();\n  three();", "  if (x) {\n    one();\n    two();\n    three();\n  }"),
    ],
    [
      "shows where the first kept line comes to stand, where no line beside it stays",
      twoFunctions,
      ["function b() {\n  ... 3 lines ...\n}\n=\nconst b = {\n  run() {\n    ... 3 lines ...\n  },\n};"],
      twoFunctions.replace(
        "function b() {\n  one();\n  two();\n  four();\n}",
        "const b = {\n  run() {\n    one();\n    two();\n    four();\n  },\n};",
      ),
    ],
    [
      "without a count goes to the first line that follows",
      twoFunctions,
      ["function a() {\n...\n}\n=\nfunction a() {}"],
      twoFunctions.replace("function a() {\n  one();\n  two();\n  three();\n}", "function a() {}"),
    ],
    [
      "goes to the line that is nearest to its count, which may be off",
      "begin\na\nend\nb\nend\nc\nend\n",
      ["begin\n... 4 lines ...\nend\n=\nbegin\nend"],
      "begin\nend\nc\nend\n",
    ],
    [
      "in a comment of the language, with one sign",
      twoFunctions,
      ["function b() {\n  // … 3 lines …\n}\n=\nfunction c() {\n  // … 3 lines …\n}"],
      twoFunctions.replace("function b", "function c"),
    ],
    [
      "several times, of which one is deleted",
      "a\nb\nc\nd\ne\nf\ng\n",
      ["a\n... 1 line ...\nc\n... 2 lines ...\nf\n=\na\nc\n... 2 lines ...\nf"],
      "a\nc\nd\ne\nf\ng\n",
    ],
    [
      "goes with its number where the parts change places",
      "if (!a) {\n  one();\n  two();\n} else {\n  three();\n}\n",
      [
        "if (!a) {\n  ... 2 lines ...\n} else {\n  ... 1 line ...\n}\n=\nif (a) {\n  ... 1 line ...\n} else {\n  ... 2 lines ...\n}",
      ],
      "if (a) {\n  three();\n} else {\n  one();\n  two();\n}\n",
    ],
    [
      "without a number goes with the lines beside it where the parts change places",
      twoFunctions,
      ["function a() {\n  ...\n}\n\nfunction b() {\n  ...\n}\n=\nfunction b() {\n  ...\n}\n\nfunction a() {\n  ...\n}"],
      "function b() {\n  one();\n  two();\n  four();\n}\n\nfunction a() {\n  one();\n  two();\n  three();\n}\n",
    ],
    [
      "is told from another by its number alone",
      "if (a) {\n  one();\n  two();\n} else {\n  three();\n}\n",
      ["if (a) {\n  ... 2 lines ...\n} else {\n  ... 1 line ...\n}\n=\n... 2 lines ..."],
      "one();\ntwo();\n",
    ],
    [
      "that nothing tells from another keeps nobody knows what",
      "if (a) {\n  one();\n} else {\n  three();\n}\n",
      ["if (a) {\n  ... 1 line ...\n} else {\n  ... 1 line ...\n}\n=\n... 1 line ..."],
      "not sure",
    ],
    [
      "moves as it says where only the line behind it stays",
      "def f():\n    a()\n    b()\n    return 1\n",
      ["def f():\n    ... 2 lines ...\n    return 1\n=\ndef f():\n    with z:\n        ... 2 lines ...\n    return 1"],
      "def f():\n    with z:\n        a()\n        b()\n    return 1\n",
    ],
    [
      "moves to the left as it says where only the line behind it stays",
      "if q:\n    a()\n    b()\nz()\n",
      ["if q:\n    ... 2 lines ...\nz()\n=\n... 2 lines ...\nz()"],
      "a()\nb()\nz()\n",
    ],
    [
      "that stood elsewhere than the lines it leaves out moves as the line beside it",
      "def f():\n    a()\n    b()\n    return 1\n",
      ["def f():\n... 2 lines ...\n    return 1\n=\nclass A:\n    def f():\n    ... 2 lines ...\n        return 1"],
      "class A:\n    def f():\n        a()\n        b()\n        return 1\n",
    ],
    [
      "moves by levels of the file where the edit has others",
      "f {\n\ta\n\tif {\n\t\tb\n\t}\n\tc\n}\n",
      ["f {\n  a\n  ... 3 lines ...\n  c\n}\n=\nf {\n  try {\n    a\n    ... 3 lines ...\n    c\n  }\n}"],
      "f {\n\ttry {\n\t\ta\n\t\tif {\n\t\t\tb\n\t\t}\n\t\tc\n\t}\n}\n",
    ],
    [
      "moves by wider levels of the file where the edit has narrower ones",
      "f {\n    a\n    if {\n        b\n    }\n    c\n}\n",
      ["f {\n  a\n  ... 3 lines ...\n  c\n}\n=\nf {\n  try {\n    a\n    ... 3 lines ...\n    c\n  }\n}"],
      "f {\n    try {\n        a\n        if {\n            b\n        }\n        c\n    }\n}\n",
    ],
    ["that stands for nothing", "a\nb\n", ["a\n... 0 lines ...\nb\n=\na\n... 0 lines ...\nx\nb"], "a\nx\nb\n"],
    ["at both ends says nothing", "a\nb\nc\n", ["...\nb\n...\n=\n...\nx\n..."], "a\nx\nc\n"],
    ["that ends the search has no end", "a\nb\nc\n", ["a\n...\n=\nx"], "not sure"],
    ["that begins the search has no beginning", "a\nb\nc\n", ["...\nc\n=\nx"], "not sure"],
    ["in the replacement alone keeps nobody knows what", "a\nb\nc\n", ["b\n=\nx\n...\ny"], "not sure"],
    ["whose lines stand in two places", `${twoFunctions}${twoFunctions}`, ["function a() {\n...\n}\n=\nx"], "not sure"],
    ["behind which nothing comes", "a\nb\nc\n", ["b\n... 2 lines ...\na\n=\nx"], "not sure"],
  ])("%s", (_, original, blocks, want) => {
    check(original, blocks, want);
  });

  test("keeps line ends, a byte order mark and trailing blanks", () => {
    check(
      "\uFEFFa  \r\n\tb\t\r\nc\r\nd",
      ["a\n... 1 line ...\nc\n=\nx\n... 1 line ...\ny"],
      "\uFEFFx\r\n\tb\t\r\ny\r\nd",
    );
  });

  test("keeps the line end of each line that it moves", () => {
    check(
      "f {\r\n  a\n  b\r\n  c\n  d\r\n}\n",
      ["  a\n  ... 2 lines ...\n  d\n=\n  if {\n    a\n    ... 2 lines ...\n    d\n  }"],
      "f {\r\n  if {\r\n    a\r\n    b\r\n    c\n    d\r\n  }\r\n}\n",
    );
  });

  test("does not move what a string holds", async () => {
    const parsers = createSyntaxParsers(sourceGrammarsDirectory());
    const original = "f(\n  `\n one\ntwo\n`,\n  more,\n);\n";
    const sketches = readReply(answerOf(["f(\n  `\n...\n  more,\n);\n=\n  f(\n    `\n...\n    more,\n  );"]));
    const parser = await parsers.load("javascript");
    expect(applyStructural({ original, sketches, language: "javascript", parser })).toMatchObject({
      type: "merged",
      text: "  f(\n    `\n one\ntwo\n`,\n    more,\n  );\n",
    });
  });

  test.each<[string, string]>([
    ["shellscript", "  awk '\n  x\n    y\n' file"],
    ["powershell", "  $a = @'\n  x\n    y\n'@"],
    ["php", '  $a = "\n  x\n    y\n";'],
    ["ruby", '  a = "\n  x\n    y\n"'],
    ["rust", '  let a = "\n  x\n    y\n";'],
    ["csharp", '  var a = @$"\n  x\n    y\n";'],
  ])("does not move what a string of several lines in %s holds", async (language, string) => {
    const head = language === "php" ? "<?php\n" : "";
    const original = `${head}  one();\n${string}\n  two();\n`;
    const sketches = readReply(answerOf(["  one();\n...\n  two();\n=\n    one();\n  ...\n    two();"]));
    const parser = await createSyntaxParsers(sourceGrammarsDirectory()).load(language);
    const outcome = applyStructural({ original, sketches, language, parser });
    expect(outcome).toMatchObject({ type: "merged", text: `${head}    one();\n  ${string}\n    two();\n` });
  });

  test("moves with the tabs of the file", () => {
    check(
      "f {\n\ta\nb\n\t\tc\n\td\n}\n",
      ["\ta\n\t...\n\td\n=\n\tif {\n\t\ta\n\t\t...\n\t\td\n\t}"],
      "f {\n\tif {\n\t\ta\n\tb\n\t\t\tc\n\t\td\n\t}\n}\n",
    );
  });
});

describe("dots that the file has itself are text", () => {
  const stubs = "class P:\n    def a(self):\n        ...\n\n    def b(self):\n        ...\n";

  test.each<[string, string, string]>([
    [
      "which go",
      "    def b(self):\n        ...\n=\n    def b(self):\n        return 1",
      stubs.replace(/\.\.\.\n$/, "return 1\n"),
    ],
    ["which stay", "    def b(self):\n        ...\n=\n    def c(self):\n        ...", stubs.replace("def b", "def c")],
  ])("%s", (_, block, want) => {
    check(stubs, [block], want);
  });
});

test("an elision at the end of a search is told as the cause", () => {
  expect(apply("a\nb\n", ["a\n...\n=\nx"])).toMatchObject({
    reason: expect.stringMatching(/ends with "\.\.\."/) as string,
  });
});

describe("a comment with dots", () => {
  test.each<[string, string, string]>([
    [
      "is written where nothing goes",
      "b\n=\n// Handle the rest lazily...\nb",
      "a\n// Handle the rest lazily...\nb\nc\n",
    ],
    ["is not sure where lines go", "b\n=\n// rest of the code ...", "not sure"],
  ])("%s", (_, block, want) => {
    check("a\nb\nc\n", [block], want);
  });

  test("is a new body in Python", () => {
    const original = "class P:\n    x = 1\n";
    const sketches = readReply(answerOf(["    x = 1\n=\n    x = 1\n\n    def b(self) -> int:\n        ..."]));
    expect(applyStructural({ original, sketches, language: "python", parser: undefined })).toMatchObject({
      type: "merged",
      text: `${original}\n    def b(self) -> int:\n        ...\n`,
    });
  });
});

describe("blocks that meet", () => {
  test.each<[string, string, readonly string[], string]>([
    ["move a line", "log\na\nb\n", ["b\n=\nb\nlog", "log\na\n=\na"], "a\nb\nlog\n"],
    ["move a line that is searched alone", "log\na\nb\n", ["b\n=\nb\nlog", "log\n="], "a\nb\nlog\n"],
    ["are not made twice at one place", "a\nc\n", ["a\n=\na\nb", "a\n=\na\nb"], "not sure"],
  ])("%s", (_, original, blocks, want) => {
    check(original, blocks, want);
  });
});

describe("the order of the blocks", () => {
  const twice = "a\nx\nb\nx\nc\n";

  test.each<[string, string, readonly string[], string]>([
    ["leaves one place behind the block before", twice, ["b\n=\nB", "x\n=\nX"], "a\nx\nB\nX\nc\n"],
    ["leaves one place before the block behind", twice, ["x\n=\nX", "b\n=\nB"], "a\nX\nB\nx\nc\n"],
    ["leaves one place between two", "x\na\nx\nb\nx\n", ["a\n=\nA", "x\n=\nX", "b\n=\nB"], "x\nA\nX\nB\nx\n"],
    ["leaves two places", "a\nx\nb\nx\nx\nc\n", ["b\n=\nB", "x\n=\nX"], "not sure"],
    [
      "says nothing where a block behind stands before",
      "a\nx\nb\nx\nc\n",
      ["b\n=\nB", "x\n=\nX", "a\n=\nA"],
      "not sure",
    ],
    [
      "says nothing where the blocks stand in another one",
      "a\nx\nb\nx\nc\n",
      ["c\n=\nC", "a\n=\nA", "x\n=\nX"],
      "not sure",
    ],
  ])("%s", (_, original, blocks, want) => {
    check(original, blocks, want);
  });
});

test("blocks that make the file longer and longer are too much work", () => {
  const grow = "new\n".repeat(100);
  const blocks = Array.from({ length: 1000 }, (_, at) => `l${String(at)}\n=\n${grow}l${String(at + 1)}`);
  expect(apply("l0\n", blocks)).toMatchObject({ type: "ambiguous", reason: TOO_MUCH_WORK });
});

describe("a block without a place", () => {
  test("leaves the others, and its reason says which one it is", () => {
    const outcome = apply("a\nb\nc\n", ["a\n=\nA", "nowhere\n=\nx", "c\n=\nC"]);
    expect(outcome).toMatchObject({
      type: "ambiguous",
      draft: "A\nb\nC\n",
      reason: 'The file does not contain what the edit searches, beginning with "nowhere".',
      proof: { holds: false, findings: [{ type: "open", sketch: { start: 6, end: 11 } }] },
    });
    expect(outcome.type === "ambiguous" && isPartial(outcome.proof)).toBe(true);
  });

  test("leaves those of another fence for the same file", () => {
    const sketches = [["nowhere\n=\nx"], ["c\n=\nC"]].flatMap((blocks) => readReply(answerOf(blocks)));
    const outcome = applyStructural({ original: "a\nb\nc\n", sketches, language: undefined, parser: undefined });
    expect(outcome).toMatchObject({ type: "ambiguous", draft: "a\nb\nC\n" });
  });

  test("is not the only thing that is unclear: then nothing is told as sure", () => {
    const outcome = apply("a\nb\nc\n", ["nowhere\n=\nx"]);
    expect(outcome.type === "ambiguous" && isPartial(outcome.proof)).toBe(false);
  });

  test("is a block that the answer breaks off in", () => {
    const answer = answerOf(["a\n=\nA", "c\n=\nC"]).split("=======").slice(0, 3).join("=======");
    const sketches = readReply(answer.slice(0, answer.lastIndexOf("C")), { path: "src/a.js" });
    const outcome = applyStructural({ original: "a\nb\nc\n", sketches, language: undefined, parser: undefined });
    expect(outcome).toMatchObject({
      type: "ambiguous",
      draft: "A\nb\nc\n",
      reason: "The reply ends in the middle of an edit, so that a part of it may be missing.",
    });
  });
});
