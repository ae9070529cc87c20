import { imageOf, meet } from "../diff/clusters.ts";
import { knownDiff } from "../diff/knownDiff.ts";
import type { LineRange } from "../text/lines.ts";

/** What the proof says about lines of the proposal; the range is empty where lines are missing. */
export interface Remark {
  readonly range: LineRange;
  readonly kind: "note" | "warning";
  readonly message: string;
}

/** Finds the remarks that concern a run of lines: those that share a line with it, or touch it if either is empty. */
export function remarksOn(remarks: readonly Remark[], lines: LineRange): readonly Remark[] {
  return remarks.filter(({ range }) => concerns(range, lines));
}

/** Checks whether two ranges of one text share a line, or touch if one of them is empty. */
export function concerns(range: LineRange, lines: LineRange): boolean {
  const isEmpty = range.start === range.end || lines.start === lines.end;
  return isEmpty
    ? range.start <= lines.end && lines.start <= range.end
    : range.start < lines.end && lines.start < range.end;
}

/**
 * Moves the remarks of a text to the one that it has become. A remark on lines that changed is then on all that they became; if they
 * vanished, it stays as an empty range, so that it is back when they are.
 */
export function moveRemarks(
  remarks: readonly Remark[],
  before: readonly string[],
  after: readonly string[],
): readonly Remark[] {
  if (remarks.length === 0 || before === after) return remarks;
  const changes = knownDiff(before, after);
  const isOn = (range: LineRange, changed: LineRange): boolean =>
    range.start === range.end ? concerns(range, changed) : meet(range, changed);
  return remarks.map((remark) => ({ ...remark, range: imageOf(remark.range, changes, isOn) }));
}

/** Adds remarks to those present, without the ones that are there already. */
export function joinRemarks(present: readonly Remark[], added: readonly Remark[]): readonly Remark[] {
  const isPresent = (remark: Remark): boolean =>
    present.some(
      ({ range, kind, message }) =>
        range.start === remark.range.start &&
        range.end === remark.range.end &&
        kind === remark.kind &&
        message === remark.message,
    );
  return [...present, ...added.filter((remark) => !isPresent(remark))];
}
