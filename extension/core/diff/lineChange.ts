import type { LineRange } from "../text/lines.ts";

/** A run of lines that differs: `old` was replaced by `new`; either may be empty, never both. */
export interface LineChange {
  readonly old: LineRange;
  readonly new: LineRange;
}
