import { lineDiff } from "../diff/lineDiff.ts";
import { createStreamingLineDiff } from "../diff/streamingLineDiff.ts";
import { readElision } from "../sketch/markers.ts";
import { indentOf } from "../text/indentation.ts";
import type { EditPart } from "./editParts.ts";

/** A row of an edit, as the page shows it. */
export type EditRow =
  | { readonly type: "kept" | "removed" | "added"; readonly text: string }
  /** A line that changes nothing but its indentation. */
  | { readonly type: "moved"; readonly text: string; readonly was: string }
  | ElisionRow;

/** Lines of the file that the edit does not repeat. */
export interface ElisionRow {
  readonly type: "elision";
  /** What becomes of them; `open` while the search is still coming, `added` if they move past other lines. */
  readonly fate: "kept" | "removed" | "added" | "open";
  /** Number of the elision in the search, from 0. */
  readonly nth: number;
  /** How many lines the edit says they are; models count badly. */
  readonly count: number | undefined;
  /** The blanks before it; if it keeps lines, those of the replacement. */
  readonly indent: string;
}

/**
 * Computes the rows of an edit, in order: the diff of its two sides. Each line of either is in one row, except for elisions at the
 * beginning or the end of both, which say nothing and have no number. Of a replacement that is still coming, only what is there counts, and
 * the rest of the search is shown as kept.
 */
export function editRows({ search, replace, isClosed }: Pick<EditPart, "search" | "replace" | "isClosed">): EditRow[] {
  const [before, after] = withoutEdges(search, replace ?? []);
  const had = placesOf(before);
  const partners = partnersOf(before, after, had);
  const old = toKeys(before, new Map(had.map((line, nth) => [line, nth])));
  const written = toKeys(after, partners);
  const keptAt = new Map([...partners].map(([line, nth]) => [nth, after[line] ?? ""]));
  const toRow = (type: "kept" | "removed" | "added", key: string): EditRow => {
    const nth = elisionOf(key);
    if (nth === undefined) return { type, text: textOf(key) };
    const line = before[had[nth] ?? 0] ?? "";
    const kept = keptAt.get(nth) ?? line;
    const count = readElision(line)?.count ?? readElision(kept)?.count;
    return { type: "elision", fate: replace === undefined ? "open" : type, nth, count, indent: indentOf(kept) };
  };
  if (replace === undefined) return old.map((key) => toRow("kept", key));
  const rows: EditRow[] = [];
  const addChange = (removed: readonly string[], added: readonly string[]): void => {
    for (const key of removed) rows.push(toRow("removed", key));
    for (const key of added) rows.push(toRow("added", key));
  };
  const addMoved = (was: string, text: string): void => {
    rows.push(was === text ? toRow("kept", text) : { type: "moved", text: textOf(text), was: textOf(was) });
  };
  walk(
    old,
    isClosed ? written : proposed(old, written),
    (line) => line,
    addMoved,
    (removed, added) => {
      if (removed.length === 0 || added.length === 0) addChange(removed, added);
      else walk(removed, added, (line) => line.trimStart(), addMoved, addChange);
    },
  );
  return rows;
}

/**
 * Counts the lines that edits add and remove, as far as they say so; a line that moves counts as both. `elided`: lines of each elision, if
 * known.
 */
export function countRows(rows: readonly EditRow[], elided: readonly number[] = []): LineCounts {
  let [added, removed] = [0, 0];
  for (const row of rows) {
    const lines = row.type === "elision" ? (elided[row.nth] ?? row.count ?? 0) : 1;
    const fate = row.type === "elision" ? row.fate : row.type;
    if (fate === "added" || fate === "moved") added += lines;
    if (fate === "removed" || fate === "moved") removed += lines;
  }
  return { added, removed };
}

/** Numbers of lines. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

function isElision(line: string): boolean {
  return readElision(line) !== undefined;
}

/** Removes elisions that begin or end both sides. */
function withoutEdges(
  search: readonly string[],
  replace: readonly string[],
): readonly [readonly string[], readonly string[]] {
  let [start, end] = [0, 0];
  const both = (at: number): boolean => [search, replace].every((side) => isElision(side.at(at) ?? ""));
  const least = Math.min(search.length, replace.length);
  while (start < least && both(start)) start++;
  while (end < least - start && both(-1 - end)) end++;
  return [search.slice(start, search.length - end), replace.slice(start, replace.length - end)];
}

function placesOf(lines: readonly string[]): readonly number[] {
  return lines.flatMap((line, index) => (isElision(line) ? [index] : []));
}

/** Finds, for each elision of the replacement, the one of the search that it stands for. One without a partner is text of its own. */
function partnersOf(
  search: readonly string[],
  replace: readonly string[],
  had: readonly number[],
): ReadonlyMap<number, number> {
  const wanted = placesOf(replace);
  if (had.length === wanted.length) return new Map(wanted.map((line, nth) => [line, nth]));
  // Some are deleted: the lines around those that stay say which.
  const partners = new Map<number, number>();
  const nthAt = new Map(had.map((line, nth) => [line, nth]));
  let [old, fresh] = [0, 0];
  const alike = (line: string): string => (isElision(line) ? "…" : line.trim());
  walk(
    search,
    replace,
    alike,
    () => {
      const nth = nthAt.get(old);
      if (nth !== undefined) partners.set(fresh, nth);
      old++;
      fresh++;
    },
    (removed, added) => {
      old += removed.length;
      fresh += added.length;
    },
  );
  return partners;
}

/** A line that begins with this character is an elision or, with two of them, text that begins with one. */
const SIGN = "\0";

function toKeys(lines: readonly string[], elisions: ReadonlyMap<number, number>): readonly string[] {
  return lines.map((line, index) => {
    const nth = elisions.get(index);
    if (nth !== undefined) return `${SIGN}${nth}`;
    return line.startsWith(SIGN) ? SIGN + line : line;
  });
}

function elisionOf(key: string): number | undefined {
  return key.startsWith(SIGN) && !key.startsWith(SIGN, 1) ? Number(key.slice(1)) : undefined;
}

function textOf(key: string): string {
  return key.startsWith(SIGN) ? key.slice(1) : key;
}

/** Joins what has come of a replacement and what is left of its search. */
function proposed(search: readonly string[], replace: readonly string[]): readonly string[] {
  const coming = createStreamingLineDiff(search);
  for (const line of replace) coming.push(`${line}\n`);
  return coming.proposal();
}

/** Goes through the diff of two runs of lines, compared by `keyOf`. */
function walk(
  old: readonly string[],
  fresh: readonly string[],
  keyOf: (line: string) => string,
  same: (old: string, fresh: string) => void,
  changed: (removed: readonly string[], added: readonly string[]) => void,
): void {
  let [oldAt, freshAt] = [0, 0];
  const sameUpTo = (end: number): void => {
    for (; oldAt < end; oldAt++, freshAt++) same(old[oldAt] ?? "", fresh[freshAt] ?? "");
  };
  for (const change of lineDiff(old.map(keyOf), fresh.map(keyOf))) {
    sameUpTo(change.old.start);
    changed(old.slice(change.old.start, change.old.end), fresh.slice(change.new.start, change.new.end));
    [oldAt, freshAt] = [change.old.end, change.new.end];
  }
  sameUpTo(old.length);
}
