import { intraLineDiff, pairLines, type CharRange } from "../diff/intraLineDiff.ts";
import type { EditRow } from "./editRows.ts";

/**
 * Finds what differs within removed lines and the added ones right after them, as parts of rows by row number, from 0. Rows without a
 * similar counterpart are missing.
 */
export function changedParts(rows: readonly EditRow[]): ReadonlyMap<number, readonly CharRange[]> {
  const parts = new Map<number, readonly CharRange[]>();
  const texts = rows.map((row) => (row.type === "elision" ? "" : row.text));
  for (let start = 0; start < rows.length; start++) {
    if (rows[start]?.type !== "removed") continue;
    const middle = endOf(rows, start, "removed");
    const end = endOf(rows, middle, "added");
    for (const pair of pairLines(texts.slice(start, middle), texts.slice(middle, end))) {
      const [old, fresh] = [start + pair.old, middle + pair.new];
      const difference = intraLineDiff(texts[old] ?? "", texts[fresh] ?? "");
      if (difference === undefined) continue;
      parts.set(old, difference.old).set(fresh, difference.new);
    }
    start = end - 1;
  }
  return parts;
}

function endOf(rows: readonly EditRow[], start: number, type: EditRow["type"]): number {
  let end = start;
  while (rows[end]?.type === type) end++;
  return end;
}
