import { knownDiff } from "../diff/knownDiff.ts";
import { applyLineEdits, editsOf, type LineEdit } from "../diff/lineEdits.ts";
import type { LineRange } from "../text/lines.ts";
import { collide, settleBase } from "./base.ts";
import { dropChoices, linesOfChoice, settleChoices, unplacedChoices, type Choice } from "./choices.ts";
import { followProposal } from "./followProposal.ts";
import { concerns, remarksOn, type Remark } from "./remarks.ts";

export type { LineEdit } from "../diff/lineEdits.ts";
export { documentChanged, proposalChanged, withoutSome } from "./rebaseReview.ts";
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

/** A review in which nothing is decided yet. */
export function beginReview(
  document: readonly string[],
  proposal: readonly string[],
  remarks: readonly Remark[] = [],
  choices: readonly Choice[] = [],
): ReviewState {
  return { base: document, document, proposal, remarks, choices };
}

/** The pending hunks, ascending, with at least one equal line between two of them. */
export function hunksOf(state: ReviewState): readonly Hunk[] {
  const changedByUser = knownDiff(state.document, state.base);
  const ofChoices = state.choices.map((choice) => linesOfChoice(state, choice));
  return knownDiff(state.document, state.proposal).map((change) => {
    const remarks = remarksOn(state.remarks, change.new);
    const isOf = (index: number): boolean => ofChoices[index]?.some((range) => concerns(range, change.new)) === true;
    return {
      ...change,
      isConflict: changedByUser.some(({ old }) => collide(change.old, old)),
      remarks,
      hasWarning: remarks.some(({ kind }) => kind === "warning"),
      choices: state.choices.filter((_, index) => isOf(index)),
    };
  });
}

/** Whether Accept All takes the hunk: no conflict, no warning, and nothing open. */
export function isCertain(hunk: Hunk): boolean {
  return !hunk.isConflict && !hunk.hasWarning && !isOpen(hunk);
}

/** Whether a hunk shows what nobody has chosen yet. */
export function isOpen({ choices }: Hunk): boolean {
  return choices.some(({ by }) => by === undefined);
}

/** Whether there is anything to decide: a hunk, or a piece that has no place. `hunks`: those of the state. */
export function isUndecided(state: ReviewState, hunks: readonly Hunk[]): boolean {
  return hunks.length > 0 || unplacedChoices(state).length > 0;
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
  const document = applyLineEdits(state.document, edits);
  return { state: { ...state, base, document, choices: settleChoices(state.choices, choicesOf(chosen)) }, edits };
}

/** Takes hunks of this very state out of the proposal, others are ignored; and drops `pieces`, by ids of choices that show nothing. */
export function rejectHunks(
  state: ReviewState,
  hunks: readonly Hunk[],
  pieces: ReadonlySet<string> = new Set(),
): ReviewState {
  const { chosen, others } = choose(state, hunks);
  const edits = chosen.map((hunk) => ({ range: hunk.new, lines: state.document.slice(hunk.old.start, hunk.old.end) }));
  const proposal = applyLineEdits(state.proposal, edits);
  const base = settleBase(state, chosen, others);
  // Lines that a dropped reading stands in place of are again what others may be about.
  const left = dropChoices(state, new Set([...choicesOf(chosen), ...pieces]));
  const { choices } = followProposal({ ...state, ...left }, proposal);
  return { ...state, base, ...followProposal(state, proposal), choices };
}

/** The choices that are decided with these hunks. */
function choicesOf(chosen: readonly Hunk[]): ReadonlySet<string> {
  return new Set(chosen.flatMap(({ choices }) => choices.map(({ id }) => id)));
}

/** A hunk of an older state would put lines in the wrong place, so only those count that the state has now. */
function choose(state: ReviewState, hunks: readonly Hunk[]): { chosen: readonly Hunk[]; others: readonly Hunk[] } {
  const keyOf = (hunk: Hunk): string => [hunk.old.start, hunk.old.end, hunk.new.start, hunk.new.end].join();
  const keys = new Set(hunks.map(keyOf));
  const present = hunksOf(state);
  const chosen = new Set(present.filter((hunk) => keys.has(keyOf(hunk))));
  // A hunk of two choices brings the other hunks of both.
  for (let count = 0; count < chosen.size;) {
    count = chosen.size;
    const decided = choicesOf([...chosen]);
    for (const hunk of present) if (hunk.choices.some(({ id }) => decided.has(id))) chosen.add(hunk);
  }
  return { chosen: present.filter((hunk) => chosen.has(hunk)), others: present.filter((hunk) => !chosen.has(hunk)) };
}
