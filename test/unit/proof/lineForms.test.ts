import { expect, test } from "vitest";
import {
  formOf,
  formOfCode,
  hasWordCharacters,
  isWhollyComment,
  runsOf,
  wordsOf,
} from "../../../extension/core/proof/lineForms.ts";

test.each<[string, string, boolean]>([
  ["blanks", "  if (a)  { b( ); }", true],
  ["quotes of another kind", "if(a){b();}", true],
  ["its end", "if (a) { b(); },;", true],
  ["a name", "if (a) { c(); }", false],
])("lines are the same but for %s", (_, line, isSame) => {
  expect(formOf(line) === formOf("if (a) { b(); }")).toBe(isSame);
});

test.each<[string, string, string]>([
  ["quotes", "say('a', `b`);", 'say("a","b")'],
  ["a line of nothing but its end", "  ;", ";"],
  ["commas at the end", "1,,", "1"],
])("the form of %s", (_, line, form) => {
  expect(formOf(line)).toBe(form);
});

test.each<[string, string, string]>([
  ["a comment up to the end", "run(); // now", "run()"],
  ["a comment with a hash", "run() # now", "run()"],
  ["a comment with dashes", "run() -- now", "run()"],
  ["a comment that closes", "run(); /* now */", "run()"],
  ["a comment of markup", "<a> <!-- now -->", "<a>"],
  ["a comment that closes earlier", "run(/* now */ 1)", "run(/*now*/1)"],
  ["all comment", "// now", "//now"],
  ["all comment that closes", "/* now */", "/*now*/"],
  ["an address", 'get("http://a.b")', 'get("http://a.b")'],
  ["a comment behind a string", 'get("http://a.b"); // now', 'get("http://a.b")'],
  ["a comment within a string", 'say("a // b")', 'say("a//b")'],
  ["a comment behind an open quote", "don't // now", 'don"t//now'],
  ["a decrement", "i--", "i--"],
  ["a hash in a word", "a#b", "a#b"],
])("the code of a line with %s", (_, line, form) => {
  expect(formOfCode(line)).toBe(form);
});

test.each<[boolean, ...string[]]>([
  [
    true,
    "// a",
    "  /* a",
    "/** a */",
    "* a",
    "*/",
    "*",
    "# a",
    "#",
    "-- a",
    "--",
    "<!-- a -->",
    "; a",
    "% a",
    '"""a',
    "'''",
  ],
  [true, "# note if any", "# needed"],
  [false, "a // b", "*a = 1;", "**a**", "--a", "a # b", "< !-- a", "", "/ a", "''", '"a"'],
  [
    false,
    "#if A",
    "# ifdef A",
    "#ifndef A",
    "#else",
    "#elif A",
    "#endif",
    "#define A",
    "#undef A",
    "#pragma once",
    "#include <a>",
  ],
  [false, "#[test]", "#!/bin/sh", "#top {", "#a { b", "#a-b{"],
])("of lines that are all comment, or not: %s", (isComment, ...lines) => {
  for (const line of lines)
    expect(`${line}: ${String(isWhollyComment(line, undefined))}`).toBe(`${line}: ${String(isComment)}`);
});

test.each<[string, readonly string[], readonly string[]]>([
  ["typescript", ["// a", "/* a", "* a", "*/"], ["#count = 0;", "# a"]],
  ["css", ["/* a */"], ["#top", "#fff"]],
  ["python", ["# a", '"""a'], ["a # b"]],
  ["c", ["// a"], ["#error a", "# line 3"]],
  ["graphql", ["# a"], ["a"]],
  ["markdown", ["<!-- a -->"], ["# Added in 2", "## A", "* an item", "-- a", "; a", "% a"]],
  ["restructuredtext", ["<!-- a -->"], ["* an item", "#. a number"]],
  ["a language that nobody knows", ["// a"], ["# a"]],
])("what is a comment in %s", (language, comments, others) => {
  expect([...comments, ...others].filter((line) => isWhollyComment(line, language))).toEqual(comments);
});

test.each<[string, readonly string[]]>([
  ["readAllLines(fromPath2)", ["read", "all", "lines", "from", "path", "2"]],
  ["HTTP_PORT = 80", ["http", "port", "80"]],
  ["größe = 名前", ["größe", "名前"]],
  ["{ }", []],
])("the words of %s", (line, words) => {
  expect(wordsOf(line)).toEqual(words);
  expect(hasWordCharacters(line)).toBe(words.length > 0);
});

test("the words of a line have an end", () => {
  expect(wordsOf("a ".repeat(900))).toHaveLength(200);
  expect(wordsOf(`${" ".repeat(2000)}late`)).toEqual([]);
});

test("neighbouring numbers are runs", () => {
  expect(runsOf([1, 2, 3, 5, 7, 8])).toEqual([
    { start: 1, end: 4 },
    { start: 5, end: 6 },
    { start: 7, end: 9 },
  ]);
});
