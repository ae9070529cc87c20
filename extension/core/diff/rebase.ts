import { clusterChanges, sameLines, versionOf } from "./clusters.ts";
import { fitChanges } from "./fitChanges.ts";
import type { LineChange } from "./lineChange.ts";
import { applyLineEdits, type LineEdit } from "./lineEdits.ts";

/** A three-way merge: the merged lines, and the conflicts as ranges of the base (`old`) and of the result (`new`). */
export interface MergedLines {
  readonly lines: readonly string[];
  readonly conflicts: readonly LineChange[];
}

/**
 * Makes the changes from `base` to `theirs` in `ours`. Changes of neighbouring lines do not conflict, and of two insertions in one place
 * ours comes first. If both changed the same lines differently, ours win and it is a conflict. So it is if both inserted some of the same
 * lines in one place, unless all of theirs are in ours.
 */
export function mergeLines(base: readonly string[], ours: readonly string[], theirs: readonly string[]): MergedLines {
  if (base === ours) return { lines: theirs, conflicts: [] };
  const our = versionOf(base, ours);
  const their = fitChanges(base, versionOf(base, theirs), [our]);
  const edits: LineEdit[] = [];
  const conflicts: LineChange[] = [];
  let shift = 0;
  let inserted: { readonly at: number; readonly lines: readonly string[] } = { at: -1, lines: [] };
  for (const { old, images, changes } of clusterChanges([our, their])) {
    const [inOurs = old, inTheirs = old] = images;
    if (changes[1]?.length === 0 && old.start === old.end)
      inserted = { at: old.start, lines: ours.slice(inOurs.start, inOurs.end) };
    if (changes[1]?.length === 0 || sameLines(ours, inOurs, theirs, inTheirs)) continue;
    const lines = theirs.slice(inTheirs.start, inTheirs.end);
    const rivals = old.start === inserted.at && old.end === inserted.at ? inserted.lines : [];
    if (isWithin(lines, rivals)) continue;
    if (changes[0]?.length !== 0 || sharesLine(lines, rivals)) {
      conflicts.push({ old, new: { start: inOurs.start + shift, end: inOurs.end + shift } });
      continue;
    }
    edits.push({ range: inOurs, lines });
    shift += inTheirs.end - inTheirs.start - (inOurs.end - inOurs.start);
  }
  return { lines: applyLineEdits(ours, edits), conflicts };
}

function isWithin(lines: readonly string[], whole: readonly string[]): boolean {
  let found = 0;
  for (const line of whole) if (line === lines[found]) found++;
  return lines.length > 0 && found === lines.length;
}

function sharesLine(a: readonly string[], b: readonly string[]): boolean {
  return a.some((line) => line.trim() !== "" && b.includes(line));
}
