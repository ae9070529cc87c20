import type { LineRange } from "../text/lines.ts";
import { indentWidth, isBlank } from "../text/indentation.ts";
import type { LineChange } from "./lineChange.ts";

/** The most lines by which an insertion or deletion among equal lines is moved. */
const MAX_SLIDE = 1000;

/**
 * Moves each insertion and each deletion to the most readable of the places that make the same text: where whole blocks come or go, so that
 * both of its ends lie before a line of little indentation, and after a blank line. Of equally good places it takes the lowest. So the
 * place depends on the lines around it and not on how the diff came to it. After the indent heuristic of Git's diff. The changes ascend,
 * with an equal line between any two, and stay so.
 */
export function settleChanges(
  oldLines: readonly string[],
  newLines: readonly string[],
  changes: readonly LineChange[],
): LineChange[] {
  const settled: LineChange[] = [];
  changes.forEach((change, index) => {
    const isInsertion = change.old.start === change.old.end;
    if (!isInsertion && change.new.start < change.new.end) {
      settled.push(change);
      return;
    }
    const [lines, range] = isInsertion ? [newLines, change.new] : [oldLines, change.old];
    const before = settled.at(-1);
    const above = before === undefined ? change.old.start : change.old.start - before.old.end - 1;
    const next = changes[index + 1];
    const below = next === undefined ? oldLines.length - change.old.end : next.old.start - change.old.end - 1;
    const { up, down } = slideRoom(lines, range, above, below);
    settled.push(slideBy(change, mostReadable(lines, range, up, down)));
  });
  return settled;
}

/** Counts the lines by which an inserted or deleted range of `lines` can move up and down without changing the text. */
export function slideRoom(
  lines: readonly string[],
  { start, end }: LineRange,
  mostUp: number,
  mostDown: number,
): { readonly up: number; readonly down: number } {
  let up = 0;
  while (up < mostUp && up < MAX_SLIDE && lines[start - up - 1] === lines[end - up - 1]) up++;
  let down = 0;
  while (down < mostDown && down < MAX_SLIDE && lines[start + down] === lines[end + down]) down++;
  return { up, down };
}

/** Moves a change down by this many lines, or up if `by` is negative. */
export function slideBy({ old, new: now }: LineChange, by: number): LineChange {
  return {
    old: { start: old.start + by, end: old.end + by },
    new: { start: now.start + by, end: now.end + by },
  };
}

function mostReadable(lines: readonly string[], { start, end }: LineRange, up: number, down: number): number {
  let best = { by: down, cost: Infinity };
  const [costOfStart, costOfEnd] = [cutCosts(lines, start + down), cutCosts(lines, end + down)];
  for (let by = down; by >= -up; by--) {
    const cost = costOfStart(start + by) + costOfEnd(end + by);
    if (cost < best.cost) best = { by, cost };
  }
  return best.by;
}

/**
 * Rates how unnatural it is to cut a text before a line, in half columns of indentation. To be asked for one line after the other, from the
 * line `lowest` upwards, so that blank lines are looked at once.
 */
function cutCosts(lines: readonly string[], lowest: number): (at: number) => number {
  let next = lowest;
  while (next < lines.length && isBlank(lines[next] ?? "")) next++;
  return (at) => {
    if (at < lines.length && !isBlank(lines[at] ?? "")) next = at;
    // Beyond either end there is nothing, as in a blank line.
    const indentation = indentWidth(lines[next] ?? "");
    const isBelowBlank = isBlank(lines[at - 1] ?? "");
    return 2 * indentation + (isBelowBlank ? 0 : 1) + (next > at ? 1 : 0);
  };
}
