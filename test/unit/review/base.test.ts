import { describe, expect, it } from "vitest";
import { collide } from "../../../extension/core/review/base.ts";
import { proposalChanged } from "../../../extension/core/review/rebaseReview.ts";
import type { ReviewState } from "../../../extension/core/review/reviewState.ts";
import { hunksOf } from "../../../extension/core/review/hunks.ts";
import { acceptHunks } from "../../../extension/core/review/decideHunks.ts";
import { rangeOf } from "../diff/rangeText.ts";

const lines = (words: string): string[] => words.split(" ");

function stateOf([base, document, proposal]: readonly [base: string, document: string, proposal: string]): ReviewState {
  return { base: lines(base), document: lines(document), proposal: lines(proposal), remarks: [], choices: [] };
}

describe("a hunk and a difference between document and base", () => {
  it.each([
    ["share a line", "1-2", "1-3", true],
    ["are neighbours", "3-4", "1-3", false],
    ["at an insertion inside what was typed", "2-2", "1-3", false],
    ["at the upper edge, where lines were deleted", "1-3", "1-1", true],
    ["at the lower edge, where lines were deleted", "1-3", "3-3", true],
    ["above it, where lines were deleted", "1-3", "0-0", false],
    ["below it, where lines were deleted", "1-3", "4-4", false],
    ["at an insertion, where lines were deleted", "2-2", "2-2", true],
  ])("%s", (_, hunk, difference, want) => {
    expect(collide(rangeOf(hunk), rangeOf(difference))).toBe(want);
  });
});

describe("the base when hunks are accepted", () => {
  it.each<[string, [string, string, string], number[], string]>([
    ["is as before without conflicts", ["a b c d", "a b c d", "a X c Y"], [0], "a b c d"],
    ["takes what was typed in a conflict", ["a b c d", "a n c m", "a X c Y"], [0], "a n c d"],
    ["takes it in all of several", ["a b c d", "a n c m", "a X c Y"], [0, 1], "a n c m"],
    ["keeps what another pending hunk is about as well", ["a b c d e", "a n k m e", "a X k Y e"], [0], "a b c d e"],
    ["takes that once both are accepted", ["a b c d e", "a n k m e", "a X k Y e"], [0, 1], "a n k m e"],
    ["is as before where nothing is accepted", ["a b c", "a n c", "a X c"], [], "a b c"],
  ])("%s", (_, texts, accepted, base) => {
    const state = stateOf(texts);
    const hunks = hunksOf(state).filter((__, index) => accepted.includes(index));
    expect(acceptHunks(state, hunks).state.base.join(" ")).toBe(base);
  });
});

describe("the base when the proposal changes", () => {
  it.each<[string, [string, string, string], string, string, string]>([
    ["has the lines before where others were typed", ["a n c", "a n c", "a n c"], "a b c", "a X c", "a b c"],
    ["has them in several places", ["a n c m e", "a n c m e", "a n c m e"], "a b c d e", "a X c Y e", "a b c d e"],
    ["has them where lines were deleted", ["a c", "a c", "a c"], "a b c", "a X c", "a b c"],
    [
      "is as before where the proposal changes something else",
      ["a n c d", "a n c d", "a n c d"],
      "a b c d",
      "a b c X",
      "a n c d",
    ],
    ["is as before where accepted lines stay", ["a b c d", "a B c d", "a B c d"], "a B c d", "a B c X", "a b c d"],
    ["takes accepted lines that are proposed anew", ["a b c d", "a B c d", "a B c d"], "a B c d", "a Z c d", "a B c d"],
    [
      "takes them beside other pending hunks",
      ["a b c d e", "a B c d e", "a B c Y e"],
      "a B c Y e",
      "a Z c Y e",
      "a B c d e",
    ],
    ["is as before where a conflict gets another proposal", ["a b c", "a n c", "a X c"], "a X c", "a Y c", "a b c"],
    [
      "does both, with the typed lines above",
      ["a n c d e", "a n c D e", "a n c D e"],
      "a b c D e",
      "a X c E e",
      "a b c D e",
    ],
    [
      "does both, with the typed lines below",
      ["a b c n e", "a B c n e", "a B c n e"],
      "a B c d e",
      "a Z c Y e",
      "a B c d e",
    ],
  ])("%s", (_, texts, before, after, base) => {
    const { document, proposal, base: found } = proposalChanged(stateOf(texts), lines(before), lines(after));
    expect(found.join(" ")).toBe(base);
    expect(document.join(" ")).toBe(texts[1]);
    expect(proposal).not.toEqual(lines(texts[2]));
  });
});
