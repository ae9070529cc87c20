import { describe, it } from "vitest";
import { findDoubled } from "../../../extension/core/proof/declared.ts";
import { cut } from "./checkCode.ts";
import { checkFound, checkParsed, twice, type Row } from "./checkDeclared.ts";

const store = `class Store {
  keep(one) {
    this.all.push(one);
  }

  size() {
    return this.all.length;
  }
}
`;
const sum = `function sum(all) {
  let total = 0;
  return total;
}
`;
describe("declarations, without a grammar", () => {
  it.each<Row>([
    [
      "a function that stands beside its old form is found",
      "javascript",
      sum,
      `${sum}\nfunction sum(all, most) {\n  return 0;\n}\n`,
      [twice("sum", [1, 6], 6)],
    ],
    [
      "the new form is named also if it stands first",
      "javascript",
      sum,
      `function sum(all, most) {\n  return 0;\n}\n\n${sum}`,
      [twice("sum", [1, 5], 1)],
    ],
    [
      "a pair of accessors is one thing",
      "javascript",
      store,
      cut(
        store,
        [8],
        "  }",
        "",
        "  get first() {",
        "    return 1;",
        "  }",
        "",
        "  set first(to) {",
        "    go(to);",
        "  }",
      ),
      [],
    ],
    [
      "an accessor beside a method of its name is no mistake",
      "javascript",
      store,
      cut(store, [8], "  }", "", "  get size() {", "    return 1;", "  }"),
      [],
    ],
    [
      "what a decorator says of one of two is enough",
      "python",
      "def probe():\n    one()\n",
      'def probe():\n    one()\n\n@flag("b")\ndef probe():\n    two()\n',
      [],
    ],
    [
      "a word in the line above is no condition",
      "python",
      "def probe():\n    one()\n",
      "def probe():\n    one()\n# or else\ndef probe():\n    two()\n",
      [twice("probe", [1, 4], 4)],
    ],
    [
      "each branch of the preprocessor has its own",
      "objective-c",
      "int most(Box *box) {\n  return 1;\n}\n",
      "int most(Box *box) {\n  return 1;\n}\n#else\nint most(Box *box) {\n  return 2;\n}\n",
      [],
    ],
    [
      "blanks behind its sign do not matter",
      "objective-c",
      "int most(Box *box) {\n  return 1;\n}\n",
      "int most(Box *box) {\n  return 1;\n}\n#  else\nint most(Box *box) {\n  return 2;\n}\n",
      [],
    ],
    [
      "functions within a function may be alike",
      "python",
      "def run(path):\n    print(path)\n",
      "def run(path):\n    if path:\n        def log(text):\n            one(text)\n    else:\n        def log(text):\n            two(text)\n",
      [],
    ],
    [
      "a heading is read without the blanks behind it",
      "markdown",
      "# Guide\n\n## Use\n\n### Call\n\nSo.\n",
      "# Guide\n\n## Use\n\n### Call\n\nSo.\n\n### Call  \n\nOr so.\n",
      [twice("### Call", [5, 9], 9)],
    ],
  ])("%s", (_, language, text, result, findings) => {
    checkFound(findDoubled, language, text, result, findings);
  });
});

const flags = `class Job:
    size = 1
    def start(self):
        self.go()
        self.stop()
`;
const mail = `package mail

func (m Mail) Read() string {
	return m.to
}
`;
const handler = `<?php
function add($next) {
    return new class ($next) {
            private $next;

            public function run() {
                return $this->next;
            }
    };
}
`;
const handlers = `function on(one) {
  return one;
}
function on(one, two) {
  return two;
}
`;

describe("declarations, with a grammar", () => {
  it.each<Row>([
    [
      "what stood twice may not stand three times",
      "javascript",
      handlers,
      `${handlers}function on() {\n  go();\n}\n`,
      [twice("on", [1, 4, 7], 7)],
    ],
    [
      "what stood twice may have new parameters",
      "javascript",
      handlers,
      handlers.replace("(one, two)", "(one, two, three)"),
      [],
    ],
    [
      "what takes one line may stand twice",
      "javascript",
      "function on() {}\nfunction off() {}\n",
      "function on() {}\nfunction on() { go(); }\nfunction off() {}\n",
      [],
    ],
    [
      "methods of two classes may have one name",
      "javascript",
      store,
      `${store}class Shelf {\n  keep(one) {\n    go(one);\n  }\n}\n`,
      [],
    ],
    [
      "methods of one class may not",
      "javascript",
      store,
      cut(store, [8], "  }", "", "  keep(one, two) {", "    go(one);", "  }"),
      [twice("keep", [2, 10], 10)],
    ],
    [
      "methods of two receivers may have one name",
      "go",
      mail,
      `${mail}\nfunc (n Note) Read() string {\n\treturn n.to\n}\n`,
      [],
    ],
    [
      "methods of one receiver may not",
      "go",
      mail,
      `${mail}\nfunc (m *Mail) Read() string {\n\treturn m.from\n}\n`,
      [twice("Read", [3, 7], 7)],
    ],
    [
      "functions within a function may be alike",
      "javascript",
      sum,
      cut(sum, [2], "  function add(one) {", "    go(one);", "  }", "  function add(two) {", "    go(two);", "  }"),
      [],
    ],
    [
      "a decorator says why a method is declared again, whatever stands above it",
      "python",
      flags,
      cut(flags, [2], "    size = 1", '    @flag("slow")', "    def start(self):", "        self.wait()"),
      [],
    ],
    [
      "a field beside its old form is found, also in a class without a name",
      "php",
      handler,
      cut(handler, [4], "            private Next $next;", "            private $next;"),
      [twice("$next", [4, 5], 4)],
    ],
    [
      "a field is found whatever its type is, if fields of one name may not be alike",
      "typescript",
      "class Box {\n  size: number;\n  put() {}\n}\n",
      "class Box {\n  size: number;\n  size = 1;\n  put() {}\n}\n",
      [twice("size", [2, 3], 3)],
    ],
    [
      "a field may have the name of one in another class",
      "typescript",
      "class Box {\n  size = 1;\n}\n",
      "class Box {\n  size = 1;\n}\nclass Bag {\n  size = 1;\n}\n",
      [],
    ],
    [
      "a field may have the name of one in another class without a name",
      "php",
      handler,
      `${handler.slice(0, -2)}    return new class ($other) {\n            private $next;\n    };\n}\n`,
      [],
    ],
    [
      "signatures of one name are no fields",
      "cpp",
      "struct Box {\n  void put(int one);\n};\n",
      "struct Box {\n  void put(int one);\n  void put(double one);\n};\n",
      [],
    ],
    [
      "the same method without one is found",
      "python",
      flags,
      cut(flags, [2], "    size = 1", "    def start(self, slow):", "        self.wait()"),
      [twice("start", [3, 5], 3)],
    ],
  ])("%s", async (_, language, text, result, findings) => {
    await checkParsed(findDoubled, language, text, result, findings);
  });

  const third = `${handlers}function on() {\n  go();\n}\n`;
  it.each([
    ["a third one is found if both texts are read by it", true, true, [twice("on", [1, 4, 7], 7)]],
    ["a third one is not if the file took too long", false, true, []],
    ["a third one is not if the result took too long", true, false, []],
  ])("%s", async (_, before, after, findings) => {
    await checkParsed(findDoubled, "javascript", handlers, third, findings, { before, after });
  });
});
