import { equalLines } from "../diff/lineEdits.ts";
import type { LineRange } from "../text/lines.ts";
import { isChoiceOf, type Choice } from "./choices.ts";
import { rejectHunks } from "./decideHunks.ts";
import type { TextChange } from "./decision.ts";
import { hunkStandings } from "./hunkStandings.ts";
import { hunksOf } from "./hunks.ts";
import { proposalChanged, withoutSome } from "./rebaseReview.ts";
import { concerns, type Remark } from "./remarks.ts";
import type { Hunk, ReviewState } from "./reviewState.ts";
import { hunkLinesOf } from "./rewriteStanding.ts";

/** A rewrite that went to a review and that a later one is to replace. */
export interface ReplacedRewrite {
  readonly rewrite: TextChange;
  /** Id of its apply, which the choices that it left open have. */
  readonly apply: string | undefined;
}

/** Takes what is still pending of earlier rewrites out of a state; what is accepted of them stays. The document stays as it is. */
export function withoutRewrites(state: ReviewState, replaced: readonly ReplacedRewrite[]): ReviewState {
  return replaced.reduce((known, one) => {
    const sure = withoutSome(known, idsOf(known.choices.filter((choice) => isLeftBy([one], choice))));
    const hunks = hunksOf(sure);
    const own = hunksWith(one.rewrite, sure, hunks);
    const others = hunks.filter((hunk) => !own.includes(hunk));
    // What the proof said of lines that are gone is not said of those that come in their place.
    const remarks = sure.remarks.filter((remark) => !isAbout(remark, own) || isAbout(remark, others));
    return rejectHunks({ ...sure, remarks }, own);
  }, state);
}

/**
 * Puts back what gave way to a rewrite that came to nothing: what was pending of the earlier ones in the state `before`, and no more.
 * Whatever else was open or pending then is as the user has left it since.
 */
export function withRewritesAgain(
  state: ReviewState,
  before: ReviewState,
  replaced: readonly ReplacedRewrite[],
): ReviewState {
  const left = withoutRewrites(before, replaced);
  const others = withoutSome(left, idsOf(left.choices));
  const all = withoutSome(before, idsOf(before.choices.filter((choice) => !isLeftBy(replaced, choice))));
  const kept = hunksOf(others);
  const gone = hunksOf(all).filter(({ old }) => !kept.some((hunk) => isSameRange(hunk.old, old)));
  const remarks = all.remarks.filter((remark) => isAbout(remark, gone));
  return proposalChanged(state, others.proposal, all.proposal, remarks, all.choices);
}

/** Whether a choice is of a piece that one of these applies has left open. */
function isLeftBy(replaced: readonly ReplacedRewrite[], { id }: Choice): boolean {
  return replaced.some(({ apply }) => apply !== undefined && isChoiceOf(apply, id));
}

function idsOf(choices: readonly Choice[]): ReadonlySet<string> {
  return new Set(choices.map(({ id }) => id));
}

function isAbout({ range }: Remark, hunks: readonly Hunk[]): boolean {
  return hunks.some((hunk) => concerns(range, hunk.new));
}

function isSameRange(one: LineRange, other: LineRange): boolean {
  return one.start === other.start && one.end === other.end;
}

/** Lists the pending hunks of a review that hold lines of one edit, `hunks` being those of `state`. */
export function hunksWith(rewrite: TextChange, state: ReviewState, hunks: readonly Hunk[]): readonly Hunk[] {
  const pending = hunkStandings(rewrite, state).filter(({ decision }) => decision === "pending");
  return hunks.filter((hunk) => pending.some(({ lines }) => touch(hunk.old, lines)));
}

/** Lists the pending hunks that hold lines of this edit and nothing else, so that accepting them accepts no part of another one. */
export function hunksOnlyOf(rewrite: TextChange, state: ReviewState, hunks: readonly Hunk[]): readonly Hunk[] {
  const wanted = hunkLinesOf(rewrite);
  return hunksWith(rewrite, state, hunks).filter((hunk) => {
    const before = state.document.slice(hunk.old.start, hunk.old.end);
    const after = state.proposal.slice(hunk.new.start, hunk.new.end);
    return wanted.some((lines) => equalLines(lines.old, before) && equalLines(lines.new, after));
  });
}

function touch(a: LineRange, b: LineRange): boolean {
  const isEmpty = a.start === a.end || b.start === b.end;
  return isEmpty ? a.start <= b.end && b.start <= a.end : a.start < b.end && b.start < a.end;
}
