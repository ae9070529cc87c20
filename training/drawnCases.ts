import fc from "../test/unit/fastCheck.ts";
import {
  editedFile,
  fence,
  forgetMarkers,
  presentation,
  shift,
  writeLazyCode,
  type EditedFile,
} from "../test/unit/properties/randomEdits.ts";
import { widelyEditedFile } from "../test/unit/properties/wideEdits.ts";
import { wrap, writeWrappedFile, writeWrappingSketch } from "../test/unit/properties/wrappedLines.ts";
import { isDeclared, lineIdentity } from "../extension/core/merge/lineKeys.ts";
import type { Case } from "./fit/prepare.ts";

const shifted = fc.integer({ min: -8, max: 12 });

/**
 * Random edits as rows for the fit: plain sketches in their own column and in another one, whole files, code without its markers, and new blocks
 * around lines, as the property tests ask for them. `seed` is not theirs, so that the fit never sees what they draw. They count as three repositories.
 */
export function drawCases(count: number, seed: number): Case[] {
  const edits = fc.sample(fc.tuple(editedFile, presentation, shifted), { numRuns: 4 * count, seed });
  const wide = fc.sample(fc.tuple(widelyEditedFile, presentation), { numRuns: 3 * count, seed: seed + 1 });
  const plain = edits.slice(0, 2 * count).map(([edited, how]) => toCase(edited, writeLazyCode(edited, how)));
  const moved = edits.slice(2 * count, 3 * count).map(([edited, how, columns]) => {
    const lines = writeLazyCode(edited, { ...how, fenced: false }).split("\n");
    return toCase(edited, shift(lines, edited.dialect.indent === "\t" ? 0 : columns).join("\n"));
  });
  const whole = edits.slice(3 * count).map(([edited]) => toCase(edited, fence(edited.after, edited.dialect.language)));
  const outer = wide.map(([edited, how], at) =>
    at % 2 === 0
      ? toCase(edited, writeLazyCode(edited, how))
      : // Nobody can tell from a sketch without its markers that what it leaves out is to go.
        { ...toCase(edited, forgetMarkers(edited, how)), expect_refusal: losesName(edited) },
  );
  const wrapped = fc.sample(wrap, { numRuns: count, seed: seed + 2 }).map((how) => ({
    ...{ path: "desk.py", original: writeWrappedFile(how, false), sketch: writeWrappingSketch(how) },
    expected: writeWrappedFile(how, true),
  }));
  return [...plain, ...moved, ...whole, ...outer, ...wrapped].map((one, at) => ({
    ...one,
    id: `drawn-${String(at)}`,
    source: `drawn-${String(at % 3)}:${one.path}`,
  }));
}

const toCase = ({ dialect, before, after }: EditedFile, sketch: string): Omit<Case, "id" | "source"> => ({
  path: dialect.path,
  original: `${before.join("\n")}\n`,
  sketch,
  expected: `${after.join("\n")}\n`,
});

/** Whether the file declares something that is gone. */
function losesName({ before, after }: EditedFile): boolean {
  const left = new Set(after.map(lineIdentity));
  return before.map(lineIdentity).some((identity) => isDeclared(identity) && !left.has(identity));
}
