import { expect, it } from "vitest";
import { editorLines, mixesLineEnds } from "../../../extension/core/text/lines.ts";

it.each<[string, string[]]>([
  ["", [""]],
  ["a", ["a"]],
  ["a\n", ["a", ""]],
  ["a\r\nb\rc\n\nd", ["a", "b", "c", "", "d"]],
  ["\r\n", ["", ""]],
  ["\uFEFFa\u2028b", ["\uFEFFa\u2028b"]],
])("the editor lines of %j", (text, want) => {
  expect(editorLines(text)).toEqual(want);
});

it.each([
  ["", false],
  ["a", false],
  ["a\nb\n", false],
  ["a\r\nb\r\n", false],
  ["\r\n\r\n", false],
  ["a\r\nb\n", true],
  ["a\nb\r\n", true],
  ["\n\r\n", true],
  ["a\rb\r", true],
  ["a\r\r\n", true],
])("%j mixes line ends: %s", (text, expected) => {
  expect(mixesLineEnds(text)).toBe(expected);
});
