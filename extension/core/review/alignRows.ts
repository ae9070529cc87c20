import { lineDiff, mapNewToOld } from "../diff/lineDiff.ts";
import type { LineRange } from "../text/lines.ts";
import type { ShownRow } from "./reviewRows.ts";

/**
 * Finds for each row the shown row that becomes it, -1 if it is new; ascending. A row may change either its type or its text on the way.
 * Lines of the document are matched first, as they stay while a rewrite streams in.
 */
export function alignByDocument(shown: readonly ShownRow[], rows: readonly ShownRow[]): Int32Array {
  const partners = new Int32Array(rows.length).fill(-1);
  const oldLines = documentRowsOf(shown);
  const newLines = documentRowsOf(rows);
  const map = alignTexts(shown, oldLines, rows, newLines);
  let oldAt = 0;
  let newAt = 0;
  const alignGap = (oldEnd: number, newEnd: number): void => {
    alignBetween(shown, { start: oldAt, end: oldEnd }, rows, { start: newAt, end: newEnd }, partners);
    oldAt = oldEnd + 1;
    newAt = newEnd + 1;
  };
  for (let line = 0; line < map.length; line++) {
    const oldRow = oldLines[map[line] ?? -1];
    const newRow = newLines[line];
    if (oldRow === undefined || newRow === undefined) continue;
    partners[newRow] = oldRow;
    alignGap(oldRow, newRow);
  }
  alignGap(shown.length, rows.length);
  beginRunsWithShownRows(rows, partners);
  return partners;
}

/**
 * Aligns rows like `alignByDocument`, but matches those that keep text and colour first. If a line that turns red comes to stand above
 * green ones, these stay and it moves.
 */
export function alignByColour(shown: readonly ShownRow[], rows: readonly ShownRow[]): Int32Array {
  const changes = lineDiff(shown.map(keyOf), rows.map(keyOf));
  const partners = mapNewToOld(changes, rows.length);
  for (const change of changes) alignBetween(shown, change.old, rows, change.new, partners);
  beginRunsWithShownRows(rows, partners);
  return partners;
}

function keyOf({ type, text }: ShownRow): string {
  return `${type} ${text}`;
}

function documentRowsOf(rows: readonly ShownRow[]): number[] {
  const found: number[] = [];
  rows.forEach((row, index) => {
    if (row.type !== "added") found.push(index);
  });
  return found;
}

function alignTexts(
  shown: readonly ShownRow[],
  oldRows: readonly number[],
  rows: readonly ShownRow[],
  newRows: readonly number[],
): Int32Array {
  const oldTexts = oldRows.map((row) => shown[row]?.text ?? "");
  const newTexts = newRows.map((row) => rows[row]?.text ?? "");
  return mapNewToOld(lineDiff(oldTexts, newTexts), newTexts.length);
}

/** Aligns the rows of two gaps: those of equal text first, then between these the ones of equal type, in order. */
function alignBetween(
  shown: readonly ShownRow[],
  oldRange: LineRange,
  rows: readonly ShownRow[],
  newRange: LineRange,
  partners: Int32Array,
): void {
  if (oldRange.start >= oldRange.end || newRange.start >= newRange.end) return;
  const oldTexts = shown.slice(oldRange.start, oldRange.end).map((row) => row.text);
  const newTexts = rows.slice(newRange.start, newRange.end).map((row) => row.text);
  const changes = lineDiff(oldTexts, newTexts);
  for (const [index, old] of mapNewToOld(changes, newTexts.length).entries())
    if (old >= 0) partners[newRange.start + index] = oldRange.start + old;
  for (const change of changes) {
    let next = oldRange.start + change.old.start;
    const end = oldRange.start + change.old.end;
    for (let row = newRange.start + change.new.start; row < newRange.start + change.new.end; row++) {
      const type = rows[row]?.type;
      let found = next;
      while (found < end && shown[found]?.type !== type) found++;
      if (found === end) continue;
      partners[row] = found;
      next = found + 1;
    }
  }
}

/**
 * A coloured run that grows at its top cannot be given lines there, as the colour begins at the old first row. So the
 * old first row becomes the new first one, and the lines are added below it.
 */
function beginRunsWithShownRows(rows: readonly ShownRow[], partners: Int32Array): void {
  for (let start = 0; start < rows.length;) {
    const type = rows[start]?.type;
    let end = start + 1;
    while (end < rows.length && rows[end]?.type === type) end++;
    let first = start;
    while (first < end && partners[first] === -1) first++;
    if (type !== "unchanged" && first > start && first < end) {
      partners[start] = partners[first] ?? -1;
      partners[first] = -1;
    }
    start = end;
  }
}
