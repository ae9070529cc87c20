import { lineDiff } from "./lineDiff.ts";
import type { LineChange } from "./lineChange.ts";

const known = new WeakMap<readonly string[], WeakMap<readonly string[], readonly LineChange[]>>();

/**
 * Finds the line diff of two texts, once for as long as both are in use, since a review compares the same two again and again. Texts are
 * never changed in place, so the arrays themselves are the keys.
 */
export function knownDiff(oldLines: readonly string[], newLines: readonly string[]): readonly LineChange[] {
  if (oldLines === newLines) return [];
  return known.get(oldLines)?.get(newLines) ?? learnDiff(oldLines, newLines, lineDiff(oldLines, newLines));
}

/** Remembers a diff of two texts that was found otherwise, such as for equal lines in other arrays, and returns it. */
export function learnDiff(
  oldLines: readonly string[],
  newLines: readonly string[],
  changes: readonly LineChange[],
): readonly LineChange[] {
  const found = known.get(oldLines) ?? new WeakMap<readonly string[], readonly LineChange[]>();
  known.set(oldLines, found.set(newLines, changes));
  return changes;
}
