import { expect, test } from "vitest";
import { lettersBeyondAscii, linesWithLetters } from "../../../extension/core/text/letters.ts";

test.each<[string, string[]]>([
  ["", []],
  ["plain ~\u007f\n", []],
  ["äöä", ["ä", "ö"]],
  ["a\u{1F600}b", ["\u{1F600}"]],
  ["half \ud83d", ["\ud83d"]],
  ["e\u0301", ["\u0301"]],
])("the letters of %j", (text, letters) => {
  expect(lettersBeyondAscii(text)).toEqual(letters);
});

test.each<[string[], string, string[]]>([
  [[], "→", []],
  [["a", "b"], "→", []],
  [["a →", "b", "→ →"], "→", ["0-1 →", "2-3 →"]],
  [["“a”", "€ →", "ä", "€"], "→“”€", ["0-2 →“”€", "3-4 €"]],
  [["\u{1F600}"], "\ud83d", []],
])("the lines of %j with %s", (lines, letters, runs) => {
  const found = linesWithLetters(lines, lettersBeyondAscii(letters));
  expect(found.map(({ range, letters }) => `${range.start}-${range.end} ${letters.join("")}`)).toEqual(runs);
});
