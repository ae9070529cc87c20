import { describe, expect, test } from "vitest";
import {
  canStore,
  findRewrite,
  hunkLinesOf,
  joinStandings,
  sizeOf,
  standingOf,
  storedHunksOf,
  withoutReplaced,
  type FollowedRewrite,
} from "../../../extension/core/review/rewriteStanding.ts";
import { lines, reviewOf, rewriteOf, type WordReview, type WordRewrite } from "./wordTexts.ts";

/** The counts as `accepted+pending/total`. */
function check(rewrite: WordRewrite, review: WordReview, want: string): void {
  const { accepted, pending, total } = standingOf(rewriteOf(rewrite), reviewOf(review));
  expect(`${accepted}+${pending}/${total}`).toBe(want);
}

describe("the hunks of a rewrite in a review", () => {
  const two = ["a b c d e", "a B c D e"] as const;
  test.each([
    ["nothing is decided", ["a b c d e", "a b c d e", "a B c D e"], "0+2/2"],
    ["one is accepted", ["a b c d e", "a B c d e", "a B c D e"], "1+1/2"],
    ["one is rejected", ["a b c d e", "a b c d e", "a b c D e"], "0+1/2"],
    ["all are accepted", ["a b c d e", "a B c D e", "a B c D e"], "2+0/2"],
    ["all are rejected", ["a b c d e", "a b c d e", "a b c d e"], "0+0/2"],
    ["one each", ["a b c d e", "a B c d e", "a B c d e"], "1+0/2"],
    ["lines were typed above", ["x y a b c d e", "x y a B c d e", "x y a B c D e"], "1+1/2"],
    ["another rewrite joined", ["a b c d e", "a b c d e", "z a B c D e f"], "0+2/2"],
    ["another rewrite changed the same lines", ["a b c d e", "a b c d e", "a Q c D e"], "0+2/2"],
    ["the user typed into a pending hunk", ["a b c d e", "a x c d e", "a B c D e"], "0+2/2"],
    ["the user typed into an accepted hunk", ["a b c d e", "a Bx c d e", "a Bx c D e"], "1+1/2"],
    ["an accepted hunk was changed back by hand", ["a b c d e", "a b c d e", "a b c D e"], "0+1/2"],
  ] as const)("where %s", (_, review, want) => {
    check(two, review, want);
  });

  test.each([
    ["lines come where others were typed", ["a b", "a N b"], ["a x b", "a x b", "a x N b"], "0+1/1"],
    ["they are accepted beside typed ones", ["a b", "a N b"], ["a x b", "a x N b", "a x N b"], "1+0/1"],
    ["lines go", ["a b c", "a c"], ["a b c", "a b c", "a c"], "0+1/1"],
    ["their going is accepted", ["a b c", "a c"], ["a b c", "a c", "a c"], "1+0/1"],
    ["a rewrite changes nothing", ["a b", "a b"], ["a b", "a b", "a b"], "0+0/0"],
  ] as const)("where %s", (_, rewrite, review, want) => {
    check(rewrite, review, want);
  });
});

describe("hunks that a later rewrite has replaced", () => {
  const [before, after] = [lines("a b c d e"), lines("a B c D e")];
  const whole = { kind: "change", progress: "whole" } as const;
  test.each([
    ["none, while they are pending", whole, ["a b c d e", "a B c D e"], 0, "a B c D e"],
    ["one, where the proposal has something else", whole, ["a b c d e", "a Q c D e"], 1, "a b c D e"],
    ["both", whole, ["a b c d e", "a Q c R e"], 2, "a b c d e"],
    ["none that is accepted", whole, ["a B c d e", "a Q c D e"], 0, "a B c D e"],
    ["none that the user typed into", whole, ["a x c d e", "a B c D e"], 0, "a B c D e"],
    ["none that is rejected", whole, ["a b c d e", "a b c D e"], 0, "a B c D e"],
    ["none where others joined beside", whole, ["a b c d e", "z a B c D e f"], 0, "a B c D e"],
    [
      "none while the later one arrives",
      { ...whole, progress: "streaming" },
      ["a b c d e", "a Q c D e"],
      0,
      "a B c D e",
    ],
    ["none of a new file", { ...whole, kind: "create" }, ["a b c d e", "a Q c D e"], 0, "a B c D e"],
    ["none of a file that goes", { ...whole, kind: "delete" }, ["a b c d e", "a Q c D e"], 0, "a B c D e"],
  ] as const)("%s", (_, { kind, progress }, [document, proposal], replaced, left) => {
    const followed = { kind, rewrite: { before, after }, missing: 1 };
    const state = { document: lines(document), proposal: lines(proposal) };
    const found = withoutReplaced(followed, { progress, state });
    expect(found).toEqual({ kind, rewrite: { before, after: lines(left) }, missing: 1 + replaced });
    expect(found === followed).toBe(replaced === 0);
  });

  test.each([
    ["each step takes its own", ["a Q c D e", "a Q c R e"], 2],
    ["what is gone stays gone where it comes again", ["a Q c D e", "a B c D e"], 1],
  ] as const)("over several changes: %s", (_, proposals, missing) => {
    const document = lines("a b c d e");
    const found = proposals.reduce<FollowedRewrite>(
      (followed, proposal) =>
        withoutReplaced(followed, { progress: "whole", state: { document, proposal: lines(proposal) } }),
      { kind: "change", rewrite: { before, after }, missing: 0 },
    );
    expect(found.missing).toBe(missing);
  });
});

test.each([
  ["nothing", [], true],
  ["what is just short enough", [["x".repeat(40_000)], ["y".repeat(60_000)]], true],
  ["a character more", [["x".repeat(40_000)], ["y".repeat(60_001)]], false],
  ["lines that are too much together", [["x".repeat(60_000), "x".repeat(60_000)], []], false],
] as const)("hunks are stored up to a size: %s", (_, [before = [], after = []], want) => {
  const hunks = hunkLinesOf({ before: ["a", ...before, "z"], after: ["a", ...after, "z"] });
  expect(canStore(hunks)).toBe(want);
});

test("the size of a rewrite is what it takes away and brings", () => {
  expect(sizeOf({ before: lines("a b c d"), after: lines("a B1 B2 c") })).toEqual({ added: 2, removed: 2 });
});

test("several rewrites count together", () => {
  const one = { total: 2, accepted: 1, pending: 1 };
  expect(joinStandings([one, { total: 3, accepted: 0, pending: 1 }])).toEqual({ total: 5, accepted: 1, pending: 2 });
});

describe("a rewrite that is found again by its hunks", () => {
  const rewrite = { before: lines("a b c d e f g"), after: lines("a B c D e F g") };
  const again = (base: string, document: string, proposal: string): string => {
    const state = reviewOf([base, document, proposal]);
    const { rewrite: found, missing } = findRewrite(hunkLinesOf(rewrite), state);
    const { accepted, pending, total } = standingOf(found, state);
    return `${accepted}+${pending}/${total + missing}`;
  };
  test.each([
    ["all are pending", "a b c d e f g", "a b c d e f g", "a B c D e F g", "0+3/3"],
    ["one of each, and lines typed above", "x a b c d e f g", "x a B c d e f g", "x a B c D e f g", "1+1/3"],
    ["another rewrite joined", "a b c d e f g", "a b c d e f g", "z a B c D e F g h", "0+3/3"],
    ["one came otherwise", "a b c d e f g", "a b c d e f g", "a Q c D e F g", "0+2/3"],
    ["one came elsewhere", "a b c d e q g", "a b c d e q g", "a B c D e F g", "0+2/3"],
    ["nothing is left of it", "a b c d e f g", "a b c d e f g", "a b c d e f g h", "0+0/3"],
  ])("where %s", (_, base, document, proposal, want) => {
    expect(again(base, document, proposal)).toBe(want);
  });

  test.each([0, 1, 2])("misses again what it had lost before, %i hunks", (missing) => {
    const { before, after } = rewrite;
    const found = findRewrite(storedHunksOf({ rewrite, missing }), { base: before, proposal: after });
    expect(found).toEqual({ rewrite, missing });
  });
});
