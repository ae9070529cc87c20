import { knownDiff } from "../diff/knownDiff.ts";
import { applyLineEdits, editsOf, type LineEdit } from "../diff/lineEdits.ts";
import type { LineRange } from "../text/lines.ts";
import { collide, settleBase } from "./base.ts";
import { moveRemarks, remarksOn, type Remark } from "./remarks.ts";

export type { LineEdit } from "../diff/lineEdits.ts";
export { documentChanged, proposalChanged } from "./rebaseReview.ts";
export type { Remark } from "./remarks.ts";

/**
 * A review: three texts of editor lines, and what the proof said about one of them. Immutable.
 *
 *               typing goes into all three
 *     base ─────────── document ─────────── proposal
 *          accepted hunks,       pending hunks
 *          and conflicts
 */
export interface ReviewState {
  /**
   * The document as it would be with no hunk accepted; it differs from `document` where a hunk is accepted, and
   * where the user changed lines that the proposal changes too (a conflict).
   */
  readonly base: readonly string[];
  /** The live document. */
  readonly document: readonly string[];
  readonly proposal: readonly string[];
  /** They count in the lines of the proposal. */
  readonly remarks: readonly Remark[];
}

/** A run of lines that document and proposal do not share. Derived, never stored. */
export interface Hunk {
  /** Lines of the document. */
  readonly old: LineRange;
  /** Lines of the proposal. */
  readonly new: LineRange;
  /** The user changed these lines while the hunk was pending. */
  readonly isConflict: boolean;
  readonly remarks: readonly Remark[];
  readonly hasWarning: boolean;
}

/** A review in which nothing is decided yet. */
export function beginReview(
  document: readonly string[],
  proposal: readonly string[],
  remarks: readonly Remark[] = [],
): ReviewState {
  return { base: document, document, proposal, remarks };
}

/** The pending hunks, ascending, with at least one equal line between two of them. */
export function hunksOf(state: ReviewState): readonly Hunk[] {
  const changedByUser = knownDiff(state.document, state.base);
  return knownDiff(state.document, state.proposal).map((change) => {
    const remarks = remarksOn(state.remarks, change.new);
    return {
      ...change,
      isConflict: changedByUser.some(({ old }) => collide(change.old, old)),
      remarks,
      hasWarning: remarks.some(({ kind }) => kind === "warning"),
    };
  });
}

/** Whether Accept All takes the hunk: no conflict and no warning. */
export function isCertain(hunk: Hunk): boolean {
  return !hunk.isConflict && !hunk.hasWarning;
}

/**
 * Takes hunks of this very state into the document; others are ignored. The edits count in the lines of the document
 * before. What the user had typed in a conflict becomes the base there, so that undo in the document brings the hunk back.
 */
export function acceptHunks(
  state: ReviewState,
  hunks: readonly Hunk[],
): { readonly state: ReviewState; readonly edits: readonly LineEdit[] } {
  const { chosen, others } = choose(state, hunks);
  const edits = editsOf(chosen, state.proposal);
  const base = settleBase(state, chosen, others);
  return { state: { ...state, base, document: applyLineEdits(state.document, edits) }, edits };
}

/** Takes hunks of this very state out of the proposal; others are ignored. */
export function rejectHunks(state: ReviewState, hunks: readonly Hunk[]): ReviewState {
  const { chosen, others } = choose(state, hunks);
  const edits = chosen.map((hunk) => ({ range: hunk.new, lines: state.document.slice(hunk.old.start, hunk.old.end) }));
  const proposal = applyLineEdits(state.proposal, edits);
  const remarks = moveRemarks(state.remarks, state.proposal, proposal);
  return { ...state, base: settleBase(state, chosen, others), proposal, remarks };
}

/** A hunk of an older state would put lines in the wrong place, so only those count that the state has now. */
function choose(state: ReviewState, hunks: readonly Hunk[]): { chosen: readonly Hunk[]; others: readonly Hunk[] } {
  const keyOf = (hunk: Hunk): string => [hunk.old.start, hunk.old.end, hunk.new.start, hunk.new.end].join();
  const keys = new Set(hunks.map(keyOf));
  const present = hunksOf(state);
  return {
    chosen: present.filter((hunk) => keys.has(keyOf(hunk))),
    others: present.filter((hunk) => !keys.has(keyOf(hunk))),
  };
}
