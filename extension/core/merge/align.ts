/**
 * The alignment of the lines of an edit with a run of lines of a file: dynamic programming over (searched lines, lines of the file) in
 * the manner of Needleman and Wunsch with the affine gaps of Gotoh (1982). What stands before and behind the run is left out for free.
 */

/** A searched line: the lines of the file that it may be, ascending, and what each match is worth (> 0). */
export type Matches = readonly Match[];

export interface Match {
  readonly line: number;
  readonly score: number;
}

/** A searched line and the line of the file that it was matched with. */
export interface Aligned {
  readonly item: number;
  readonly line: number;
}

/** What it costs that the file lacks a searched line. */
const MISSING = 0.2;
/** What it costs that the search lacks lines of the file: two kinds of gaps, since few lines and many are left out for different reasons. */
const SHORT_GAP_OPEN = 0.35;
const SHORT_GAP_LINE = 0.04;
const LONG_GAP_OPEN = 1.2;
const LONG_GAP_LINE = 0.002;
/** So little that it decides between equals only: the run begins with the first line of the file, or ends with the last. */
const OUTSIDE = 0.001;
const NEVER = -1e9;

/** States of a cell: at a searched line, in a short or a long gap. */
const LINE = 0;
const SHORT = 1;
const LONG = 2;
/** How a searched line was reached: the state before (2 bits), and whether it was matched. */
const MATCHED = 4;

/** Counts the cells that an alignment of this size would touch; callers keep it below what time and memory allow. */
export function alignmentCells(searched: number, lines: number): number {
  return (searched + 1) * (lines + 1);
}

/**
 * Computes the best alignment and returns its matches, in order. `gapFactor`: what leaving out each line of the file costs relative to a
 * line of code. Time and memory grow with `alignmentCells`.
 */
export function align(searched: readonly Matches[], gapFactor: Float32Array): Aligned[] {
  const count = gapFactor.length;
  const width = count + 1;
  const cells = alignmentCells(searched.length, count);
  const lineFrom = new Uint8Array(cells);
  /** Whether a short and a long gap go on (bits 0, 1). */
  const gapFrom = new Uint8Array(cells);
  const at = new Float32Array(width).fill(-OUTSIDE);
  at[0] = 0;
  /** The best of the three states of the row before, and which it is. */
  const best = new Float32Array(width);
  const bestState = new Uint8Array(width);
  finishRow(0);
  searched.forEach((matches, item) => {
    const row = (item + 1) * width;
    for (let line = 0; line <= count; line++) {
      at[line] = (best[line] ?? NEVER) - MISSING;
      lineFrom[row + line] = bestState[line] ?? LINE;
    }
    for (const { line, score } of matches) {
      const matched = (best[line] ?? NEVER) + score;
      if (matched <= (at[line + 1] ?? NEVER)) continue;
      at[line + 1] = matched;
      lineFrom[row + line + 1] = (bestState[line] ?? LINE) | MATCHED;
    }
    finishRow(row);
  });
  return traceBack();

  /** Gaps run along a row. Then the best state of each cell is known. */
  function finishRow(row: number): void {
    let before = NEVER;
    let short = NEVER;
    let long = NEVER;
    for (let line = 0; line <= count; line++) {
      const here = at[line] ?? NEVER;
      let value = here;
      let state = LINE;
      if (line > 0) {
        const factor = gapFactor[line - 1] ?? 1;
        const [openShort, openLong] = [before - SHORT_GAP_OPEN, before - LONG_GAP_OPEN];
        gapFrom[row + line] = (openShort >= short ? 0 : 1) | (openLong >= long ? 0 : 2);
        short = Math.max(short, openShort) - SHORT_GAP_LINE * factor;
        long = Math.max(long, openLong) - LONG_GAP_LINE * factor;
        if (short > value) [value, state] = [short, SHORT];
        if (long > value) [value, state] = [long, LONG];
      }
      before = here;
      best[line] = value;
      bestState[line] = state;
    }
  }

  function traceBack(): Aligned[] {
    let line = count;
    for (let end = count - 1; end >= 0; end--)
      if ((best[end] ?? NEVER) - OUTSIDE > (best[line] ?? NEVER) - (line < count ? OUTSIDE : 0)) line = end;
    const matches: Aligned[] = [];
    let state = bestState[line] ?? LINE;
    for (let item = searched.length; item > 0;) {
      const cell = item * width + line;
      if (state === LINE) {
        const from = lineFrom[cell] ?? 0;
        item--;
        if ((from & MATCHED) !== 0) matches.push({ item, line: --line });
        state = from & 3;
      } else {
        if (((gapFrom[cell] ?? 0) & state) === 0) state = LINE;
        line--;
      }
    }
    return matches.reverse();
  }
}
