import { describe, expect, it } from "vitest";
import { hunkStandings } from "../../../extension/core/review/hunkStandings.ts";
import { rangeText } from "../diff/rangeText.ts";

const lines = (words: string): string[] => words.split(" ");

type Review = readonly [base: string, document: string, proposal: string];

/** Each word is a line. What became of each hunk, with `*` where somebody has typed, and its lines in the document. */
function check(
  rewrite: readonly [before: string, after: string],
  cases: Readonly<Record<string, [Review, string]>>,
): void {
  it.each(Object.entries(cases))("%s", (_, [[base, document, proposal], want]) => {
    const texts = { base: lines(base), document: lines(document), proposal: lines(proposal) };
    const found = hunkStandings({ before: lines(rewrite[0]), after: lines(rewrite[1]) }, texts);
    const reported = found.map((hunk) => `${hunk.decision}${hunk.isEdited ? "*" : ""} ${rangeText(hunk.lines)}`);
    expect(reported.join(", ")).toBe(want);
  });
}

describe("lines that become others", () => {
  check(["a b c d e", "a B c D e"], {
    "are pending at first": [["a b c d e", "a b c d e", "a B c D e"], "pending 1-2, pending 3-4"],
    "are accepted once the document has them": [["a b c d e", "a B c D e", "a B c D e"], "accepted 1-2, accepted 3-4"],
    "are rejected once the proposal has not": [["a b c d e", "a b c d e", "a b c d e"], "rejected 1-2, rejected 3-4"],
    "are decided one by one": [["a b c d e", "a B c d e", "a B c d e"], "accepted 1-2, rejected 3-4"],
    "move with lines above": [["x a b c d e", "x a B c d e", "x a B c D e"], "accepted 2-3, pending 4-5"],
    "are typed in while pending": [["a b c d e", "a x c d e", "a B c D e"], "pending* 1-2, pending 3-4"],
    "are typed in once accepted": [["a b c d e", "a Bx c D e", "a Bx c D e"], "accepted* 1-2, accepted 3-4"],
    "are typed in once rejected": [["a bx c d e", "a bx c d e", "a bx c d e"], "rejected* 1-2, rejected 3-4"],
    "are proposed otherwise by now": [["a b c d e", "a b c d e", "a Q c D e"], "pending 1-2, pending 3-4"],
    "are proposed otherwise, and that is accepted": [
      ["a b c d e", "a Q c D e", "a Q c D e"],
      "accepted* 1-2, accepted 3-4",
    ],
    "are rejected with what was typed below accepted ones": [
      ["a b c dx e", "a B c dx e", "a B c dx e"],
      "accepted 1-2, rejected* 3-4",
    ],
    "are pending with what was typed below rejected ones": [
      ["a b c d e", "a b c dx e", "a b c D e"],
      "rejected 1-2, pending* 3-4",
    ],
    "are accepted otherwise below rejected ones": [
      ["a b c d e", "a b c Dx e", "a b c Dx e"],
      "rejected 1-2, accepted* 3-4",
    ],
    "are below a line that was typed right above": [
      ["a n b c d e", "a n b c d e", "a n B c D e"],
      "pending 2-3, pending 4-5",
    ],
  });

  check(["a b c d e", "a B C d e"], {
    "are as many as were typed instead of one": [["a b c d e", "a b x y d e", "a B C d e"], "pending* 1-4"],
  });

  check(["a b c", "a N M c"], {
    "are pending below the same ones that were typed": [["a N M b c", "a N M b c", "a N M N M c"], "pending 3-4"],
  });
});

describe("lines that go", () => {
  check(["a b c", "a c"], {
    "are pending at first": [["a b c", "a b c", "a c"], "pending 1-2"],
    "are gone": [["a b c", "a c", "a c"], "accepted 1-1"],
    stay: [["a b c", "a b c", "a b c"], "rejected 1-2"],
    "are typed in while pending": [["a b c", "a x c", "a c"], "pending* 1-2"],
  });
});

describe("lines that come", () => {
  check(["a b", "a N M O b"], {
    "are pending at first": [["a b", "a b", "a N M O b"], "pending 1-1"],
    "are there": [["a b", "a N M O b", "a N M O b"], "accepted 1-4"],
    "do not come": [["a b", "a b", "a b"], "rejected 1-1"],
    "are there with others between": [["a b", "a N x M y O b", "a N x M y O b"], "accepted 1-6"],
    "are there but for one that was typed over": [["a b", "a N X O b", "a N X O b"], "accepted* 1-4"],
    "are typed over while pending": [["a b", "a N X O b", "a N M O b"], "pending* 1-4"],
    "are proposed otherwise by now": [["a b", "a b", "a N X O b"], "pending 1-1"],
    "do not come, and who typed wrote much the same": [["a N X O b", "a N X O b", "a N X O b"], "rejected* 1-4"],
    "do not come, and who typed wrote one of them": [["a N b", "a N b", "a N b"], "rejected 1-2"],
    "do not come, and others do": [["a X Y b", "a X Y b", "a X Y b"], "rejected 1-3"],
    "come with another indentation": [["a b", "a \tN \tM \tO b", "a \tN \tM \tO b"], "accepted* 1-4"],
    "come below other lines": [["Z a b", "Z a N X O b", "Z a N X O b"], "accepted* 2-5"],
    "do not come, beside typed ones that are pending elsewhere": [["a x b", "a x b", "a x b"], "rejected 1-2"],
  });

  check(["a b", "a N M O b"], {
    "are typed over while pending, below other lines": [["Z a b", "Z a N X O b", "Z a N M O b"], "pending* 2-5"],
  });

  check(["a b", "a N b"], {
    "are above a line that was typed over": [["a b", "a x y", "a N b"], "pending 1-1"],
  });

  check(["a b", "a { } b"], {
    "are no brackets where others come": [["a x b", "a x b", "a x b"], "rejected 1-2"],
  });

  check(["a b", "a N { } b"], {
    "are not told by their brackets": [["a { } b", "a { } b", "a { } b"], "rejected 1-3"],
    "are told by their words": [["a b", "a N b", "a N b"], "accepted* 1-2"],
  });

  check(["a b", "a \tN \tM b"], {
    "may lose their indentation": [["a b", "a N M b", "a N M b"], "accepted* 1-3"],
  });

  check(["a b c", "a N M O b C"], {
    "are one of several hunks": [["Z a b c", "Z a N X O b c", "Z a N X O b C"], "accepted* 2-5, pending 6-7"],
    "are above one that is typed in": [["a b c", "a b x", "a N M O b C"], "pending 1-1, pending* 2-3"],
  });
});
