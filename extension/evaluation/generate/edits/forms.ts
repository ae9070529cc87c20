import type { Random } from "../random.ts";

/** A block written around lines. Two blanks at the beginning of a line stand for one step of indentation. */
export interface WrappingForm {
  /** The word for it in a text. */
  readonly name: string;
  readonly open: string;
  readonly close: readonly string[];
}

const CONDITIONS = ["enabled", "ready", "verbose", "active", "strict", "debug", "cached", "visible"];

const SCRIPT: readonly WrappingForm[] = [
  { name: "if", open: "if (NAME) {", close: ["}"] },
  { name: "if", open: "if (options.NAME) {", close: ["}"] },
  { name: "if", open: "if (!this.NAME) {", close: ["}"] },
  { name: "try", open: "try {", close: ["} catch (error) {", "  console.error(error);", "}"] },
  { name: "try", open: "try {", close: ["} finally {", "  this.NAME = false;", "}"] },
];
const BRACES: readonly WrappingForm[] = [
  { name: "if", open: "if (NAME) {", close: ["}"] },
  { name: "if", open: "if (options.NAME) {", close: ["}"] },
];
const BARE_BRACES: readonly WrappingForm[] = [
  { name: "if", open: "if NAME {", close: ["}"] },
  { name: "if", open: "if options.NAME {", close: ["}"] },
];

/** What statements are wrapped in, by language. */
const STATEMENTS: Readonly<Record<string, readonly WrappingForm[]>> = {
  javascript: SCRIPT,
  javascriptreact: SCRIPT,
  typescript: SCRIPT,
  typescriptreact: SCRIPT,
  vue: SCRIPT,
  java: [
    ...BRACES,
    {
      name: "try",
      open: "try {",
      close: ["} catch (IllegalStateException e) {", "  throw new IllegalArgumentException(e);", "}"],
    },
  ],
  csharp: [
    { name: "if", open: "if (NAME)\n{", close: ["}"] },
    {
      name: "try",
      open: "try\n{",
      close: ["}", "catch (InvalidOperationException exception)", "{", "  Log(exception);", "}"],
    },
  ],
  kotlin: [...BRACES, { name: "try", open: "try {", close: ["} catch (e: IOException) {", "  log(e)", "}"] }],
  c: [...BRACES, { name: "if", open: "if (!NAME) {", close: ["}"] }],
  cpp: [
    ...BRACES,
    { name: "try", open: "try {", close: ["} catch (const std::exception &error) {", "  report(error);", "}"] },
  ],
  php: [
    { name: "if", open: "if ($NAME) {", close: ["}"] },
    { name: "if", open: "if ($this->NAME) {", close: ["}"] },
    { name: "try", open: "try {", close: ["} catch (Exception $e) {", "  report($e);", "}"] },
  ],
  swift: [...BARE_BRACES, { name: "do", open: "do {", close: ["} catch {", "  print(error)", "}"] }],
  go: [...BARE_BRACES, { name: "if", open: "if !NAME {", close: ["}"] }],
  rust: [...BARE_BRACES, { name: "if", open: "if self.NAME {", close: ["}"] }],
  python: [
    { name: "if", open: "if self.NAME:", close: [] },
    { name: "if", open: "if not NAME:", close: [] },
    { name: "with", open: "with suppress(OSError):", close: [] },
    {
      name: "try",
      open: "try:",
      close: ["except ValueError as error:", "  raise RuntimeError(str(error)) from error"],
    },
    { name: "try", open: "try:", close: ["except Exception:", '  logger.exception("NAME failed")', "  raise"] },
    { name: "try", open: "try:", close: ["finally:", "  self.NAME = False"] },
  ],
  ruby: [
    { name: "if", open: "if @NAME", close: ["end"] },
    { name: "unless", open: "unless NAME?", close: ["end"] },
    { name: "begin", open: "begin", close: ["rescue StandardError => e", "  warn e.message", "end"] },
  ],
  elixir: [{ name: "if", open: "if NAME do", close: ["end"] }],
  shellscript: [
    { name: "if", open: 'if [ -n "$NAME" ]; then', close: ["fi"] },
    { name: "if", open: "if [[ $NAME == true ]]; then", close: ["fi"] },
  ],
  html: [{ name: "div", open: '<div class="NAME">', close: ["</div>"] }],
};

const JS_TESTS: readonly WrappingForm[] = [{ name: "describe", open: "describe('NAME', () => {", close: ["});"] }];

/** What tests are grouped in, by language. */
const TESTS: Readonly<Record<string, readonly WrappingForm[]>> = {
  javascript: JS_TESTS,
  typescript: JS_TESTS,
  ruby: [{ name: "context", open: 'context "when NAME" do', close: ["end"] }],
  elixir: [{ name: "describe", open: 'describe "NAME" do', close: ["end"] }],
};

/** Chooses a form for statements or tests of a language, with a name filled in; `undefined` if the language has none here. */
export function wrappingForm(language: string | undefined, isTests: boolean, random: Random): WrappingForm | undefined {
  const forms = (isTests ? TESTS : STATEMENTS)[language ?? ""];
  return forms === undefined ? undefined : named(random.pick(forms), random.pick(CONDITIONS));
}

/** How a function without parameters is written and called. `NAME` stands for its name. */
export interface FunctionForm extends WrappingForm {
  readonly call: string;
}

const FUNCTIONS: Readonly<
  Record<string, readonly [atTop: FunctionForm | undefined, inClass: FunctionForm | undefined]>
> = {
  javascript: scriptFunctions(""),
  typescript: scriptFunctions(": void"),
  python: [
    { name: "function", open: "def NAME():", close: [], call: "NAME()" },
    { name: "method", open: "def NAME(self):", close: [], call: "self.NAME()" },
  ],
  go: [{ name: "function", open: "func NAME() {", close: ["}"], call: "NAME()" }, undefined],
  rust: [{ name: "function", open: "fn NAME() {", close: ["}"], call: "NAME();" }, undefined],
  c: [{ name: "function", open: "static void NAME(void) {", close: ["}"], call: "NAME();" }, undefined],
  java: [undefined, { name: "method", open: "private void NAME() {", close: ["}"], call: "NAME();" }],
  csharp: [undefined, { name: "method", open: "private void NAME()\n{", close: ["}"], call: "NAME();" }],
  php: [undefined, { name: "method", open: "private function NAME()\n{", close: ["}"], call: "$this->NAME();" }],
  ruby: [undefined, { name: "method", open: "def NAME", close: ["end"], call: "NAME" }],
  swift: [undefined, { name: "method", open: "private func NAME() {", close: ["}"], call: "NAME()" }],
};

function scriptFunctions(type: string): [FunctionForm, FunctionForm] {
  return [
    { name: "function", open: `function NAME()${type} {`, close: ["}"], call: "NAME();" },
    { name: "method", open: `NAME()${type} {`, close: ["}"], call: "this.NAME();" },
  ];
}

const SNAKE = new Set(["python", "rust", "ruby", "c"]);
const DONE = ["prepare", "finish", "collect", "update", "validate", "resolve", "report", "apply", "write", "reset"];
const WHAT = ["state", "result", "entries", "options", "values", "output", "fields", "target"];

/** Chooses a form for a new function of a language, with its name as `of`; `undefined` if the language has none here. */
export function functionForm(
  language: string | undefined,
  isInClass: boolean,
  random: Random,
): (FunctionForm & { readonly of: string }) | undefined {
  const form = FUNCTIONS[language ?? ""]?.[isInClass ? 1 : 0];
  if (form === undefined) return undefined;
  const [first, second] = [random.pick(DONE), random.pick(WHAT)];
  const name = SNAKE.has(language ?? "")
    ? `${first}_${second}`
    : first + second.charAt(0).toUpperCase() + second.slice(1);
  return { ...named(form, name), call: form.call.replace("NAME", name), of: name };
}

function named(form: WrappingForm, name: string): WrappingForm {
  return {
    name: form.name,
    open: form.open.replace("NAME", form.open.includes("[") ? name.toUpperCase() : name),
    close: form.close.map((line) => line.replace("NAME", name)),
  };
}

/** Writes a text of a form as lines at an indentation. `unit`: what two blanks at the beginning of a line stand for. */
export function formLines(text: string, indent: string, unit: string): string[] {
  return text.split("\n").map((line) => indent + line.replace(/^ {2}/, unit));
}
