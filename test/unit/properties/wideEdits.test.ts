import { describe, expect, it } from "vitest";
import fc, { draws } from "../fastCheck.ts";
import {
  fence,
  forgetMarkers,
  presentation,
  writeLazyCode,
  writeSearchReplace,
  type Presentation,
} from "./randomEdits.ts";
import { loadStructuralEngine, runs } from "./structuralEngine.ts";
import { widelyEditedFile, type WidelyEditedFile } from "./wideEdits.ts";

const engine = await loadStructuralEngine();

const textOf = (lines: readonly string[]): string => lines.join("\n") + "\n";
const codeOf = (text: string): string =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n");

/**
 * How each way to show an edit fares, as shares of all: what is right at least, and what is wrong at most. Lazy code is
 * wrong where it shows a deletion at a marker; without its markers where it leaves out what is to go, which then stays. The
 * floors are what is so, and not what should be.
 */
const presentations: readonly [string, (edited: WidelyEditedFile, how: Presentation) => string, number, number][] = [
  ["lazy code", writeLazyCode, 0.88, 0.07],
  ["code without its markers", forgetMarkers, 0.5, 0.16],
  ["search/replace blocks", (edited, { context }) => writeSearchReplace(edited, context), 0.98, 0],
  ["a whole file", ({ after }) => textOf(after), 0.8, 0.03],
];

/** Where a class of the generated files is a class, and not a function or a key that holds others. */
const DECLARING = new Set(["typescript", "python", "ruby", "rust"]);

describe("an edit of signatures, imports, methods and functions", () => {
  it.each(presentations)("as %s is mostly right", (_, write, right, wrong) => {
    const samples = fc.sample(fc.tuple(widelyEditedFile, presentation), draws(600));
    const merged = samples.flatMap(([edited, how]) => {
      const outcome = engine.apply(textOf(edited.before), write(edited, how), edited.dialect);
      return outcome.type === "merged" ? [codeOf(outcome.text) === codeOf(textOf(edited.after))] : [];
    });
    expect(merged.filter((isRight) => isRight).length / samples.length).toBeGreaterThan(right);
    expect(merged.filter((isRight) => !isRight).length / samples.length).toBeLessThanOrEqual(wrong);
  });

  it("as a whole file lets nothing vanish that the file declares", () => {
    fc.assert(
      fc.property(
        widelyEditedFile.filter(({ removes, dialect }) => removes && DECLARING.has(dialect.language)),
        ({ dialect, before, after }) => {
          const outcome = engine.apply(textOf(before), textOf(after), dialect);
          if (outcome.type === "merged") expect(codeOf(outcome.text)).not.toBe(codeOf(textOf(after)));
        },
      ),
      runs(300),
    );
  });

  it("as what is said to be the whole file is just that file, or a question where it is nothing like the file", () => {
    const samples = fc.sample(widelyEditedFile, draws(200));
    const merged = samples.flatMap(({ dialect, before, after }) => {
      const reply = `Here is the complete file:\n\n${fence(after, dialect.language)}`;
      const outcome = engine.apply(textOf(before), reply, dialect);
      return outcome.type === "merged" ? [{ text: outcome.text, wanted: textOf(after) }] : [];
    });
    for (const { text, wanted } of merged) expect(text).toBe(wanted);
    expect(merged.length / samples.length).toBeGreaterThan(0.98);
  });
});
