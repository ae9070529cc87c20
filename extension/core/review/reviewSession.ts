import { acceptHunks, documentChanged, rejectHunks, type Hunk, type LineEdit, type ReviewState } from "./reviewState.ts";

/** A text before and after. */
export interface TextChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What one decision changed: `before` and `after` are texts of the document for accept, of the proposal for reject. */
export interface Decision extends TextChange {
  readonly type: "accept" | "reject";
  /** The base of the review, which changes where the hunks were conflicts. */
  readonly base: TextChange;
}

/** A review and the decisions that can be taken back. */
export interface ReviewSession {
  readonly state: ReviewState;
  /** Newest last, at most 100. */
  readonly decisions: readonly Decision[];
}

const MAX_DECISIONS = 100;

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

/** The session after the document changed. Undo and redo of an accept in the document are recognised to the letter. */
export function followDocument(session: ReviewSession, document: readonly string[]): ReviewSession {
  return { ...session, state: documentChanged(session.state, document) };
}

export type UndoneDecision =
  | { readonly type: "nothing" }
  /** The lines of the newest decision were changed since. `session` is without that decision. */
  | { readonly type: "conflict"; readonly session: ReviewSession }
  | {
      readonly type: "undone";
      readonly decision: "accept" | "reject";
      readonly session: ReviewSession;
      readonly edits: readonly LineEdit[];
    };

/** Takes the newest decision back, also after typing elsewhere. An accept that the document has undone already is skipped. */
export function undoDecision(session: ReviewSession): UndoneDecision {
  return session.decisions.length === 0 ? { type: "nothing" } : { type: "conflict", session };
}
