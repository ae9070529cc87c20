import { expect, test } from "vitest";
import { readBlocks } from "../../../extension/core/merge/blocks.ts";
import { concludeProof, type Finding } from "../../../extension/core/proof/proof.ts";
import { excuseSaidLosses } from "../../../extension/core/proof/saidLosses.ts";
import { readStatements } from "../../../extension/core/sketch/statements.ts";

const LINES = ["// Adds up.", "function total(cart) {", "", "  return cart.sum;", "}", "  ", "other();", "more();"];

/** A loss of the lines from `start` up to `end`. */
const loss = (start: number, end: number, type: Finding["type"] = "lost-line"): Finding => ({
  type,
  message: `${type} ${String(start)} to ${String(end)}`,
  original: { start, end },
});

/** The findings that are left, by their messages, and whether the proof holds. */
function check(words: string, ...findings: readonly Finding[]): readonly [readonly string[], boolean] {
  const { end } = readBlocks(LINES, "javascript");
  const proof = excuseSaidLosses(concludeProof(findings, 3, 2), readStatements(words), LINES, end);
  expect([proof.verbatimLines, proof.adaptedLines]).toEqual([3, 2]);
  return [proof.findings.map(({ message }) => message), proof.holds];
}

test.each<[string, words: string, Finding]>([
  ["a declaration that is deleted", "I removed `total`.", loss(1, 5)],
  ["with the comment above it", "I removed `total`.", loss(0, 1, "lost-comment")],
  ["with blank lines around it", "I removed `total`.", loss(1, 6)],
  ["a declaration that is moved", "I moved `total` to the end.", loss(1, 5)],
  ["a declaration that is replaced", "I replaced `total` by `sum`.", loss(1, 5)],
  ["blank lines alone", "I removed `total`.", loss(5, 6)],
])("excused is the loss of %s", (_, words, finding) => {
  expect(check(words, finding)).toEqual([[], true]);
});

test.each<[string, words: string, Finding]>([
  ["of which nothing is said", "", loss(1, 5)],
  ["of a blank line, of which nothing is said", "", loss(5, 6)],
  ["where something else goes", "I removed `rest`.", loss(1, 5)],
  ["that goes on behind what is deleted", "I removed `total`.", loss(1, 7)],
  ["that begins before what is replaced", "I replaced `total` by `sum`.", loss(0, 5)],
  ["of what stays", "I left `total` alone.", loss(1, 5)],
  ["of what is renamed", "I renamed `total` to `sum`.", loss(1, 5)],
  ["of a part of what is named", "I removed the body of `total`.", loss(1, 5)],
])("a loss is told %s", (_, words, finding) => {
  expect(check(words, finding)).toEqual([[finding.message], false]);
});

test("other faults are told, and so are losses beside those that are excused", () => {
  const other: Finding = { type: "unrelated", message: "No line explains it.", original: { start: 1, end: 5 } };
  const nowhere: Finding = { type: "lost-line", message: "A line is lost." };
  expect(check("I removed `total`.", loss(1, 5), other, loss(6, 7), nowhere)).toEqual([
    ["No line explains it.", loss(6, 7).message, "A line is lost."],
    false,
  ]);
});

test("a proof that holds stays as it is", () => {
  const proof = concludeProof([{ ...loss(6, 7), isRemark: true }], 1, 0);
  const { end } = readBlocks(LINES, "javascript");
  expect(excuseSaidLosses(proof, readStatements("I removed `total`."), LINES, end)).toBe(proof);
});
