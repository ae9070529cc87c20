import { editsOf, equalLines } from "../diff/lineEdits.ts";
import { lineDiff } from "../diff/lineDiff.ts";
import { mergeLines } from "../diff/rebase.ts";
import { collide, settleBase } from "./base.ts";
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

/** A text before and after. */
export interface TextChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

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
}

export const MAX_DECISIONS = 100;

/** A session in which nothing is decided yet. */
export function beginSession(state: ReviewState): ReviewSession {
  return { state, decisions: [] };
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
  return { session: { state: next, decisions: [...session.decisions, decision].slice(-MAX_DECISIONS) }, edits };
}

/**
 * The session after the document changed. Undo and redo of an accept in the document are recognised to the letter, also
 * where lines repeat and a diff could not tell which of them came back; else as `documentChanged`.
 */
export function followDocument(session: ReviewSession, document: readonly string[]): ReviewSession {
  const { state, decisions } = session;
  const isStep = (from: readonly string[], to: readonly string[]): boolean =>
    equalLines(to, document) && equalLines(from, state.document);
  for (const { type, before, after, base } of decisions.toReversed()) {
    if (type !== "accept") continue;
    if (isStep(after, before)) return { ...session, state: { ...state, document, base: moveBase(state.base, base) } };
    if (isStep(before, after))
      return {
        ...session,
        state: { ...state, document, base: moveBase(state.base, { before: base.after, after: base.before }) },
      };
  }
  return { ...session, state: documentChanged(state, document) };
}

/** Takes a change of the base back. */
function moveBase(base: readonly string[], { before, after }: TextChange): readonly string[] {
  return before === after ? base : mergeLines(after, base, before).lines;
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
    if (merged.conflicts.length > 0) return { type: "conflict", decision: type, session: { state, decisions } };
    if (equalLines(merged.lines, state[side])) continue;
    const next =
      type === "accept"
        ? withoutAccept(state, merged.lines, decision)
        : withProposal(state, merged.lines, moveBase(state.base, decision.base));
    const edits = type === "accept" ? editsOf(lineDiff(state.document, merged.lines), merged.lines) : [];
    return { type: "undone", decision: type, session: { state: next, decisions }, edits };
  }
  return { type: "nothing" };
}

function withProposal(state: ReviewState, proposal: readonly string[], base: readonly string[]): ReviewState {
  return { ...state, base, proposal, remarks: moveRemarks(state.remarks, state.proposal, proposal) };
}

/** The hunks are pending again. What was typed beside them while they were accepted is in the base now, so that it makes them no conflict. */
function withoutAccept(state: ReviewState, document: readonly string[], { base }: Decision): ReviewState {
  const next = { ...state, document, base: moveBase(state.base, base) };
  if (base.before !== base.after) return next;
  const restored = lineDiff(state.document, document).map((change) => ({ old: change.new }));
  const others = hunksOf(next).filter((hunk) => !restored.some(({ old }) => collide(hunk.old, old)));
  return { ...next, base: settleBase(next, restored, others) };
}
