import type { RowType, ShownRow } from "../../../extension/core/review/reviewRows.ts";

const SIGNS: Readonly<Record<string, RowType>> = { " ": "unchanged", "-": "removed", "+": "added" };

/** Rows from a text that has a sign before each row and a bar between two of them. */
export function rowsOf(signed: string): ShownRow[] {
  return signed.split("|").map((row) => ({ type: SIGNS[row[0] ?? ""] ?? "unchanged", text: row.slice(1) }));
}

export function signedOf(rows: readonly ShownRow[]): string {
  const signOf = (type: RowType) => Object.keys(SIGNS).find((sign) => SIGNS[sign] === type) ?? "?";
  return rows.map(({ type, text }) => signOf(type) + text).join("|");
}
