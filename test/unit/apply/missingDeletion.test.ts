import { expect, test } from "vitest";
import { findMissingDeletion } from "../../../extension/core/apply/missingDeletion.ts";
import { readStatements } from "../../../extension/core/sketch/statements.ts";

const BEFORE = "one(1);\ntwo(2);\nthree(3);\n";

test.each<[string, string, string, readonly string[]]>([
  [
    "nothing goes",
    "I removed the `two` call.",
    "one(1);\ntwo(2, 2);\nthree(3);\n",
    ['The answer says that something is deleted ("I removed the `two` call."), but nothing is.'],
  ],
  ["a line goes", "I removed the `two` call.", "one(1);\nthree(3);\n", []],
  ["it is offered", "If you like, remove the `two` call.", BEFORE, []],
  ["what goes is moved", "I moved `three` up, and removed the `two` call.", BEFORE, []],
  ["a word goes of a part", "I removed the second argument of `two`.", "one(1);\ntwo();\nthree(3);\n", []],
  ["the file never had it", "I removed the `check` call.", BEFORE, []],
  ["nothing is said", "I changed the `two` call.", BEFORE, []],
])("a deletion that is said, where %s", (_, words, result, reasons) => {
  expect(findMissingDeletion(readStatements(words), BEFORE, result).map(({ reason }) => reason)).toEqual(reasons);
});

test("counts what an instruction asks for only where the answer says nothing", () => {
  const asked = readStatements("Remove the `two` call.", "instruction");
  expect(findMissingDeletion(asked, BEFORE, BEFORE)[0]?.reason).toBe(
    'The instruction asks that something is deleted ("Remove the `two` call."), but nothing is.',
  );
  expect(
    findMissingDeletion([...asked, ...readStatements("I removed nothing else, and kept `two`.")], BEFORE, BEFORE),
  ).toEqual([]);
});
