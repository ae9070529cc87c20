import { meet, sameLines, type Version } from "./clusters.ts";
import type { LineChange } from "./lineChange.ts";
import { slideBy, slideRoom } from "./slide.ts";

/**
 * Fits the changes of a version of `base` to those of other versions; its lines stay as they are. A diff cannot know which of several equal
 * lines was inserted or deleted: such a change moves to where another version makes the very same one, or else out of the way of their
 * changes. A change of n lines to n lines becomes n changes of one line, so that only the lines concerned meet another change.
 */
export function fitChanges(base: readonly string[], version: Version, others: readonly Version[]): Version {
  const result: LineChange[] = [];
  version.changes.forEach((change, index) => {
    const { old, new: now } = change;
    const count = old.end - old.start;
    if (count > 0 && now.end > now.start) {
      for (const part of count === now.end - now.start ? singleLines(change) : [change]) result.push(part);
      return;
    }
    const lowest = result.at(-1)?.old.end ?? 0;
    const highest = version.changes[index + 1]?.old.start ?? base.length;
    result.push(slide(base, version.lines, change, { start: lowest, end: highest }, others));
  });
  return { lines: version.lines, changes: result };
}

function singleLines(change: LineChange): LineChange[] {
  return Array.from({ length: change.old.end - change.old.start }, (_, i) => ({
    old: { start: change.old.start + i, end: change.old.start + i + 1 },
    new: { start: change.new.start + i, end: change.new.start + i + 1 },
  }));
}

function slide(
  base: readonly string[],
  lines: readonly string[],
  change: LineChange,
  within: { readonly start: number; readonly end: number },
  others: readonly Version[],
): LineChange {
  const [text, range] = change.old.start === change.old.end ? [lines, change.new] : [base, change.old];
  const { up, down } = slideRoom(text, range, change.old.start - within.start, within.end - change.old.end);
  if (up === 0 && down === 0) return change;
  const near = others.flatMap((other) =>
    other.changes
      .filter(({ old }) => old.end >= change.old.start - up && old.start <= change.old.end + down)
      .map((theirs) => ({ other, theirs })),
  );
  if (near.length === 0) return change;
  const places = [change];
  for (let by = 1; by <= Math.max(up, down); by++) {
    if (by <= down) places.push(slideBy(change, by));
    if (by <= up) places.push(slideBy(change, -by));
  }
  const isSame = (place: LineChange): boolean =>
    near.some(
      ({ other, theirs }) =>
        theirs.old.start === place.old.start &&
        theirs.old.end === place.old.end &&
        sameLines(other.lines, theirs.new, lines, place.new),
    );
  const isClear = (place: LineChange): boolean => !near.some(({ theirs }) => meet(theirs.old, place.old));
  return places.find(isSame) ?? places.find(isClear) ?? change;
}
