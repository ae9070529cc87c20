import fc from "../fastCheck.ts";
import { applyLineEdits, equalLines } from "../../../extension/core/diff/lineEdits.ts";
import { beginSession, decide, followDocument, undoDecision } from "../../../extension/core/review/reviewSession.ts";
import type { ReviewSession } from "../../../extension/core/review/reviewSession.ts";
import { beginReview, type Hunk } from "../../../extension/core/review/reviewState.ts";
import { hunksOf } from "../../../extension/core/review/hunks.ts";

/** One change of a text; places count modulo what there is. */
interface Splice {
  readonly at: number;
  readonly deleted: number;
  readonly inserted: number;
}

/** What a person does. `hunks` tells by its bits which of the pending ones are meant. */
export type Action =
  | { readonly type: "typing"; readonly splices: readonly Splice[]; readonly word: number }
  | { readonly type: "accept" | "reject"; readonly hunks: number }
  | { readonly type: "undo" | "redo" | "undo-decision" };

export interface Texts {
  readonly document: readonly string[];
  readonly proposal: readonly string[];
}

/** An editor with undo and redo, and the review of its document. */
export interface Run {
  readonly session: ReviewSession;
  readonly undo: readonly (readonly string[])[];
  readonly redo: readonly (readonly string[])[];
  /** How many lines were typed; the next one gets this number. */
  readonly typed: number;
}

const splice: fc.Arbitrary<Splice> = fc.record({ at: fc.nat(40), deleted: fc.nat(3), inserted: fc.nat(3) });
const splices = fc.oneof(
  { weight: 3, arbitrary: splice.map((one) => [one]) },
  { weight: 1, arbitrary: fc.array(splice, { minLength: 1, maxLength: 4 }) },
);

export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("typing" as const), splices, word: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constantFrom("accept" as const, "reject" as const), hunks: fc.nat(255) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constantFrom("undo" as const, "redo" as const, "undo-decision" as const) }),
  },
);

const word = fc.constantFrom("a", "b", "}", "");

/** Lines that repeat a lot: a diff of them has many right answers. */
export const repeatedTexts: fc.Arbitrary<Texts> = fc
  .tuple(
    fc.array(word, { minLength: 1, maxLength: 14 }),
    fc.array(fc.tuple(splice, fc.array(word, { maxLength: 3 })), { maxLength: 4 }),
  )
  .map(([document, edits]) => ({
    document,
    proposal: edits.reduce<string[]>((lines, [edit, added]) => spliceLines(lines, edit, added), document),
  }));

/** Lines that occur once, in both texts or in one. */
export const uniqueTexts: fc.Arbitrary<Texts> = fc
  .tuple(fc.integer({ min: 1, max: 16 }), fc.array(splice, { maxLength: 5 }))
  .map(([count, edits]) => {
    const document = Array.from({ length: count }, (_, i) => `line ${String(i)}`);
    const added = (index: number): string[] => Array.from({ length: 3 }, (_, i) => `new ${String(index)}.${String(i)}`);
    return { document, proposal: edits.reduce((lines, edit, i) => spliceLines(lines, edit, added(i)), document) };
  });

export const anyTexts: fc.Arbitrary<Texts> = fc.oneof(repeatedTexts, uniqueTexts);

function spliceLines(lines: string[], { at, deleted, inserted }: Splice, words: readonly string[]): string[] {
  const next = lines.toSpliced(at % (lines.length + 1), deleted, ...words.slice(0, inserted));
  return next.length === 0 ? [""] : next;
}

export function beginRun({ document, proposal }: Texts): Run {
  return { session: beginSession(beginReview(document, proposal)), undo: [], redo: [], typed: 0 };
}

export function pick(hunks: readonly Hunk[], bits: number): readonly Hunk[] {
  return hunks.filter((_, index) => (bits >> (index % 8)) % 2 === 1);
}

export function isTyped(line: string): boolean {
  return line.startsWith("typed ");
}

/** The run after one action. The document changes by what the person does to it and by the edits of the session alone. */
export function step(run: Run, action: Action): Run {
  const { session } = run;
  const { document } = session.state;
  switch (action.type) {
    case "typing": {
      let { typed } = run;
      const next = action.splices.reduce((lines, one) => {
        const words = Array.from({ length: one.inserted }, () => `typed ${String(typed++)}`);
        return spliceLines([...lines], one, words);
      }, document);
      return type({ ...run, typed }, next);
    }
    case "accept":
    case "reject": {
      const decided = decide(session, action.type, pick(hunksOf(session.state), action.hunks));
      return edited(run, decided.session, applyLineEdits(document, decided.edits));
    }
    case "undo-decision": {
      const undone = undoDecision(session);
      if (undone.type === "nothing") return run;
      if (undone.type === "conflict") return { ...run, session: undone.session };
      return edited(run, undone.session, applyLineEdits(document, undone.edits));
    }
    case "undo": {
      const before = run.undo.at(-1);
      if (!before) return run;
      const next = followDocument(session, before, "undo");
      return { ...run, session: next, undo: run.undo.slice(0, -1), redo: [...run.redo, document] };
    }
    case "redo": {
      const after = run.redo.at(-1);
      if (!after) return run;
      const next = followDocument(session, after, "redo");
      return { ...run, session: next, undo: [...run.undo, document], redo: run.redo.slice(0, -1) };
    }
  }
}

/** The run after the person made the document read `next`. */
export function type(run: Run, next: readonly string[]): Run {
  return edited(run, followDocument(run.session, next), next);
}

function edited(run: Run, session: ReviewSession, document: readonly string[]): Run {
  if (!equalLines(session.state.document, document)) throw new Error("The document is not what the edits made of it.");
  if (equalLines(document, run.session.state.document)) return { ...run, session };
  return { ...run, session, undo: [...run.undo, run.session.state.document], redo: [] };
}
