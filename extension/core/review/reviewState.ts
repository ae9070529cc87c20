import { lineDiff } from "../diff/lineDiff.ts";
import { applyLineEdits, editsOf, type LineEdit } from "../diff/lineEdits.ts";
import { mergeLines } from "../diff/rebase.ts";
import type { LineRange } from "../text/lines.ts";

export type { LineEdit } from "../diff/lineEdits.ts";

/** What the proof says about lines of the proposal; the range may be empty, where lines are missing. */
export interface Remark {
  readonly range: LineRange;
  readonly kind: "note" | "warning";
  readonly message: string;
}

/** All texts are editor lines. Immutable: who changes one makes a new one. */
export interface ReviewState {
  /**
   * The document as it would be with no hunk accepted; it differs from `document` where a hunk is accepted, and
   * where the user changed lines that the proposal changes too (a conflict).
   */
  readonly base: readonly string[];
  /** The live document. */
  readonly document: readonly string[];
  readonly proposal: readonly string[];
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

export function beginReview(
  document: readonly string[],
  proposal: readonly string[],
  remarks: readonly Remark[] = [],
): ReviewState {
  return { base: document, document, proposal, remarks };
}

/** The pending hunks, ascending, with at least one equal line between two of them. */
export function hunksOf(state: ReviewState): readonly Hunk[] {
  return lineDiff(state.document, state.proposal).map((change) => {
    const remarks = state.remarks.filter(
      ({ range }) => range.start <= change.new.end && range.end >= change.new.start,
    );
    return { ...change, isConflict: false, remarks, hasWarning: remarks.some(({ kind }) => kind === "warning") };
  });
}

/** Whether Accept All takes the hunk: no conflict and no warning. */
export function isCertain(hunk: Hunk): boolean {
  return !hunk.isConflict && !hunk.hasWarning;
}

/** Takes the hunks into the document. The edits count in the lines of the document before. */
export function acceptHunks(
  state: ReviewState,
  hunks: readonly Hunk[],
): { readonly state: ReviewState; readonly edits: readonly LineEdit[] } {
  const edits = editsOf(hunks, state.proposal);
  return { state: { ...state, document: applyLineEdits(state.document, edits) }, edits };
}

/** Takes the hunks out of the proposal. */
export function rejectHunks(state: ReviewState, hunks: readonly Hunk[]): ReviewState {
  const edits = hunks.map((hunk) => ({
    range: hunk.new,
    lines: state.document.slice(hunk.old.start, hunk.old.end),
  }));
  return { ...state, proposal: applyLineEdits(state.proposal, edits) };
}

/** The state after the document changed in any way: typing, undo, redo, a formatter, a change on disk. */
export function documentChanged(state: ReviewState, document: readonly string[]): ReviewState {
  return { ...state, document, proposal: mergeLines(state.document, state.proposal, document).lines };
}

/**
 * The state after the proposal went from `before` to `after`: progress of a stream, or a second apply. Decisions and
 * typing stay. `remarks` count in the lines of `after` and come to those that the state has.
 */
export function proposalChanged(
  state: ReviewState,
  before: readonly string[],
  after: readonly string[],
  remarks: readonly Remark[] = [],
): ReviewState {
  const proposal = mergeLines(before, state.proposal, after).lines;
  return { ...state, proposal, remarks: [...state.remarks, ...remarks] };
}
