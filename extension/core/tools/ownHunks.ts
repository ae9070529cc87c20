import type { TextChange } from "../review/documentHistory.ts";
import { hunkStandings } from "../review/hunkStandings.ts";
import { hunkLinesOf } from "../review/rewriteStanding.ts";
import type { Hunk, ReviewState } from "../review/reviewState.ts";
import { equalLines } from "../diff/lineEdits.ts";
import type { LineRange } from "../text/lines.ts";

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
