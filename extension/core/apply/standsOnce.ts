import type { Original } from "../merge/original.ts";
import type { LineRange } from "../text/lines.ts";

/**
 * Checks whether what begins at a line belongs to lines above it that are not seen as its own: a comment without stars, or a decorator of
 * several lines.
 */
export function isTorn({ lines, inLiteral }: Original, begin: number): boolean {
  const [above, first] = [lines[begin - 1] ?? "", lines[begin] ?? ""];
  return inLiteral[begin] === 1 || /^\s*(?:\*\/|-->)/.test(first) || /^\s*(?:[)\]]+|-->|\*\/)\s*$/.test(above);
}

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
