import { lineDiff, type LineChange } from "../diff/lineDiff.ts";
import { equalLines } from "../diff/lineEdits.ts";
import { mergeLines } from "../diff/rebase.ts";
import { moveRemarks } from "./remarks.ts";
import type { ReviewState } from "./reviewState.ts";

/** A text before and after. */
export interface TextChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * What one change of the document did to the texts of the review. It is kept so that undo in the document gives them
 * back to the letter: from the document alone nobody can tell on which side of a hunk a line comes back.
 */
export interface DocumentStep {
  readonly document: TextChange;
  readonly proposal: TextChange;
  readonly base: TextChange;
  /** The only line that the user changed, if it was one: typing in it goes on in the same step. */
  readonly line: number | undefined;
}

const MAX_STEPS = 100;
/** Bounds the memory of long documents: lines of all texts of all steps. */
const MAX_LINES = 1_000_000;

/** The steps after the document changed once more, by a decision or otherwise; the newest is last. */
export function recordStep(
  steps: readonly DocumentStep[],
  before: ReviewState,
  after: ReviewState,
  isDecision: boolean,
): readonly DocumentStep[] {
  if (before.document === after.document) return steps;
  const line = isDecision ? undefined : onlyLine(lineDiff(before.document, after.document));
  const past = reaches(steps, before) ? steps : [];
  const last = past.at(-1);
  const isSameLine = line !== undefined && last?.line === line && isPlain(last, before);
  const from = (side: "document" | "proposal" | "base"): TextChange => ({
    before: isSameLine ? last[side].before : before[side],
    after: after[side],
  });
  const step = { document: from("document"), proposal: from("proposal"), base: from("base"), line };
  const lines = after.document.length + after.proposal.length + after.base.length;
  const count = Math.min(MAX_STEPS, Math.ceil(MAX_LINES / lines));
  return [...(isSameLine ? past.slice(0, -1) : past), step].slice(-count);
}

function onlyLine([change, ...others]: readonly LineChange[]): number | undefined {
  if (!change || others.length > 0) return undefined;
  const isOne = change.old.end - change.old.start === 1 && change.new.end - change.new.start === 1;
  return isOne ? change.old.start : undefined;
}

function reaches(steps: readonly DocumentStep[], state: ReviewState): boolean {
  return steps.at(-1)?.document.after === state.document;
}

/** Whether nothing was decided since the step. */
function isPlain({ proposal, base }: DocumentStep, state: ReviewState): boolean {
  return proposal.after === state.proposal && base.after === state.base;
}

/**
 * The state before one or several of the newest steps, if that is what the document reads now, and the steps that are
 * left. What was decided or proposed in between stays.
 */
export function stepBack(
  steps: readonly DocumentStep[],
  state: ReviewState,
  document: readonly string[],
): { readonly state: ReviewState; readonly steps: readonly DocumentStep[] } | undefined {
  if (!reaches(steps, state)) return undefined;
  const index = steps.findLastIndex((step) => equalLines(step.document.before, document));
  if (index === -1) return undefined;
  const past = steps.slice(0, index);
  let { proposal, base } = state;
  for (const step of steps.slice(index).reverse()) {
    proposal = takeBack(proposal, step.proposal);
    base = takeBack(base, step.base);
  }
  // The very array of the step before, so that undo can go on.
  const reached = steps[index]?.document.before ?? document;
  const remarks = moveRemarks(state.remarks, state.proposal, proposal);
  return { state: { base, document: reached, proposal, remarks }, steps: past };
}

/** The lines without a change that was made to them; where they changed otherwise since, they stay. */
export function takeBack(lines: readonly string[], { before, after }: TextChange): readonly string[] {
  if (before === after) return lines;
  return lines === after ? before : mergeLines(after, lines, before).lines;
}
