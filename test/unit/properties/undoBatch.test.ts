import { test } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { applyLineEdits, equalLines } from "../../../extension/core/diff/lineEdits.ts";
import { planUndo } from "../../../extension/core/review/undoBatch.ts";
import { repeatedTexts } from "./reviewRun.ts";

/** Runs of lines that the user types in later; each line is the only one of its kind. */
const typed = fc.array(fc.record({ at: fc.nat(40), count: fc.integer({ min: 1, max: 3 }) }), { maxLength: 4 });

/** The text with typed lines, and these. */
function typeInto(
  text: readonly string[],
  typing: readonly { readonly at: number; readonly count: number }[],
): { readonly now: readonly string[]; readonly lines: readonly string[] } {
  let now = text;
  const all: string[] = [];
  for (const { at, count } of typing) {
    const place = at % (now.length + 1);
    const lines = Array.from({ length: count }, (_, index) => `typed ${all.length + index}`);
    all.push(...lines);
    now = [...now.slice(0, place), ...lines, ...now.slice(place)];
  }
  return { now, lines: all };
}

const inOrder = (lines: readonly string[]): string => lines.filter((line) => line.startsWith("typed")).join();

test("undo gives the text before, to the letter, where nothing was edited since", () => {
  fc.assert(
    fc.property(repeatedTexts, ({ document: before, proposal: after }) => {
      const plan = planUndo({ before, after }, [...after]);
      const text = plan.type === "edit" ? applyLineEdits(after, plan.edits) : after;
      return equalLines(text, before) && (plan.type !== "edit" || plan.kept.length === 0);
    }),
    runs(1_000),
  );
});

test("undo never loses what was typed later, and gives the text before but for that, or says what it keeps", () => {
  fc.assert(
    fc.property(repeatedTexts, typed, ({ document: before, proposal: after }, typing) => {
      const { now } = typeInto(after, typing);
      const plan = planUndo({ before, after }, now);
      if (plan.type !== "edit") return plan.type === "nothing" && equalLines(now, before);
      const text = applyLineEdits(now, plan.edits);
      if (inOrder(text) !== inOrder(now)) return false;
      const rest = text.filter((line) => !line.startsWith("typed"));
      return plan.kept.length > 0 || equalLines(rest.length === 0 ? [""] : rest, before);
    }),
    runs(2_000),
  );
});

test("what was changed or deleted later stays so", () => {
  const edited = fc.tuple(repeatedTexts, fc.array(fc.record({ at: fc.nat(40), deleted: fc.nat(3) }), { maxLength: 3 }));
  fc.assert(
    fc.property(edited, ([{ document: before, proposal: after }, cuts]) => {
      let now: readonly string[] = after;
      cuts.forEach(({ at, deleted }, index) => {
        const place = at % (now.length + 1);
        now = [...now.slice(0, place), `typed ${index}`, ...now.slice(place + deleted)];
      });
      const plan = planUndo({ before, after }, now);
      if (plan.type !== "edit") return plan.type === "nothing" && equalLines(now, before);
      return inOrder(applyLineEdits(now, plan.edits)) === inOrder(now);
    }),
    runs(2_000),
  );
});
