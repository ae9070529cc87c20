import { applyLineEdits, editsOf, equalLines, type LineEdit } from "../diff/lineEdits.ts";
import { lineDiff } from "../diff/lineDiff.ts";
import { mergeLines } from "../diff/rebase.ts";
import type { LineRange } from "../text/lines.ts";
import { takeBaseBack } from "./documentHistory.ts";
import { beginSession, followDocument, MAX_DECISIONS, type Decision, type ReviewSession } from "./reviewSession.ts";
import { hunksOf, type Remark, type ReviewState } from "./reviewState.ts";

/** A session as JSON: the texts as they are, and what leads from them to other texts as edits. */
export interface StoredSession {
  readonly version: 1;
  readonly document: readonly string[];
  readonly proposal: readonly string[];
  /** What leads from the document to the base. */
  readonly base: readonly LineEdit[];
  readonly remarks: readonly Remark[];
  readonly decisions: readonly StoredDecision[];
}

/** A decision that can be taken back: what doing so alone would do to the texts as they are. */
interface StoredDecision {
  readonly type: "accept" | "reject";
  /** Of the document for an accept, of the proposal for a reject. */
  readonly edits: readonly LineEdit[];
  readonly base: readonly LineEdit[];
}

export type RestoredSession =
  | { readonly type: "restored"; readonly session: ReviewSession }
  /** The document changed lines that the proposal changes too; the session has these hunks as conflicts. */
  | { readonly type: "conflict"; readonly session: ReviewSession }
  /** Not what `serializeSession` gives. */
  | { readonly type: "unreadable" };

/** The session for `JSON.stringify`. Decisions that can no longer be taken back are left out, and so are steps of undo. */
export function serializeSession({ state, decisions }: ReviewSession): StoredSession {
  const { document, proposal, base, remarks } = state;
  return {
    version: 1,
    document,
    proposal,
    base: editsBetween(document, base),
    remarks,
    decisions: decisions.flatMap((decision) => storedDecision(state, decision) ?? []),
  };
}

function storedDecision(state: ReviewState, { type, before, after, base }: Decision): StoredDecision | undefined {
  const now = state[sideOf(type)];
  const { lines, conflicts } = mergeLines(after, now, before);
  if (conflicts.length > 0 || equalLines(lines, now)) return undefined;
  return { type, edits: editsBetween(now, lines), base: editsBetween(state.base, takeBaseBack(state.base, base)) };
}

/** The session of `stored`, which may be anything, rebased onto the lines that the document has now. Never throws. */
export function restoreSession(stored: unknown, document: readonly string[]): RestoredSession {
  const read = readStored(stored);
  if (read === undefined) return { type: "unreadable" };
  const state: ReviewState = {
    document: read.document,
    proposal: read.proposal,
    base: applyLineEdits(read.document, read.base),
    remarks: read.remarks,
  };
  const decisions = read.decisions.map((decision): Decision => {
    const after = state[sideOf(decision.type)];
    const base = { before: applyLineEdits(state.base, decision.base), after: state.base };
    return { type: decision.type, before: applyLineEdits(after, decision.edits), after, base };
  });
  const session = { ...beginSession(state), decisions };
  const now = followDocument(session, document);
  return { type: countConflicts(now) > countConflicts(session) ? "conflict" : "restored", session: now };
}

function countConflicts({ state }: ReviewSession): number {
  return hunksOf(state).filter(({ isConflict }) => isConflict).length;
}

function sideOf(type: Decision["type"]): "document" | "proposal" {
  return type === "accept" ? "document" : "proposal";
}

function editsBetween(before: readonly string[], after: readonly string[]): readonly LineEdit[] {
  return before === after ? [] : editsOf(lineDiff(before, after), after);
}

/** Checks everything that the code above counts on: a file on the disk can be changed by anyone. */
function readStored(stored: unknown): StoredSession | undefined {
  if (!isRecord(stored) || stored.version !== 1) return undefined;
  const { document, proposal, base, remarks, decisions } = stored;
  if (!isText(document) || !isText(proposal) || !areEdits(base, document.length)) return undefined;
  if (!isListOf(remarks, (remark): remark is Remark => isRemark(remark, proposal.length))) return undefined;
  const baseLength = applyLineEdits(document, base).length;
  const lengths = { accept: document.length, reject: proposal.length };
  const isDecision = (value: unknown): value is StoredDecision =>
    isRecord(value) &&
    (value.type === "accept" || value.type === "reject") &&
    areEdits(value.edits, lengths[value.type]) &&
    areEdits(value.base, baseLength);
  if (!isListOf(decisions, isDecision) || decisions.length > MAX_DECISIONS) return undefined;
  return { version: 1, document, proposal, base, remarks, decisions };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function areLines(value: unknown): value is readonly string[] {
  return isListOf(value, (line): line is string => typeof line === "string" && !/[\r\n]/.test(line));
}

/** A text has at least one line, which may be empty. */
function isText(value: unknown): value is readonly string[] {
  return areLines(value) && value.length > 0;
}

function isRange(value: unknown, length: number): value is LineRange {
  if (!isRecord(value)) return false;
  const { start, end } = value;
  return isIndex(start) && isIndex(end) && start <= end && end <= length;
}

function isIndex(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isRemark(value: unknown, length: number): value is Remark {
  return (
    isRecord(value) &&
    (value.kind === "note" || value.kind === "warning") &&
    typeof value.message === "string" &&
    isRange(value.range, length)
  );
}

/** Edits of a text of so many lines: ascending, not overlapping, and leaving it at least one line. */
function areEdits(value: unknown, length: number): value is readonly LineEdit[] {
  let left = length;
  let at = 0;
  const isNext = (edit: unknown): edit is LineEdit => {
    if (!isRecord(edit) || !areLines(edit.lines) || !isRange(edit.range, length) || edit.range.start < at) return false;
    at = edit.range.end;
    left += edit.lines.length - (edit.range.end - edit.range.start);
    return true;
  };
  return isListOf(value, isNext) && left > 0;
}
