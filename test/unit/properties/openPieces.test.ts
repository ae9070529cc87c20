import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import type { LeftOut } from "../../../extension/core/merge/mergeResult.ts";
import { equalLines } from "../../../extension/core/diff/lineEdits.ts";
import { leftOutPiece } from "../../../extension/core/merge/pieces.ts";
import {
  areChoicesOf,
  dropChoices,
  isChoiceOf,
  openProposal,
  unplacedChoices,
  withoutChoices,
  type Choice,
} from "../../../extension/core/review/choices.ts";
import { proposalChanged } from "../../../extension/core/review/rebaseReview.ts";
import { beginSession, chooseReading, decide, placeChoice } from "../../../extension/core/review/reviewSession.ts";
import { beginReview, type ReviewState } from "../../../extension/core/review/reviewState.ts";
import { isUndecided, isCertain, hunksOf } from "../../../extension/core/review/hunks.ts";
import { restoreSession, serializeSession } from "../../../extension/core/review/storedSession.ts";
import { action, anyTexts, step, type Action, type Run, type Texts } from "./reviewRun.ts";

/** What an open piece may mean; places count modulo what there is. */
interface AnyReading {
  readonly at: number;
  readonly count: number;
  readonly lines: readonly string[];
}

type AnyAction =
  | Action
  | { readonly type: "choose"; readonly piece: number; readonly reading: number }
  /** Lines and pieces count modulo what there is. */
  | { readonly type: "put"; readonly piece: number; readonly line: number }
  | { readonly type: "drop"; readonly piece: number };

const reading: fc.Arbitrary<AnyReading> = fc.record({
  at: fc.nat(40),
  count: fc.nat(3),
  lines: fc.array(fc.constantFrom("a", "b", "}", "", "x", "y"), { maxLength: 4 }),
});
/** One without a reading fits nowhere. */
const pieces = fc.array(fc.array(reading, { maxLength: 3 }), { minLength: 1, maxLength: 4 });
const anyAction: fc.Arbitrary<AnyAction> = fc.oneof(
  { weight: 2, arbitrary: action },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("choose" as const), piece: fc.nat(3), reading: fc.nat(2) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("put" as const), piece: fc.nat(3), line: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("drop" as const), piece: fc.nat(3) }) },
);
const actions = fc.array(anyAction, { maxLength: 10 });

/** Pieces of an apply to this document. */
function leftOut(document: readonly string[], readings: readonly (readonly AnyReading[])[]): readonly LeftOut[] {
  return readings.map((each, index): LeftOut => {
    const piece = { index, sketch: { start: 0, end: 1 }, written: ["code"], reason: "not sure", candidates: [] };
    const alternatives = each.map(({ at, count, lines: read }, number) => {
      const start = at % (document.length + 1);
      const original = { start, end: Math.min(document.length, start + count) };
      // A reading that changes nothing is none.
      const lines = original.start === original.end && read.length === 0 ? ["x"] : read;
      return { original, lines, certainty: 1 / each.length, label: String(number) };
    });
    return leftOutPiece(piece, alternatives);
  });
}

/** The lines of a text: each letter is one. */
function letters(text: string): readonly string[] {
  return text.split("").map((letter) => letter.trim());
}

/** A review of a rewrite with open pieces. */
function begin({ document, proposal: sure }: Texts, readings: readonly (readonly AnyReading[])[]): Run {
  const { proposal, choices } = openProposal(document, sure, leftOut(document, readings), "apply");
  return { session: beginSession(beginReview(document, proposal, [], choices)), undo: [], redo: [], typed: 0 };
}

function act(run: Run, next: AnyAction): Run {
  const { session } = run;
  const { choices, proposal } = session.state;
  const idOf = (piece: number): string => choices[piece % Math.max(1, choices.length)]?.id ?? "";
  switch (next.type) {
    case "choose":
      return { ...run, session: chooseReading(session, idOf(next.piece), next.reading) };
    case "put":
      return { ...run, session: placeChoice(session, idOf(next.piece), next.line % (proposal.length + 1), "here") };
    case "drop":
      return { ...run, session: decide(session, "reject", [], [idOf(next.piece)]).session };
    default:
      return step(run, next);
  }
}

const shownIn = ({ choices }: ReviewState): unknown =>
  choices.map(({ id, readings, shown }) => [id, readings.length, shown?.reading]);

function check(count: number, property: (run: Run, before: Run) => void): void {
  fc.assert(
    fc.property(anyTexts, pieces, actions, (texts, open, list) => {
      const before = begin(texts, open);
      property(list.reduce(act, before), before);
    }),
    runs(count),
  );
}

describe("a review with open pieces, after any history", () => {
  it("has choices of its proposal only, and hunks of these choices only", () => {
    check(3000, ({ session: { state } }) => {
      expect(areChoicesOf(state)).toBe(true);
      for (const { choices } of hunksOf(state)) expect(state.choices).toEqual(expect.arrayContaining([...choices]));
    });
  });

  it("has choices of its proposal where one that is open again was put below another one meanwhile", () => {
    const inserted = { at: 1, count: 0, lines: ["a", "a", "a"] };
    const replaced = { at: 0, count: 1, lines: ["a"] };
    const before = begin({ document: ["b"], proposal: ["c", "b"] }, [[inserted], [], [replaced]]);
    const accepted = act(before, { type: "accept", hunks: 33 });
    const { state } = act(act(accepted, { type: "put", piece: 0, line: 27 }), { type: "undo" }).session;
    expect(areChoicesOf(state)).toBe(true);
  });

  function checkAcceptAll({ session }: Run): void {
    const { state } = decide(session, "accept", hunksOf(session.state).filter(isCertain)).session;
    expect(state.choices.length).toBe(session.state.choices.length);
    expect(hunksOf(state).filter(isCertain)).toEqual([]);
  }

  it("takes nothing that is open with Accept All", () => {
    check(2000, checkAcceptAll);
  });

  it("takes nothing that is open with Accept All where a diff of equal lines could show it elsewhere", () => {
    const open = { document: letters("aaaaaaab}aaa"), proposal: letters("aaaaab aa") };
    checkAcceptAll(begin(open, [[{ at: 8, count: 0, lines: letters(" a}") }]]));
  });

  it("takes no conflict with Accept All where a diff of equal lines could show it elsewhere", () => {
    const typed = begin({ document: letters("aaabba"), proposal: letters(" a abbaa") }, [[]]);
    checkAcceptAll(act(typed, { type: "accept", hunks: 180 }));
  });

  it("has nothing open any more where all hunks are accepted, but what has no hunk", () => {
    check(2000, ({ session }) => {
      const accepted = decide(session, "accept", hunksOf(session.state)).session.state;
      expect(accepted.document).toEqual(session.state.proposal);
      expect(hunksOf(accepted)).toEqual([]);
    });
  });

  it("is as it was when a choice is taken back", () => {
    check(2000, ({ session }) => {
      for (const { id, readings } of session.state.choices) {
        for (let number = 0; number < readings.length; number++) {
          const chosen = chooseReading(session, id, number);
          // Else it goes on in the step before, or takes that back.
          const isOwnStep = chosen.decisions.length === session.decisions.length + 1;
          if (!isOwnStep) continue;
          const run: Run = { session: chosen, undo: [], redo: [], typed: 0 };
          const { state } = step(run, { type: "undo-decision" }).session;
          expect(state.proposal).toEqual(session.state.proposal);
          expect(state.document).toEqual(session.state.document);
          expect(new Set(shownIn(state) as unknown[])).toEqual(new Set(shownIn(session.state) as unknown[]));
        }
      }
    });
  });

  it("drops a piece without a place alone, and has it back when that is taken back", () => {
    check(2000, ({ session }) => {
      for (const { id } of unplacedChoices(session.state)) {
        const dropped = decide(session, "reject", [], [id]).session;
        expect(dropped.state.choices.map((choice) => choice.id)).toEqual(
          session.state.choices.map((choice) => choice.id).filter((other) => other !== id),
        );
        expect(equalLines(dropped.state.proposal, session.state.proposal)).toBe(true);
        const { state } = step({ session: dropped, undo: [], redo: [], typed: 0 }, { type: "undo-decision" }).session;
        expect(new Set(shownIn(state) as unknown[])).toEqual(new Set(shownIn(session.state) as unknown[]));
        expect(state.document).toEqual(session.state.document);
      }
    });
  });

  it("is over when all hunks are rejected, and then all pieces without a place are dropped", () => {
    check(2000, ({ session }) => {
      const { session: rejected } = decide(session, "reject", hunksOf(session.state));
      expect(rejected.state.proposal).toEqual(session.state.document);
      // Also those that had one until another one was rejected, without which no line would be left of the file.
      const ids = unplacedChoices(rejected.state).map(({ id }) => id);
      const { state } = decide(rejected, "reject", [], ids).session;
      expect(isUndecided(state, hunksOf(state))).toBe(false);
    });
  });

  it("reads the same when it is stored and read again", () => {
    check(1000, ({ session }) => {
      const stored: unknown = JSON.parse(JSON.stringify(serializeSession(session)));
      const restored = restoreSession(stored, session.state.document);
      if (restored.type !== "restored") expect.fail(restored.type);
      expect(restored.session.state).toEqual(session.state);
      expect(restored.session.decisions.map(({ type }) => type)).toEqual(session.decisions.map(({ type }) => type));
    });
  });
});

it("choosing and taking back never changes what is sure", () => {
  const chosen = fc.array(fc.record({ type: fc.constant("choose" as const), piece: fc.nat(3), reading: fc.nat(2) }));
  fc.assert(
    fc.property(anyTexts, pieces, chosen, (texts, open, list) => {
      const { state } = list.reduce(act, begin(texts, open)).session;
      expect(withoutChoices(state)).toEqual(texts.proposal);
    }),
    runs(2000),
  );
});

describe("another apply with open pieces", () => {
  /** `meanwhile`: what happens to the review while the other apply, which began from the sure text, is at work. */
  function checkSecond(
    count: number,
    meanwhile: fc.Arbitrary<readonly AnyAction[]>,
    property: (after: ReviewState, sure: readonly string[], before: ReviewState) => void,
  ): void {
    const splice = fc.record({
      at: fc.nat(40),
      deleted: fc.nat(3),
      inserted: fc.array(fc.constantFrom("a", "x"), { maxLength: 3 }),
    });
    const splices = fc.array(splice, { maxLength: 2 });
    fc.assert(
      fc.property(anyTexts, pieces, splices, pieces, meanwhile, (texts, open, changes, others, list) => {
        const run = begin(texts, open);
        const known = withoutChoices(run.session.state);
        const changed = changes.reduce<readonly string[]>(
          (lines, { at, deleted, inserted }) => lines.toSpliced(at % (lines.length + 1), deleted, ...inserted),
          known,
        );
        const sure = changed.length === 0 ? [""] : changed;
        const second = openProposal(known, sure, leftOut(known, others), "second");
        const before = list.reduce(act, run).session.state;
        property(proposalChanged(before, known, second.proposal, [], second.choices), sure, before);
      }),
      runs(count),
    );
  }
  const nothing = fc.constant([]);

  it("has choices of the proposal only, and those of both", () => {
    checkSecond(2000, actions, (after, _, { choices }) => {
      expect(areChoicesOf(after)).toBe(true);
      const ids = (of: readonly Choice[]): readonly string[] => of.map(({ id }) => id).toSorted();
      expect(ids(after.choices.filter(({ id }) => isChoiceOf("apply", id)))).toEqual(ids(choices));
    });
  });

  it("has nothing that is sure but its own sure text", () => {
    checkSecond(2000, nothing, (after, sure) => {
      expect(withoutChoices(after)).toEqual(sure);
    });
  });

  it("leaves the same text whichever apply's pieces are dropped first", () => {
    checkSecond(2000, actions, (after) => {
      const { choices } = after;
      for (const apply of ["apply", "second"]) {
        const own = new Set(choices.flatMap(({ id }) => (isChoiceOf(apply, id) ? [id] : [])));
        const left = dropChoices(after, own);
        expect(areChoicesOf(left)).toBe(true);
        expect(withoutChoices(left).join("\n")).toBe(withoutChoices(after).join("\n"));
      }
    });
  });
});
