import { lineDiff, mapNewToOld } from "../diff/lineDiff.ts";
import type { LineRange } from "../text/lines.ts";
import type { ShownRow } from "./reviewRows.ts";

/**
 * For each row the shown row that becomes it, -1 where it is new; ascending. A row may change its type on the way,
 * or else its text. Rows that stay as they are come first: where lines change places, as when removed lines come to
 * stand before added ones that were there already, those with a colour stay and the others move.
 */
export function alignRows(shown: readonly ShownRow[], rows: readonly ShownRow[]): Int32Array {
  const partners = new Int32Array(rows.length).fill(-1);
  const changes = lineDiff(shown.map(keyOf), rows.map(keyOf));
  for (const [index, old] of mapNewToOld(changes, rows.length).entries()) partners[index] = old;
  for (const change of changes) alignBetween(shown, change.old, rows, change.new, partners);
  beginRunsWithShownRows(rows, partners);
  moveRunsWithoutPlaceAbove(shown, rows, partners);
  return partners;
}

function keyOf({ type, text }: ShownRow): string {
  return `${type} ${text}`;
}

/** Rows of two gaps: those of equal text first, then between these the ones of equal type, in order. */
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

/**
 * Lines come at the end of the row above, or before the row below if that has no colour. Where neither will do, since the
 * row above has another colour or there is none, the coloured run below goes, and comes again with the new lines.
 */
function moveRunsWithoutPlaceAbove(
  shown: readonly ShownRow[],
  rows: readonly ShownRow[],
  partners: Int32Array,
): void {
  let above = -1;
  for (let row = 0; row < rows.length; row++) {
    const partner = partners[row] ?? -1;
    if (partner < 0) continue;
    const type = rows[row]?.type;
    const isNextToAbove = partner === (partners[above] ?? -1) + 1 && row > above + 1;
    const isColoured = type !== "unchanged" && shown[partner]?.type === type;
    if (isNextToAbove && isColoured && !hasPlaceAbove(rows, above, row)) {
      for (let moved = row; rows[moved]?.type === type; moved++) partners[moved] = -1;
    } else above = row;
  }
}

/** Whether the rows between two can be inserted at the end of the upper one. */
function hasPlaceAbove(rows: readonly ShownRow[], above: number, below: number): boolean {
  const upper = rows[above];
  if (upper === undefined || upper.type === "unchanged") return upper !== undefined;
  // The end of an empty first row of a run is also the start of its colour, which an insertion would push.
  const isPushed = upper.text === "" && rows[above - 1]?.type !== upper.type && rows[below]?.type !== upper.type;
  return !isPushed && rows.slice(above + 1, below).every(({ type }) => type === upper.type);
}
