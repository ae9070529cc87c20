import { describe, expect, it } from "vitest";
import { findBoundTwice } from "../../../extension/core/proof/bindings.ts";
import { compare } from "../../../extension/core/proof/comparison.ts";
import { cut } from "./checkCode.ts";

const save = `async function save(cart) {
  const total = await sum(cart);
  if (total > 0) {
    const at = now();
    await keep(total, at);
  }
}

async function load(id) {
  const total = await find(id);
  return total;
}
`;
const read = `func read(path string) error {
\tfile, err := os.Open(path)
\tif err != nil {
\t\treturn err
\t}
\treturn parse(file)
}
`;

describe("names that a block binds", () => {
  it.each<[string, original: string, result: string, language: string, findings: string[]]>([
    [
      "the old statement stays beside the new one",
      save,
      cut(save, [2], "  const total = await add(cart);", "  const total = await sum(cart);"),
      "typescript",
      ["duplicate: line 2"],
    ],
    [
      "another block may bind the name",
      save,
      cut(save, [4], "    const total = 1;", "    const at = now();"),
      "typescript",
      [],
    ],
    [
      "several names at once, as in Go",
      read,
      cut(read, [2], "\tfile, err := fs.Open(path)", "\tfile, err := os.Open(path)"),
      "go",
      ["duplicate: line 2"],
    ],
    [
      "one of several names is new",
      read,
      cut(read, [6], "\tinfo, err := file.Stat()", "\treturn parse(file, info)"),
      "go",
      [],
    ],
    [
      "an import that stands elsewhere too",
      "using System;\nusing Mail;\n\nclass Shop {}\n",
      "using Mail;\nusing System;\nusing Mail;\n\nclass Shop {}\n",
      "csharp",
      ["duplicate: line 1"],
    ],
    [
      "two imports from one place",
      'import { a } from "./all";\nrun(a);\n',
      'import { a } from "./all";\nimport type { B } from "./all";\nrun(a);\n',
      "typescript",
      [],
    ],
    [
      "imports over several lines",
      'import {\n  a,\n} from "./a";\nrun(a);\n',
      'import {\n  a,\n} from "./a";\nimport {\n  c,\n} from "./c";\nrun(a, c);\n',
      "typescript",
      [],
    ],
    [
      "two scopes of one name",
      "void Run() {\n    using (var tx = Begin()) {\n        First();\n    }\n}\n",
      "void Run() {\n    using (var tx = Begin()) {\n        First();\n    }\n    using (var tx = Begin()) {\n        Last();\n    }\n}\n",
      "csharp",
      [],
    ],
    [
      "a script says var again",
      'var el = find("a");\nshow(el);\n',
      'var el = find("a");\nshow(el);\nvar el = find("b");\nshow(el);\n',
      "javascript",
      [],
    ],
    [
      "elsewhere var is said once",
      "func run() {\n\tvar file = open()\n\tuse(file)\n}\n",
      "func run() {\n\tvar file = open()\n\tvar file = create()\n\tuse(file)\n}\n",
      "go",
      ["duplicate: line 3"],
    ],
    [
      "three times is said of all",
      "let a = 1;\n",
      "let a = 0;\nexport let a = 1;\nlet a: number;\n",
      "typescript",
      ["duplicate: line 1"],
    ],
    [
      "blocks that are not indented",
      "(function () {\nfunction a() {\nconst x = 1;\n}\n})();\n",
      "(function () {\nfunction a() {\nconst x = 1;\n}\nfunction b() {\nconst x = 2;\n}\n})();\n",
      "javascript",
      [],
    ],
    [
      "the same in two blocks that look alike",
      "if (a) {\n  const x = 1;\n}\n",
      "if (a) {\n  const x = 1;\n}\nif (a) {\n  const x = 1;\n}\n",
      "javascript",
      [],
    ],
    [
      "what is no binding",
      "final String name;\nletter = 1;\n",
      "final String name;\nfinal String other;\nletter = 1;\nletter = 2;\nif (const x = 1) go();\nif (const x = 1) go();\n",
      "dart",
      [],
    ],
    [
      "a language may bind a name again",
      "fn run() {\n    let a = first();\n    go(a);\n}\n",
      "fn run() {\n    let a = first();\n    let a = next(a);\n    go(a);\n}\n",
      "rust",
      [],
    ],
    [
      "each side of a condition of the preprocessor",
      "#if DEBUG\nvar level = 2\n#endif\nrun()\n",
      "#if DEBUG\nvar level = 2\n#else\nvar level = 1\n#endif\nrun()\n",
      "swift",
      [],
    ],
    [
      "a name that was bound twice before",
      "var a = 1;\nvar a = 2;\nrun(a);\n",
      "var a = 1;\nvar a = 3;\nrun(a);\n",
      "javascript",
      [],
    ],
  ])("%s", (_, original, result, language, findings) => {
    const file = { text: original, language, parser: undefined, tree: undefined };
    const found = findBoundTwice(compare(file, result), []);
    expect(found.map(({ type, rewrite }) => `${type}: line ${String((rewrite?.start ?? -1) + 1)}`)).toEqual(findings);
  });

  it("are named with all their lines", () => {
    const file = { text: "let a = 1;\n", language: "typescript", parser: undefined, tree: undefined };
    const [finding] = findBoundTwice(compare(file, "let a = 0;\n\nlet a = 1;\n"), []);
    expect(finding?.message).toBe('"a" stands twice in one place: in line 1 and line 3 of the result.');
  });

  it.each<[shown: string[], found: number]>([
    [["let a = 0;"], 1],
    [["let a = 0;", "let a = 0;"], 1],
    [["let a = 0;", "let a = 1;"], 0],
  ])("are the answer's own where it shows all of them: %j", (shown, found) => {
    const file = { text: "let a = 1;\n", language: "typescript", parser: undefined, tree: undefined };
    expect(findBoundTwice(compare(file, "let a = 0;\n\nlet a = 1;\n"), shown)).toHaveLength(found);
  });

  it("are of no matter in a long string", () => {
    const file = { text: "let a = `\n`;\n", language: "typescript", parser: undefined, tree: undefined };
    const comparison = compare(file, "let a = `\nlet b = 1;\nlet b = 2;\n`;\n");
    expect(findBoundTwice({ ...comparison, inNewString: Uint8Array.of(0, 1, 1, 1) }, [])).toEqual([]);
    expect(findBoundTwice(comparison, [])).toHaveLength(1);
  });
});
