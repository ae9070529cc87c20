import { test } from "vitest";
import { checkSketch } from "./checkCode.ts";

const broken = ["syntax"];

// Where a file becomes what a whole file says, its syntax is all that is left to say.
test.each<[string, string, string, string, readonly string[]]>([
  ["JSON", "json", '{\n  "a": 1\n}\n', '{\n  "a": 2\n}\n', []],
  ["JSON that ends early", "json", '{\n  "a": 1\n}\n', '{\n  "a": 2,\n}\n', broken],
  ["JSON that was none", "json", '{\n  "a": 1,\n}\n', '{\n  "a": 2,\n}\n', []],
  ["JSON behind its mark", "json", '\uFEFF{\n  "a": 1\n}\n', '\uFEFF{\n  "a": 2\n}\n', []],
  ["a fence", "markdown", "```sh\nrun\n```\n", "```sh\nrun --all\n```\n", []],
  ["a fence without its end", "markdown", "```sh\nrun\n```\n", "```sh\nrun --all\n", broken],
  ["a fence that another sign ends", "markdown", "```sh\nrun\n```\n", "```sh\nrun --all\n~~~\n", broken],
  ["a fence that ends with more", "markdown", "```sh\nrun\n```\n", "~~~~sh\nrun --all\n~~~~~\n", []],
  ["a fence within a longer one", "markdown", "```sh\nrun\n```\n", "````md\n```sh\nrun --all\n````\n", []],
  ["a fence with a word, which opens", "markdown", "```sh\nrun\n```\n", "```sh\nrun --all\n```js\n", broken],
  ["a fence in a quote", "markdown", "> ```sh\n> run\n> ```\n", "> ```sh\n> run --all\n> ```\n", []],
  ["a fence that was open", "markdown", "```sh\nrun\n", "```sh\nrun --all\n", []],
  ["brackets", "lua", "a = { f(1) }\n", "a = { f(1), g[2] }\n", []],
  ["a bracket too few", "lua", "a = { f(1) }\n", "a = { f(1), g[2 }\n", broken],
  ["a bracket too many", "lua", "a = { f(1) }\n", "a = { f(1)) }\n", broken],
  ["brackets in the wrong order", "lua", "a = { f(1) }\n", "a = { f(1 })\n", broken],
  ["a bracket in a string", "lua", "a = { f(1) }\n", 'a = { f(\'{\'), g("[\\"[") }\n', []],
  ["a bracket in a comment", "lua", "a = { f(1) }\n", "a = { f(2) } -- (\n", []],
  ["a bracket behind an operator that is a comment elsewhere", "elixir", "f(1, 2)\n", "f(1, 2..3//_)\n", []],
  ["a bracket in a comment of its own", "elixir", "f(1)\n", "f(2) # (\n", []],
  ["a bracket in a long comment", "kotlin", "a(1)\n", "a(2) /* (\n( */\n", []],
  ["a bracket in a template", "kotlin", "a(1)\n", "a(`{\n{`)\n", []],
  ["brackets that were amiss", "lua", "a = { f(1 }\n", "a = { f(2 }\n", []],
  ["brackets where they need no partner", "plaintext", "a (b)\n", "1) a\n", []],
])("the syntax of %s", (_, language, original, text, findings) => {
  checkSketch(original, { type: "code", text, isWhole: true }, text, findings, language);
});
