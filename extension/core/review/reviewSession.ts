import { applyLineEdits, editsOf, equalLines } from "../diff/lineEdits.ts";
import { lineDiff } from "../diff/lineDiff.ts";
import { mergeLines } from "../diff/rebase.ts";
import { collide, settleBase } from "./base.ts";
import { recordStep, stepBack, takeBack, type DocumentStep, type TextChange } from "./documentSteps.ts";
import { moveRemarks } from "./remarks.ts";
import {
  acceptHunks,
  documentChanged,
  hunksOf,
  rejectHunks,
  type Hunk,
  type LineEdit,
  type ReviewState,
} from "./reviewState.ts";

/** What one decision changed: `before` and `after` are texts of the document for accept, of the proposal for reject. */
export interface Decision extends TextChange {
  readonly type: "accept" | "reject";
  /** The base of the review, which changes where the hunks are conflicts. */
  readonly base: TextChange;
}

/** A review and the decisions that can be taken back. */
export interface ReviewSession {
  readonly state: ReviewState;
  /** Newest last, at most `MAX_DECISIONS`. */
  readonly decisions: readonly Decision[];
  /** How the document came to read what it reads, as far as it is remembered; newest last. */
  readonly steps: readonly DocumentStep[];
}

export const MAX_DECISIONS = 100;

/** A session in which nothing is decided yet. */
export function beginSession(state: ReviewState): ReviewSession {
  return { state, decisions: [], steps: [] };
}

/** Accepts or rejects hunks. The edits are for the document; a reject has none. */
export function decide(
  session: ReviewSession,
  type: "accept" | "reject",
  hunks: readonly Hunk[],
): { readonly session: ReviewSession; readonly edits: readonly LineEdit[] } {
  const { state } = session;
  const { state: next, edits } =
    type === "accept" ? acceptHunks(state, hunks) : { state: rejectHunks(state, hunks), edits: [] };
  const side = type === "accept" ? "document" : "proposal";
  if (next[side] === state[side]) return { session, edits: [] };
  const decision: Decision = {
    type,
    before: state[side],
    after: next[side],
    base: { before: state.base, after: next.base },
  };
  const decisions = [...session.decisions, decision].slice(-MAX_DECISIONS);
  return { session: { state: next, decisions, steps: recordStep(session.steps, state, next, true) }, edits };
}

/**
 * The session after the document changed. Undo in the document, and redo of an accept, are recognised to the letter and
 * give back what the review was, also where lines repeat and a diff could not tell which of them came back; else as
 * `documentChanged`.
 */
export function followDocument(session: ReviewSession, lines: readonly string[]): ReviewSession {
  const { state, decisions } = session;
  // The lines that stay are the strings that are here already, not copies of them in every step.
  const document = applyLineEdits(state.document, editsOf(lineDiff(state.document, lines), lines));
  const redone = redoneAccept(session, document);
  const back = redone ? undefined : stepBack(session.steps, state, document);
  if (back) return { decisions, ...back };
  const next = redone ?? documentChanged(state, document);
  return { state: next, decisions, steps: recordStep(session.steps, state, next, redone !== undefined) };
}

function redoneAccept({ state, decisions }: ReviewSession, document: readonly string[]): ReviewState | undefined {
  const decision = decisions.findLast(
    ({ type, before, after }) => type === "accept" && equalLines(after, document) && equalLines(before, state.document),
  );
  if (!decision) return undefined;
  const { before, after } = decision.base;
  return { ...state, document, base: takeBack(state.base, { before: after, after: before }) };
}

export type UndoneDecision =
  | { readonly type: "nothing" }
  /** The lines of the newest decision changed since. The session goes on without that decision. */
  | { readonly type: "conflict"; readonly decision: "accept" | "reject"; readonly session: ReviewSession }
  | {
      readonly type: "undone";
      readonly decision: "accept" | "reject";
      readonly session: ReviewSession;
      readonly edits: readonly LineEdit[];
    };

/**
 * Takes the newest decision back, also after typing elsewhere. One that has no effect any more is skipped, such as an
 * accept that was undone in the document.
 */
export function undoDecision(session: ReviewSession): UndoneDecision {
  const { state } = session;
  for (let count = session.decisions.length; count > 0; count--) {
    const decision = session.decisions[count - 1];
    if (!decision) continue;
    const { type } = decision;
    const side = type === "accept" ? "document" : "proposal";
    const merged = mergeLines(decision.after, state[side], decision.before);
    const decisions = session.decisions.slice(0, count - 1);
    if (merged.conflicts.length > 0) return { type: "conflict", decision: type, session: { ...session, decisions } };
    if (equalLines(merged.lines, state[side])) continue;
    const next =
      type === "accept"
        ? withoutAccept(state, merged.lines, decision)
        : withProposal(state, merged.lines, takeBack(state.base, decision.base));
    const edits = type === "accept" ? editsOf(lineDiff(state.document, merged.lines), merged.lines) : [];
    const steps = recordStep(session.steps, state, next, true);
    return { type: "undone", decision: type, session: { state: next, decisions, steps }, edits };
  }
  return { type: "nothing" };
}

function withProposal(state: ReviewState, proposal: readonly string[], base: readonly string[]): ReviewState {
  return { ...state, base, proposal, remarks: moveRemarks(state.remarks, state.proposal, proposal) };
}

/** The hunks are pending again. What was typed beside them while they were accepted is in the base now, so that it makes them no conflict. */
function withoutAccept(state: ReviewState, document: readonly string[], { base }: Decision): ReviewState {
  const next = { ...state, document, base: takeBack(state.base, base) };
  if (base.before !== base.after) return next;
  const restored = lineDiff(state.document, document).map((change) => ({ old: change.new }));
  const others = hunksOf(next).filter((hunk) => !restored.some(({ old }) => collide(hunk.old, old)));
  return { ...next, base: settleBase(next, restored, others) };
}
