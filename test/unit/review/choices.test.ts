import { describe, expect, test } from "vitest";
import {
  nextReading,
  openProposal,
  unplacedChoices,
  withoutChoices,
  type Choice,
} from "../../../extension/core/review/choices.ts";
import {
  beginSession,
  chooseReading,
  decide,
  followDocument,
  undoDecision,
  type ReviewSession,
} from "../../../extension/core/review/reviewSession.ts";
import { restoreSession, serializeSession } from "../../../extension/core/review/storedSession.ts";
import { beginReview } from "../../../extension/core/review/reviewState.ts";
import { isOpen, isCertain, hunksOf } from "../../../extension/core/review/hunks.ts";
import type { OpenPiece } from "../../../extension/core/merge/mergeResult.ts";

const words = (text: string): readonly string[] => text.split(" ");

/** A piece by its alternatives: `1-3:x y` for lines 1 and 2 (zero-based) replaced by `x y`. */
function piece(index: number, ...alternatives: readonly string[]): OpenPiece {
  const read = alternatives.map((text) => {
    const [, start = "", end = "", lines = ""] = /^(\d+)-(\d+):(.*)$/.exec(text) ?? [];
    return { original: { start: Number(start), end: Number(end) }, lines: lines === "" ? [] : words(lines) };
  });
  return {
    index,
    sketch: { start: 0, end: 1 },
    written: ["code"],
    state: "open",
    reason: `piece ${String(index)} is not sure`,
    certainty: 1 / read.length,
    candidates: [],
    alternatives: read.map((one, at) => ({ ...one, certainty: 1 / read.length, label: String(at) })),
  };
}

const FILE = "a b c d e f g";
const SURE = "a B c d e f g";

function begin(...pieces: readonly OpenPiece[]): ReviewSession {
  const { proposal, choices } = openProposal(words(FILE), words(SURE), pieces, "apply");
  return beginSession(beginReview(words(FILE), proposal, [], choices));
}

/** The hunks, as `b>B`; an open one has which of its readings it shows, as `>x (1/2)`. */
function shown({ state }: ReviewSession): string {
  const text = hunksOf(state).map(({ old, new: fresh, choices, isConflict }) => {
    const number = choices
      .map(({ shown, readings }) => ` (${String((shown?.reading ?? -1) + 1)}/${String(readings.length)})`)
      .join("");
    const lines = `${state.document.slice(old.start, old.end).join(" ")}>${state.proposal.slice(fresh.start, fresh.end).join(" ")}`;
    return `${lines}${number}${isConflict ? "!" : ""}`;
  });
  return text.join(", ");
}

const idOf = ({ state }: ReviewSession, index = 0): string => state.choices[index]?.id ?? "";

function step(session: ReviewSession, by: 1 | -1 = 1, index = 0): ReviewSession {
  const reading = nextReading(session.state.choices, index, by);
  return reading === undefined ? session : chooseReading(session, idOf(session, index), reading);
}

function decided(session: ReviewSession, type: "accept" | "reject", at: number): ReviewSession {
  return decide(session, type, hunksOf(session.state).slice(at, at + 1)).session;
}

function undone(session: ReviewSession): ReviewSession {
  const result = undoDecision(session);
  if (result.type !== "undone") expect.fail(result.type);
  return result.session;
}

const twoPlaces = piece(1, "2-2:x", "5-5:x", "6-7:X");

describe("an open piece", () => {
  test("shows its likeliest reading, and is left out of Accept All", () => {
    const session = begin(twoPlaces);
    expect(shown(session)).toBe("b>B x (1/3)");
    const apart = begin(piece(1, "4-4:x", "6-7:X"));
    expect(shown(apart)).toBe("b>B, >x (1/2)");
    expect(hunksOf(apart.state).map(isCertain)).toEqual([true, false]);
  });

  test("goes around its readings, forwards and backwards", () => {
    const session = begin(twoPlaces);
    const around = [step(session), step(step(session)), step(step(step(session))), step(session, -1)];
    expect(around.map(shown)).toEqual(["b>B, >x (2/3)", "b>B, g>X (3/3)", "b>B x (1/3)", "b>B, g>X (3/3)"]);
    for (const one of [session, ...around]) expect(withoutChoices(one.state)).toEqual(words(SURE));
  });

  test("readings that are looked at one after the other are one step of undo", () => {
    const session = step(step(begin(twoPlaces)));
    expect(session.decisions).toHaveLength(1);
    expect(shown(undone(session))).toBe("b>B x (1/3)");
    expect(step(session).decisions).toHaveLength(0);
  });

  test("that a model has decided is sure, until the user looks at another reading", () => {
    const choices = new Map([[1, 1]]);
    const open = openProposal(words(FILE), words(SURE), [twoPlaces], "apply", { by: "gpt-5", choices });
    const session = beginSession(beginReview(words(FILE), open.proposal, [], open.choices));
    expect(shown(session)).toBe("b>B, >x (2/3)");
    expect(hunksOf(session.state).map(isCertain)).toEqual([true, true]);
    const other = step(session);
    expect(hunksOf(other.state).map(isCertain)).toEqual([true, false]);
    expect(hunksOf(step(other, -1).state).map(isOpen)).toEqual([false, true]);
    expect(hunksOf(undone(other).state).map(isCertain)).toEqual([true, true]);
  });

  test("is decided by accepting or rejecting what it shows, and undo opens it again", () => {
    const session = step(begin(twoPlaces));
    const accepted = decided(session, "accept", 1);
    expect([shown(accepted), accepted.state.choices, accepted.state.document.join(" ")]).toEqual([
      "b>B",
      [],
      "a b c d e x f g",
    ]);
    expect(shown(undone(accepted))).toBe("b>B, >x (2/3)");
    expect(shown(step(undone(accepted)))).toBe("b>B, g>X (3/3)");
    const rejected = decided(session, "reject", 1);
    expect([shown(rejected), rejected.state.choices]).toEqual(["b>B", []]);
    expect(shown(undone(rejected))).toBe("b>B, >x (2/3)");
    expect(shown(undone(undone(rejected)))).toBe("b>B x (1/3)");
  });

  test("is decided as a whole where a reading has several hunks", () => {
    const session = begin(piece(1, "2-7:c D e F g", "0-1:A"));
    expect(shown(session)).toBe("b>B, d>D (1/2), f>F (1/2)");
    expect(decided(session, "accept", 2).state.document.join(" ")).toBe("a b c D e F g");
    expect(decided(session, "reject", 1).state.proposal.join(" ")).toBe(SURE);
  });

  test("is open again where its accept is undone in the file, and decided where that is redone", () => {
    const session = step(begin(twoPlaces));
    const accepted = decided(session, "accept", 1);
    const back = followDocument(accepted, words(FILE), "undo");
    expect(shown(back)).toBe("b>B, >x (2/3)");
    const again = followDocument(back, accepted.state.document, "redo");
    expect([shown(again), again.state.choices]).toEqual(["b>B", []]);
  });

  test("moves with what is typed, and a reading whose lines are typed over is none any more", () => {
    const session = begin(piece(1, "4-4:x", "6-7:X", "3-4:D"));
    const typed = followDocument(session, words("new a b c d e f g"));
    expect(shown(typed)).toBe("b>B, >x (1/3)");
    expect(shown(step(typed))).toBe("b>B, g>X (2/3)");
    const over = followDocument(session, words("a b c d e f G"));
    expect(shown(over)).toBe("b>B, >x (1/2)");
    expect(shown(step(over))).toBe("b>B, d>D (2/2)");
  });

  test("with another one in its way shows another reading, or none", () => {
    const both = begin(piece(1, "4-4:x", "6-7:X"), piece(2, "4-4:y", "6-7:Y"));
    expect(shown(both)).toBe("b>B, >x (1/2), g>Y (2/2)");
    // Both readings that are left are taken.
    expect(step(both)).toBe(both);
    const rejected = decided(both, "reject", 2);
    expect(shown(step(rejected))).toBe("b>B, g>X (2/2)");
    const alone = begin(piece(1, "4-4:x"), piece(2, "4-4:y"));
    expect(shown(alone)).toBe("b>B, >x (1/1)");
    expect(unplacedChoices(alone.state).map(({ reason }) => reason)).toEqual(["piece 2 is not sure"]);
  });

  test("keeps its place where another one is decided", () => {
    const both = begin(piece(1, "3-3:x", "6-7:X"), piece(2, "5-5:y", "3-4:D"));
    expect(shown(both)).toBe("b>B, >x (1/2), >y (1/2)");
    const accepted = decided(both, "accept", 1);
    expect(shown(step(accepted))).toBe("b>B, d>D (2/2)");
    const rejected = decided(both, "reject", 1);
    expect(shown(step(rejected))).toBe("b>B, d>D (2/2)");
    expect(shown(undone(undone(step(rejected))))).toBe("b>B, >x (1/2), >y (1/2)");
  });

  test("is stored and read again with all its readings, and so are decisions on it", () => {
    for (const session of [
      step(begin(twoPlaces)),
      decided(step(begin(twoPlaces)), "accept", 1),
      decided(step(begin(twoPlaces)), "reject", 1),
    ]) {
      const stored: unknown = JSON.parse(JSON.stringify(serializeSession(session)));
      const restored = restoreSession(stored, session.state.document);
      if (restored.type !== "restored") expect.fail(restored.type);
      expect(shown(restored.session)).toBe(shown(session));
      expect(shown(undone(restored.session))).toBe(shown(undone(session)));
      expect(shown(step(undone(restored.session)))).toBe(shown(step(undone(session))));
    }
  });

  test.each<[string, (choice: Choice) => unknown]>([
    ["a reading that is not there", (choice) => ({ ...choice, shown: { reading: 7, instead: [] } })],
    [
      "a place behind the end",
      (choice) => ({ ...choice, readings: [{ ...choice.readings[0], range: { start: 0, end: 99 } }] }),
    ],
    ["other lines instead", (choice) => ({ ...choice, shown: { reading: 1, instead: ["q"] } })],
    ["no words", (choice) => ({ ...choice, reason: 1 })],
  ])("is not read with %s", (_, damage) => {
    const session = step(begin(twoPlaces));
    const stored = { ...serializeSession(session), choices: session.state.choices.map(damage) };
    expect(restoreSession(stored, session.state.document)).toEqual({ type: "unreadable" });
  });
});
