import type { LineChange } from "../diff/lineChange.ts";
import type { LineRange } from "../text/lines.ts";

export type RowType = "unchanged" | "removed" | "added";

/** What one line of the review document shows. */
export interface ShownRow {
  readonly type: RowType;
  readonly text: string;
}

/** One line of the review document with where it comes from; all numbers are zero-based. */
export interface Row extends ShownRow {
  /** Its line in the document; `undefined` for an added row. */
  readonly oldLine: number | undefined;
  /** Its line in the proposal; `undefined` for a removed row. */
  readonly newLine: number | undefined;
  /** The index of its hunk; `undefined` for an unchanged row. */
  readonly hunk: number | undefined;
}

/** The lines of a review document, never none. */
export interface ReviewRows {
  readonly rows: readonly Row[];
  /** The rows of each hunk: removed ones, then added ones; never empty. */
  readonly hunkRows: readonly LineRange[];
  /** The row of each line of the document. */
  readonly documentRows: readonly number[];
}

/**
 * Makes the rows that show `proposal` over `document`; `hunks` are the changes between the two, ascending. The one empty line that stands
 * for an empty text gets no row beside the other side's lines: a new file is all added, a deleted one all removed.
 */
export function reviewRows(
  texts: { readonly document: readonly string[]; readonly proposal: readonly string[] },
  hunks: readonly LineChange[],
): ReviewRows {
  const { document, proposal } = texts;
  const rows: Row[] = [];
  const hunkRows: LineRange[] = [];
  const documentRows: number[] = [];
  let oldLine = 0;
  let newLine = 0;
  const keepUntil = (end: number): void => {
    for (; oldLine < end; oldLine++, newLine++) {
      documentRows.push(rows.length);
      rows.push({ type: "unchanged", text: document[oldLine] ?? "", oldLine, newLine, hunk: undefined });
    }
  };
  for (const [hunk, change] of hunks.entries()) {
    keepUntil(change.old.start);
    const start = rows.length;
    for (; oldLine < change.old.end; oldLine++) {
      documentRows.push(rows.length);
      if (isEmptyText(document) && change.new.end > newLine) continue;
      rows.push({ type: "removed", text: document[oldLine] ?? "", oldLine, newLine: undefined, hunk });
    }
    for (; newLine < change.new.end; newLine++) {
      if (isEmptyText(proposal) && rows.length > start) continue;
      rows.push({ type: "added", text: proposal[newLine] ?? "", oldLine: undefined, newLine, hunk });
    }
    hunkRows.push({ start, end: rows.length });
  }
  keepUntil(document.length);
  return { rows, hunkRows, documentRows };
}

function isEmptyText(lines: readonly string[]): boolean {
  return lines.length === 1 && lines[0] === "";
}

/**
 * Finds the line of the document that a row stands for. An added row stands for the line that it replaces, counted from the top of its
 * hunk, or if it replaces none, for the line that it comes before (the last one at the end).
 */
export function documentLineOfRow(reviewed: ReviewRows, row: number): number {
  const { rows, hunkRows, documentRows } = reviewed;
  const at = clamp(row, rows.length);
  const found = rows[at];
  if (found?.oldLine !== undefined) return found.oldLine;
  const range = hunkRows[found?.hunk ?? -1];
  const lastLine = Math.max(documentRows.length - 1, 0);
  if (range === undefined) return lastLine;
  const firstRemoved = rows[range.start]?.oldLine;
  if (firstRemoved === undefined) return rows[range.end]?.oldLine ?? lastLine;
  let removed = 0;
  while (rows[range.start + removed]?.type === "removed") removed++;
  return firstRemoved + Math.min(at - range.start - removed, removed - 1);
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}

/** Finds the index of the hunk that has the row; `undefined` on an unchanged row. */
export function hunkAtRow({ rows }: ReviewRows, row: number): number | undefined {
  return rows[row]?.hunk;
}

/** Finds the first hunk that begins after the row; after the last one, the first one again. `undefined` without hunks. */
export function nextHunk({ hunkRows }: ReviewRows, row: number): number | undefined {
  if (hunkRows.length === 0) return undefined;
  const found = hunkRows.findIndex(({ start }) => start > row);
  return found < 0 ? 0 : found;
}

/** Finds the last hunk that ends before the row; before the first one, the last one again. `undefined` without hunks. */
export function previousHunk({ hunkRows }: ReviewRows, row: number): number | undefined {
  if (hunkRows.length === 0) return undefined;
  const found = hunkRows.findLastIndex(({ end }) => end <= row);
  return found < 0 ? hunkRows.length - 1 : found;
}
