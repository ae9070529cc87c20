import { describe, it } from "vitest";
import { findVanished } from "../../../extension/core/proof/declared.ts";
import type { Finding } from "../../../extension/core/proof/proof.ts";
import { cut } from "./checkCode.ts";
import { checkFound, checkParsed, lost, type Find, type Row } from "./checkDeclared.ts";

const find: Find = (file, comparison, tree) => findVanished(file, false, comparison, tree);
const findInWhole: Find = (file, comparison, tree) => findVanished(file, true, comparison, tree);

const shops = `class Cart {
  // Adds one.
  add(id) {
    keep(id);
  }
}

class Stock {
  add(id) {
    count(id);
  }
}
`;
const steps = `def fetch(url):
    return get(url)
def build(path):
    make(path)
    pack(path)

def check(path):
    run(path)
    print(path)
`;
const writers = `function write(path) {
  lock(path);
  flush(path);
}

const limit = 10;
const places = ["here", "there"];

function read(path) {
  open(path);
  parse(path);
}
`;
const writing = writers.split("\n").slice(0, 4).join("\n");

describe("without a grammar", () => {
  it.each<Row>([
    [
      "of two methods with one name that is missed whose lines went, not the one below a comment that went",
      "javascript",
      shops,
      cut(shops, [2, 9, 10, 11]),
      [lost("add", 9, 10)],
    ],
    [
      "of two methods with one name one may stand elsewhere now",
      "javascript",
      shops,
      `${cut(shops, [3, 4, 5, 9, 10, 11])}\nclass Shelf {\n  add(id, many) {\n    push(id);\n  }\n}\n`,
      [lost("add", 3, 4)],
    ],
    [
      "each of two functions without a line between them is missed",
      "python",
      steps,
      cut(steps, [1, 2, 3, 4, 5, 6]),
      [lost("fetch", 1, 2), lost("build", 3, 6)],
    ],
    [
      "the last function of a file is missed to the end",
      "python",
      steps,
      cut(steps, [6, 7, 8, 9]),
      [lost("check", 7, 9)],
    ],
    [
      "a function is missed although another one of the file has its place and its lines",
      "javascript",
      writers,
      cut(writers, [1, 9, 10, 11, 12], "function read(path) {"),
      [lost("write", 1, 3)],
    ],
    [
      "a function with a new name in its place is not missed, whatever else changes above",
      "javascript",
      `use("io");\n${writers}`,
      `use("disk");\n${writers.replace("limit = 10", "limit = 20").replace("function read(", "function load(")}`,
      [],
    ],
    [
      "a function is missed if what has its lines stands above another change",
      "javascript",
      writers,
      `${writing.replace("write", "save")}\n\n${cut(writers, [1, 2, 3, 4], "limit();")}`,
      [],
    ],
    [
      "a function is missed if what has its lines stands further up",
      "javascript",
      `start();\n${writers}${writing.replace("write", "send")}\n`,
      `start();\n${writing.replace("write", "save").replace("lock", "seal")}\n${writers}stop();\n`,
      [lost("send", 14, 16)],
    ],
    [
      "a function is missed if what has its lines stands further down",
      "javascript",
      `start();\n${writers}`,
      `begin();\n${cut(writers, [1, 2, 3, 4], "limit();")}${writing.replace("write", "save")}\n`,
      [lost("write", 2, 4)],
    ],
    [
      "a function within a function is a part of it",
      "python",
      "def run(path):\n    def log(text):\n        print(text)\n    log(path)\n",
      "def run(path):\n    print(path)\n",
      [],
    ],
    [
      "a method is no part of a class that has a base",
      "python",
      "class Box(Base):\n    def keep(self, one):\n        self.all.append(one)\n\n    def drop(self):\n        self.all.pop()\n",
      "class Box(Base):\n    def drop(self):\n        self.all.pop()\n",
      [lost("keep", 2, 4)],
    ],
    [
      "a message within a message is missed",
      "proto3",
      "message Tide {\n  message Mark {\n    string place = 1;\n  }\n  Mark mark = 1;\n}\n",
      "message Tide {\n  string mark = 1;\n}\n",
      [lost("Mark", 2, 3)],
    ],
    [
      "what is declared without a block may go",
      "cpp",
      "class Tide;\nclass Wave;\n\nclass Sea {\n  Wave wave;\n};\n",
      "class Wave;\n\nclass Sea {\n  Wave wave;\n};\n",
      [],
    ],
    [
      "a heading at the end of a document is missed to the end",
      "markdown",
      "# Guide\n\nText.\n\n## Use\n\n",
      "# Guide\n\nText.\n",
      [lost("## Use", 5, 6)],
    ],
    ["a key is missed on its line", "yaml", "name: pool\nsize: 3\n", "name: pool\n", [lost("size", 2)]],
  ])("%s", (_, language, text, result, findings) => {
    checkFound(find, language, text, result, findings);
  });
});

describe("a declaration is known by its first line", () => {
  it.each<[language: string, header: string, name: string]>([
    ["javascript", "export class Box {", "Box"],
    ["csharp", "public  sealed class Box {", "Box"],
    ["csharp", "class  Box {", "Box"],
    ["go", "func (m Mail) Read() string {", "(m Mail) Read"],
    ["go", "func (m Mail)Read() string {", "(m Mail)Read"],
    ["javascript", 'suite("the class of boxes", () => {', "suite"],
    ["csharp", "int Count(Box box) {", "Count"],
    ["c", "int  count(struct box *box) {", "count"],
    ["glsl", "float noise3(vec3 at) {", "noise3"],
    ["java", "void read(String path) throws IOException {", "read"],
    ["makefile", "build: main.c", "build"],
    ["css", ".card {", ".card"],
    ["css", "nav {", "nav"],
  ])("%s: %s", (language, header, name) => {
    const others = "other {\n  stays\n}\n";
    checkFound(find, language, `${others}${header}\n  first\n  second\n}\n`, others, [lost(name, 4, 6)]);
  });

  it.each<[language: string, header: string]>([
    ["javascript", "items.forEach((item) => {"],
    ["javascript", "retry(() => { return send({"],
    ["javascript", "  limits: {"],
    ["csharp", "foreach (var box in boxes) {"],
    ["javascript", "const found = items.find((item) => {"],
  ])("%s, not by: %s", (language, header) => {
    const others = "other {\n  stays\n}\n";
    checkFound(find, language, `${others}${header}\n    first\n    second\n}\n`, others, []);
  });
});

const sheet = `# ------
title: tides
first: 1
second: 2
third: 3
fourth: 4
fifth: 5
sixth: 6
seventh: 7
eighth: 8
last: 9
# ------
`;

describe("what is said to be the whole file", () => {
  it.each<[string, string, readonly Finding[]]>([
    ["may leave out most between its first and its last words", cut(sheet, [1, 3, 4, 5, 6, 7, 8, 9, 10, 12]), []],
    ["may leave out all but four of ten lines", cut(sheet, [2, 3, 4, 5, 6, 7]), []],
    [
      "may not leave out the first line and most others",
      cut(sheet, [2, 3, 4, 5, 6, 7, 8]),
      ["title", "first", "second", "third", "fourth", "fifth", "sixth"].map((name, at) => lost(name, at + 2)),
    ],
    [
      "may not leave out the last line and most others",
      cut(sheet, [5, 6, 7, 8, 9, 10, 11]),
      ["third", "fourth", "fifth", "sixth", "seventh", "eighth", "last"].map((name, at) => lost(name, at + 5)),
    ],
  ])("%s", (_, result, findings) => {
    checkFound(findInWhole, "yaml", sheet, result, findings);
  });
});

const store = `import { open } from "./disk";

function read(path: string) { return open(path); }

const limits = {
  most: 3,
  least: 1,
};

export const store = { read(path: string) {
  return open(path);
} };
`;
const spec = `start();

it("reads a file", () => {
  read("a");
});

it("reads words", () => {});
`;
const flagged = `class Job:
    size = 1
    @flag("slow")
    def start(self):
        self.go()
        self.stop()
`;

describe("with a grammar", () => {
  it.each<Row>([
    ["a function on one line is missed", "typescript", store, cut(store, [3, 4]), [lost("read", 3)]],
    ["a constant of several lines is missed", "typescript", store, cut(store, [5, 6, 7, 8, 9]), [lost("limits", 5, 8)]],
    [
      "what begins on the same line as what it stands in is a part of it",
      "typescript",
      store,
      cut(store, [10, 11, 12]),
      [lost("store", 10, 12)],
    ],
    [
      "a test is not missed whose words stand in a table in its place",
      "javascript",
      spec,
      cut(spec, [3, 4, 5], 'it.each([["reads a file", "a"]])("%s", (_, path) => {', "  read(path);", "});"),
      [],
    ],
    [
      "a test is missed of whose words only some stand in its place",
      "javascript",
      spec,
      cut(spec, [3, 4, 5], 'it.each([["reads", "a"]])("%s", (_, path) => {', "  load(path);", "});"),
      [lost('it("reads a file"', 3, 5)],
    ],
    [
      "a test is missed whose words stand further down",
      "javascript",
      spec,
      `${cut(spec, [3, 4, 5], "stop();")}\nit.each([["reads a file", "a"]])("%s", load);\n`,
      [lost('it("reads a file"', 3, 5)],
    ],
    [
      "a function is missed although its name stands in its place",
      "typescript",
      store,
      cut(store, [5, 6, 7, 8], "setLimits(limits(1));"),
      [lost("limits", 5, 8)],
    ],
    [
      "a method with another name is not missed if its decorator and half of its lines stay",
      "python",
      flagged.replace("        self.stop()\n", ""),
      flagged
        .replace("        self.stop()\n", "")
        .replace('    @flag("slow")\n    def start', '    @mark\n    @flag("slow")\n    def begin')
        .replace("self.go()", "self.run()"),
      [],
    ],
  ])("%s", async (_, language, text, result, findings) => {
    await checkParsed(find, language, text, result, findings);
  });

  it.each<[kind: string, language: string, text: string, line: number]>([
    ["variable", "typescript", "const a = 1;\nconst b = 2;\n", 1],
    ["type", "typescript", "type A = string;\ntype B = number;\n", 1],
    ["field", "java", "class Box {\n  int size;\n  int count;\n}\n", 2],
    ["property", "csharp", "class Box {\n  int Size { get; set; }\n  int Count { get; set; }\n}\n", 2],
    ["event", "csharp", "class Box {\n  event Action Opened;\n  event Action Closed;\n}\n", 2],
    ["macro", "c", "#define LEAST 1\n#define MOST 2\n", 1],
  ])("a %s on one line is content like any other", async (_, language, text, line) => {
    await checkParsed(find, language, text, cut(text, [line]), []);
  });

  it.each<[kind: string, language: string, text: string, first: number, last: number]>([
    ["function", "javascript", "function run() {\n  function log() {\n    print();\n  }\n  go();\n}\n", 2, 4],
    ["method", "javascript", "class Job {\n  run() {\n    const log = () => {\n    };\n    go();\n  }\n}\n", 3, 4],
    [
      "constructor",
      "csharp",
      "class Job {\n  Job() {\n    void Log() {\n      Print();\n    }\n    Go();\n  }\n}\n",
      3,
      5,
    ],
    [
      "destructor",
      "csharp",
      "class Job {\n  ~Job() {\n    void Log() {\n      Print();\n    }\n    Go();\n  }\n}\n",
      3,
      5,
    ],
    ["getter", "javascript", "class Job {\n  get it() {\n    const log = () => {\n    };\n    go();\n  }\n}\n", 3, 4],
    ["setter", "javascript", "class Job {\n  set it(to) {\n    const log = () => {\n    };\n    go();\n  }\n}\n", 3, 4],
  ])("a function within a %s is a part of it", async (_, language, text, first, last) => {
    const within = Array.from({ length: last - first + 1 }, (__, at) => first + at);
    await checkParsed(find, language, text, cut(text, within), []);
  });

  it.each([
    ["reads both texts by it", true, true, [lost('it("reads words"', 7)]],
    ["reads neither by it if the file took too long", false, true, []],
    ["reads neither by it if the result took too long", true, false, []],
  ])("%s", async (_, before, after, findings) => {
    await checkParsed(find, "javascript", spec, cut(spec, [6, 7]), findings, { before, after });
  });
});
