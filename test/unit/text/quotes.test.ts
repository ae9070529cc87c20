import { describe, expect, it } from "vitest";
import { findLineComment, isInQuotes } from "../../../extension/core/text/quotes.ts";

describe("A comment at the end of a line", () => {
  // The code before the comment; the whole line where there is none.
  it.each([
    ["f(); // why", "f();"],
    ["x = 1\t# why", "x = 1"],
    ["SELECT a -- why", "SELECT a"],
    ["f(a) { // 'this' is the form", "f(a) {"],
    ['x = first(a)  # the "old" way', "x = first(a) "],
    ['f(" # "); // "why"', 'f(" # ");'],
    ["f('\\'#\\''); # why", "f('\\'#\\'');"],
    ["f(); // one // two", "f();"],
    ["f(); // it's", "f(); // it's"],
    ["log(\"You're #1, don't quit\")", "log(\"You're #1, don't quit\")"],
    ['open("http://a")', 'open("http://a")'],
    ["a--b", "a--b"],
    ["a --b", "a --b"],
    ["f();", "f();"],
    ["", ""],
  ])("of %s stands behind %s", (line, code) => {
    expect(line.slice(0, findLineComment(line))).toBe(code);
  });
});

it("a place of a line is in quotes or not", () => {
  const line = "f('ab', \"c'd\")";
  const quoted = line
    .split("")
    .map((_, at) => (isInQuotes(line, at) ? "^" : " "))
    .join("");
  expect(quoted).toBe("   ^^^   ^^^^ ");
  expect(isInQuotes("f('\\'a', b)", 6)).toBe(true);
});
