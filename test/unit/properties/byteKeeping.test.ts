import { describe, expect, it } from "vitest";
import fc from "../fastCheck.ts";
import { lineDiff, mapNewToOld } from "../../../extension/core/diff/lineDiff.ts";
import { splitLines, type Eol } from "../../../extension/core/text/lines.ts";
import { editedFile, presentation, writeLazyCode } from "./randomEdits.ts";
import { loadStructuralEngine, runs } from "./structuralEngine.ts";

const engine = await loadStructuralEngine();

/** Bytes that a sketch does not show. Equal lines have equal ones, so that it does not matter which of two is kept. */
interface Bytes {
  readonly bom: string;
  readonly eols: readonly Exclude<Eol, "">[];
  readonly trailing: readonly string[];
  readonly endsOpen: boolean;
}

const bytes: fc.Arbitrary<Bytes> = fc.record({
  bom: fc.constantFrom("", "\uFEFF"),
  eols: fc.constantFrom<Bytes["eols"][]>(
    ["\n"],
    ["\r\n"],
    ["\r\n", "\n"],
    ["\n", "\n", "\r\n"],
    ["\r"],
    ["\r\n", "\r"],
  ),
  trailing: fc.constantFrom([""], ["", "", "  "], ["", "\t", " ", ""]),
  endsOpen: fc.boolean(),
});

function writeLine(line: string, { eols, trailing }: Bytes): { text: string; eol: Eol } {
  const sum = Array.from(line.trim()).reduce((total, char) => total + (char.codePointAt(0) ?? 0), 0);
  return { text: line + (trailing[sum % trailing.length] ?? ""), eol: eols[sum % eols.length] ?? "\n" };
}

function writeFile(lines: readonly string[], how: Bytes): string {
  const last = lines.length - 1;
  return (
    how.bom +
    lines
      .map((line, index) => {
        const { text, eol } = writeLine(line, how);
        return text + (index === last && how.endsOpen ? "" : eol);
      })
      .join("")
  );
}

describe("a merge", () => {
  it("keeps every byte outside the changes", () => {
    fc.assert(
      fc.property(editedFile, presentation, bytes, (edited, how, given) => {
        const { before, after, dialect } = edited;
        const reply = writeLazyCode(edited, how);
        // A sketch of the whole file is content to the last blank.
        fc.pre(dialect.markers.some((marker) => reply.includes(marker)));
        const outcome = engine.apply(writeFile(before, given), reply, dialect);
        if (outcome.type !== "merged") return;
        const { bom, lines } = splitLines(outcome.text);
        const trimmed = lines.map(({ text }) => text.trimEnd());
        // Whether the right lines are there is another property.
        fc.pre(trimmed.join("\n") === after.join("\n"));
        const old = mapNewToOld(lineDiff(before, trimmed), trimmed.length);
        expect(bom).toBe(given.bom);
        lines.forEach((line, index) => {
          const source = before[old[index] ?? -1];
          const isLast = index === lines.length - 1;
          if (isLast) expect(line.eol === "").toBe(given.endsOpen);
          else expect(given.eols).toContain(line.eol);
          if (source === undefined) return;
          const want = writeLine(source, given);
          // The line that ended the file without a newline gets one when lines follow it, and the other way round.
          const endsFile = isLast || old[index] === before.length - 1;
          expect(endsFile ? line.text : line).toEqual(endsFile ? want.text : want);
        });
      }),
      runs(300),
    );
  });
});
