import { describe, expect, test } from "vitest";
import {
  areChoicesOf,
  isChoiceOf,
  nextReading,
  openProposal,
  unplacedChoices,
  withoutChoices,
  type Choice,
} from "../../../extension/core/review/choices.ts";
import { isOpen, isCertain, isUndecided, hunksOf } from "../../../extension/core/review/hunks.ts";
import {
  beginSession,
  chooseReading,
  followDocument,
  type ReviewSession,
} from "../../../extension/core/review/reviewSession.ts";
import { beginReview } from "../../../extension/core/review/reviewState.ts";
import { restoreSession, serializeSession } from "../../../extension/core/review/storedSession.ts";
import { begin, decided, FILE, piece, shown, step, SURE, undone, words } from "./openPieces.ts";

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

  test("that another one stood in the way of shows its first reading next, and its last one before", () => {
    const all = begin(piece(1, "3-3:x"), piece(2, "6-7:X"), piece(3, "3-3:y", "6-7:Y"));
    expect(shown(all)).toBe("b>B, >x (1/1), g>X (1/1)");
    const alone = decided(decided(all, "reject", 2), "reject", 1);
    expect([shown(step(alone)), shown(step(alone, -1))]).toEqual(["b>B, >y (1/2)", "b>B, g>Y (2/2)"]);
  });

  test("that a model has decided leaves the others open, and is open itself where its reading has no room", () => {
    const pieces = [twoPlaces, piece(2, "4-4:y"), piece(3, "3-4:D"), piece(4, "0-1:A")];
    const choices = new Map([
      [1, 1],
      [3, 7],
      [2, 0],
    ]);
    const open = openProposal(words(FILE), words(SURE), pieces, "apply", { by: "gpt-5", choices });
    expect(open.choices.map(({ shown: one, by }) => [one?.reading, by])).toEqual([
      [1, "gpt-5"],
      [0, "gpt-5"],
      [undefined, undefined],
      [0, undefined],
    ]);
    expect(unplacedChoices(open).map(({ id }) => id)).toEqual(["apply/3"]);
    expect(open.choices.map(({ id }) => isChoiceOf("apply", id))).toEqual([true, true, true, true]);
    expect(open.choices.map(({ id }) => isChoiceOf("app", id))).toEqual([false, false, false, false]);
  });

  test("leaves the session as it is where there is nothing to choose, and takes no step for what is shown already", () => {
    const session = begin(twoPlaces);
    for (const [id, reading] of [
      ["apply/1", 3],
      ["apply/1", -1],
      ["else", 1],
    ] as const)
      expect(chooseReading(session, id, reading)).toBe(session);
    expect(chooseReading(session, "apply/1", 0).decisions).toEqual([]);
    expect(nextReading(session.state.choices, 1, 1)).toBe(undefined);
    expect(followDocument(session, words(FILE))).toBe(session);
  });

  test("is a step of its own where another one was looked at in between, and a hundred steps are kept", () => {
    const both = begin(piece(1, "4-4:x", "6-7:X"), piece(2, "0-1:A", "3-3:y"));
    expect(step(step(step(both, 1, 0), 1, 1), 1, 0).decisions).toHaveLength(3);
    const many = Array.from({ length: 120 }).reduce<ReviewSession>((one, _, at) => step(one, 1, at % 2), both);
    expect(many.decisions).toHaveLength(100);
  });

  test("without a place is to be decided, too", () => {
    const { state } = begin(piece(1));
    const accepted = decided(begin(piece(1)), "accept", 0).state;
    const sure = decided(begin(), "accept", 0).state;
    expect([state, accepted, sure].map((one) => isUndecided(one, hunksOf(one)))).toEqual([true, true, false]);
    expect(isUndecided(begin().state, hunksOf(begin().state))).toBe(true);
  });

  test.each<[string, readonly (readonly [range: string, lines: string, instead: string])[], boolean]>([
    ["lines that it shows", [["1-2", "B", "b"]], true],
    ["all lines", [["0-1", "a B c d e f g", "x"]], true],
    ["the last line", [["6-7", "g", "x"]], true],
    ["no line that there is", [["7-7", "x", ""]], false],
    ["lines up to behind the last", [["6-7", "g x", "g"]], false],
    ["fewer lines than it stands in place of", [["1-2", "B", "b b"]], false],
    [
      "one after the other",
      [
        ["1-2", "B", "b"],
        ["2-3", "c", "x"],
      ],
      true,
    ],
    [
      "the same lines twice",
      [
        ["1-2", "B c", "b"],
        ["1-3", "B c", "b c"],
      ],
      false,
    ],
    [
      "several insertions in one place",
      [
        ["1-1", "B", ""],
        ["1-1", "c", ""],
      ],
      true,
    ],
  ])("can be one of a proposal that has %s", (_, all, want) => {
    const choices = all.map(([text, lines, instead], index): Choice => {
      const [start = 0, end = 0] = text.split("-").map(Number);
      const readings = [{ range: { start, end }, lines: words(lines), label: "", certainty: 1 }];
      return { id: String(index), reason: "", written: [], readings, shown: { reading: 0, instead: words(instead) } };
    });
    expect(areChoicesOf({ proposal: words(SURE), choices })).toBe(want);
  });

  test("is stored and read again with all its readings, and so are decisions on it", () => {
    for (const session of [
      step(begin(twoPlaces)),
      decided(step(begin(twoPlaces)), "accept", 1),
      decided(step(begin(twoPlaces)), "reject", 1),
      followDocument(decided(step(begin(twoPlaces)), "accept", 1), words("n n a b c d e x f g")),
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
