import { describe, expect, test } from "vitest";
import type { Choice } from "../../../extension/core/review/choices.ts";
import { rejectHunks } from "../../../extension/core/review/decideHunks.ts";
import { hunksOf } from "../../../extension/core/review/hunks.ts";
import { hunksOnlyOf, hunksWith, withoutRewrites, withRewritesAgain } from "../../../extension/core/review/ownHunks.ts";
import { documentChanged, proposalChanged } from "../../../extension/core/review/rebaseReview.ts";
import type { Remark } from "../../../extension/core/review/remarks.ts";
import type { ReviewState } from "../../../extension/core/review/reviewState.ts";

const FILE = "a b c d e f g h";

interface Case {
  /** Texts with a blank for each line end. */
  readonly document?: string;
  readonly proposal: string;
  readonly edit: readonly [before: string, after: string];
  /** The lines of the proposal in the hunks. */
  readonly touched: readonly string[];
  readonly only: readonly string[];
}

const lines = (text: string): readonly string[] => (text === "" ? [""] : text.split(" "));

function check({ document = FILE, proposal, edit: [before, after], touched, only }: Case): void {
  const state: ReviewState = {
    base: lines(document),
    document: lines(document),
    proposal: lines(proposal),
    remarks: [],
    choices: [],
  };
  const hunks = hunksOf(state);
  const rewrite = { before: lines(before), after: lines(after) };
  const textOf = (found: ReturnType<typeof hunksOf>): string[] =>
    found.map((hunk) => state.proposal.slice(hunk.new.start, hunk.new.end).join(" "));
  expect(textOf(hunksWith(rewrite, state, hunks))).toEqual(touched);
  expect(textOf(hunksOnlyOf(rewrite, state, hunks))).toEqual(only);
}

test.each<[string, Case]>([
  [
    "all, where it is alone",
    { proposal: "a B c d e f G h", edit: [FILE, "a B c d e f G h"], touched: ["B", "G"], only: ["B", "G"] },
  ],
  [
    "those that it adds to a pending proposal",
    { proposal: "a B c d e f G h", edit: ["a B c d e f g h", "a B c d e f G h"], touched: ["G"], only: ["G"] },
  ],
  [
    "none alone where it changes what is pending",
    { proposal: "a B2 c d e f g h", edit: ["a B c d e f g h", "a B2 c d e f g h"], touched: ["B2"], only: [] },
  ],
  [
    "none alone where it lies beside what is pending",
    { proposal: "a B C d e f g h", edit: ["a B c d e f g h", "a B C d e f g h"], touched: ["B C"], only: [] },
  ],
  ["an insertion", { proposal: "a b x c d e f g h", edit: [FILE, "a b x c d e f g h"], touched: ["x"], only: ["x"] }],
  ["a deletion", { proposal: "a b d e f g h", edit: [FILE, "a b d e f g h"], touched: [""], only: [""] }],
  [
    "none that is decided",
    {
      document: "a B c d e f g h",
      proposal: "a B c d e f G h",
      edit: [FILE, "a B c d e f g h"],
      touched: [],
      only: [],
    },
  ],
  [
    "those above another insertion",
    {
      proposal: "a B c d e x f g h",
      edit: ["a b c d e x f g h", "a B c d e x f g h"],
      touched: ["B"],
      only: ["B"],
    },
  ],
  [
    "those below another insertion",
    { proposal: "a x b c D e f g h", edit: ["a x b c d e f g h", "a x b c D e f g h"], touched: ["D"], only: ["D"] },
  ],
  [
    "an insertion above others",
    { proposal: "a x b c D e f g h", edit: ["a b c D e f g h", "a x b c D e f g h"], touched: ["x"], only: ["x"] },
  ],
  [
    "an insertion below others",
    { proposal: "a B c d e x f g h", edit: ["a B c d e f g h", "a B c d e x f g h"], touched: ["x"], only: ["x"] },
  ],
  [
    "none where another one goes on from what it has become",
    {
      document: "a B c d e f g h",
      proposal: "a B3 c d e f g h",
      edit: [FILE, "a B c d e f g h"],
      touched: [],
      only: [],
    },
  ],
  ["a new file", { document: "", proposal: "x y", edit: ["", "x y"], touched: ["x y"], only: ["x y"] }],
])("the hunks of an edit: %s", (_, one) => {
  check(one);
});

describe("a review without an earlier rewrite", () => {
  const state = (document: string, proposal: string, choices: ReviewState["choices"] = []): ReviewState => ({
    base: lines(document),
    document: lines(document),
    proposal: lines(proposal),
    remarks: [],
    choices,
  });
  const rewrite = { before: lines(FILE), after: lines("a B c d e f G h") };

  test("has what others propose, and what is typed", () => {
    const left = withoutRewrites(state("a b c typed d e f g h", "a B c typed D e f G h"), [
      { rewrite, apply: undefined },
    ]);
    expect(left.proposal.join(" ")).toBe("a b c typed D e f g h");
    expect(left.document.join(" ")).toBe("a b c typed d e f g h");
  });

  test("keeps what is accepted of it", () => {
    const accepted: ReviewState = { ...state("a B c d e f g h", "a B c d e f G h"), base: lines(FILE) };
    const left = withoutRewrites(accepted, [{ rewrite, apply: undefined }]);
    expect([left.document.join(" "), left.proposal.join(" ")]).toEqual(["a B c d e f g h", "a B c d e f g h"]);
  });

  test("is the same where there was none, or it is decided", () => {
    const other = state(FILE, "a b c D e f g h");
    expect(withoutRewrites(other, []).proposal).toEqual(other.proposal);
    expect(withoutRewrites(other, [{ rewrite, apply: "gone" }]).proposal).toEqual(other.proposal);
  });

  test("says nothing more of its lines, and all that was said of others", () => {
    const remark = (start: number, message: string): Remark => ({
      range: { start, end: start + 1 },
      kind: "warning",
      message,
    });
    const before: ReviewState = {
      ...state(FILE, "a B c D e f G h"),
      remarks: [remark(1, "of B"), remark(3, "of D"), remark(6, "of G")],
    };
    const replaced = [{ rewrite, apply: undefined }];
    const left = withoutRewrites(before, replaced);
    expect(left.remarks).toEqual([remark(3, "of D")]);
    const streamed = proposalChanged(left, left.proposal, lines("a x y c D e f g h"));
    const stopped = proposalChanged(streamed, lines("a x y c D e f g h"), left.proposal);
    const again = withRewritesAgain(stopped, before, replaced);
    expect(again.proposal).toEqual(before.proposal);
    expect([...again.remarks].sort((a, b) => a.range.start - b.range.start)).toEqual(before.remarks);
  });

  test("is without the open pieces of its apply, keeps those of others, and has them again", () => {
    const open = (apply: string, line: number, shows: string): Choice => ({
      id: `${apply}/1`,
      reason: "It is not sure.",
      written: [shows],
      readings: [{ range: { start: line, end: line + 1 }, lines: [shows], label: "", certainty: 1 }],
      shown: { reading: 0, instead: lines(FILE).slice(line, line + 1) },
    });
    const [own, other] = [open("own", 2, "C"), open("owner", 4, "E")];
    const before = state(FILE, "a B C d E f G h", [own, other]);
    const replaced = [{ rewrite, apply: "own" }];
    const left = withoutRewrites(before, replaced);
    expect([left.proposal.join(" "), left.choices]).toEqual(["a b c d E f g h", [other]]);
    const again = withRewritesAgain(left, before, replaced);
    expect(again.proposal).toEqual(before.proposal);
    expect(again.choices).toHaveLength(2);
    expect(again.choices).toEqual(expect.arrayContaining([own, other]));
    const unnamed = withoutRewrites(before, [{ rewrite, apply: undefined }]);
    expect(unnamed.choices.map(({ id }) => id)).toContain("owner/1");
  });

  test("keeps what is said of lines of it and of others, or of neither, and says nothing twice", () => {
    const remark = (start: number, end: number, message: string): Remark => ({
      range: { start, end },
      kind: "note",
      message,
    });
    const messages = ({ remarks }: ReviewState): string[] => remarks.map(({ message }) => message).sort();
    const before: ReviewState = {
      ...state(FILE, "a B c D e f G h"),
      remarks: [
        remark(1, 2, "of B"),
        remark(1, 4, "of B and D"),
        remark(3, 4, "of D"),
        remark(4, 5, "of e"),
        remark(6, 7, "of G"),
      ],
    };
    const replaced = [{ rewrite, apply: undefined }];
    const left = withoutRewrites(before, replaced);
    expect(messages(left)).toEqual(["of B and D", "of D", "of e"]);
    const since = documentChanged(left, lines("typed a b c d e f g h"));
    expect(messages(withRewritesAgain(since, before, replaced))).toEqual(expect.arrayContaining(messages(before)));
    expect(messages(withRewritesAgain(since, before, replaced)).filter((message) => message === "of D")).toHaveLength(
      1,
    );
  });

  test("has it again beside what was typed and decided since", () => {
    const before = state(FILE, "a B c D e f G h");
    const replaced = [{ rewrite, apply: undefined }];
    const left = withoutRewrites(before, replaced);
    const since = documentChanged(rejectHunks(left, hunksOf(left)), lines("a b c d typed e f g h"));
    expect(withRewritesAgain(since, before, replaced).proposal.join(" ")).toBe("a B c d typed e f G h");
  });
});
