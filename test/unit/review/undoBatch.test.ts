import { expect, test } from "vitest";
import { applyLineEdits } from "../../../extension/core/diff/lineEdits.ts";
import { planUndo } from "../../../extension/core/review/undoBatch.ts";

const lines = (text: string | undefined): string[] | undefined => text?.split(" ");

/** What becomes of a file, as words: the text, what is said of it, and the lines that are kept, from 1. */
function undone(before: string | undefined, after: string | undefined, now: string | undefined): string {
  const plan = planUndo({ before: lines(before), after: lines(after) }, lines(now));
  switch (plan.type) {
    case "nothing":
    case "delete":
      return plan.type;
    case "create":
      return `create ${plan.lines.join(" ")}`;
    case "prevented":
      return `prevented ${plan.why}`;
    case "edit": {
      const text = applyLineEdits(lines(now) ?? [], plan.edits).join(" ");
      return [text, ...plan.kept.map(({ start, end }) => `${start + 1}-${end}`)].join(" kept ");
    }
  }
}

test.each([
  ["a change", "a b c", "a B c", "a B c", "a b c"],
  ["a change, with lines typed elsewhere", "a b c", "a B c", "x a B c y", "x a b c y"],
  ["a change that was taken back by hand", "a b c", "a B c", "a b c", "nothing"],
  [
    "one change of two, where the other was edited since",
    "a b c d e",
    "a B c D e",
    "a B c Dx e",
    "a b c Dx e kept 4-4",
  ],
  ["a change whose file is gone", "a b c", "a B c", undefined, "prevented missing"],
  ["a new file", undefined, "a b", "a b", "delete"],
  ["a new file that was edited since", undefined, "a b", "a b x", "prevented changed"],
  ["a new file that is gone", undefined, "a b", undefined, "nothing"],
  ["a deleted file", "a b", undefined, undefined, "create a b"],
  ["a deleted file that is back", "a b", undefined, "a b", "nothing"],
  ["a deleted file that was made anew", "a b", undefined, "c", "prevented taken"],
])("undo of %s", (_, before, after, now, want) => {
  expect(undone(before, after, now)).toBe(want);
});
