import { describe, it } from "vitest";
import { checkCode, cut } from "./checkCode.ts";

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
const rest = "// ... existing code ...";

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
    // All of the result is shown, so that nothing else can be found.
    checkCode(original, `${rest}\n${result}${rest}\n`, result, findings, language);
  });
});
