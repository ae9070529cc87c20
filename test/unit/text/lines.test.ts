import { expect, it } from "vitest";
import { editorLines } from "../../../extension/core/text/lines.ts";

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
