import type { LineRange } from "../text/lines.ts";
import type { ShownRange } from "./editResult.ts";

/** A range of lines as it is shown: one-based, inclusive. An empty range ends on the line before it starts. */
export function shownRange({ start, end }: LineRange): ShownRange {
  return { start: start + 1, end };
}

/** `line 7`, `lines 7 to 9`, or `before line 7` for an empty range. */
export function nameRange({ start, end }: ShownRange): string {
  if (end < start) return `before line ${String(start)}`;
  return start === end ? `line ${String(start)}` : `lines ${String(start)} to ${String(end)}`;
}
