import { expect } from "vitest";
import type { LeftOut } from "../../../extension/core/merge/mergeResult.ts";
import { leftOutPiece } from "../../../extension/core/merge/pieces.ts";
import { nextReading, openProposal } from "../../../extension/core/review/choices.ts";
import { hunksOf } from "../../../extension/core/review/hunks.ts";
import {
  beginSession,
  chooseReading,
  decide,
  undoDecision,
  type ReviewSession,
} from "../../../extension/core/review/reviewSession.ts";
import { beginReview } from "../../../extension/core/review/reviewState.ts";

export const FILE = "a b c d e f g";
/** The file with what is sure: every review of these tests has it pending. */
export const SURE = "a B c d e f g";

/** The lines of a text: each word is one. */
export function words(text: string): readonly string[] {
  return text === "" ? [] : text.split(" ");
}

/** A piece by its alternatives: `1-3:x y` for lines 1 and 2 (zero-based) replaced by `x y`. One without any fits nowhere. */
export function piece(index: number, ...alternatives: readonly string[]): LeftOut {
  const read = alternatives.map((text) => {
    const [, start = "", end = "", lines = ""] = /^(\d+)-(\d+):(.*)$/.exec(text) ?? [];
    return { original: { start: Number(start), end: Number(end) }, lines: words(lines) };
  });
  return leftOutPiece(
    {
      index,
      sketch: { start: 0, end: 1 },
      written: ["code"],
      reason: `piece ${String(index)} is not sure`,
      candidates: [],
    },
    read.map((one, at) => ({ ...one, certainty: 1 / read.length, label: String(at) })),
  );
}

/** A review in which the pieces are open. */
export function begin(...pieces: readonly LeftOut[]): ReviewSession {
  const { proposal, choices } = openProposal(words(FILE), words(SURE), pieces, "apply");
  return beginSession(beginReview(words(FILE), proposal, [], choices));
}

/** The hunks, as `b>B`; an open one has which of its readings it shows, as `>x (1/2)`. */
export function shown({ state }: ReviewSession): string {
  const text = hunksOf(state).map(({ old, new: fresh, choices, isConflict }) => {
    const number = choices
      .map(({ shown, readings }) => ` (${String((shown?.reading ?? -1) + 1)}/${String(readings.length)})`)
      .join("");
    const lines = `${state.document.slice(old.start, old.end).join(" ")}>${state.proposal.slice(fresh.start, fresh.end).join(" ")}`;
    return `${lines}${number}${isConflict ? "!" : ""}`;
  });
  return text.join(", ");
}

export function idOf({ state }: ReviewSession, index = 0): string {
  return state.choices[index]?.id ?? "";
}

/** The session after the next reading of a choice, or the one before, was asked for. */
export function step(session: ReviewSession, by: 1 | -1 = 1, index = 0): ReviewSession {
  const reading = nextReading(session.state.choices, index, by);
  return reading === undefined ? session : chooseReading(session, idOf(session, index), reading);
}

/** The session after one of its hunks was decided. */
export function decided(session: ReviewSession, type: "accept" | "reject", at: number): ReviewSession {
  return decide(session, type, hunksOf(session.state).slice(at, at + 1)).session;
}

export function undone(session: ReviewSession): ReviewSession {
  const result = undoDecision(session);
  if (result.type !== "undone") expect.fail(result.type);
  return result.session;
}
