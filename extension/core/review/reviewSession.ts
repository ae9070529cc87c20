import { applyLineEdits, editsOf, equalLines } from "../diff/lineEdits.ts";
import { knownDiff, learnDiff } from "../diff/knownDiff.ts";
import { mergeLines } from "../diff/rebase.ts";
import { collide, settleBase } from "./base.ts";
import {
  recordStep,
  stepBack,
  stepForward,
  takeBaseBack,
  type Cause,
  type DocumentHistory,
  type TextChange,
} from "./documentHistory.ts";
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
  readonly history: DocumentHistory;
}

export const MAX_DECISIONS = 100;

const NO_HISTORY = { past: [], future: [] };

/** A session in which nothing is decided yet. */
export function beginSession(state: ReviewState): ReviewSession {
  return { state, decisions: [], history: NO_HISTORY };
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
  const cause: Cause = { type: "decided", decision };
  const history = type === "reject" ? session.history : recordStep(session.history, state, next, cause);
  return { session: { state: next, decisions, history }, edits };
}

/**
 * The session after the document changed. Undo and redo in the document are recognised by its text and give back what
 * the review was, accepts with them; else as `documentChanged`. `reason` tells undo and redo apart where a text is both.
 */
export function followDocument(
  session: ReviewSession,
  lines: readonly string[],
  reason?: "undo" | "redo",
): ReviewSession {
  const { state, decisions, history } = session;
  // The lines that stay are the strings that are here already, not copies of them in every step.
  const changes = knownDiff(state.document, lines);
  if (changes.length === 0) return session;
  const document = applyLineEdits(state.document, editsOf(changes, lines));
  learnDiff(state.document, document, changes);
  const back = reason === "redo" ? undefined : stepBack(history, state, document);
  const forward = back || reason === "undo" ? undefined : stepForward(history, state, document);
  const travel = back ?? forward;
  if (travel) {
    const causes = travel.taken.map(({ cause }) => cause);
    return {
      state: travel.state,
      decisions: causes.reduce(back ? withoutCause : withCause, decisions),
      history: travel.history,
    };
  }
  const next = documentChanged(state, document);
  return { state: next, decisions, history: recordStep(history, state, next, undefined) };
}

function withCause(decisions: readonly Decision[], cause: Cause | undefined): readonly Decision[] {
  if (!cause) return decisions;
  return cause.type === "decided"
    ? [...decisions, cause.decision]
    : decisions.filter((decision) => decision !== cause.decision);
}

function withoutCause(decisions: readonly Decision[], cause: Cause | undefined): readonly Decision[] {
  return withCause(decisions, cause && { ...cause, type: cause.type === "decided" ? "taken-back" : "decided" });
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
        : withProposal(state, merged.lines, takeBaseBack(state.base, decision.base));
    const edits = type === "accept" ? editsOf(knownDiff(state.document, merged.lines), merged.lines) : [];
    const cause: Cause = { type: "taken-back", decision };
    const history = type === "reject" ? session.history : recordStep(session.history, state, next, cause);
    return { type: "undone", decision: type, session: { state: next, decisions, history }, edits };
  }
  return { type: "nothing" };
}

function withProposal(state: ReviewState, proposal: readonly string[], base: readonly string[]): ReviewState {
  return { ...state, base, proposal, remarks: moveRemarks(state.remarks, state.proposal, proposal) };
}

/** The hunks are pending again. What was typed beside them while they were accepted makes them no conflict. */
function withoutAccept(state: ReviewState, document: readonly string[], decision: Decision): ReviewState {
  const next = { ...state, document, base: takeBaseBack(state.base, decision.base) };
  if (state.document === decision.after) return next;
  const accepted = knownDiff(decision.before, decision.after);
  const differences = knownDiff(decision.before, decision.base.before);
  if (accepted.some((change) => differences.some(({ old }) => collide(change.old, old)))) return next;
  const restored = knownDiff(state.document, document).map((change) => ({ old: change.new }));
  const others = hunksOf(next).filter((hunk) => !restored.some(({ old }) => collide(hunk.old, old)));
  return { ...next, base: settleBase(next, restored, others) };
}
