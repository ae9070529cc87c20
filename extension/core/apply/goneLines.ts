import { CLOSES_ONLY } from "../merge/blocks.ts";
import type { Original } from "../merge/original.ts";
import { indentWidth } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";

/**
 * Extends lines that go by blank lines beside them, so that as many are left as were there between what stands before and behind: those
 * behind them, the fewer ones at the end of a block, and both where nothing follows but what closes it, or the end of the file. Lines before
 * `free` go already.
 */
export function takeBlankLines({ start, end }: LineRange, { lines, trimmed }: Original, free = 0): LineRange {
  const width = indentWidth(lines[start] ?? "");
  let [above, behind] = [start, end];
  while (above > free && trimmed[above - 1] === "") above--;
  while (behind < lines.length && trimmed[behind] === "") behind++;
  const next = lines[behind];
  if (next === undefined || CLOSES_ONLY.test(trimmed[behind] ?? "")) return { start: above, end: behind };
  const isFirst = above === 0 || (above === start && indentWidth(lines[start - 1] ?? "") < width);
  const isLast = indentWidth(next) < width;
  if (isLast && behind - end > start - above) return { start: above, end };
  return isFirst || above < start ? { start, end: behind } : { start, end };
}
