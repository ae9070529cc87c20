import fc from "../fastCheck.ts";

/** A program in no language in particular: what the generated files say, whatever the language. */
export interface Program {
  readonly sections: readonly Section[];
}

/** A function, a class of functions, or what the language has instead. */
export type Section =
  | { readonly type: "function"; readonly name: string; readonly body: readonly Statement[] }
  | { readonly type: "class"; readonly name: string; readonly methods: readonly Method[] };

interface Method {
  readonly name: string;
  readonly body: readonly Statement[];
}

export type Statement =
  | { readonly type: "assign"; readonly name: string; readonly value: string }
  | { readonly type: "call"; readonly name: string; readonly value: string }
  | { readonly type: "condition"; readonly name: string; readonly body: readonly Statement[] };

/** How a language writes a program. Lines carry no indentation of their own. */
export interface Dialect {
  readonly language: string;
  readonly path: string;
  readonly indent: string;
  /** Marker lines in the language's comment syntax. */
  readonly markers: readonly string[];
  readonly header: readonly string[];
  open(kind: "function" | "method" | "class" | "condition", name: string): string;
  readonly close: string | undefined;
  assign(name: string, value: string): string;
  call(name: string, value: string): string;
}

const slashMarkers = ["// ... existing code ...", "// rest of the code remains unchanged", "/* ... */", "..."];
const hashMarkers = [
  "# ... existing code ...",
  "# ... rest of the file ...",
  "# (rest of the code is unchanged)",
  "...",
];

export const dialects: readonly Dialect[] = [
  {
    language: "typescript",
    path: "src/orders.ts",
    indent: "  ",
    markers: slashMarkers,
    header: ['import { log, save } from "./store";', ""],
    open: (kind, name) =>
      ({
        function: `export function ${name}(input: Input) {`,
        method: `${name}(input: Input) {`,
        class: `export class ${name} {`,
        condition: `if (${name}) {`,
      })[kind],
    close: "}",
    assign: (name, value) => `const ${name} = ${value};`,
    call: (name, value) => `${name}(${value});`,
  },
  {
    language: "python",
    path: "orders.py",
    indent: "    ",
    markers: hashMarkers,
    header: ["import store", ""],
    open: (kind, name) =>
      ({
        function: `def ${name}(data):`,
        method: `def ${name}(self, data):`,
        class: `class ${name}:`,
        condition: `if ${name}:`,
      })[kind],
    close: undefined,
    assign: (name, value) => `${name} = ${value}`,
    call: (name, value) => `${name}(${value})`,
  },
  {
    language: "go",
    path: "orders.go",
    indent: "\t",
    markers: slashMarkers,
    header: ["package orders", ""],
    open: (kind, name) =>
      ({
        function: `func ${name}(input Input) {`,
        method: `${name} := func(input Input) {`,
        class: `func Make${name}() {`,
        condition: `if ${name} {`,
      })[kind],
    close: "}",
    assign: (name, value) => `${name} := ${value}`,
    call: (name, value) => `${name}(${value})`,
  },
  {
    language: "ruby",
    path: "orders.rb",
    indent: "  ",
    markers: hashMarkers,
    header: ['require "store"', ""],
    open: (kind, name) =>
      ({
        function: `def ${name}(data)`,
        method: `def ${name}(data)`,
        class: `class ${capital(name)}`,
        condition: `if ${name}`,
      })[kind],
    close: "end",
    assign: (name, value) => `${name} = ${value}`,
    call: (name, value) => `${name}(${value})`,
  },
  {
    language: "rust",
    path: "orders.rs",
    indent: "    ",
    markers: slashMarkers,
    header: ["use crate::store;", ""],
    open: (kind, name) =>
      ({
        function: `fn ${name}(input: Input) {`,
        method: `fn ${name}(&self, input: Input) {`,
        class: `impl ${capital(name)} {`,
        condition: `if ${name} {`,
      })[kind],
    close: "}",
    assign: (name, value) => `let ${name} = ${value};`,
    call: (name, value) => `${name}(${value});`,
  },
  {
    language: "yaml",
    path: "orders.yaml",
    indent: "  ",
    markers: hashMarkers.slice(0, 3),
    header: ["version: 3", ""],
    open: (_, name) => `${name}:`,
    close: undefined,
    assign: (name, value) => `${name}: ${value}`,
    call: (name, value) => `${name}-of: ${value}`,
  },
  {
    language: "lua",
    path: "orders.lua",
    indent: "\t",
    markers: ["-- ... existing code ...", "-- ... rest of the file ...", "..."],
    header: ['local store = require("store")', ""],
    open: (kind, name) =>
      ({
        function: `local function ${name}(input)`,
        method: `self.${name} = function(input)`,
        class: `function ${name}.new(self)`,
        condition: `if ${name} then`,
      })[kind],
    close: "end",
    assign: (name, value) => `local ${name} = ${value}`,
    call: (name, value) => `${name}(${value})`,
  },
];

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** Few words, so that lines repeat within a file and between its functions, as they do in real ones. */
const verbs = ["load", "save", "render", "parse", "merge", "send", "close", "count"];
const nouns = ["order", "user", "total", "path", "buffer", "result", "config", "item"];
const values = ["1", "total", '"none"', "order", "limit", "config", "2", "result"];

const noun = fc.constantFrom(...nouns);
const value = fc.constantFrom(...values);
const title = fc
  .tuple(fc.constantFrom(...verbs), fc.constantFrom(...nouns.map(capital)))
  .map(([verb, object]) => verb + object);

export const statement: fc.Arbitrary<Statement> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("assign" as const), name: noun, value }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("call" as const), name: fc.constantFrom(...verbs), value }) },
  { weight: 2, arbitrary: title.map((name) => ({ type: "call" as const, name, value: "result" })) },
);

/** Statements that no generated file has. */
export const newStatement: fc.Arbitrary<Statement> = fc
  .tuple(fc.constantFrom("fresh", "added", "changed"), fc.nat(99), fc.boolean())
  .map(([word, number, calls]) => ({
    type: calls ? ("call" as const) : ("assign" as const),
    name: `${word}Thing${String(number)}`,
    value: `${word}Value`,
  }));

const body = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: statement },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant("condition" as const),
        name: noun,
        body: fc.array(statement, { minLength: 1, maxLength: 3 }),
      }),
    },
  ),
  { minLength: 1, maxLength: 8 },
);

const method: fc.Arbitrary<Method> = fc.record({ name: fc.constantFrom(...verbs), body });

const section: fc.Arbitrary<Section> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("function" as const), name: title, body }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("class" as const),
      name: fc.tuple(noun, noun).map(([first, second]) => capital(first) + capital(second)),
      methods: fc.uniqueArray(method, { minLength: 1, maxLength: 3, selector: ({ name }) => name }),
    }),
  },
);

/** Programs whose functions have different names while methods of different classes share theirs. */
export const program: fc.Arbitrary<Program> = fc.record({
  sections: fc.uniqueArray(section, { minLength: 1, maxLength: 7, selector: ({ name }) => name }),
});

export const dialect: fc.Arbitrary<Dialect> = fc.constantFrom(...dialects);

/** The lines of a program. */
export function writeProgram({ sections }: Program, to: Dialect): string[] {
  const lines = [...to.header];
  sections.forEach((part, index) => {
    if (index > 0) lines.push("");
    lines.push(...writeSection(part, to));
  });
  return lines;
}

function writeSection(part: Section, to: Dialect): string[] {
  if (part.type === "function") return enclose(to.open("function", part.name), writeBody(part.body, to), to);
  const methods = part.methods.flatMap((each, index) => [
    ...(index > 0 ? [""] : []),
    ...enclose(to.open("method", each.name), writeBody(each.body, to), to),
  ]);
  return enclose(to.open("class", part.name), methods, to);
}

function enclose(open: string, inner: readonly string[], { indent, close }: Dialect): string[] {
  const deeper = inner.map((line) => (line === "" ? "" : indent + line));
  return [open, ...deeper, ...(close === undefined ? [] : [close])];
}

function writeBody(statements: readonly Statement[], to: Dialect): string[] {
  return statements.flatMap((each) => {
    if (each.type === "assign") return [to.assign(each.name, each.value)];
    if (each.type === "call") return [to.call(each.name, each.value)];
    return enclose(to.open("condition", each.name), writeBody(each.body, to), to);
  });
}
