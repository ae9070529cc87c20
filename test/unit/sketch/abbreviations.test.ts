import { expect, test } from "vitest";
import { findAbbreviated, readAbbreviation } from "../../../extension/core/sketch/abbreviations.ts";
import { beginWork } from "../../../extension/core/text/work.ts";

const CLASSES = '"inline-flex items-center gap-2 rounded-full px-3 py-1 text-sm",';

function findMeant(written: string, ...lines: readonly string[]): readonly number[] {
  const abbreviation = readAbbreviation(written);
  return abbreviation ? findAbbreviated(abbreviation, lines, beginWork()) : [];
}

test.each<[name: string, written: string, line: string]>([
  ["a string", '"inline-flex items-center ...",', CLASSES],
  ["a string with a comment behind it", '"inline-flex items-center ...", // as it is', CLASSES],
  ["one character for the dots", '"inline-flex items-center …",', CLASSES],
  ["a string behind another", 'a="...", b="first second ..."', 'a="...", b="first second third fourth"'],
  ["a doc string", '"""Returns the ..."""', '"""Returns the sum of all orders."""'],
  ["a comment", "// Returns the ...", "// Returns the sum of all orders."],
  ["a comment that ends", "{/* The head of the ... */}", "{/* The head of the whole of the page */}"],
  ["what is said to stay", "run(first, ...) // unchanged", "run(first, second, third)"],
])("a line cut short is the line of the file: %s", (_, written, line) => {
  expect(findMeant(written, "other", line)).toEqual([1]);
});

test.each<[name: string, written: string, line: string]>([
  ["another beginning", '"flex items-center gap ...",', CLASSES],
  ["a beginning within a word", '"inline-flex items ...",', CLASSES],
  ["another end", '"inline-flex items-center ...")', CLASSES],
  ["no dots", '"inline-flex items-center",', CLASSES],
  ["four dots", '"inline-flex items-center ....",', CLASSES],
  ["another string", 'log("Starting server ...")', 'log("Starting server on port", port, "of the host")'],
  ["next to nothing hidden", 'log("Starting server ...")', 'log("Starting server now")'],
  ["next to nothing shown", 'f("a ...")', 'f("a longer text than this one")'],
  ["the end of a message", 'log("Starting server...")', 'log("Starting server on port 8080")'],
  ["a type", "handler: Callable[..., Any]", "handler: Callable[[Request, Response], Any]"],
  ["a type that repeats", "list: Tuple[int, ...]", "list: Tuple[int, str, str, str, str]"],
  ["variable arguments of C", "f(const char *fmt, ...);", "f(const char *fmt, int first, int second);"],
  ["variable arguments of Java", "void log(String... args) {", "void log(String first, String second, int... args) {"],
  ["variable arguments of Go", "all = append(all, items...)", "all = append(all, items[0], items[1], items[2]...)"],
  ["an index", "values[:, ..., 0]", "values[:, first, second, third, 0]"],
  ["a spread", "return { ...state, open: true }", "return { label: state.label, open: true }"],
  ["a rest", "const { id, ...rest } = props", "const { id, label, title, tone, rest } = props"],
  ["a range", "for index in first ... last {", "for index in first.min().floor() ... last {"],
])("a line is all that it means: %s", (_, written, line) => {
  expect(findMeant(written, line)).toEqual([]);
});

test("a line that the file has is that line, with a comment behind it too", () => {
  const lines = ['log("Loading the ...");', 'log("Loading the users of the page");'];
  expect(findMeant('log("Loading the ...");', ...lines)).toEqual([]);
  expect(findMeant('log("Loading the ..."); // unchanged', ...lines)).toEqual([]);
});

test("lines are only looked through while there is work left", () => {
  const abbreviation = readAbbreviation('"inline-flex items-center ...",');
  if (!abbreviation) expect.fail("The line is cut short.");
  const work = beginWork(3);
  expect(findAbbreviated(abbreviation, ["a", CLASSES], work)).toEqual([1]);
  expect(findAbbreviated(abbreviation, ["a", CLASSES], work)).toEqual([]);
  expect(work.isSpent).toBe(true);
});
