/**
 * The global alignment of a sketch with the original: dynamic programming over (items of the sketch consumed,
 * lines of the original consumed), in the manner of Needleman and Wunsch with the affine gaps of Gotoh (1982).
 * Inside a piece every original line is matched or deleted; at a marker lines are skipped for free, that is, kept.
 */

/** One item as the alignment sees it. */
export type AlignItem =
  | {
      readonly type: "code";
      /** What it costs that the line is new. */
      readonly insertCost: number;
      /** Original lines that it may stand for, ascending, and what each match is worth (> 0). */
      readonly matches: readonly Match[];
    }
  /** Original lines are skipped and stay. `softness` is what skipping any line costs (0 for a real marker). */
  | { readonly type: "marker"; readonly softness: number }
  /** Original lines vanish without cost, up to `limit` lines; `wanted` when the comment says how many. */
  | { readonly type: "removal"; readonly limit: number; readonly wanted: number | undefined };

export interface Match {
  readonly line: number;
  readonly score: number;
}

/** Constraints on an item: where it must be matched, or the range in which it may be. */
export interface Bounds {
  /** First and one past the last original line that the item may consume or stand before. */
  readonly lowest: Int32Array;
  readonly highest: Int32Array;
}

/** What became of the sketch and of the original, in order. */
export type AlignmentStep =
  | { readonly type: "match"; readonly item: number; readonly line: number }
  | { readonly type: "insert"; readonly item: number }
  | { readonly type: "delete"; readonly line: number }
  | { readonly type: "keep"; readonly line: number; readonly item: number }
  | { readonly type: "remove"; readonly line: number; readonly item: number };

export interface Alignment {
  readonly score: number;
  readonly steps: readonly AlignmentStep[];
}

const SHORT_GAP_OPEN = 0.35;
const SHORT_GAP_LINE = 0.04;
const LONG_GAP_OPEN = 1.2;
const LONG_GAP_LINE = 0.002;
const EMPTY_MARKER = 0.15;
const NEVER = -1e9;

/** States of a cell: inside a piece, in a short or a long deletion, in a marker. */
const PIECE = 0;
const SHORT = 1;
const LONG = 2;
const SKIP = 3;
type State = typeof PIECE | typeof SHORT | typeof LONG | typeof SKIP;

/** Lines of the original as the alignment sees them: what deleting one costs relative to a line of code. */
export interface AlignLines {
  readonly count: number;
  /** Close to 0 for blank lines, 1 for others. */
  readonly deleteFactor: Float32Array;
}

/** Counts the cells that an alignment of this size would touch; callers keep it below what time and memory allow. */
export function alignmentCells(items: number, lines: number): number {
  return (items + 1) * (lines + 1);
}

/**
 * Computes the best alignment, from the first line to the last; `undefined` if the bounds leave none. Time and memory grow with
 * `alignmentCells`.
 */
export function align(items: readonly AlignItem[], lines: AlignLines, bounds: Bounds): Alignment | undefined {
  const n = lines.count;
  const width = n + 1;
  const cells = alignmentCells(items.length, n);
  // How each cell was reached. PIECE: the state before (2 bits), matched (bit 2), lines removed (from bit 3).
  const pieceFrom = new Uint16Array(cells);
  // Gaps: short or long goes on (bits 0, 1), a marker's first line (bit 2).
  const gapFrom = new Uint8Array(cells);
  const piece = new Float32Array(width).fill(NEVER);
  const skip = new Float32Array(width).fill(NEVER);
  // The best of the four states of the row before, and which it is.
  const best = new Float32Array(width);
  const bestState = new Uint8Array(width);
  // The same without deletions.
  const beside = new Float32Array(width);
  const besideState = new Uint8Array(width);
  piece[0] = 0;
  finishRow(0);

  items.forEach((item, index) => {
    piece.fill(NEVER);
    skip.fill(NEVER);
    const row = (index + 1) * width;
    const low = Math.max(0, bounds.lowest[index] ?? 0);
    const high = Math.min(n, bounds.highest[index] ?? n);
    if (item.type === "code") fillCodeRow(item, row, low, high);
    else if (item.type === "marker") fillMarkerRow(item, row, low, high);
    else fillRemovalRow(item, row, low, high);
    finishRow(row, item.type !== "marker");
  });
  const score = best[n] ?? NEVER;
  if (score < NEVER / 2) return undefined;
  return { score, steps: traceBack() };

  /** Deletions run along a row: lines vanish while no item is consumed. Then the best state of each cell is known. */
  function finishRow(row: number, mayDelete = true): void {
    let openPiece = NEVER;
    let lastShort = NEVER;
    let lastLong = NEVER;
    for (let i = 0; i <= n; i++) {
      const inPiece = piece[i] ?? NEVER;
      const inSkip = skip[i] ?? NEVER;
      let value = inPiece;
      let state: State = PIECE;
      if (inSkip > value) {
        value = inSkip;
        state = SKIP;
      }
      beside[i] = value;
      besideState[i] = state;
      if (mayDelete) {
        if (i > 0) {
          const factor = lines.deleteFactor[i - 1] ?? 1;
          const openShort = openPiece - SHORT_GAP_OPEN;
          const openLong = openPiece - LONG_GAP_OPEN;
          let flags = 0;
          if (openShort >= lastShort) lastShort = openShort;
          else flags = 1;
          if (openLong >= lastLong) lastLong = openLong;
          else flags |= 2;
          lastShort -= SHORT_GAP_LINE * factor;
          lastLong -= LONG_GAP_LINE * factor;
          gapFrom[row + i] = flags;
          if (lastShort > value) {
            value = lastShort;
            state = SHORT;
          }
          if (lastLong > value) {
            value = lastLong;
            state = LONG;
          }
        }
        openPiece = inPiece;
      }
      best[i] = value;
      bestState[i] = state;
    }
  }

  function fillCodeRow(item: AlignItem & { type: "code" }, row: number, low: number, high: number): void {
    const pinned = item.matches.some((match) => match.score >= PINNED);
    if (!pinned) {
      for (let i = low; i <= high; i++) {
        piece[i] = (best[i] ?? NEVER) - item.insertCost;
        pieceFrom[row + i] = bestState[i] ?? PIECE;
      }
    }
    for (const { line, score } of item.matches) {
      if (line < low || line >= high || (pinned && score < PINNED)) continue;
      const matched = (best[line] ?? NEVER) + score;
      if (matched > (piece[line + 1] ?? NEVER)) {
        piece[line + 1] = matched;
        pieceFrom[row + line + 1] = (bestState[line] ?? PIECE) | MATCHED;
      }
    }
  }

  function fillMarkerRow(item: AlignItem & { type: "marker" }, row: number, low: number, high: number): void {
    // A real marker should stand for something; a soft one, for nothing. PIECE holds the marker that skips nothing yet.
    const emptyCost = item.softness === 0 ? EMPTY_MARKER : 0;
    const firstLineGain = item.softness === 0 ? EMPTY_MARKER : -item.softness;
    for (let i = low; i <= high; i++) {
      // Beside a real marker nothing is deleted: what the sketch does not show there stays.
      const from = item.softness === 0 ? (beside[i] ?? NEVER) : (best[i] ?? NEVER);
      piece[i] = from - emptyCost;
      pieceFrom[row + i] = item.softness === 0 ? (besideState[i] ?? PIECE) : (bestState[i] ?? PIECE);
      if (i === low) continue;
      const begins = (piece[i - 1] ?? NEVER) + firstLineGain;
      const goesOn = skip[i - 1] ?? NEVER;
      skip[i] = Math.max(begins, goesOn);
      gapFrom[row + i] = begins >= goesOn ? MARKER_BEGINS : 0;
    }
  }

  function fillRemovalRow(item: AlignItem & { type: "removal" }, row: number, low: number, high: number): void {
    for (let i = low; i <= high; i++) {
      let bestCount = 0;
      for (let count = 0; count <= Math.min(item.limit, i); count++) {
        const value = (best[i - count] ?? NEVER) - removalCost(item, count);
        if (value <= (piece[i] ?? NEVER)) continue;
        piece[i] = value;
        bestCount = count;
      }
      pieceFrom[row + i] = (bestState[i - bestCount] ?? PIECE) | (bestCount << 3);
    }
  }

  function traceBack(): AlignmentStep[] {
    const steps: AlignmentStep[] = [];
    let state = (bestState[n] ?? PIECE) as State;
    let item = items.length;
    let i = n;
    while (item > 0 || i > 0) {
      const cell = item * width + i;
      const gap = gapFrom[cell] ?? 0;
      const flags = pieceFrom[cell] ?? 0;
      if (state === SHORT || state === LONG) {
        steps.push({ type: "delete", line: --i });
        if ((gap & (state === SHORT ? 1 : 2)) === 0) state = PIECE;
      } else if (state === SKIP) {
        steps.push({ type: "keep", line: --i, item: item - 1 });
        if ((gap & MARKER_BEGINS) !== 0) state = PIECE;
      } else {
        item--;
        const type = items[item]?.type;
        if (type === "removal") {
          for (let count = flags >> 3; count > 0; count--) steps.push({ type: "remove", line: --i, item });
        } else if (type === "code" && (flags & MATCHED) !== 0) steps.push({ type: "match", item, line: --i });
        else if (type === "code") steps.push({ type: "insert", item });
        state = (flags & 3) as State;
      }
    }
    return steps.reverse();
  }
}

const MATCHED = 4;
const MARKER_BEGINS = 4;

/** A match worth this much is a decision taken before: the line may not be new. */
export const PINNED = 50;

function removalCost(item: AlignItem & { type: "removal" }, count: number): number {
  if (item.wanted !== undefined) return 0.3 * Math.abs(count - item.wanted);
  return count === 0 ? 0.4 : 0.1 * (count - 1);
}
