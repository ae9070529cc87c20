import { knownDiff } from "../diff/knownDiff.ts";
import type { LineChange } from "../diff/lineChange.ts";
import { equalLines } from "../diff/lineEdits.ts";
import { mergeLines } from "../diff/rebase.ts";
import type { TextChange, Decision } from "./decision.ts";
import { followProposal } from "./followProposal.ts";
import { documentChanged } from "./rebaseReview.ts";
import type { ReviewState } from "./reviewState.ts";

type Texts = Pick<ReviewState, "document" | "proposal" | "base">;

/** The decision that changed the document, or that was taken back. */
export interface Cause {
  readonly type: "decided" | "taken-back";
  readonly decision: Decision;
}

/** What one change of the document did to the texts of the review. */
interface DocumentStep {
  readonly document: TextChange;
  readonly proposal: TextChange;
  readonly base: TextChange;
  /** What it came from, if the user did not type it. */
  readonly cause: Cause | undefined;
  /** The only line that the user changed, if it was one: typing in it goes on in the same step. */
  readonly line: number | undefined;
}

/**
 * The changes of the document that can be undone or redone in it, as far as they are remembered. They are kept so that undo restores the
 * review to the letter: from the document alone nobody can tell on which side of a hunk a line comes back, nor which of two equal lines.
 */
export interface DocumentHistory {
  /** Newest last; the last one leads to the present document. */
  readonly past: readonly DocumentStep[];
  /** What was undone, in the order of redo. */
  readonly future: readonly DocumentStep[];
}

/** Where undo or redo leads, and the steps that it took, in their order. */
export interface Travel {
  readonly state: ReviewState;
  readonly history: DocumentHistory;
  readonly taken: readonly DocumentStep[];
}

const MAX_STEPS = 100;
/** Bounds the memory of long documents: lines of all texts of all steps. */
const MAX_LINES = 1_000_000;

/** Adds a change of the document to the history, which then has nothing to redo. Typing on in one line extends the last step. */
export function recordStep(
  { past }: DocumentHistory,
  before: ReviewState,
  after: ReviewState,
  cause: Cause | undefined,
): DocumentHistory {
  const steps = past.at(-1)?.document.after === before.document ? past : [];
  const line = cause === undefined ? onlyLine(knownDiff(before.document, after.document)) : undefined;
  const last = steps.at(-1);
  const isSameLine = line !== undefined && last?.line === line && isAt(before, last, "after");
  const from = (side: "document" | "proposal" | "base"): TextChange => ({
    before: isSameLine ? last[side].before : before[side],
    after: after[side],
  });
  const step = { document: from("document"), proposal: from("proposal"), base: from("base"), cause, line };
  const lines = after.document.length + after.proposal.length + after.base.length;
  const count = Math.min(MAX_STEPS, Math.ceil(MAX_LINES / lines));
  return { past: [...(isSameLine ? steps.slice(0, -1) : steps), step].slice(-count), future: [] };
}

function onlyLine([change, ...others]: readonly LineChange[]): number | undefined {
  if (!change || others.length > 0) return undefined;
  const isOne = change.old.end - change.old.start === 1 && change.new.end - change.new.start === 1;
  return isOne ? change.old.start : undefined;
}

/** Whether texts are those on a side of a step: nothing was decided or proposed in between. */
function isAt(texts: Texts, step: DocumentStep, side: "before" | "after"): boolean {
  return (
    equalLines(step.document[side], texts.document) &&
    equalLines(step.proposal[side], texts.proposal) &&
    equalLines(step.base[side], texts.base)
  );
}

/** Undoes the newest steps, if the document now reads as it did before them; else `undefined`. What was decided since stays. */
export function stepBack(
  { past, future }: DocumentHistory,
  state: ReviewState,
  document: readonly string[],
): Travel | undefined {
  if (past.at(-1)?.document.after !== state.document) return undefined;
  const index = past.findLastIndex((step) => equalLines(step.document.before, document));
  const taken = past.slice(index).reverse();
  const last = taken.at(-1);
  if (index === -1 || !last) return undefined;
  return {
    state: stateBefore(taken, last, state),
    history: { past: past.slice(0, index), future: [...past.slice(index), ...future] },
    taken,
  };
}

function stateBefore(taken: readonly DocumentStep[], last: DocumentStep, state: ReviewState): ReviewState {
  const document = last.document.before;
  const isPlain = taken.every((step, i) => isAt(i === 0 ? state : textsBefore(taken[i - 1] ?? step), step, "after"));
  if (isPlain) {
    const { proposal, base } = textsBefore(last);
    return { base, document, ...followProposal(state, proposal) };
  }
  if (!taken.every(({ cause }) => cause?.type === "decided")) return documentChanged(state, document);
  // An accept leaves the proposal alone, so its undo does. A diff could take equal lines for others.
  return { ...state, document, base: taken.reduce((base, step) => takeBaseBack(base, step.base), state.base) };
}

function textsBefore({ document, proposal, base }: DocumentStep): Texts {
  return { document: document.before, proposal: proposal.before, base: base.before };
}

/**
 * Redoes the steps that were undone last, if the document now reads as it did after them; `undefined` if not, or if they do not fit what
 * was decided since.
 */
export function stepForward(
  { past, future }: DocumentHistory,
  state: ReviewState,
  document: readonly string[],
): Travel | undefined {
  const count = future.findIndex((step) => equalLines(step.document.after, document)) + 1;
  const taken = future.slice(0, count);
  const next = stateAfter(taken, state);
  return next && { state: next, history: { past: [...past, ...taken], future: future.slice(count) }, taken };
}

function stateAfter(taken: readonly DocumentStep[], state: ReviewState): ReviewState | undefined {
  const [first, last] = [taken[0], taken.at(-1)];
  if (!first || !last) return undefined;
  const document = last.document.after;
  if (isAt(state, first, "before")) {
    return { base: last.base.after, document, ...followProposal(state, last.proposal.after) };
  }
  // Something was decided since, as by a reject. An accept that was taken back is so again: it leaves the proposal alone, and only its base
  // tells of a conflict.
  const isAgain = taken.every(({ cause }) => cause?.type === "taken-back");
  if (!isAgain || !equalLines(first.document.before, state.document)) return undefined;
  const base = taken.reduce(
    (lines, step) => takeBaseBack(lines, { before: step.base.after, after: step.base.before }),
    state.base,
  );
  return { ...state, document, base };
}

/**
 * Takes back a change that was made to a base. Where the base has changed otherwise since, the lines before win: a base that says too
 * little would hide a conflict.
 */
export function takeBaseBack(base: readonly string[], { before, after }: TextChange): readonly string[] {
  if (before === after) return base;
  return mergeLines(after, before, base).lines;
}
