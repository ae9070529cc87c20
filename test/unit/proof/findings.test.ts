import { describe, expect, it } from "vitest";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import { judgeReply } from "../../../extension/core/proof/judgeReply.ts";
import { isPartial, type Proof } from "../../../extension/core/proof/proof.ts";
import type { Sketch } from "../../../extension/core/sketch/sketch.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";

const parsers = createSyntaxParsers(sourceGrammarsDirectory());
const loaded = new Map(
  await Promise.all(["typescript", "python", "yaml"].map(async (id) => [id, await parsers.load(id)] as const)),
);

const code = (text: string): Sketch => ({ type: "code", text });

function judge(original: string, sketch: string, result: string, language: string): Proof {
  const read = readOriginal(original, language, loaded.get(language));
  const proof = judgeRewrite(read, code(sketch), result);
  read.tree?.dispose();
  return proof;
}

const typesOf = ({ findings }: Proof): string[] => [...new Set(findings.map(({ type }) => type))];

/** What the finding is, language, original, sketch, a result that is right and one that is not; both parts of one text. */
interface Example {
  readonly language: string;
  readonly original: string;
  readonly sketch: string;
  readonly right: string;
  readonly wrong: string;
}

const mark = "// ... existing code ...\n";

const wrapped: Omit<Example, "wrong"> = {
  language: "typescript",
  original: "function send(mail) {\n  sign(mail);\n  const text = `a\n  b`;\n  post(mail, text);\n}\n\nstart();\n",
  sketch: `function send(mail) {\n  try {\n    // ...\n  } catch (error) {\n    log(error);\n  }\n}\n${mark}`,
  right:
    "function send(mail) {\n  try {\n    sign(mail);\n    const text = `a\n  b`;\n    post(mail, text);\n  } catch (error) {\n    log(error);\n  }\n}\n\nstart();\n",
};

const guarded: Omit<Example, "wrong"> = {
  language: "python",
  original:
    "def load(path):\n    data = read(path)\n    return data\n\n\ndef save(path):\n    check(path)\n    write(path)\n",
  sketch: "def load(path):\n    # ...\n    if not data:\n        raise Missing(path)\n    return data\n# ...\n",
  right:
    "def load(path):\n    data = read(path)\n    if not data:\n        raise Missing(path)\n    return data\n\n\ndef save(path):\n    check(path)\n    write(path)\n",
};

const braced: Omit<Example, "wrong"> = {
  language: "csharp",
  original: "void Close()\n{\n    count--;\n}\n\n// Opens the door.\nvoid Open()\n{\n    check();\n    count++;\n}\n",
  sketch: `void Close()\n{\n    count -= 1;\n}\n\nvoid Open()\n{\n    check();\n    count += 1;\n}\n${mark}`,
  right:
    "void Close()\n{\n    count -= 1;\n}\n\n// Opens the door.\nvoid Open()\n{\n    check();\n    count += 1;\n}\n",
};

const settings: Omit<Example, "wrong"> = {
  language: "yaml",
  original: "build:\n  image: small\n  steps:\n    - name: lint\n      run: lint\n    - name: test\n      run: test\n",
  sketch: "build:\n  image: large\n  # ...\n    - name: test\n      run: test --all\n",
  right:
    "build:\n  image: large\n  steps:\n    - name: lint\n      run: lint\n    - name: test\n      run: test --all\n",
};

const described: Omit<Example, "wrong"> = {
  language: "typescript",
  original:
    "/** Adds what is given. */\nexport function add(a, b) {\n  return a + b;\n}\n\nexport function sub(a, b) {\n  return a - b;\n}\n",
  sketch: `export function add(a, b, c = 0) {\n  return a + b + c;\n}\n${mark}`,
  right:
    "/** Adds what is given. */\nexport function add(a, b, c = 0) {\n  return a + b + c;\n}\n\nexport function sub(a, b) {\n  return a - b;\n}\n",
};

const examples: readonly (readonly [string, string, Example])[] = [
  [
    "a line of the sketch is missing",
    "missing-line",
    { ...guarded, wrong: guarded.right.replace("        raise Missing(path)\n", "        pass\n") },
  ],
  ["a line was made up", "unrelated", { ...guarded, wrong: guarded.right.replace("write(path)", "write(path, mode)") }],
  [
    "a line kept loses a trailing blank's neighbour",
    "lost-line",
    { ...guarded, wrong: guarded.right.replace("    check(path)\n", "") },
  ],
  [
    "kept lines change their order",
    "unrelated",
    {
      ...guarded,
      wrong: guarded.right.replace("    check(path)\n    write(path)\n", "    write(path)\n    check(path)\n"),
    },
  ],
  [
    "what a new block keeps is not moved into it",
    "depth",
    { ...wrapped, wrong: wrapped.right.replace("    sign(mail)", "  sign(mail)") },
  ],
  [
    "nothing that a new block keeps is moved into it",
    "depth",
    {
      ...wrapped,
      wrong: wrapped.right
        .replace("    sign(mail)", "  sign(mail)")
        .replace("    const", "  const")
        .replace("    post", "  post"),
    },
  ],
  [
    "a new line is too deep",
    "depth",
    { ...guarded, wrong: guarded.right.replace("    if not data", "      if not data") },
  ],
  [
    "a new block is not as deep as the sketch has it",
    "depth",
    { ...guarded, wrong: guarded.right.replace("        raise", "    raise") },
  ],
  [
    "a line of a piece is moved to the right",
    "depth",
    { ...settings, wrong: settings.right.replace("      run: test --all", "        run: test --all") },
  ],
  [
    "the old form of a key stays",
    "duplicate",
    { ...settings, wrong: settings.right.replace("  image: large\n", "  image: large\n  image: small\n") },
  ],
  [
    "the old form of a function stays",
    "duplicate",
    {
      ...guarded,
      wrong: guarded.right.replace(
        "\n\ndef save",
        "\n\ndef load(path):\n    data = read(path)\n    return data\n\n\ndef save",
      ),
    },
  ],
  [
    "the comment above what is replaced is lost",
    "lost-comment",
    { ...described, wrong: described.right.replace(/^.*\n/, "") },
  ],
  [
    "the comment above a block whose brace has a line of its own is lost",
    "lost-comment",
    { ...braced, wrong: braced.right.replace(/^\/\/ Opens.*\n/m, "") },
  ],
  ["a marker is left over", "marker", { ...described, wrong: `${described.right}${mark}` }],
  ["a brace is lost", "syntax", { ...described, wrong: described.right.replace("c;\n}", "c;\n") }],
];

describe("each finding", () => {
  it.each(examples)("%s: %s", (_, type, { language, original, sketch, right, wrong }) => {
    expect(typesOf(judge(original, sketch, right, language))).toEqual([]);
    expect(typesOf(judge(original, sketch, wrong, language))).toContain(type);
  });

  it("a declaration may be overloaded, and a getter beside its setter", () => {
    const before = "class Box {\n  size = 1;\n}\n";
    const shown =
      "class Box {\n  // ...\n  get width() {\n    return 1;\n  }\n\n  set width(value) {\n    keep(value);\n  }\n}\n";
    const after =
      "class Box {\n  size = 1;\n  get width() {\n    return 1;\n  }\n\n  set width(value) {\n    keep(value);\n  }\n}\n";
    expect(typesOf(judge(before, shown, after, "typescript"))).toEqual([]);
  });

  it("a block may move to where the sketch shows it", () => {
    const before = "one();\ntwo();\nthree();\nfour();\nalpha(1);\nbeta(2);\ngamma(3);\ndelta(4);\nlast();\n";
    const shown = "alpha(1);\nbeta(2);\ngamma(3);\ndelta(4);\n// ...\nfour();\nlast();\n";
    const after = "alpha(1);\nbeta(2);\ngamma(3);\ndelta(4);\none();\ntwo();\nthree();\nfour();\nlast();\n";
    expect(typesOf(judge(before, shown, after, "typescript"))).toEqual([]);
  });

  it("what is removed by a comment may go, and nothing else", () => {
    const before = "open();\nfirst();\nsecond();\nthird();\nclose();\n";
    const shown = "open();\n// removed: first()\n// ...\nclose();\n";
    expect(typesOf(judge(before, shown, before.replace("first();\n", ""), "typescript"))).toEqual([]);
    expect(typesOf(judge(before, shown, before.replace("third();\n", ""), "typescript"))).toContain("lost-line");
  });

  it("a comment that only points at the change may be left out", () => {
    const before = "open();\nclose();\n";
    const shown = "open();\n// added\nsend();\nclose();\n";
    expect(typesOf(judge(before, shown, "open();\nsend();\nclose();\n", "typescript"))).toEqual([]);
    expect(typesOf(judge(before, shown, "open();\n// added\nsend();\nclose();\n", "typescript"))).toEqual([]);
  });

  it("a code fence of Markdown keeps its end", () => {
    const before = "# A\n\n```sh\nrun\n```\n\nText.\n";
    const shown = "```sh\nrun --all\n```\n<!-- ... -->\n";
    const after = before.replace("run", "run --all");
    expect(judge(before, shown, after, "markdown").holds).toBe(true);
    expect(typesOf(judge(before, shown, after.replace("```\n\nT", "\nT"), "markdown"))).toContain("syntax");
  });
});

describe("several blocks for one file", () => {
  const before = "import a;\n\nfunction one() {\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n";
  const block = (text: string, replyLine: number) => ({
    path: undefined,
    moveTo: undefined,
    language: undefined,
    sketch: code(text),
    replyLine,
  });
  const blocks = [block("function two() {\n  return 22;\n}\n", 3), block("function one() {\n  return 11;\n}\n", 11)];

  it("explain the result together, in any order", () => {
    const read = readOriginal(before, "typescript", undefined);
    const after = before.replace("return 1", "return 11").replace("return 2;", "return 22;");
    expect(judgeReply(read, blocks, after).holds).toBe(true);
    const { findings } = judgeReply(read, blocks, before.replace("return 2;", "return 22;"));
    expect(findings).toContainEqual(
      expect.objectContaining({ type: "missing-line", sketch: { start: 11, end: 12 } }) as unknown,
    );
  });

  it("and what the words around them say must be true", () => {
    const read = readOriginal(before, "typescript", undefined);
    const after = before.replace("return 1", "return 11").replace("return 2;", "return 22;");
    const said = [{ reason: "The answer says that two is renamed.", lines: { start: 6, end: 7 } }];
    expect(judgeReply(read, blocks, after, said)).toMatchObject({
      holds: false,
      findings: [{ type: "contradiction", message: said[0]?.reason, rewrite: { start: 6, end: 7 } }],
    });
  });
});

describe("a remark", () => {
  const broken = "function one() {\n  return (1;\n}\n";
  const original = "function one() {\n  return 1;\n}\n";
  const edit = { scope: [], atEnd: false, replyLine: 1 };

  it.each<[string, Sketch, string, boolean]>([
    [
      "an exact edit",
      {
        type: "edits",
        format: "search-replace",
        edits: [{ ...edit, search: ["  return 1;"], replace: ["  return (1;"] }],
      },
      original,
      true,
    ],
    ["a whole file", code(broken), original, true],
    [
      "an edit that stands twice",
      {
        type: "edits",
        format: "search-replace",
        edits: [{ ...edit, search: ["  return 1;"], replace: ["  return (1;"] }],
      },
      original + original,
      false,
    ],
    ["lazy code", code("function one() {\n  return (1;\n}\n// ...\n"), original + "\nstart();\n", false],
  ])("is all that is said of the syntax of %s", (_, sketch, before, holds) => {
    const read = readOriginal(before, "typescript", loaded.get("typescript"));
    const proof = judgeRewrite(read, sketch, before.replace("return 1;", "return (1;"));
    read.tree?.dispose();
    expect(proof.holds).toBe(holds);
    expect(proof.findings.at(-1)).toMatchObject({ type: "syntax" });
    expect(proof.findings.at(-1)?.isRemark === true).toBe(holds);
    expect(isPartial(proof)).toBe(false);
  });
});
