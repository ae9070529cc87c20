import { equalLines } from "../diff/lineEdits.ts";
import type { LineRange } from "../text/lines.ts";
import type { TextChange } from "./decision.ts";
import { hunkStandings } from "./hunkStandings.ts";
import { withoutSome } from "./rebaseReview.ts";
import type { Hunk, ReviewState } from "./reviewState.ts";
import { hunksOf } from "./hunks.ts";
import { rejectHunks } from "./decideHunks.ts";
import { hunkLinesOf } from "./rewriteStanding.ts";

/** A rewrite that went to a review, where a later one is to stand in its place. */
export interface ReplacedRewrite {
  readonly rewrite: TextChange;
  /** Id of its apply, which the choices that it left open have. */
  readonly apply: string | undefined;
}

/** The state without what is still pending of earlier rewrites; what is accepted of them stays. The document stays as it is. */
export function withoutRewrites(state: ReviewState, replaced: readonly ReplacedRewrite[]): ReviewState {
  return replaced.reduce((known, { rewrite, apply }) => {
    const left = known.choices.filter(({ id }) => apply !== undefined && id.startsWith(`${apply}/`));
    const sure = withoutSome(known, new Set(left.map(({ id }) => id)));
    return rejectHunks(sure, hunksWith(rewrite, sure, hunksOf(sure)));
  }, state);
}

/** The pending hunks of a review that hold lines of one edit, `hunks` being those of `state`. */
export function hunksWith(rewrite: TextChange, state: ReviewState, hunks: readonly Hunk[]): readonly Hunk[] {
  const pending = hunkStandings(rewrite, state).filter(({ decision }) => decision === "pending");
  return hunks.filter((hunk) => pending.some(({ lines }) => touch(hunk.old, lines)));
}

/** Those of them that hold nothing else: to accept them is to accept this edit, and no part of another one. */
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
