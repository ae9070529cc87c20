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
} from "./documentHistory.ts";
import type { Decision } from "./decision.ts";
import { putPiece, settleChoices, showReading, unplacedChoices, type Choice, type OpenProposal } from "./choices.ts";
import { joinChoices, moveChoices } from "./moveChoices.ts";
import { followProposal } from "./followProposal.ts";
import { documentChanged, withProposal } from "./rebaseReview.ts";
import type { LineEdit } from "../diff/lineEdits.ts";
import type { Hunk, ReviewState } from "./reviewState.ts";
import { hunksOf } from "./hunks.ts";
import { acceptHunks, rejectHunks } from "./decideHunks.ts";

/** A review and the decisions that can be taken back. */
export interface ReviewSession {
  readonly state: ReviewState;
  /** Newest last, at most `MAX_DECISIONS`. */
  readonly decisions: readonly Decision[];
  readonly history: DocumentHistory;
}

export const MAX_DECISIONS = 100;

const NO_HISTORY = { past: [], future: [] };

/** Starts a session in which nothing is decided yet. */
export function beginSession(state: ReviewState): ReviewSession {
  return { state, decisions: [], history: NO_HISTORY };
}

/**
 * Accepts or rejects hunks. The edits are for the document; a reject has none. `pieces`: ids of choices that have no place, which a reject
 * drops with the hunks.
 */
export function decide(
  session: ReviewSession,
  type: "accept" | "reject",
  hunks: readonly Hunk[],
  pieces: readonly string[] = [],
): { readonly session: ReviewSession; readonly edits: readonly LineEdit[] } {
  const { state } = session;
  const { state: next, edits } =
    type === "accept"
      ? acceptHunks(state, hunks)
      : { state: rejectHunks(state, hunks, unplacedAmong(state, pieces)), edits: [] };
  const side = type === "accept" ? "document" : "proposal";
  if (next[side] === state[side] && next.choices.length === state.choices.length) return { session, edits: [] };
  const decision: Decision = {
    type,
    before: state[side],
    after: next[side],
    base: { before: state.base, after: next.base },
    open: snapshot(
      state,
      state.choices.filter(({ id }) => !next.choices.some((choice) => choice.id === id)),
    ),
  };
  const decisions = [...session.decisions, decision].slice(-MAX_DECISIONS);
  const cause: Cause = { type: "decided", decision };
  const history = type === "reject" ? session.history : recordStep(session.history, state, next, cause);
  return { session: { state: next, decisions, history }, edits };
}

function unplacedAmong(state: ReviewState, pieces: readonly string[]): ReadonlySet<string> {
  return new Set(unplacedChoices(state).flatMap(({ id }) => (pieces.includes(id) ? [id] : [])));
}

/** The choices of a state, as they are before some of them are decided or changed. */
function snapshot({ proposal, choices }: OpenProposal, changed: readonly Choice[]): Decision["open"] {
  return changed.length === 0 ? undefined : { proposal, choices, changed: changed.map(({ id }) => id) };
}

/** Reopens the choices of the newest decision: they are as they were, and so are the others, whose readings may be of the same lines. */
function reopen(state: ReviewState, open: Decision["open"]): ReviewState {
  if (open === undefined) return state;
  const isIn = (choices: readonly Choice[], { id }: Choice): boolean => choices.some((choice) => choice.id === id);
  const before = moveChoices(open.choices, open.proposal, state.proposal);
  const gone = before.filter((choice) => !open.changed.includes(choice.id) && !isIn(state.choices, choice));
  const again = settleChoices(before, new Set(gone.map(({ id }) => id)));
  const known = state.choices.filter((choice) => isIn(again, choice));
  const later = settleChoices(state.choices, new Set(known.map(({ id }) => id)));
  const { proposal } = state;
  return { ...state, choices: joinChoices({ proposal, choices: again }, { proposal, choices: later }) };
}

/** Does the same for any decision: what became of the other choices since stays. */
function reopenAlone(state: ReviewState, open: Decision["open"]): ReviewState {
  if (open === undefined) return state;
  const others = open.choices.filter(({ id }) => !open.changed.includes(id)).map(({ id }) => id);
  const own = moveChoices(settleChoices(open.choices, new Set(others)), open.proposal, state.proposal);
  const { proposal } = state;
  return { ...state, choices: joinChoices(settle(state, open), { proposal, choices: own }) };
}

function settle(state: ReviewState, open: Decision["open"]): ReviewState {
  return { ...state, choices: settleChoices(state.choices, new Set(open?.changed)) };
}

/**
 * Shows another reading of a choice. Readings of one choice that are looked at one after the other are one step for `undoDecision`. Returns
 * the same session if there is no such choice or reading, or no room for it.
 */
export function chooseReading(session: ReviewSession, id: string, reading: number): ReviewSession {
  return withChosen(session, id, (state, index) => showReading(state, index, reading));
}

/**
 * Puts the lines of a choice before a line of the proposal, as one more reading of it; `label`: what a user reads of that. Returns the same
 * session if that cannot be.
 */
export function placeChoice(session: ReviewSession, id: string, line: number, label: string): ReviewSession {
  return withChosen(session, id, (state, index) => putPiece(state, index, line, label));
}

function withChosen(
  session: ReviewSession,
  id: string,
  show: (state: ReviewState, index: number) => OpenProposal | undefined,
): ReviewSession {
  const { state, decisions } = session;
  const index = state.choices.findIndex((choice) => choice.id === id);
  const [choice] = state.choices.slice(index, index + 1);
  const shown = index === -1 ? undefined : show(state, index);
  if (!choice || !shown || shown.proposal === state.proposal) return session;
  const next = withProposal(state, shown);
  const last = decisions.at(-1);
  const isSame = last?.type === "choose" && last.after === state.proposal && last.open?.changed[0] === id;
  const decision: Decision = {
    type: "choose",
    before: isSame ? last.before : state.proposal,
    after: next.proposal,
    base: { before: isSame ? last.base.before : state.base, after: next.base },
    open: isSame ? last.open : snapshot(state, [choice]),
  };
  const earlier = isSame ? decisions.slice(0, -1) : decisions;
  const isBack = equalLines(decision.before, decision.after);
  return { ...session, state: next, decisions: isBack ? earlier : [...earlier, decision].slice(-MAX_DECISIONS) };
}

/**
 * Takes a change of the document into the session. Undo and redo in the document are recognised by its text and restore what the review
 * was, accepts included; all else is as in `documentChanged`. `reason` tells undo and redo apart if a text is both.
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
      state: causes.reduce((next, cause) => withCauseOpen(next, cause, back !== undefined), travel.state),
      decisions: causes.reduce(back ? withoutCause : withCause, decisions),
      history: travel.history,
    };
  }
  const next = documentChanged(state, document);
  return { state: next, decisions, history: recordStep(history, state, next, undefined) };
}

/** Opens what an accept has settled if the accept is undone, and settles it again if it is redone. */
function withCauseOpen(state: ReviewState, cause: Cause | undefined, isUndo: boolean): ReviewState {
  if (!cause) return state;
  return isUndo === (cause.type === "decided")
    ? reopenAlone(state, cause.decision.open)
    : settle(state, cause.decision.open);
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
  | { readonly type: "conflict"; readonly decision: Decision["type"]; readonly session: ReviewSession }
  | {
      readonly type: "undone";
      readonly decision: Decision["type"];
      readonly session: ReviewSession;
      readonly edits: readonly LineEdit[];
    };

/**
 * Takes the newest decision back, even after typing elsewhere. One that has no effect any more is skipped, such as an accept that was
 * undone in the document.
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
    if (equalLines(merged.lines, state[side]) && !hasDropped(decision, state)) continue;
    const taken =
      type === "accept"
        ? withoutAccept(state, merged.lines, decision)
        : { ...state, base: takeBaseBack(state.base, decision.base), ...followProposal(state, merged.lines) };
    const next = reopen(taken, decision.open);
    const edits = type === "accept" ? editsOf(knownDiff(state.document, merged.lines), merged.lines) : [];
    const cause: Cause = { type: "taken-back", decision };
    const history = type === "accept" ? recordStep(session.history, state, next, cause) : session.history;
    return { type: "undone", decision: type, session: { state: next, decisions, history }, edits };
  }
  return { type: "nothing" };
}

/** Whether a decision has dropped a piece without a place, which no text tells of. */
function hasDropped({ open }: Decision, { choices }: ReviewState): boolean {
  if (open === undefined) return false;
  return unplacedChoices(open).some(
    ({ id }) => open.changed.includes(id) && !choices.some((choice) => choice.id === id),
  );
}

/** Makes the hunks pending again. What was typed beside them while they were accepted does not make them conflicts. */
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
