import { describe, expect, it } from "vitest";
import { documentChanged, proposalChanged } from "../../../extension/core/review/rebaseReview.ts";
import type { Remark } from "../../../extension/core/review/remarks.ts";
import { beginReview, type Hunk, type ReviewState } from "../../../extension/core/review/reviewState.ts";
import { isCertain, hunksOf } from "../../../extension/core/review/hunks.ts";
import { rejectHunks, acceptHunks } from "../../../extension/core/review/decideHunks.ts";

const lines = (words: string): string[] => words.split(" ");

/** `old>new` of each hunk, with `!` behind a conflict and `?` behind one with a warning. */
function hunksAs(state: ReviewState, hunks: readonly Hunk[] = hunksOf(state)): string {
  return hunks
    .map((hunk) => {
      const [old, now] = [
        state.document.slice(hunk.old.start, hunk.old.end),
        state.proposal.slice(hunk.new.start, hunk.new.end),
      ];
      return `${old.join(" ")}>${now.join(" ")}${hunk.isConflict ? "!" : ""}${hunk.hasWarning ? "?" : ""}`;
    })
    .join(", ");
}

interface Wanted {
  readonly proposal: string;
  readonly base: string;
  readonly hunks: string;
}

/** Each word is a line. `accepted` numbers the hunks that are accepted first. */
function checkTyping(
  name: string,
  { document, proposal, accepted = [] }: { document: string; proposal: string; accepted?: number[] },
  typed: string,
  want: Wanted,
): void {
  it(name, () => {
    const begun = beginReview(lines(document), lines(proposal));
    const { state } = acceptHunks(
      begun,
      hunksOf(begun).filter((_, index) => accepted.includes(index)),
    );
    const now = documentChanged(state, lines(typed));
    expect(now.document.join(" ")).toBe(typed);
    const got: Wanted = { proposal: now.proposal.join(" "), base: now.base.join(" "), hunks: hunksAs(now) };
    expect(got).toEqual(want);
  });
}

describe("the document changes", () => {
  const one = { document: "a b c d e", proposal: "a b X d e" };
  checkTyping("outside a hunk", one, "a b c d e n", { proposal: "a b X d e n", base: "a b c d e n", hunks: "c>X" });
  checkTyping("before a hunk", one, "n b c d e", { proposal: "n b X d e", base: "n b c d e", hunks: "c>X" });
  checkTyping("beside a hunk, above", one, "a b n c d e", {
    proposal: "a b n X d e",
    base: "a b n c d e",
    hunks: "c>X",
  });
  checkTyping("beside a hunk, below", one, "a b c n d e", {
    proposal: "a b X n d e",
    base: "a b c n d e",
    hunks: "c>X",
  });
  checkTyping("beside a hunk, in the next line", one, "a b c n e", {
    proposal: "a b X n e",
    base: "a b c n e",
    hunks: "c>X",
  });
  checkTyping("in a hunk", one, "a b n d e", { proposal: "a b X d e", base: "a b c d e", hunks: "n>X!" });
  checkTyping("in a hunk, whose lines it deletes", one, "a b d e", {
    proposal: "a b X d e",
    base: "a b c d e",
    hunks: ">X!",
  });
  checkTyping("to what the hunk proposes", one, "a b X d e", { proposal: "a b X d e", base: "a b c d e", hunks: "" });
  checkTyping("in a hunk and elsewhere at once", one, "m b n d e", {
    proposal: "m b X d e",
    base: "m b c d e",
    hunks: "n>X!",
  });
  checkTyping("in all lines at once, as by a formatter", one, "-a -b -c -d -e", {
    proposal: "-a -b X -d -e",
    base: "-a -b c -d -e",
    hunks: "-c>X!",
  });
  checkTyping("to nothing of before", one, "n", { proposal: "a b X d e", base: "a b c d e", hunks: "n>a b X d e!" });

  const insertion = { document: "a b", proposal: "a X Y b" };
  checkTyping("where a hunk inserts", insertion, "a n b", { proposal: "a n X Y b", base: "a n b", hunks: ">X Y" });
  checkTyping("to what a hunk inserts", insertion, "a X Y b", { proposal: "a X Y b", base: "a b", hunks: "" });
  checkTyping("at the start, where a hunk inserts", { document: "a", proposal: "X a" }, "n a", {
    proposal: "n X a",
    base: "n a",
    hunks: ">X",
  });
  checkTyping("at the end, where a hunk inserts", { document: "a", proposal: "a X" }, "a n", {
    proposal: "a n X",
    base: "a n",
    hunks: ">X",
  });
  checkTyping("in what a hunk deletes", { document: "a b c d", proposal: "a d" }, "a b n d", {
    proposal: "a d",
    base: "a b c d",
    hunks: "b n>!",
  });

  const two = { document: "a b c d e", proposal: "a X c Y Z e" };
  checkTyping("by undo of an accept", { ...two, accepted: [0] }, "a b c d e", {
    proposal: "a X c Y Z e",
    base: "a b c d e",
    hunks: "b>X, d>Y Z",
  });
  checkTyping("by undo of one of two accepts", { ...two, accepted: [0, 1] }, "a X c d e", {
    proposal: "a X c Y Z e",
    base: "a b c d e",
    hunks: "d>Y Z",
  });
  checkTyping("by undo of both at once", { ...two, accepted: [0, 1] }, "a b c d e", {
    proposal: "a X c Y Z e",
    base: "a b c d e",
    hunks: "b>X, d>Y Z",
  });
  checkTyping("in accepted lines", { ...two, accepted: [1] }, "a b c Y n e", {
    proposal: "a X c Y n e",
    base: "a b c d e",
    hunks: "b>X",
  });
  checkTyping(
    "by undo of an accept among equal lines",
    { document: "a a a b c", proposal: "a a a a b X", accepted: [0] },
    "a a a b c",
    {
      proposal: "a a a a b X",
      base: "a a a b c",
      hunks: ">a, c>X",
    },
  );
  const accepted = { document: "a b c d e f", proposal: "a X c d e Y", accepted: [0] };
  checkTyping("in a line beside accepted ones", accepted, "a X n d e f", {
    proposal: "a X n d e Y",
    base: "a b n d e f",
    hunks: "f>Y",
  });
  checkTyping("by lines that come beside accepted ones", accepted, "a X n c d e f", {
    proposal: "a X n c d e Y",
    base: "a b c d e f",
    hunks: "f>Y",
  });
  checkTyping("by lines that go beside accepted ones", accepted, "a X d e f", {
    proposal: "a X d e Y",
    base: "a b c d e f",
    hunks: "f>Y",
  });
  checkTyping("by lines that come further away", accepted, "a X c n d e f", {
    proposal: "a X c n d e Y",
    base: "a b c n d e f",
    hunks: "f>Y",
  });
  checkTyping("in accepted lines and beside them", accepted, "a N M d e f", {
    proposal: "a N M d e Y",
    base: "a b M d e f",
    hunks: "f>Y",
  });
  checkTyping(
    "beside accepted lines, the same as a hunk inserts",
    { ...accepted, proposal: "a X c d e f Y" },
    "a X c d e f Y",
    {
      proposal: "a X c d e f Y",
      base: "a b c d e f",
      hunks: "",
    },
  );
  checkTyping("not at all", one, "a b c d e", { proposal: "a b X d e", base: "a b c d e", hunks: "c>X" });
  checkTyping("from the empty document", { document: "", proposal: "X Y" }, "n", {
    proposal: "X Y",
    base: "",
    hunks: "n>X Y!",
  });
});

describe("a conflict", () => {
  const begin = (): ReviewState => documentChanged(beginReview(lines("a b c"), lines("a X c")), lines("a n c"));

  it("is not taken by Accept All", () => {
    expect(hunksOf(begin()).map(isCertain)).toEqual([false]);
    expect(hunksOf(beginReview(lines("a b c"), lines("a X c"))).map(isCertain)).toEqual([true]);
  });

  it("is over when the user takes what was typed back", () => {
    expect(hunksAs(documentChanged(begin(), lines("a b c")))).toBe("b>X");
  });

  it("brings its hunk back after accept and undo", () => {
    const begun = begin();
    const { state, edits } = acceptHunks(begun, hunksOf(begun));
    expect(edits).toEqual([{ range: { start: 1, end: 2 }, lines: ["X"] }]);
    expect(hunksAs(documentChanged(state, begun.document))).toBe("n>X");
  });

  it("rejected leaves what was typed, and its undo makes no hunk", () => {
    const begun = begin();
    const rejected = rejectHunks(begun, hunksOf(begun));
    expect(rejected.base).toEqual(lines("a n c"));
    expect(hunksAs(documentChanged(rejected, lines("a b c")))).toBe("");
  });
});

describe("the proposal changes", () => {
  const begin = (): ReviewState => beginReview(lines("a b c d e"), lines("a X c d e"));
  const changed = (state: ReviewState, before: string, after: string): ReviewState =>
    proposalChanged(state, lines(before), lines(after));

  it("and goes on while streaming", () => {
    expect(hunksAs(changed(begin(), "a X c d e", "a X c Y e"))).toBe("b>X, d>Y");
  });

  it("and rejected hunks stay rejected", () => {
    const begun = begin();
    expect(hunksAs(changed(rejectHunks(begun, hunksOf(begun)), "a X c d e", "a X c Y e"))).toBe("d>Y");
  });

  it("and what was typed elsewhere is in it", () => {
    const state = changed(documentChanged(begin(), lines("a b c d n")), "a X c d e", "a X c Y e");
    expect([state.proposal.join(" "), hunksAs(state)]).toEqual(["a X c Y n", "b>X, d>Y"]);
  });

  it("in a line that was typed: a conflict, and taken back it is none", () => {
    const state = changed(documentChanged(begin(), lines("a b c n e")), "a X c d e", "a X c Y e");
    expect(hunksAs(state)).toBe("b>X, n>Y!");
    expect(hunksAs(documentChanged(state, lines("a b c d e")))).toBe("b>X, d>Y");
  });

  it("in a line that was deleted: a conflict", () => {
    expect(hunksAs(changed(documentChanged(begin(), lines("a b c e")), "a X c d e", "a X c Y e"))).toBe("b>X, >Y!");
  });

  it("in accepted lines: a hunk like any other", () => {
    const begun = begin();
    const { state } = acceptHunks(begun, hunksOf(begun));
    expect(hunksAs(changed(state, "a X c d e", "a Y c d e"))).toBe("X>Y");
  });
});

describe("remarks", () => {
  const warning = (start: number, end: number): Remark => ({ range: { start, end }, kind: "warning", message: "Why?" });
  const check = (name: string, document: string, proposal: string, remark: Remark, want: string): void => {
    it(`are on ${name}`, () => {
      expect(hunksAs(beginReview(lines(document), lines(proposal), [remark]))).toBe(want);
    });
  };
  check("a hunk without a warning where they are notes", "a b", "a X", { ...warning(1, 2), kind: "note" }, "b>X");
  check("a hunk that has one of their lines", "a b c d", "a X c Y", warning(0, 2), "b>X?, d>Y");
  check("no hunk that is only their neighbour", "a b c d", "a X c d", warning(2, 4), "b>X");
  check("a hunk that deletes where they are empty", "a b c d", "a c d", warning(1, 1), "b>?");
  check("a hunk that deletes beside their lines", "a b c d", "a c d", warning(1, 2), "b>?");

  const begin = (): ReviewState => beginReview(lines("a b c d"), lines("a X c Y Z"), [warning(3, 5)]);
  it("keep a hunk from Accept All only where they warn", () => {
    const certain = (kind: Remark["kind"]): boolean[] =>
      hunksOf(beginReview(lines("a b"), lines("a X"), [{ ...warning(1, 2), kind }])).map(isCertain);
    expect([certain("warning"), certain("note")]).toEqual([[false], [true]]);
  });

  it("move with their lines", () => {
    expect(hunksAs(documentChanged(begin(), lines("n m a b c d")))).toBe("b>X, d>Y Z?");
  });

  it("come back with a rejected hunk", () => {
    const begun = begin();
    const rejected = rejectHunks(begun, hunksOf(begun));
    expect(hunksAs(proposalChanged(rejected, rejected.proposal, begun.proposal))).toBe("b>X, d>Y Z?");
  });

  it("on deleted lines come back as well", () => {
    const state = beginReview(lines("a b c"), lines("a c"), [warning(1, 1)]);
    const rejected = rejectHunks(state, hunksOf(state));
    expect(hunksAs(rejected)).toBe("");
    expect(hunksAs(proposalChanged(rejected, rejected.proposal, state.proposal))).toBe("b>?");
  });

  it("of a new proposal are added, each once", () => {
    const begun = begin();
    const { remarks } = proposalChanged(begun, begun.proposal, lines("n a X c Y Z"), [warning(4, 6), warning(0, 1)]);
    expect(remarks).toEqual([warning(4, 6), warning(0, 1)]);
  });
});
