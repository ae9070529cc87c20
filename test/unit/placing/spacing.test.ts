import { expect, test } from "vitest";
import { spaceLines } from "../../../extension/core/placing/spacing.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { STORE } from "./placingSamples.ts";

const CLASS = `class Door {
  open() {
    push();
  }

  close() {
    pull();
  }
}

function knock() {
  hit();
}
`;

interface Case {
  readonly text?: string;
  readonly language?: string;
  /** The line that it is put behind, counted from 1. */
  readonly behind: number;
  readonly width: number;
  readonly lines: string;
  readonly isBefore?: boolean;
}

/** The file with the lines at their place. */
function put({ text = CLASS, language, behind, width, lines, isBefore = false }: Case): string {
  const file = readOriginal(text, language, undefined);
  const shown = lines.split("\n");
  const { at, above, below } = spaceLines(file, behind, width, shown, isBefore);
  const blank = (count: number): string[] => Array<string>(count).fill("");
  const written = [...file.lines.slice(0, at), ...blank(above), ...shown, ...blank(below), ...file.lines.slice(at)];
  return written.map((line) => `${line}\n`).join("");
}

const METHOD = "  lock() {\n  }";
const FUNCTION = "function ring() {\n}";

const cases: readonly [string, Case, string][] = [
  ["a method between two", { behind: 4, width: 2, lines: METHOD }, CLASS.replace("  close", `${METHOD}\n\n  close`)],
  [
    "a method before another",
    { behind: 4, width: 2, lines: METHOD, isBefore: true },
    CLASS.replace("  close", `${METHOD}\n\n  close`),
  ],
  [
    "the last method of a class",
    { behind: 8, width: 2, lines: METHOD },
    CLASS.replace("  }\n}\n", `  }\n\n${METHOD}\n}\n`),
  ],
  [
    "the first method of a class",
    { behind: 1, width: 2, lines: METHOD },
    CLASS.replace("  open", `${METHOD}\n\n  open`),
  ],
  [
    "a function between class and function",
    { behind: 9, width: 0, lines: FUNCTION },
    CLASS.replace("function knock", `${FUNCTION}\n\nfunction knock`),
  ],
  ["a function at the end of the file", { behind: 13, width: 0, lines: FUNCTION }, `${CLASS}\n${FUNCTION}\n`],
  [
    "a line in a function",
    { behind: 3, width: 4, lines: "    wait();" },
    CLASS.replace("push();", "push();\n    wait();"),
  ],
  [
    "lines in a function",
    { behind: 3, width: 4, lines: "    wait();\n    go();" },
    CLASS.replace("push();", "push();\n    wait();\n    go();"),
  ],
  [
    "a line before the first",
    { behind: 2, width: 4, lines: "    wait();", isBefore: true },
    CLASS.replace("    push", "    wait();\n    push"),
  ],
  [
    "a line behind a function stays close to it",
    { behind: 9, width: 0, lines: "start();" },
    CLASS.replace("}\n\nfunction", "}\nstart();\n\nfunction"),
  ],
  [
    "a line before a function stays close to that",
    { behind: 9, width: 0, lines: "// Knocks.", isBefore: true },
    CLASS.replace("function", "// Knocks.\nfunction"),
  ],
  [
    "what goes before lines that nothing divides",
    { text: "a();\nb();\n", behind: 1, width: 0, lines: "c();\nd();", isBefore: true },
    "a();\nc();\nd();\nb();\n",
  ],
  [
    "what goes before the end goes to the end",
    { text: "a();\nb();\n", behind: 2, width: 0, lines: "c();", isBefore: true },
    "a();\nb();\nc();\n",
  ],
  [
    "a function before a Python class, as far from what is above as that was",
    { text: STORE, language: "python", behind: 4, width: 0, lines: "def load(path):\n    return path" },
    STORE.replace("class Store", "def load(path):\n    return path\n\n\nclass Store"),
  ],
  [
    "a function at the top of a file, as far from the next as that is from its own next",
    {
      text: "def a():\n    pass\n\n\ndef b():\n    pass\n",
      language: "python",
      behind: 0,
      width: 0,
      lines: "def c():\n    pass",
    },
    "def c():\n    pass\n\n\ndef a():\n    pass\n\n\ndef b():\n    pass\n",
  ],
  [
    "a section at the end of a document",
    {
      text: "# T\n\n## Use\n\nRun.\n\n- a\n- b\n",
      language: "markdown",
      behind: 8,
      width: 0,
      lines: "## More\n\nSee.",
    },
    "# T\n\n## Use\n\nRun.\n\n- a\n- b\n\n## More\n\nSee.\n",
  ],
  [
    "a table at the end of a file",
    { text: "[a]\nx = 1\n\n[b]\ny = 2\n", language: "toml", behind: 5, width: 0, lines: "[c]\nz = 3" },
    "[a]\nx = 1\n\n[b]\ny = 2\n\n[c]\nz = 3\n",
  ],
  [
    "a method behind one whose brace stands on a line of its own",
    {
      text: "class A\n{\n    void B()\n    {\n        c();\n    }\n\n    void D()\n    {\n        e();\n    }\n}\n",
      language: "csharp",
      behind: 11,
      width: 4,
      lines: "    void F()\n    {\n    }",
    },
    "class A\n{\n    void B()\n    {\n        c();\n    }\n\n    void D()\n    {\n        e();\n    }\n\n    void F()\n    {\n    }\n}\n",
  ],
  [
    "a method at the end of a Python class",
    { text: STORE, language: "python", behind: 12, width: 4, lines: "    def drop(self):\n        pass" },
    STORE.replace("] = value\n", "] = value\n\n    def drop(self):\n        pass\n"),
  ],
  [
    "a function at the end of a Python file",
    { text: STORE, language: "python", behind: 16, width: 0, lines: "def load(path):\n    return path" },
    `${STORE}\n\ndef load(path):\n    return path\n`,
  ],
  [
    "a decorated method is divided from the last as that is, with its decorator, from the one before",
    {
      text: "class A:\n    a = 1\n\n    @property\n    def b(self):\n        return 1\n",
      language: "python",
      behind: 6,
      width: 4,
      lines: "    @property\n    def c(self):\n        return 2",
    },
    "class A:\n    a = 1\n\n    @property\n    def b(self):\n        return 1\n\n    @property\n    def c(self):\n        return 2\n",
  ],
  [
    "entries that nothing divides stay together at the end",
    { text: "a: 1\nb: 2\n", language: "yaml", behind: 2, width: 0, lines: "c: 3\nd: 4" },
    "a: 1\nb: 2\nc: 3\nd: 4\n",
  ],
  [
    "a line at the end stays close",
    { text: "a: 1\n\nb: 2\n", language: "yaml", behind: 3, width: 0, lines: "c: 3" },
    "a: 1\n\nb: 2\nc: 3\n",
  ],
];

test.each(cases)("%s", (_, given, want) => {
  expect(put(given)).toBe(want);
});
