import { diffArrays, type ArrayChange } from "diff";
import type { LineRange } from "../text/lines.ts";
import { settleChanges } from "./slide.ts";
import type { LineChange } from "./lineChange.ts";

/** Edits that a gap between anchors may cost before it is taken as replaced whole: it bounds time, not correctness. */
const MAX_EDITS = 800;

/**
 * Computes the changes from `oldLines` to `newLines`, ascending, with at least one equal line between any two. Trims equal ends, splits
 * the rest at lines that occur once on both sides (patience diff, after Bram Cohen), and leaves the gaps to the Myers diff of the `diff`
 * package; a gap that would take more than `MAX_EDITS` edits counts as replaced whole. Among equal lines, a change goes where it reads
 * best (`settleChanges`). Nearly linear for real edits.
 */
export function lineDiff(oldLines: readonly string[], newLines: readonly string[]): LineChange[] {
  const changes: LineChange[] = [];
  const push = (change: LineChange): void => {
    if (change.old.start === change.old.end && change.new.start === change.new.end) return;
    const last = changes.at(-1);
    if (last?.old.end === change.old.start && last.new.end === change.new.start) {
      changes[changes.length - 1] = {
        old: { start: last.old.start, end: change.old.end },
        new: { start: last.new.start, end: change.new.end },
      };
    } else changes.push(change);
  };
  diffRange(oldLines, newLines, { start: 0, end: oldLines.length }, { start: 0, end: newLines.length }, push);
  return settleChanges(oldLines, newLines, changes);
}

function diffRange(
  oldLines: readonly string[],
  newLines: readonly string[],
  oldRange: LineRange,
  newRange: LineRange,
  push: (change: LineChange) => void,
): void {
  let { start: oldStart, end: oldEnd } = oldRange;
  let { start: newStart, end: newEnd } = newRange;
  while (oldStart < oldEnd && newStart < newEnd && oldLines[oldStart] === newLines[newStart]) {
    oldStart++;
    newStart++;
  }
  while (oldStart < oldEnd && newStart < newEnd && oldLines[oldEnd - 1] === newLines[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  const whole: LineChange = { old: { start: oldStart, end: oldEnd }, new: { start: newStart, end: newEnd } };
  if (oldStart === oldEnd || newStart === newEnd) {
    push(whole);
    return;
  }
  const anchors = uniqueAnchors(oldLines, newLines, whole);
  if (anchors.length === 0) {
    diffGap(oldLines, newLines, whole, push);
    return;
  }
  for (const [oldAnchor, newAnchor] of [...anchors, [oldEnd, newEnd] as const]) {
    diffRange(oldLines, newLines, { start: oldStart, end: oldAnchor }, { start: newStart, end: newAnchor }, push);
    // The next stretch begins with the anchor, which is equal.
    oldStart = oldAnchor;
    newStart = newAnchor;
  }
}

/** Finds the lines that occur once in both ranges, as the longest run that ascends on both sides. */
function uniqueAnchors(
  oldLines: readonly string[],
  newLines: readonly string[],
  range: LineChange,
): [number, number][] {
  const places = new Map<string, { old: number; new: number; oldCount: number; newCount: number }>();
  for (let i = range.old.start; i < range.old.end; i++) {
    const line = oldLines[i] ?? "";
    const place = places.get(line);
    if (place) place.oldCount++;
    else places.set(line, { old: i, new: -1, oldCount: 1, newCount: 0 });
  }
  for (let i = range.new.start; i < range.new.end; i++) {
    const place = places.get(newLines[i] ?? "");
    if (!place) continue;
    place.newCount++;
    place.new = i;
  }
  const pairs: [number, number][] = [];
  for (const place of places.values())
    if (place.oldCount === 1 && place.newCount === 1) pairs.push([place.old, place.new]);
  return longestAscending(pairs);
}

/** Finds the longest subsequence whose second members ascend, of pairs that ascend in the first (patience sorting). */
export function longestAscending(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, value], index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  });
  const result: [number, number][] = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = previous[i] ?? -1) {
    const pair = pairs[i];
    if (pair) result.push(pair);
  }
  return result.reverse();
}

function diffGap(
  oldLines: readonly string[],
  newLines: readonly string[],
  range: LineChange,
  push: (change: LineChange) => void,
): void {
  const parts: ArrayChange<string>[] | undefined = diffArrays(
    oldLines.slice(range.old.start, range.old.end),
    newLines.slice(range.new.start, range.new.end),
    { maxEditLength: MAX_EDITS },
  );
  if (!parts) {
    push(range);
    return;
  }
  let oldAt = range.old.start;
  let newAt = range.new.start;
  for (const part of parts) {
    const count = part.value.length;
    const oldNext = oldAt + (part.added ? 0 : count);
    const newNext = newAt + (part.removed ? 0 : count);
    if (part.added || part.removed) push({ old: { start: oldAt, end: oldNext }, new: { start: newAt, end: newNext } });
    oldAt = oldNext;
    newAt = newNext;
  }
}

/** Maps each new line to the equal old line, both zero-based, or to -1 if there is none. */
export function mapNewToOld(changes: readonly LineChange[], newCount: number): Int32Array {
  const map = new Int32Array(newCount).fill(-1);
  let oldAt = 0;
  let newAt = 0;
  for (const change of [...changes, { old: { start: -1, end: -1 }, new: { start: newCount, end: newCount } }]) {
    for (; newAt < change.new.start; newAt++, oldAt++) map[newAt] = oldAt;
    oldAt = change.old.end;
    newAt = change.new.end;
  }
  return map;
}
