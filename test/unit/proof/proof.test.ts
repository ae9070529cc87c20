import { expect, test } from "vitest";
import { concludeProof, isPartial, type Finding } from "../../../extension/core/proof/proof.ts";

const open: Finding = { type: "open", message: "One edit has no place." };
const lost: Finding = { type: "lost-line", message: "A line is lost." };
const remark: Finding = { type: "syntax", message: "A bracket has no partner.", isRemark: true };

// An answer that is taken for partial is applied without its open edits; all else stays as it was.
test.each<[string, readonly Finding[], boolean]>([
  ["nothing", [], false],
  ["only a remark", [remark], false],
  ["an edit without a place", [open], true],
  ["two edits without a place", [open, open], true],
  ["an edit without a place and a remark", [open, remark], true],
  ["a lost line", [lost], false],
  ["a lost line beside an edit without a place", [open, lost], false],
  ["a lost line and a remark", [lost, remark], false],
])("against a result stands %s", (_, findings, isApplied) => {
  expect(isPartial(concludeProof(findings, 1, 0))).toBe(isApplied);
});

test("nothing is applied in part that was never judged", () => {
  expect(isPartial(undefined)).toBe(false);
});

test("what counts comes before remarks", () => {
  expect(concludeProof([remark, lost], 3, 2)).toEqual({
    holds: false,
    findings: [lost, remark],
    verbatimLines: 3,
    adaptedLines: 2,
  });
});
