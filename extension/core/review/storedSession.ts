import { knownDiff } from "../diff/knownDiff.ts";
import { applyLineEdits, editsOf, equalLines, type LineEdit } from "../diff/lineEdits.ts";
import { areChoicesOf, type Choice, type Reading } from "./choices.ts";
import { moveChoices } from "./moveChoices.ts";
import { beginSession, followDocument, MAX_DECISIONS, type ReviewSession } from "./reviewSession.ts";
import type { Decision } from "./decision.ts";
import type { Remark } from "./remarks.ts";
import { hunksOf } from "./hunks.ts";

/** A session as JSON: the present texts, and how the others differ from them. */
export interface StoredSession {
  readonly version: 1;
  readonly document: readonly string[];
  readonly proposal: readonly string[];
  /** From the document to the base. */
  readonly base: readonly LineEdit[];
  readonly remarks: readonly Remark[];
  readonly choices: readonly Choice[];
  /** Newest first. */
  readonly decisions: readonly StoredDecision[];
}

/** Each text is stored as its difference from the one of its kind that came next: first `after`, then `before`. */
interface StoredDecision {
  readonly type: Decision["type"];
  readonly after: readonly LineEdit[];
  readonly before: readonly LineEdit[];
  readonly baseAfter: readonly LineEdit[];
  readonly baseBefore: readonly LineEdit[];
  /** The choices of `Decision.open`: of an accept as choices of the present proposal, of all others of the proposal before. */
  readonly open: readonly Choice[];
  /** Which of them it has decided or changed. */
  readonly changed: readonly string[];
}

export type RestoredSession =
  | { readonly type: "restored"; readonly session: ReviewSession }
  /** The document changed meanwhile in lines that the proposal changes too. */
  | { readonly type: "conflict"; readonly session: ReviewSession }
  | { readonly type: "unreadable" };

/** Turns a session into what `restoreSession` reads. The history for undo in the document is left out. */
export function serializeSession({ state, decisions }: ReviewSession): StoredSession {
  const { document, proposal, base, remarks, choices } = state;
  const latest = { document, proposal };
  let latestBase = base;
  const stored = decisions.toReversed().map((decision): StoredDecision => {
    const { type, before, after, open } = decision;
    const side = sideOf(type);
    const entry = {
      type,
      after: editsTo(latest[side], after),
      before: editsTo(after, before),
      baseAfter: editsTo(latestBase, decision.base.after),
      baseBefore: editsTo(decision.base.after, decision.base.before),
      open:
        open === undefined || side === "proposal"
          ? (open?.choices ?? [])
          : moveChoices(open.choices, open.proposal, proposal),
      changed: open?.changed ?? [],
    };
    latest[side] = before;
    latestBase = decision.base.before;
    return entry;
  });
  return { version: 1, document, proposal, base: editsTo(document, base), remarks, choices, decisions: stored };
}

/** The text that a decision changes. */
function sideOf(type: Decision["type"]): "document" | "proposal" {
  return type === "accept" ? "document" : "proposal";
}

function editsTo(from: readonly string[], to: readonly string[]): readonly LineEdit[] {
  return editsOf(knownDiff(from, to), to);
}

/** Restores the session that `stored` holds, rebased onto the lines that the document has now. */
export function restoreSession(stored: unknown, document: readonly string[]): RestoredSession {
  const session = readSession(stored);
  if (!session) return { type: "unreadable" };
  if (equalLines(session.state.document, document)) return { type: "restored", session };
  const rebased = followDocument(session, document);
  const changes = knownDiff(session.state.document, document);
  const hasConflict = hunksOf(rebased.state).some(
    ({ isConflict, old }) =>
      isConflict && changes.some((change) => change.new.start <= old.end && old.start <= change.new.end),
  );
  return { type: hasConflict ? "conflict" : "restored", session: rebased };
}

/** Thrown by the readers below, and caught where they are called. */
class UnreadableError extends Error {}

function readSession(stored: unknown): ReviewSession | undefined {
  try {
    const { version, document, proposal, base, remarks, choices, decisions } = readRecord(stored);
    if (version !== 1) return undefined;
    const texts = { document: withLines(readLines(document)), proposal: withLines(readLines(proposal)) };
    const state = {
      ...texts,
      base: readText(base, texts.document),
      remarks: readRemarks(remarks, texts.proposal.length),
      choices: readChoices(choices, texts.proposal),
    };
    return { ...beginSession(state), decisions: readDecisions(readList(decisions), state) };
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

function readDecisions(list: readonly unknown[], state: ReviewSession["state"]): readonly Decision[] {
  const latest = { document: state.document, proposal: state.proposal };
  let latestBase = state.base;
  return list
    .slice(0, MAX_DECISIONS)
    .map((stored): Decision => {
      const entry = readRecord(stored);
      const { type } = entry;
      if (type !== "accept" && type !== "reject" && type !== "choose") throw new UnreadableError();
      const side = sideOf(type);
      const after = readText(entry.after, latest[side]);
      const before = readText(entry.before, after);
      const baseAfter = readText(entry.baseAfter, latestBase);
      const baseBefore = readText(entry.baseBefore, baseAfter);
      latest[side] = before;
      latestBase = baseBefore;
      const proposal = side === "proposal" ? before : state.proposal;
      const choices = readChoices(entry.open, proposal);
      const changed = readChanged(entry.changed);
      const open = choices.length === 0 ? undefined : { proposal, choices, changed };
      return { type, before, after, base: { before: baseBefore, after: baseAfter }, open };
    })
    .reverse();
}

/** Makes the text that stored edits make of another. */
function readText(edits: unknown, from: readonly string[]): readonly string[] {
  let end = 0;
  const read = readList(edits).map((edit) => {
    const { range, lines } = readRecord(edit);
    const { start, end: editEnd } = readRange(range, from.length);
    if (start < end) throw new UnreadableError();
    end = editEnd;
    return { range: { start, end }, lines: readLines(lines) };
  });
  return applyLineEdits(from, read);
}

/** A text has at least one line, which may be empty. */
function withLines(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) throw new UnreadableError();
  return lines;
}

function readRemarks(stored: unknown, count: number): readonly Remark[] {
  return readList(stored).map((remark) => {
    const { range, kind, message } = readRecord(remark);
    if ((kind !== "note" && kind !== "warning") || typeof message !== "string") throw new UnreadableError();
    return { range: readRange(range, count), kind, message };
  });
}

/** Reads choices. A session that was stored before there were any has none. */
function readChoices(stored: unknown, proposal: readonly string[]): readonly Choice[] {
  if (stored === undefined) return [];
  const choices = readList(stored).map((choice): Choice => {
    const { id, reason, written, readings, shown, by } = readRecord(choice);
    if (typeof id !== "string" || typeof reason !== "string") throw new UnreadableError();
    const known = { id, reason, written: readLines(written), readings: readList(readings).map(readReading) };
    if (by !== undefined && typeof by !== "string") throw new UnreadableError();
    if (shown === undefined) return { ...known, shown };
    const { reading, instead } = readRecord(shown);
    if (!isIndex(reading) || reading >= known.readings.length) throw new UnreadableError();
    return { ...known, shown: { reading, instead: readLines(instead) }, by };
  });
  if (!areChoicesOf({ proposal, choices })) throw new UnreadableError();
  return choices;
}

function readChanged(stored: unknown): readonly string[] {
  return stored === undefined ? [] : readLines(stored);
}

function readReading(stored: unknown): Reading {
  const { range, lines, label, certainty } = readRecord(stored);
  if (typeof label !== "string" || typeof certainty !== "number") throw new UnreadableError();
  return { range: readRange(range, Number.MAX_SAFE_INTEGER), lines: readLines(lines), label, certainty };
}

function readRange(stored: unknown, count: number): { readonly start: number; readonly end: number } {
  const { start, end } = readRecord(stored);
  if (!isIndex(start) || !isIndex(end) || start > end || end > count) throw new UnreadableError();
  return { start, end };
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function readLines(stored: unknown): readonly string[] {
  return readList(stored).map((line) => {
    if (typeof line !== "string" || /[\r\n]/.test(line)) throw new UnreadableError();
    return line;
  });
}

function readList(stored: unknown): readonly unknown[] {
  if (!Array.isArray(stored)) throw new UnreadableError();
  return stored;
}

function readRecord(stored: unknown): Readonly<Partial<Record<string, unknown>>> {
  if (typeof stored !== "object" || stored === null) throw new UnreadableError();
  return { ...stored };
}
