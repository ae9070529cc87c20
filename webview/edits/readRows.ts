import type { EditView } from "../../extension/core/chat/chatProtocol.ts";
import type { CodePart, EditPart } from "../../extension/core/chat/editParts.ts";
import { countRows, editRows } from "../../extension/core/chat/editRows.ts";
import { changedParts } from "../../extension/core/chat/changedParts.ts";
import type { EditRow, ElisionRow, LineCounts } from "../../extension/core/chat/editRows.ts";

import { highlightedLines } from "../answer/highlight.ts";
import { escapeHtml } from "../answer/markdown.ts";
import { emphasized } from "./emphasized.ts";

const known = new WeakMap<EditPart, readonly EditRow[]>();

/** Reads the rows of an edit, each edit once. */
export function rowsOf(part: EditPart): readonly EditRow[] {
  const rows = known.get(part) ?? editRows(part);
  known.set(part, rows);
  return rows;
}

/** Finds what the host knows about an edit; `undefined` until it has looked for its place. */
export function viewOf(part: EditPart, views: readonly EditView[]): EditView | undefined {
  return views.find(({ line }) => line === part.line);
}

/** Returns how many lines each elision of an edit stands for, as the host has found; none if it counts other elisions or has no place. */
export function elidedLines(rows: readonly EditRow[], view: EditView | undefined): readonly number[] {
  const elisions = rows.reduce((most, row) => (row.type === "elision" ? Math.max(most, row.nth + 1) : most), 0);
  return view?.at !== undefined && view.elided.length === elisions ? view.elided : [];
}

/** Counts the lines that the edits of a block add and remove; `undefined` if it has no edits. */
export function countsOf(parts: readonly CodePart[], views: readonly EditView[]): LineCounts | undefined {
  const counts = parts.flatMap((part) => {
    if (part.type === "text") return [];
    const rows = rowsOf(part);
    return [countRows(rows, elidedLines(rows, viewOf(part, views)))];
  });
  if (counts.length === 0) return undefined;
  return counts.reduce((sum, { added, removed }) => ({ added: sum.added + added, removed: sum.removed + removed }));
}

/** Rows that are drawn as one, or an elision. */
export type RowRun =
  | { readonly type: "lines"; readonly kind: LineKind; readonly html: readonly string[] }
  | { readonly type: "elision"; readonly row: ElisionRow };
/** `in`, `out`: nothing but the indentation of the line changes. */
export type LineKind = "text" | "kept" | "removed" | "added" | "in" | "out";

/** A run has at most this many lines, so that those far from the screen cost nothing. */
const MOST_LINES = 60;

/** Groups the rows of an edit into runs, in the colours of the language. */
export function runsInColour(rows: readonly EditRow[], language: string | undefined): readonly RowRun[] {
  const parts = changedParts(rows);
  return runsOf(
    rows,
    (lines) => highlightedLines(lines, language),
    (html, row) => emphasized(html, parts.get(row) ?? []),
  );
}

/** Groups the rows of an edit into runs without colours. */
export function plainRuns(rows: readonly EditRow[]): readonly RowRun[] {
  return runsOf(
    rows,
    (lines) => lines.map(escapeHtml),
    (html) => html,
  );
}

/** `toHtml` colours the lines of one side; `finish` takes the number of the row. */
function runsOf(
  rows: readonly EditRow[],
  toHtml: (lines: readonly string[]) => readonly string[],
  finish: (html: string, row: number) => string,
): readonly RowRun[] {
  const without = (leftOut: "removed" | "added"): readonly string[] =>
    toHtml(rows.flatMap((row) => (row.type === leftOut ? [] : [textOf(row, leftOut)])));
  const [old, fresh] = [without("added"), without("removed")];
  let [oldAt, freshAt] = [0, 0];
  const runs: RowRun[] = [];
  let lines: { readonly type: "lines"; readonly kind: LineKind; readonly html: string[] } | undefined;
  for (const [number, row] of rows.entries()) {
    // What has both sides is shown as it will be.
    const html = row.type === "removed" ? old[oldAt] : fresh[freshAt];
    if (row.type !== "added") oldAt++;
    if (row.type !== "removed") freshAt++;
    if (row.type === "elision") {
      runs.push({ type: "elision", row });
      lines = undefined;
      continue;
    }
    const kind = kindOf(row);
    if (lines?.kind !== kind || lines.html.length >= MOST_LINES) {
      lines = { type: "lines", kind, html: [] };
      runs.push(lines);
    }
    lines.html.push(finish(html ?? "", number));
  }
  return runs;
}

function textOf(row: EditRow, leftOut: "removed" | "added"): string {
  if (row.type === "elision") return "";
  return row.type === "moved" && leftOut === "added" ? row.was : row.text;
}

function kindOf(row: Exclude<EditRow, ElisionRow>): LineKind {
  if (row.type !== "moved") return row.type;
  const [before, after] = [row.was, row.text].map((text) => text.length - text.trimStart().length);
  return (after ?? 0) >= (before ?? 0) ? "in" : "out";
}
