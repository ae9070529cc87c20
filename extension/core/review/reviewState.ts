import type { LineRange } from "../text/lines.ts";
import type { Choice } from "./choices.ts";
import type { Remark } from "./remarks.ts";

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
  /** The open pieces of the answer. Their readings count in the lines of the proposal, too. */
  readonly choices: readonly Choice[];
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
  /**
   * The choices that it shows readings of, mostly none or one; more where their lines touch. It is decided with all hunks of these.
   */
  readonly choices: readonly Choice[];
}

/** Starts a review in which nothing is decided yet. */
export function beginReview(
  document: readonly string[],
  proposal: readonly string[],
  remarks: readonly Remark[] = [],
  choices: readonly Choice[] = [],
): ReviewState {
  return { base: document, document, proposal, remarks, choices };
}
