import type { Original } from "../merge/original.ts";
import { isAttached } from "../sketch/declaredExtent.ts";
import { hasTrait } from "../sketch/languages.ts";
import { indentWidth } from "../text/indentation.ts";
import { CLOSER } from "./windows.ts";

/** Blank lines that divide what is put between two lines from what stands above and below it, and before which line it is put. */
export interface Spacing {
  readonly at: number;
  readonly above: number;
  readonly below: number;
}

/**
 * Determines how a block is divided from what stands around it, if it is put between two lines at `place`, right behind the first, `width`
 * columns deep: as what stands above is from what is above that. A single line stands as close as it can: to what is below if it goes
 * `isBefore` that, else to what is above.
 */
export function spaceLines(
  file: Original,
  place: number,
  width: number,
  block: readonly string[],
  isBefore: boolean,
): Spacing {
  const { lines, trimmed, language } = file;
  const isOne = block.length === 1;
  let below = place;
  while (below < lines.length && trimmed[below] === "") below++;
  const gap = below - place;
  const isEnd = below >= lines.length;
  if (isBefore && !isEnd) return { at: below, above: 0, below: isOne ? 0 : gap };
  if (place === 0) return { at: 0, above: 0, below: gapBelow(file, below) };
  if (isHeading(block[0] ?? "", language)) return { at: place, above: Math.max(1, isEnd ? 1 : gap), below: 0 };
  if (isOne && !isEnd) return { at: place, above: 0, below: 0 };
  const isMid = !isEnd && !CLOSER.test(trimmed[below] ?? "") && indentWidth(lines[below] ?? "") >= width;
  if (isMid && gap > 0) return { at: place, above: gap, below: 0 };
  if (indentWidth(lines[place - 1] ?? "") < width)
    return { at: place, above: 0, below: isMid ? gapBelow(file, below) : 0 };
  if (isMid || isOne) return { at: place, above: 0, below: 0 };
  return { at: place, above: gapAbove(file, headOf(file, place - 1, width)), below: 0 };
}

/** Checks whether a line begins a section of a document or a table. */
const isHeading = (line: string, language: string | undefined): boolean =>
  (hasTrait(language, "headings") && /^#{1,6} /.test(line)) || (hasTrait(language, "tables") && line.startsWith("["));

/** Finds the line that begins what ends at a line: the nearest above that stands as deep as `width` and closes nothing. */
function headOf({ lines, trimmed }: Original, last: number, width: number): number {
  let head = last;
  const isWithin = (text: string, line: string): boolean =>
    text === "" || indentWidth(line) > width || CLOSER.test(text);
  while (head > 0 && isWithin(trimmed[head] ?? "", lines[head] ?? "")) head--;
  // A brace on a line of its own belongs to the line above.
  if (trimmed[head] === "{" && head > 0) head--;
  while (head > 0 && isAttached(lines[head - 1] ?? "") && indentWidth(lines[head - 1] ?? "") === width) head--;
  return head;
}

/** How many blank lines stand right above a line that is not the first of its block. */
function gapAbove({ trimmed }: Original, line: number): number {
  let gap = 0;
  while (trimmed[line - 1 - gap] === "" && line - 1 - gap > 0) gap++;
  return gap;
}

/** Blank lines between the first thing in a block, which begins at `line`, and the next one in it; 0 if it is the only one. */
function gapBelow({ lines, trimmed, blocks }: Original, line: number): number {
  const end = Math.max(line + 1, blocks.end[line] ?? 0);
  let gap = 0;
  while (trimmed[end + gap] === "") gap++;
  const next = lines[end + gap];
  return next !== undefined && indentWidth(next) >= indentWidth(lines[line] ?? "") ? gap : 0;
}
