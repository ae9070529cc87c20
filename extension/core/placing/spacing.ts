import { isAttached } from "../sketch/declaredExtent.ts";
import { indentWidth } from "../text/indentation.ts";
import type { Original } from "../merge/original.ts";

const CLOSES = /^(?:[)\]}]|end\b|<\/)/;

/** Blank lines that divide what is put between two lines from what stands above and below it, and before which line it is put. */
export interface Spacing {
  readonly at: number;
  readonly above: number;
  readonly below: number;
}

/**
 * Determines how what is put between two lines at `place`, right behind the first, is divided from them: as what stands above it is from what
 * is above that. A single line stands as close as it can: to what is below if it goes `isBefore` that, else to what is above.
 */
export function spaceLines(file: Original, place: number, width: number, count: number, isBefore: boolean): Spacing {
  const { lines, trimmed } = file;
  let below = place;
  while (below < lines.length && trimmed[below] === "") below++;
  const gap = below - place;
  const isEnd = below >= lines.length;
  if (isBefore && !isEnd) {
    const apart = count > 1 && gap > 0 ? gap : 0;
    return { at: below, above: 0, below: apart };
  }
  if (count === 1 && !isEnd) return { at: place, above: 0, below: 0 };
  if (place === 0) return { at: place, above: 0, below: gapBelowHead(file, below) };
  const isMid = !isEnd && !CLOSES.test(trimmed[below] ?? "") && indentWidth(lines[below] ?? "") >= width;
  if (isMid && gap > 0) return { at: place, above: gap, below: 0 };
  if (indentWidth(lines[place - 1] ?? "") < width) return { at: place, above: 0, below: gapBelowHead(file, below) };
  if (isMid) return { at: place, above: 0, below: 0 };
  // Behind the last: as far from it as that is from the one before.
  let head = place - 1;
  while (head > 0 && (trimmed[head] === "" || indentWidth(lines[head] ?? "") > width)) head--;
  while (CLOSES.test(trimmed[head] ?? "") && head > 0) {
    head--;
    while (head > 0 && (trimmed[head] === "" || indentWidth(lines[head] ?? "") > width)) head--;
  }
  while (head > 0 && isAttached(lines[head - 1] ?? "") && indentWidth(lines[head - 1] ?? "") === width) head--;
  let above = 0;
  while (trimmed[head - 1 - above] === "" && head - 1 - above > 0) above++;
  return { at: place, above: count === 1 ? Math.min(above, 0) : above, below: 0 };
}

/** Blank lines between the first thing in a block, which begins at `line`, and the next. */
function gapBelowHead({ trimmed, blocks }: Original, line: number): number {
  const end = Math.max(line + 1, blocks.end[line] ?? 0);
  let gap = 0;
  while (trimmed[end + gap] === "") gap++;
  return end + gap < trimmed.length ? gap : 0;
}
