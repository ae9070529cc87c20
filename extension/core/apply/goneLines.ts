import type { Original } from "../merge/original.ts";
import { indentWidth } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";

/**
 * Extends lines that go by the blank lines that divided them from what stands behind or, at the end of a block or of the file, from what
 * stands before.
 */
export function withBlankLines({ start, end }: LineRange, { lines, trimmed }: Original): LineRange {
  let [above, behind] = [start, end];
  while (above > 0 && trimmed[above - 1] === "") above--;
  if (start === 0 || above < start) while (behind < lines.length && trimmed[behind] === "") behind++;
  const next = lines[behind];
  const isLast = next === undefined || indentWidth(next) < indentWidth(lines[start] ?? "");
  return { start: isLast ? above : start, end: behind };
}
