import type { LineChange } from "../../../extension/core/diff/lineChange.ts";
import type { LineRange } from "../../../extension/core/text/lines.ts";

/** A range as `start-end`. */
export function rangeText({ start, end }: LineRange): string {
  return `${start}-${end}`;
}

export function rangeOf(text: string): LineRange {
  const [start = NaN, end = NaN] = text.split("-").map(Number);
  return { start, end };
}

/** A change as `old>new`, both as ranges. */
export function changeText(change: LineChange): string {
  return `${rangeText(change.old)}>${rangeText(change.new)}`;
}

export function changeOf(text: string): LineChange {
  const [old = "", fresh = ""] = text.split(">");
  return { old: rangeOf(old), new: rangeOf(fresh) };
}
