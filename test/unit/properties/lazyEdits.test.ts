import { describe, expect, it } from "vitest";
import fc, { draws } from "../fastCheck.ts";
import { editedFile, editedFileIn, fence, presentation, shift, writeLazyCode, type EditedFile } from "./randomEdits.ts";
import { dialects } from "./sourceFiles.ts";
import { checkNeverWrong, loadStructuralEngine, runs } from "./structuralEngine.ts";

const engine = await loadStructuralEngine();

const textOf = (lines: readonly string[]): string => lines.join("\n") + "\n";

/** A key that the sketch does not show may have been forgotten, which is asked; elsewhere these edits remove no names. */
const isForgetful = ({ dialect, before, after }: EditedFile): boolean => {
  const keyOf = (line: string): string => line.trim().split(":")[0] ?? "";
  const count = (lines: readonly string[], key: string): number => lines.filter((line) => keyOf(line) === key).length;
  return dialect.language === "yaml" && before.some((line) => count(after, keyOf(line)) < count(before, keyOf(line)));
};

const wholeFile = editedFile.filter((edited) => !isForgetful(edited));

describe("a whole file as the sketch", () => {
  it("gives exactly the sketch", () => {
    fc.assert(
      fc.property(wholeFile, fc.boolean(), ({ dialect, before, after }, fenced) => {
        const reply = fenced ? fence(after, dialect.language) : textOf(after);
        expect(engine.apply(textOf(before), reply, dialect)).toMatchObject({ type: "merged", text: textOf(after) });
      }),
      runs(300),
    );
  });

  it("keeps how the lines of the original end", () => {
    fc.assert(
      fc.property(
        wholeFile,
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.boolean(),
        ({ dialect, before, after }, eol, endsOpen) => {
          const write = (lines: readonly string[]) => lines.join(eol) + (endsOpen ? "" : eol);
          const outcome = engine.apply(write(before), textOf(after), dialect);
          expect(outcome).toMatchObject({ type: "merged", text: write(after) });
        },
      ),
      runs(150),
    );
  });
});

describe("a random edit shown with context and markers", () => {
  it.each(dialects)("merges exactly or is ambiguous in $language", (dialect) => {
    fc.assert(
      fc.property(editedFileIn(fc.constant(dialect)), presentation, (edited, how) => {
        const outcome = engine.apply(textOf(edited.before), writeLazyCode(edited, how), dialect);
        checkNeverWrong(outcome, textOf(edited.after));
      }),
      runs(250),
    );
  });

  it("mostly merges", () => {
    const samples = fc.sample(fc.tuple(editedFile, presentation), draws(300));
    const merged = samples.filter(([edited, how]) => {
      const outcome = engine.apply(textOf(edited.before), writeLazyCode(edited, how), edited.dialect);
      return outcome.type === "merged";
    });
    expect(merged.length / samples.length).toBeGreaterThan(0.8);
  });
});

describe("a sketch in another column", () => {
  const indentedBySpaces = fc.constantFrom(...dialects.filter(({ indent }) => indent !== "\t"));

  it("merges as it does in its own, or is ambiguous", () => {
    fc.assert(
      fc.property(
        editedFileIn(indentedBySpaces),
        presentation,
        fc.integer({ min: -8, max: 12 }),
        (edited: EditedFile, how, columns) => {
          const original = textOf(edited.before);
          const reply = writeLazyCode(edited, { ...how, fenced: false }).split("\n");
          const unshifted = engine.apply(original, reply.join("\n"), edited.dialect);
          const shifted = engine.apply(original, shift(reply, columns).join("\n"), edited.dialect);
          if (unshifted.type === "merged") checkNeverWrong(shifted, unshifted.text);
        },
      ),
      runs(300),
    );
  });
});
