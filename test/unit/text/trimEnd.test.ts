import { expect, test } from "vitest";
import { withoutEnd } from "../../../extension/core/text/trimEnd.ts";

test.each([
  ["a,;,", ",;", "a"],
  [",a,", ",", ",a"],
  [",,", ",", ""],
  ["", ",", ""],
  ["a -\t=\u00A0", "-= ", "a"],
  ["a ", "-", "a "],
  ["a\uFFFD\uFFFD", "\uFFFD", "a"],
])("%j without %j at its end is %j", (text, signs, expected) => {
  expect(withoutEnd(text, signs)).toBe(expected);
});
