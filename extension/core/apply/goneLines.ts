import type { Original } from "../merge/original.ts";
import { indentWidth } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";

/**
 * Extends lines that go by the blank lines that divided them from what stands behind or, at the end of a block or of the file, from what
 * stands before.
 */
export function takeBlankLines({ start, end }: LineRange, { lines, trimmed }: Original): LineRange {
  const width = indentWidth(lines[start] ?? "");
  let [above, behind] = [start, end];
  while (above > 0 && trimmed[above - 1] === "") above--;
  const isFirst = start === 0 || indentWidth(lines[start - 1] ?? "") < width;
  if (isFirst || above < start) while (behind < lines.length && trimmed[behind] === "") behind++;
  const next = lines[behind];
  const isLast = next === undefined || indentWidth(next) < width;
  return { start: isLast ? above : start, end: behind };
}
