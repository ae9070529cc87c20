import { describe, expect, it } from "vitest";
import { documentChanged } from "../../../extension/core/review/rebaseReview.ts";
import { beginReview, type Hunk, type ReviewState } from "../../../extension/core/review/reviewState.ts";
import { hunksOf } from "../../../extension/core/review/hunks.ts";
import { acceptHunks } from "../../../extension/core/review/decideHunks.ts";
import { hunksAgain } from "../../../extension/core/review/sameHunk.ts";

/** Two hunks that ask for the same change, and one that only adds. */
function begin(): { seen: ReviewState; first: Hunk; second: Hunk; added: Hunk } {
  const seen = beginReview(["foo", "b", "c", "foo", "e"], ["bar", "b", "c", "bar", "e", "new"]);
  const [first, second, added] = hunksOf(seen);
  if (!first || !second || !added) throw new Error("three hunks");
  return { seen, first, second, added };
}

describe("a hunk seen earlier", () => {
  it("is itself in the same state", () => {
    const { seen, second } = begin();
    expect(hunksAgain(seen, [second], seen, hunksOf(seen))).toEqual([second]);
  });

  it("is found where typing has moved it", () => {
    const { seen, second, added } = begin();
    const now = documentChanged(seen, ["typed", ...seen.document]);
    expect(hunksAgain(seen, [second, added], now, hunksOf(now)).map(({ old }) => old.start)).toEqual([4, 6]);
  });

  it("is gone once it is accepted, however many others look the same", () => {
    const { seen, first, second } = begin();
    const now = acceptHunks(seen, [first]).state;
    expect(hunksAgain(seen, [first], now, hunksOf(now))).toEqual([]);
    expect(hunksAgain(seen, [second], now, hunksOf(now))).toHaveLength(1);
  });

  it("is gone once its lines have changed", () => {
    const { seen, second } = begin();
    const now = documentChanged(seen, ["foo", "b", "c", "typed", "e"]);
    expect(hunksAgain(seen, [second], now, hunksOf(now))).toEqual([]);
  });

  it.each([
    ["has the same lines", "a b c d", "a X Y d", 1],
    ["has them with other lines below", "a b c n", "a X Y n", 1],
    ["has them with other lines above", "n m b c d", "n m X Y d", 1],
    ["brings more", "a b c d", "a X Y Z d", 0],
    ["brings less", "a b c d", "a X d", 0],
    ["brings another last line", "a b c d", "a X Z d", 0],
    ["brings another first line", "a b c d", "a Z Y d", 0],
    ["replaces another last line", "a b n d", "a X Y d", 0],
  ])("of two lines is the one that %s", (_, document, proposal, count) => {
    const seen = beginReview("a b c d".split(" "), "a X Y d".split(" "));
    const now = beginReview(document.split(" "), proposal.split(" "));
    expect(hunksAgain(seen, hunksOf(seen), now, hunksOf(now))).toHaveLength(count);
  });
});
