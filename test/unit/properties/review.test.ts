import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { applyLineEdits, editsOf } from "../../../extension/core/diff/lineEdits.ts";
import { lineDiff } from "../../../extension/core/diff/lineDiff.ts";
import type { LineRange } from "../../../extension/core/text/lines.ts";
import { decide, undoDecision, type ReviewSession } from "../../../extension/core/review/reviewSession.ts";
import type { Hunk, ReviewState } from "../../../extension/core/review/reviewState.ts";
import { isCertain, hunksOf } from "../../../extension/core/review/hunks.ts";
import {
  action,
  anyTexts,
  beginRun,
  isTyped,
  pick,
  repeatedTexts,
  step,
  uniqueTexts,
  type,
  type Run,
} from "./reviewRun.ts";

const actions = fc.array(action, { maxLength: 12 });
const someRun = fc.tuple(anyTexts, actions).map(([texts, list]) => list.reduce(step, beginRun(texts)));

function all(session: ReviewSession, type: "accept" | "reject"): ReviewState {
  return decide(session, type, hunksOf(session.state)).session.state;
}

/** What a hunk replaces by what. */
function textsOf(state: ReviewState): unknown {
  return hunksOf(state).map((hunk) => [textOf(state.document, hunk.old), textOf(state.proposal, hunk.new)]);
}

function textOf(lines: readonly string[], { start, end }: Hunk["old"]): readonly string[] {
  return lines.slice(start, end);
}

/** The lines of the document that differ from one run to the next. */
function changesOf(before: Run, after: Run): readonly LineRange[] {
  return lineDiff(before.session.state.document, after.session.state.document).map((change) => change.new);
}

function textsOnly({ base, document, proposal }: ReviewState): unknown {
  return { base, document, proposal };
}

function check(count: number, property: (run: Run, bits: number) => void): void {
  fc.assert(fc.property(someRun, fc.nat(255), property), runs(count));
}

describe("after any history", () => {
  it("accepting all gives the proposal", () => {
    check(2000, ({ session }) => {
      const { document, proposal } = all(session, "accept");
      expect(document).toEqual(session.state.proposal);
      expect(proposal).toEqual(session.state.proposal);
    });
  });

  it("rejecting all leaves the document and no hunk", () => {
    check(2000, ({ session }) => {
      const rejected = all(session, "reject");
      expect(rejected.document).toBe(session.state.document);
      expect(hunksOf(rejected)).toEqual([]);
    });
  });

  it("accepting some and rejecting the others gives the chosen hunks, in any order", () => {
    check(2000, ({ session }, bits) => {
      const { state } = session;
      const hunks = hunksOf(state);
      const chosen = pick(hunks, bits);
      const others = hunks.filter((hunk) => !chosen.includes(hunk));
      const want = applyLineEdits(state.document, editsOf(chosen, state.proposal));
      expect(all(decide(session, "accept", chosen).session, "reject").document).toEqual(want);
      expect(all(decide(session, "reject", others).session, "accept").document).toEqual(want);
    });
  });

  it("undo in the document brings accepted hunks back, and redo accepts them", () => {
    check(2000, (run, bits) => {
      const accepted = step(run, { type: "accept", hunks: bits });
      if (accepted.session.state.document === run.session.state.document) return;
      const undone = step(accepted, { type: "undo" });
      expect(textsOnly(undone.session.state)).toEqual(textsOnly(run.session.state));
      expect(hunksOf(undone.session.state)).toEqual(hunksOf(run.session.state));
      const redone = step(undone, { type: "redo" });
      expect(textsOnly(redone.session.state)).toEqual(textsOnly(accepted.session.state));
    });
  });

  it("undo of a decision brings the hunks back", () => {
    check(2000, (run, bits) => {
      for (const type of ["accept", "reject"] as const) {
        const decided = step(run, { type, hunks: bits });
        if (decided.session === run.session) continue;
        const undone = step(decided, { type: "undo-decision" });
        expect(textsOnly(undone.session.state)).toEqual(textsOnly(run.session.state));
        expect(undone.session.decisions).toEqual(run.session.decisions);
      }
    });
  });

  it("a decision about hunks of another state is none", () => {
    fc.assert(
      fc.property(someRun, someRun, ({ session }, { session: other }) => {
        const present = new Set(hunksOf(session.state).map((hunk) => JSON.stringify([hunk.old, hunk.new])));
        const stale = hunksOf(other.state).filter((hunk) => !present.has(JSON.stringify([hunk.old, hunk.new])));
        expect(decide(session, "accept", stale)).toEqual({ session, edits: [] });
        expect(decide(session, "reject", stale)).toEqual({ session, edits: [] });
      }),
      runs(300),
    );
  });
});

describe("typing", () => {
  it("is in the document until a hunk is accepted that replaces it, or it is undone", () => {
    fc.assert(
      fc.property(anyTexts, actions, (texts, list) => {
        let run = beginRun(texts);
        for (const next of list) {
          const before = run;
          run = step(run, next);
          if (next.type === "typing" || next.type === "undo" || next.type === "redo") continue;
          const { state } = before.session;
          const replaced =
            next.type === "accept"
              ? pick(hunksOf(state), next.hunks).flatMap((hunk) => textOf(state.document, hunk.old))
              : before.session.decisions.flatMap(({ before, after }) => after.filter((line) => !before.includes(line)));
          const kept = state.document.filter((line) => isTyped(line) && !replaced.includes(line));
          expect(run.session.state.document).toEqual(expect.arrayContaining(kept));
        }
      }),
      runs(2000),
    );
  });

  it("is in the document after Accept All", () => {
    fc.assert(
      fc.property(anyTexts, actions, (texts, list) => {
        const { session } = list.reduce(step, beginRun(texts));
        const { document, proposal } = decide(session, "accept", hunksOf(session.state).filter(isCertain)).session
          .state;
        const typed = session.state.document.filter(isTyped);
        // Among equal lines a diff may show a typed line as moved by two hunks, of which one is left.
        expect([...document, ...proposal]).toEqual(expect.arrayContaining(typed));
      }),
      runs(4000),
    );
  });

  it("outside hunks is in the proposal and changes no hunk", () => {
    fc.assert(
      fc.property(
        fc.tuple(uniqueTexts, actions).map(([texts, list]) => list.reduce(step, beginRun(texts))),
        fc.nat(40),
        fc.boolean(),
        (run, at, replaces) => {
          const { state } = run.session;
          const isIn = (line: number): boolean => hunksOf(state).some(({ old }) => old.start <= line && line < old.end);
          const place = at % state.document.length;
          if (replaces && isIn(place)) return;
          if (isIn(place - 1) && isIn(place)) return;
          const next = type(run, state.document.toSpliced(place, replaces ? 1 : 0, "typed here"));
          expect(next.session.state.proposal).toContain("typed here");
          expect(
            hunksOf(next.session.state).flatMap((hunk) => textOf(next.session.state.document, hunk.old)),
          ).not.toContain("typed here");
          expect(textsOf(next.session.state)).toEqual(textsOf(state));
          const isTaken = hunksOf(next.session.state).map(isCertain);
          expect(hunksOf(state).filter((hunk, index) => isCertain(hunk) && !isTaken[index])).toEqual([]);
        },
      ),
      runs(3000),
    );
  });

  it("outside accepted hunks makes them no conflict when their accept is undone", () => {
    fc.assert(
      fc.property(
        uniqueTexts,
        fc.nat(255),
        fc.nat(40),
        fc.constantFrom("insert", "replace", "delete"),
        (texts, bits, at, how) => {
          const begun = beginRun(texts);
          const accepted = step(begun, { type: "accept", hunks: bits });
          const { document } = accepted.session.state;
          fc.pre(document.length > 1);
          const place = at % document.length;
          const isIn = changesOf(begun, accepted).some(({ start, end }) => start <= place && place < end);
          if (isIn || hunksOf(accepted.session.state).some(({ old }) => old.start <= place && place < old.end)) return;
          const next = document.toSpliced(place, how === "insert" ? 0 : 1, ...(how === "delete" ? [] : ["typed"]));
          const undone = undoDecision(type(accepted, next).session);
          if (undone.type !== "undone") return;
          const { state } = undone.session;
          expect(hunksOf(state).filter(({ isConflict }) => isConflict)).toEqual([]);
          if (new Set(document).size === document.length) expect(hunksOf(state).length).toBeGreaterThan(0);
        },
      ),
      runs(2000),
    );
  });

  it("makes no hunk where there is none", () => {
    fc.assert(
      fc.property(repeatedTexts, actions, ({ document }, list) => {
        const typing = list.filter(({ type }) => type === "typing" || type === "undo" || type === "redo");
        const { state } = typing.reduce(step, beginRun({ document, proposal: document })).session;
        expect(hunksOf(state)).toEqual([]);
      }),
      runs(500),
    );
  });
});

describe("undo in the document", () => {
  it("of everything, after accepts and typing, brings all hunks back", () => {
    fc.assert(
      fc.property(anyTexts, actions, (texts, list) => {
        const begun = beginRun(texts);
        let run = begun;
        for (const next of list) if (next.type !== "reject" && next.type !== "undo-decision") run = step(run, next);
        while (run.undo.length > 0) run = step(run, { type: "undo" });
        expect(run.session.state.document).toEqual(texts.document);
        expect(textsOnly(run.session.state)).toEqual(textsOnly(begun.session.state));
      }),
      runs(2000),
    );
  });
});
