import { expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import {
  editBetween,
  expectedLines,
  replaceLines,
  untouchedLines,
  type ScriptStep,
} from "../../../extension/evaluation/generate/script.ts";

const line = fc.constantFrom("a", "b", "c", "", "  d", "  e", "}");
const text = fc.array(line, { maxLength: 30 });

/** The lines of the original that the steps go through, in their order. */
const oldLines = (steps: readonly ScriptStep[]): number[] =>
  steps.flatMap((step) => (step.type === "add" ? [] : [step.old]));

it("an edit between two texts goes through each line of both", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { steps } = editBetween("a.js", "javascript", before, after);
      expect(expectedLines(steps)).toEqual(after);
      expect(oldLines(steps)).toEqual(before.map((_, place) => place));
    }),
    runs(300),
  );
});

it("what replaces lines stands in their place, on top of any edit", () => {
  fc.assert(
    fc.property(
      text,
      text,
      fc.nat(),
      fc.nat(6),
      fc.array(line, { maxLength: 4 }),
      (before, after, at, count, lines) => {
        const { steps } = editBetween("a.js", "javascript", before, after);
        const start = Math.min(at % 31, after.length);
        const end = Math.min(after.length, start + count);
        const replaced = replaceLines(steps, [{ start, end, lines }]);
        expect(expectedLines(replaced)).toEqual([...after.slice(0, start), ...lines, ...after.slice(end)]);
        expect(oldLines(replaced)).toEqual(before.map((_, place) => place));
      },
    ),
    runs(300),
  );
});

it("an insertion and a replacement may begin at one line", () => {
  const { steps } = editBetween("a.js", "javascript", ["a", "b", "c"], ["a", "b", "c"]);
  const replaced = replaceLines(steps, [
    { start: 1, end: 1, lines: ["new"] },
    { start: 1, end: 2, lines: [] },
  ]);
  expect(expectedLines(replaced)).toEqual(["a", "new", "c"]);
});

it("lines that are kept with another indentation are the file's own", () => {
  const { steps } = editBetween("a.js", "javascript", ["a", "b"], ["a", "b"]);
  const wrapped = replaceLines(steps, [{ start: 1, end: 2, lines: ["if (x) {", { from: 1, text: "  b" }, "}"] }]);
  expect(wrapped).toEqual([
    { type: "keep", old: 0, text: "a" },
    { type: "add", text: "if (x) {" },
    { type: "keep", old: 1, text: "  b" },
    { type: "add", text: "}" },
  ]);
  const edit = { path: "a.js", language: "javascript", original: ["a", "b"], steps: wrapped, facts: [] };
  expect(untouchedLines(edit)).toEqual([true, false, false, false]);
});
