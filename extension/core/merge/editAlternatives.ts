import type { Edit } from "../sketch/sketch.ts";
import type { LineRange } from "../text/lines.ts";
import { alternativeAt, revise } from "./alternatives.ts";
import { findEditReadings } from "./findEdit.ts";
import type { Alternative } from "./mergeResult.ts";
import type { Original } from "./original.ts";
import { replaceAt, type Current } from "./replaceEdit.ts";
import { takeSteps, type Work } from "../text/work.ts";

/** More places are not a choice that anyone would make. */
const MAX_ALTERNATIVES = 9;

/**
 * Computes what each edit that is left out would do at each of its places in the file that the others have left, nine at most, all equally
 * likely; nothing for an edit without a place. `scopesOf` returns where the scope lines of an edit say that it belongs. Edits that remain
 * when the work is spent have no alternatives.
 */
export function alternativesOf(
  edits: readonly Edit[],
  current: readonly Current[],
  original: Original,
  scopesOf: (edit: Edit, texts: readonly string[]) => readonly LineRange[] | undefined,
  work: Work,
): readonly (readonly Alternative[])[] {
  if (edits.length === 0) return [];
  const texts = current.map(({ text }) => text);
  const revision = revise(original.lines, texts);
  const isWritten = (line: number): boolean => line >= 0 && current[line]?.origin === undefined;
  return edits.map((edit) => {
    if (!takeSteps(work, texts.length)) return [];
    const places = findEditReadings({ edit, texts, scopes: scopesOf(edit, texts), isWritten }, work);
    return places.slice(0, MAX_ALTERNATIVES).flatMap((place) => {
      if (!takeSteps(work, texts.length)) return [];
      const lines = replaceAt(edit, place, current, original)?.map(({ text }) => text);
      return (lines && alternativeAt(revision, { place, lines }, 1 / places.length)) ?? [];
    });
  });
}
