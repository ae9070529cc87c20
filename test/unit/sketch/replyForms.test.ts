import { describe, expect, test } from "vitest";
import { readReply, type ReplyContext } from "../../../extension/core/sketch/readReply.ts";

const js: ReplyContext = {
  path: "src/orders.js",
  original: 'import { query } from "./db";\n\nexport function load(day) {\n  return query(day);\n}\n',
};
const md: ReplyContext = {
  path: "README.md",
  original: "# Orders\n\nLoads orders.\n\n## Install\n\n```sh\nnpm install orders\n```\n\n## Usage\n\nRun it.\n",
};
const CODE = ["export function load(day, all) {", "  // ...", "}"];

function check(reply: readonly string[], want: readonly string[], context: ReplyContext): void {
  const found = readReply(reply.join("\n"), context);
  expect(found.map(({ sketch }) => (sketch.type === "code" ? sketch.text.trimEnd() : sketch.type))).toEqual(want);
}

describe("an answer without fences is code, without what is said around it", () => {
  const code = CODE.join("\n");
  test.each<[string, readonly string[], readonly string[]]>([
    ["before", ["Here is the updated function:", "", ...CODE], [code]],
    ["behind", [...CODE, "", "It now takes a second parameter."], [code]],
    ["both", ["I added a parameter.", "", ...CODE, "", "Let me know if you need more."], [code]],
    ["behind a closing fence", [...CODE, "```", "It now takes a second parameter."], [code]],
    ["nothing", [...CODE, "", "load(1);"], [`${code}\n\nload(1);`]],
    ["no blank line between", ["Text of a string", ...CODE], [`Text of a string\n${code}`]],
  ])("%s", (_, reply, want) => {
    check(reply, want, js);
  });

  test.each<[string, string, readonly string[]]>([
    ["a docstring", "a.py", ['"""Loads the orders of a day."""', "", "import db"]],
    ["a comment", "a.py", ["# Loads the orders of a day.", "", "import db"]],
    ["keys of YAML", "a.yml", ["name of the job:", "  - one", "", "other keys of it: true"]],
    ["paragraphs of a text", "a.txt", ["The orders are loaded.", "", "Then they are shown."]],
  ])("%s is what the file holds", (_, path, reply) => {
    check(reply, [reply.join("\n")], { path, original: "x\n" });
  });

  test("a sentence of the file is no talk", () => {
    const text = ["Loads the orders of a day.", "", ...CODE];
    check(text, [text.join("\n")], { ...js, original: "/*\nLoads the orders of a day.\n*/\n" });
  });
});

describe("fences around fences, and labels in them", () => {
  const fenced = ["```js", ...CODE, "```"];
  test.each<[string, readonly string[]]>([
    ["a fence in a longer fence", ["``````", ...fenced, "``````"]],
    ["a whole answer in a fence", ["````markdown", "I added a parameter:", "", ...fenced, "", "That is all.", "````"]],
    ["the file's name alone on the first line", ["```", "orders.js", ...CODE, "```"]],
    ["the path alone on the first line", ["```js", "src/orders.js", ...CODE, "```"]],
  ])("%s", (_, reply) => {
    check(reply, [CODE.join("\n")], js);
  });

  test("another file's name on the first line is text", () => {
    check(["```js", "main.js", ...CODE, "```"], [["main.js", ...CODE].join("\n")], js);
  });
});

describe("blocks in languages that a file has parts of", () => {
  const template = ["```vue", "<template>", "</template>", "```"];
  const style = ["```css", ".order { color: red }", "```"];
  test.each<[string, readonly string[]]>([
    ["orders.vue", ["<template>\n</template>", ".order { color: red }"]],
    ["orders.html", ["<template>\n</template>"]],
  ])("in %s", (path, want) => {
    check([...template, "and the style:", ...style], want, { path, original: "<p></p>\n" });
  });
});

describe("a Markdown file, and what is said around its text", () => {
  const usage = ["## Usage", "", "Run it twice."];
  const install = ["## Install", "", "```", "npm install -g orders", "```", "", "## Usage"];
  test.each<[string, readonly string[], string]>([
    [
      "a command behind it",
      ["Done:", "```markdown", ...usage, "```", "Then run:", "```sh", "npm test", "```"],
      usage.join("\n"),
    ],
    ["bare fences in it", ["Here:", "", "```markdown", ...install, "```", "Done."], install.join("\n")],
    ["words that hand it over", ["Here is the updated README:", "", ...install], install.join("\n")],
    [
      "the command alone",
      ["Add a flag:", "```sh", "npm install orders", "npm start", "```"],
      "npm install orders\nnpm start",
    ],
    [
      "lines of the file around a fence",
      ["Loads orders.", "```sh", "npm start", "```"],
      "Loads orders.\n```sh\nnpm start\n```",
    ],
    [
      "a marker between",
      ["```sh", "npm install orders", "```", "<!-- ... -->", "More."],
      "```sh\nnpm install orders\n```\n<!-- ... -->\nMore.",
    ],
  ])("%s", (_, reply, want) => {
    check(reply, [want], md);
  });
});
