import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import type { Declaration, SyntaxParser, SyntaxTree } from "../../../extension/core/text/syntax.ts";
import { grammars } from "../../../extension/providers/grammars.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import type { Sample } from "./treeSample.ts";
import { samples } from "./treeSamples.ts";

const parsers = createSyntaxParsers(sourceGrammarsDirectory());

async function parserOf(language: string): Promise<SyntaxParser> {
  const parser = await parsers.load(language);
  if (parser === undefined) throw new Error(`There is no parser for ${language}.`);
  return parser;
}

function sourceOf(language: string): string {
  return samples.find((sample) => sample.language === language)?.source ?? "";
}

function outline(declarations: readonly Declaration[]): string {
  const depths: number[] = [];
  return declarations
    .map(({ kind, name, qualifier, startLine, nameLine, endLine, owner }) => {
      const depth = owner === undefined ? 0 : (depths[owner] ?? 0) + 1;
      depths.push(depth);
      const fullName = qualifier === undefined ? name : `${qualifier}|${name}`;
      const from = startLine === nameLine ? String(startLine) : `${String(startLine)}/${String(nameLine)}`;
      return `${"  ".repeat(depth)}${kind} ${fullName} ${from}-${String(endLine)}\n`;
    })
    .join("");
}

async function check({ language, source, declarations, errors = 0 }: Sample) {
  const tree = (await parserOf(language)).parse(source);
  expect(outline(tree.declarations())).toBe(declarations);
  expect(tree.errorCount).toBe(errors);
  tree.dispose();
}

describe("declarations", () => {
  it.each(samples)("of $language", check);

  it("are tested for each grammar", () => {
    const files = (languages: Iterable<string>) =>
      new Set([...languages].map((language) => grammars.get(language)?.file));
    expect(files(samples.map(({ language }) => language))).toEqual(files(grammars.keys()));
  });

  it.each(["\n", "\r\n", "\r"])("count lines that end with %j", async (eol) => {
    await check({
      language: "typescript",
      source: ["\uFEFF/* a */", "class A {", "  m() {}", "}", "class B {}", ""].join(eol),
      declarations: "class A 1-4\n  method m 2-3\nclass B 4-5\n",
    });
  });

  it.each(samples)("contain what they own in $language", async ({ language, source }) => {
    const declarations = (await parserOf(language)).parse(source).declarations();
    for (const [index, { startLine, nameLine, endLine, owner }] of declarations.entries()) {
      expect(startLine).toBeLessThanOrEqual(nameLine);
      expect(nameLine).toBeLessThan(endLine);
      if (owner === undefined) continue;
      expect(owner).toBeLessThan(index);
      expect(declarations[owner]?.startLine).toBeLessThanOrEqual(startLine);
      expect(declarations[owner]?.endLine).toBeGreaterThanOrEqual(endLine);
    }
  });
});

describe("literals", () => {
  /** Before the bar: whether the line begins in a `s`tring, a `d`ocstring, a `c`omment or in code. */
  const marked: readonly { readonly language: string; readonly lines: readonly string[] }[] = [
    {
      language: "typescript",
      lines: [" |const a = `x", "s|  ${b}", "s|  y`;", " |/* a", "c| */", " |const c = `z`; // d"],
    },
    { language: "typescript", lines: [" |const a = `x ${", " |  f(`y", "s|  z`)", " |}", "s| end`;"] },
    { language: "typescript", lines: [" |f(`x ${[", " |  1].map((y) => {", " |  return y; })} b", "s|end`);"] },
    {
      language: "python",
      lines: [" |# c", " |'''Doc", "d|'''", " |x = '''", "s|y'''", " |def f():", ' |  """Doc', "d|", 'd|  """'],
    },
    { language: "python", lines: [' |x = f"""', "s|{", " |  y", ' |} """'] },
    { language: "go", lines: [" |package a", " |var x = `", "s|  y", "s|`"] },
    {
      language: "rust",
      lines: [' |const A: &str = r#"', "s|a", 's|"#;', " |/// a", " |/// b", " |/* x", "c|*/", " |fn f() {}"],
    },
    {
      language: "java",
      lines: [" |class A {", ' |  String s = """', "s|    a", 's|    """;', ' |  String t = "x";', " |}"],
    },
    { language: "cpp", lines: [' |auto s = R"(', "s|a", 's|)";'] },
    {
      language: "csharp",
      lines: [' |var a = @"x', 's|y";', ' |var b = """', "s|  z", 's|  """;', ' |var c = $@"{', " |x} y", 's|z";'],
    },
    { language: "ruby", lines: [" |s = <<~EOS", "s|  a", "s|EOS", " |t = 1"] },
    { language: "php", lines: [" |<?php", " |$s = <<<EOS", "s|a", "s|EOS;", " |$t = 'x", "s|';"] },
    { language: "css", lines: [" |/* a", "c|*/", " |a { b: c }"] },
    { language: "shellscript", lines: [" |cat <<EOF", "s| a", "s|EOF", " |echo 'b", "s|'"] },
    { language: "powershell", lines: [' |$s = @"', "s|a", 's|"@', " |$t = 1"] },
  ];
  const kinds: Readonly<Record<string, string>> = { s: "string", d: "docstring", c: "comment", " ": "code" };

  it.each(marked)("of $language: $lines", async ({ language, lines }) => {
    const tree = (await parserOf(language)).parse(lines.map((line) => line.slice(2) + "\n").join(""));
    const found = lines.map(() => "code");
    for (const { kind, start, end } of tree.literals()) found.fill(kind, start, end);
    expect(found).toEqual(lines.map((line) => kinds[line.charAt(0)]));
    expect(tree.errorCount).toBe(0);
    tree.dispose();
  });
});

describe("errorCount", () => {
  // In an ini file, any line may be a setting.
  it.each(samples.filter(({ language }) => language !== "ini"))(
    "rises in broken $language",
    async ({ language, source, errors = 0 }) => {
      const tree = (await parserOf(language)).parse(`${source}\n) ] } (\n`);
      expect(tree.errorCount).toBeGreaterThan(errors);
      tree.dispose();
    },
  );

  it("counts what is missing", async () => {
    const parser = await parserOf("typescript");
    expect(parser.parse("const a = (1;\n").errorCount).toBe(1);
    expect(parser.parse("const a = (1;\nconst b = (1;\n").errorCount).toBe(2);
  });
});

describe("a parse with an earlier tree", () => {
  const tokens = [
    "",
    "\n",
    "\r\n",
    "  ",
    "x",
    "{",
    "}",
    "(",
    ")",
    '"',
    "`",
    "'",
    "/*",
    "*/",
    "//",
    "#",
    "é",
    "😀",
    "\uD83D",
  ];
  const members = ["class A {\n}\n", "function f() {\n}\n", "def f():\n  pass\n", "func f() {}\n", "a { b: c }\n"];
  const edits = fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      /** Undefined: the insertion goes before a whole line, so that code often stays sound. */
      length: fc.option(fc.nat(30), { nil: undefined }),
      insertion: fc.oneof(fc.constantFrom(...tokens), fc.constantFrom(...members), fc.string({ maxLength: 8 })),
    }),
    { minLength: 1, maxLength: 4 },
  );

  function contentOf(tree: SyntaxTree) {
    const { rootNode } = (tree as SyntaxTree & { readonly tree: { readonly rootNode: { toString(): string } } }).tree;
    return {
      nodes: rootNode.toString(),
      errorCount: tree.errorCount,
      declarations: tree.declarations(),
      literals: tree.literals(),
    };
  }

  it.each(["typescript", "python", "go", "cpp", "ruby", "css", "php", "shellscript"])(
    "equals a parse without one in %s",
    async (language) => {
      const parser = await parserOf(language);
      fc.assert(
        fc.property(edits, (edits) => {
          let text = sourceOf(language);
          let tree = parser.parse(text);
          for (const { at, length, insertion } of edits) {
            const index = Math.floor(at * text.length);
            const start = length === undefined ? text.lastIndexOf("\n", index) + 1 : index;
            const next = text.slice(0, start) + insertion + text.slice(start + (length ?? 0));
            const before = contentOf(tree);
            const reparsed = parser.parse(next, { tree, text });
            const fresh = parser.parse(next);
            expect(contentOf(reparsed)).toEqual(contentOf(fresh));
            expect(contentOf(tree)).toEqual(before);
            fresh.dispose();
            tree.dispose();
            tree = reparsed;
            text = next;
          }
          tree.dispose();
        }),
        runs(150),
      );
    },
  );

  it("ignores a tree of another language and a disposed one", async () => {
    const text = "a = 1\n";
    const python = (await parserOf("python")).parse(text);
    const ruby = await parserOf("ruby");
    const expected = contentOf(ruby.parse(text));
    expect(contentOf(ruby.parse(text, { tree: python, text }))).toEqual(expected);
    const disposed = ruby.parse(text);
    disposed.dispose();
    disposed.dispose();
    expect(contentOf(ruby.parse(text, { tree: disposed, text }))).toEqual(expected);
  });
});

it.each([...grammars.keys()])("takes any string as %s", async (language) => {
  const parser = await parserOf(language);
  const pieces = fc.array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\0", "\uD800", "\r", ...sourceOf(language).split(/(?<=[\s(){};])/)),
    ),
  );
  fc.assert(
    fc.property(pieces, (pieces) => {
      const text = pieces.join("");
      const tree = parser.parse(text);
      const lineCount = text.split(/\r\n|\n|\r/).length;
      expect(tree.errorCount).toBeGreaterThanOrEqual(0);
      for (const { startLine, endLine } of tree.declarations()) {
        expect(startLine).toBeLessThan(endLine);
        expect(endLine).toBeLessThanOrEqual(lineCount);
      }
      for (const { start, end } of tree.literals()) {
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(lineCount);
      }
      tree.dispose();
    }),
  );
});

it("takes a megabyte, whole or broken", async () => {
  const parser = await parserOf("typescript");
  const source = sourceOf("typescript");
  const whole = source.repeat(Math.ceil(1_000_000 / source.length));
  for (const text of [whole, "(".repeat(1_000_000), "a.b(`${".repeat(100_000)]) {
    const tree = parser.parse(text);
    // A slow machine gives up, and then the tree says nothing.
    if (!tree.isWhole) expect([tree.declarations().length, tree.errorCount]).toEqual([0, 0]);
    const lines = text.split("\n").length;
    for (const { start, end } of tree.literals())
      expect([start, end, lines]).toEqual([start, end, lines].sort((a, b) => a - b));
    tree.dispose();
  }
});

describe("loading", () => {
  it("shares a parser between loads and between the languages of one grammar", async () => {
    const fresh = createSyntaxParsers(sourceGrammarsDirectory());
    const [first, second, shared] = await Promise.all([fresh.load("c"), fresh.load("c"), fresh.load("cpp")]);
    expect(first).toBeDefined();
    expect(second).toBe(first);
    expect(shared).toBe(first);
  });

  it.each(["html", "json", "jsonc", "yaml", "markdown", "scss", "less", "plaintext", "constructor", ""])(
    "has no parser for %j",
    async (language) => {
      expect(await parsers.load(language)).toBeUndefined();
    },
  );

  it("names the file that an installation lacks", async () => {
    const directory = await mkdtemp(join(tmpdir(), "grammars-"));
    const broken = createSyntaxParsers(directory);
    const message = `Cannot load the grammar file ${join(directory, "tree-sitter-go.wasm")}`;
    await expect(broken.load("go")).rejects.toThrow(message);
    await rm(directory, { recursive: true });
  });
});
