import type { Original } from "../merge/original.ts";
import type { LineRange } from "../text/lines.ts";

/** Checks whether a run of lines stands in the file once, so that an edit finds it; false if all of it is blank. */
export function standsOnce({ lines, trimmed, byTrimmed }: Original, { start, end }: LineRange): boolean {
  const run = lines.slice(start, end);
  const first = trimmed.slice(start, end).findIndex((text) => text !== "");
  if (first < 0) return false;
  const places = byTrimmed.get(trimmed[start + first] ?? "") ?? [];
  return !places.some(
    (place) => place !== start + first && run.every((line, at) => lines[place - first + at] === line),
  );
}
