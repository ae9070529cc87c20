import { describe, expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { knownDiff } from "../../../extension/core/diff/knownDiff.ts";
import { documentChanged } from "../../../extension/core/review/rebaseReview.ts";
import { beginReview } from "../../../extension/core/review/reviewState.ts";
import { hunksOf } from "../../../extension/core/review/hunks.ts";
import { beginSession, decide } from "../../../extension/core/review/reviewSession.ts";
import { judgeHunks, writtenHunks } from "../../../extension/core/tools/judgeHunks.ts";
import { lines, reviewOf, rewriteOf, type WordReview, type WordRewrite } from "../review/wordTexts.ts";

/** Hunks as `outcome first-last`, the lines as they are now. */
function check(rewrite: WordRewrite, review: WordReview, want: string): void {
  const { hunks, outcome } = judgeHunks(rewriteOf(rewrite), reviewOf(review));
  const listed = hunks.map((hunk) => `${hunk.outcome} ${String(hunk.now.start)}-${String(hunk.now.end)}`);
  expect(`${outcome}: ${listed.join(", ")}`).toBe(want);
}

describe("what became of an edit", () => {
  const two = ["a b c d e", "a B c D e"] as const;
  test.each([
    ["nothing is decided", ["a b c d e", "a b c d e", "a B c D e"], "pending review: pending 2-2, pending 4-4"],
    ["all is accepted", ["a b c d e", "a B c D e", "a B c D e"], "applied: accepted 2-2, accepted 4-4"],
    ["all is rejected", ["a b c d e", "a b c d e", "a b c d e"], "rejected: rejected 2-2, rejected 4-4"],
    ["one each", ["a b c d e", "a B c d e", "a B c d e"], "partly applied: accepted 2-2, rejected 4-4"],
    ["lines came above", ["x a b c d e", "x a B c D e", "x a B c D e"], "applied: accepted 3-3, accepted 5-5"],
    [
      "an accepted hunk was typed in",
      ["a b c d e", "a Bx c D e", "a Bx c D e"],
      "applied: edited by hand 2-2, accepted 4-4",
    ],
    [
      "a rejected hunk was typed in",
      ["a bx c d e", "a bx c d e", "a bx c d e"],
      "rejected: edited by hand 2-2, rejected 4-4",
    ],
  ] as const)("where %s", (_, review, want) => {
    check(two, review, want);
  });

  test.each([
    ["lines that come", ["a b", "a N M b"], ["a b", "a N M b", "a N M b"], "applied: accepted 2-3"],
    ["lines that go", ["a b c", "a c"], ["a b c", "a c", "a c"], "applied: accepted 2-1"],
    ["lines that do not come", ["a b", "a N b"], ["a b", "a b", "a b"], "rejected: rejected 2-1"],
    [
      "lines that came, one of which was typed in",
      ["a b", "a N M O b"],
      ["a b", "a N X O b", "a N X O b"],
      "applied: edited by hand 2-4",
    ],
    [
      "lines that shall come, one of which another edit wants otherwise",
      ["a b", "a N M O b"],
      ["a b", "a b", "a N X O b"],
      "pending review: pending 2-1",
    ],
    [
      "lines that did not come, and others did",
      ["a b", "a N M b"],
      ["a b", "a X b", "a X b"],
      "rejected: rejected 2-2",
    ],
    [
      "lines that did not come, and others did that share some",
      ["a b", "a N M b"],
      ["a b", "a N X b", "a N X b"],
      "rejected: rejected 2-3",
    ],
    [
      "a new file, one line of which was typed in",
      ["", "N M O "],
      ["", "N X O ", "N X O "],
      "applied: edited by hand 1-3",
    ],
    ["no change", ["a b", "a b"], ["a b", "a b", "a b"], "applied: "],
    ["another edit in the same review", ["a b", "a B"], ["a b z", "a b Z", "a B Z"], "pending review: pending 2-2"],
  ] as const)("of %s", (_, rewrite, review, want) => {
    check(rewrite, review, want);
  });

  const work = fc.array(fc.constantFrom("keep", "keep", "drop", "replace", "insert"), { minLength: 1, maxLength: 12 });

  // Lines that differ: of equal ones nobody can tell which of them came.
  test("is what was decided, hunk by hunk, also after lines were typed above", () => {
    fc.assert(
      fc.property(work, fc.infiniteStream(fc.boolean()), fc.boolean(), (done, choices, types) => {
        const before = ["first", ...done.map((_, at) => `line ${String(at)}`), "last"];
        const changed = done.flatMap((what, at) => {
          const line = `line ${String(at)}`;
          if (what === "insert") return [`new ${String(at)}`, line];
          return what === "keep" ? [line] : what === "replace" ? [`other ${String(at)}`] : [];
        });
        const after = ["first", ...changed, "last"];
        const wanted = knownDiff(before, after).map(() => (choices.next().value === true ? "accepted" : "rejected"));
        let session = beginSession(beginReview(before, after));
        const accepted = hunksOf(session.state).filter((_, index) => wanted[index] === "accepted");
        session = decide(session, "accept", accepted).session;
        session = decide(session, "reject", hunksOf(session.state)).session;
        let { state } = session;
        if (types) state = documentChanged(state, ["typed", ...state.document]);
        const { hunks, outcome } = judgeHunks({ before, after }, state);
        expect(hunks.map((hunk) => hunk.outcome)).toEqual(wanted);
        expect(outcome).toBe(
          accepted.length === wanted.length ? "applied" : accepted.length === 0 ? "rejected" : "partly applied",
        );
      }),
      { numRuns: 300 },
    );
  });

  test("that was written as a whole is all accepted", () => {
    expect(writtenHunks({ before: lines("a b c"), after: lines("a X Y c") })).toEqual([
      { outcome: "accepted", before: { start: 2, end: 2 }, now: { start: 2, end: 3 } },
    ]);
  });
});
