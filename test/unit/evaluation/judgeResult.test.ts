import { expect, test } from "vitest";
import { isLenientlyEqual, judgeResult, type GivenResult } from "../../../extension/core/evaluation/judgeResult.ts";

const expected = "if a:\n    run()\n\nstop()\n";

test.each<[name: string, text: string, isEqual: boolean]>([
  ["the same text", expected, true],
  ["blank lines", "if a:\n    run()\nstop()\n\n\n", true],
  ["blanks at the ends of lines", "if a:  \n    run()\t\n\nstop()\n", true],
  ["other line ends", expected.replaceAll("\n", "\r\n"), true],
  ["no line end at the end", expected.trimEnd(), true],
  ["another indentation", "if a:\n  run()\n\nstop()\n", false],
  ["a blank within a line", "if a :\n    run()\n\nstop()\n", false],
  ["a line more", `${expected}stop()\n`, false],
  ["a line less", "if a:\n    run()\n", false],
])("%s is leniently equal: %s", (_, text, isEqual) => {
  expect(isLenientlyEqual(text, expected)).toBe(isEqual);
  expect(isLenientlyEqual(expected, text)).toBe(isEqual);
});

/** The whole text of a file counts for the speed, whoever wrote how much of it, where it may be taken. */
const lengthOf = (given: GivenResult): number => (given.type === "sure" ? given.text.length : 0);

test.each<[given: GivenResult, outcome: object]>([
  [
    { type: "sure", text: expected },
    { outcome: "exact", text: expected },
  ],
  [
    { type: "sure", text: `${expected}\n` },
    { outcome: "lenient", text: `${expected}\n` },
  ],
  [
    { type: "sure", text: "stop()\n" },
    { outcome: "wrong", text: "stop()\n" },
  ],
  // A right guess is no result: nobody would have seen it.
  [
    { type: "unsure", text: expected, message: "It fits twice." },
    { outcome: "refused", text: expected, message: "It fits twice." },
  ],
  [
    { type: "unsure", text: undefined, message: "No code." },
    { outcome: "refused", message: "No code." },
  ],
  [
    { type: "trouble", message: "No key." },
    { outcome: "failed", message: "No key." },
  ],
])("%o is judged", (given, outcome) => {
  expect(judgeResult(given, { expected })).toEqual({ ...outcome, characters: lengthOf(given) });
});

test.each<[given: GivenResult, outcome: object]>([
  [
    { type: "sure", text: expected },
    { outcome: "wrong", text: expected },
  ],
  [
    { type: "unsure", text: expected, message: "It fits twice." },
    { outcome: "declined", text: expected, message: "It fits twice." },
  ],
  [
    { type: "trouble", message: "No key." },
    { outcome: "failed", message: "No key." },
  ],
])("%o of a case that has to be refused is judged", (given, outcome) => {
  expect(judgeResult(given, { expected: null })).toEqual({ ...outcome, characters: lengthOf(given) });
});
