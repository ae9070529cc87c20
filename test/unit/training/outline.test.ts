import { expect, it } from "vitest";
import { bodyOf, namedUnits, parentsOf, unitsIn } from "../../../extension/evaluation/generate/outline.ts";
import { GUIDE, PYTHON, SCRIPT } from "./texts.ts";

const named = (text: string, language: string): string[] =>
  namedUnits(text.split("\n"), language).map(({ name, noun, start, end }) => `${start}-${end} ${noun} ${name}`);

it("finds functions, classes and methods with the comments above them", () => {
  expect(named(SCRIPT, "javascript")).toEqual([
    "2-8 function readOrders",
    "9-16 function printTotal",
    "17-34 class Basket",
    "18-22 method constructor",
    "23-28 method addItem",
    "29-33 method clearItems",
    "35-42 function shipOrder",
    "43-48 function closeShop",
  ]);
});

it("finds them by indentation alone", () => {
  expect(named(PYTHON, "python")).toEqual([
    "6-10 function read_rows",
    "12-17 function net_amount",
    "19-34 class Ledger",
    "20-23 function __init__",
    "24-28 function append_row",
    "29-34 function close_books",
    "36-40 function main",
  ]);
});

it("finds the sections of a page, whatever its code says", () => {
  expect(named(GUIDE.replace("./install", "# not a heading"), "markdown")).toEqual([
    "0-3 section Guide",
    "4-11 section Install the tool",
    "12-15 section Configure the server",
    "16-19 section Read the logs",
    "20-23 section Ask for help",
  ]);
});

it.each([
  ["type Cache struct {\n\tsize int\n}", "go", "Cache"],
  ["func (c *Cache) Get(key string) int {\n\treturn 1\n}", "go", "Get"],
  ["static int\nread_line(char *line)\n{\n\treturn 0;\n}", "c", "read_line"],
  ["    public void Run()\n    {\n        Stop();\n    }", "csharp", "Run"],
  ["pub fn parse(text: &str) -> Tree {\n    todo()\n}", "rust", "parse"],
  ["  it('adds two numbers', () => {\n    add(1, 2)\n  })", "javascript", "adds two numbers"],
  [".menu > a {\n  color: red;\n}", "css", ".menu > a"],
  ["build:\n  runs-on: linux", "yaml", "build"],
  ["[package]\nname = 1", "toml", "package"],
])("reads the name in %j", (text, language, name) => {
  expect(namedUnits(text.split("\n"), language)[0]?.name).toBe(name);
});

it("takes no call and no condition for a declaration", () => {
  const text = "if (isReady(order)) {\n  load(order)\n}\nreturn only(this, [\n  'a',\n])";
  expect(named(text, "javascript")).toEqual([]);
});

it("goes on behind an else, and stops at the closing line", () => {
  const lines = ["if (a) {", "  b();", "} else {", "  c();", "}", "d();"];
  const units = unitsIn(lines, "javascript");
  expect(units.map(({ start, end }) => [start, end])).toEqual([
    [0, 5],
    [5, 6],
  ]);
  expect(units.slice(0, 1).map((unit) => bodyOf(lines, unit))).toEqual([{ start: 1, end: 4 }]);
});

it("knows the header of each line, also of several lines", () => {
  const lines = ["function a(", "  b,", ") {", "  c();", "}", "d();"];
  expect([...parentsOf(lines)]).toEqual([-1, 0, -1, 0, -1, -1]);
});
