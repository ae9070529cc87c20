import { lineDiff } from "../diff/lineDiff.ts";
import { readElision } from "../sketch/markers.ts";
import { indentOf, indentWidth, isBlank } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { findRuns, readings, type Place } from "./locate.ts";
import { takeSteps, type Work } from "./work.ts";

/** A place where the lines of an edit stand, with what its elisions skip there. */
export interface ElidedPlace extends Place {
  /** The lines of the file that each elision of the search stands for, in order. */
  readonly skipped: readonly LineRange[];
  /** By how many lines the counts of the elisions are off, all together. */
  readonly miscount: number;
}

/** A line of a replacement: written anew, or a line of the file that an elision keeps. */
export type ReplaceLine =
  | { readonly type: "new"; readonly text: string }
  | { readonly type: "kept"; readonly line: number; readonly text: string };

/** Whether the search leaves lines of the file out. */
export function hasElisions(search: readonly string[]): boolean {
  return search.some((line) => readElision(line) !== undefined);
}

/**
 * Finds the places of a search with elisions: its pieces one after the other, each elision up to the line behind it, and where that
 * stands several times, to the one nearest to the count; without a count, to the first. The strictest reading counts under which there is
 * a place. A search that begins or ends with an elision has none: nothing says where that ends.
 *
 * An ellipsis that the file has itself, such as the body `...` in Python, is skipped as the one line that it is.
 */
export function locateElided(search: readonly string[], lines: readonly string[], work: Work): readonly ElidedPlace[] {
  const pieces = piecesOf(search);
  if (pieces.some(({ lines: piece }) => piece.every(isBlank))) return [];
  for (const reading of readings) {
    if (!takeSteps(work, pieces.length * lines.length)) return [];
    const runs = pieces.map(({ lines: piece }) => findRuns(piece, lines, reading, Infinity));
    if (runs.some(({ length }) => length === 0)) continue;
    const places = (runs[0] ?? []).flatMap((first): ElidedPlace[] => {
      const place = takeSteps(work, 20 * pieces.length) ? chain(first, pieces, runs, search.length) : undefined;
      return place === undefined ? [] : [place];
    });
    if (places.length > 0) return places;
  }
  return [];
}

interface Piece {
  /** Its first line in the search. */
  readonly start: number;
  readonly lines: readonly string[];
  /** Of the elision before it. */
  readonly count: number | undefined;
}

function piecesOf(search: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let count: number | undefined;
  const end = (to: number): void => {
    pieces.push({ start, lines: search.slice(start, to), count });
    start = to + 1;
  };
  search.forEach((line, index) => {
    const elision = readElision(line);
    if (elision === undefined) return;
    end(index);
    count = elision.count;
  });
  end(search.length);
  return pieces;
}

function chain(
  first: Place,
  pieces: readonly Piece[],
  runs: readonly (readonly Place[])[],
  length: number,
): ElidedPlace | undefined {
  const lineOf = new Int32Array(length).fill(-1);
  const skipped: LineRange[] = [];
  let miscount = 0;
  let place = first;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) {
      const next = nearestRun(runs[index] ?? [], place.end, piece.count);
      if (next === undefined) return undefined;
      skipped.push({ start: place.end, end: next.start });
      if (piece.count !== undefined) miscount += Math.abs(next.start - place.end - piece.count);
      place = next;
    }
    place.lineOf.forEach((line, offset) => (lineOf[piece.start + offset] = line));
  }
  return { lineOf, start: first.start, end: place.end, skipped, miscount };
}

/** The first run from a line on, or the one that is nearest to `count` lines behind it; of two as near the first. */
function nearestRun(runs: readonly Place[], from: number, count: number | undefined): Place | undefined {
  const first = firstFrom(runs, from);
  if (count === undefined) return runs[first];
  const behind = firstFrom(runs, from + count);
  const [before, after] = [behind > first ? runs[behind - 1] : undefined, runs[behind]];
  if (before === undefined || after === undefined) return before ?? after;
  return from + count - before.start <= after.start - from - count ? before : after;
}

/** Index of the first run that begins at `line` or behind it. */
function firstFrom(runs: readonly Place[], line: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.start ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The lines of the replacement at a place: an elision that the search has too stands for what that one skips, moved as far as the line
 * beside it has moved. `undefined` where nobody can tell which one of the search it is.
 *
 * @param isFixed whether the indentation of a line of the file is content, as inside a string
 */
export function expandReplacement(
  { search, replace }: { readonly search: readonly string[]; readonly replace: readonly string[] },
  { skipped }: ElidedPlace,
  lines: readonly string[],
  isFixed: (line: number) => boolean,
): readonly ReplaceLine[] | undefined {
  const partners = pairElisions(search, replace);
  if (partners === undefined) return undefined;
  const expanded: ReplaceLine[] = [];
  for (const [index, text] of replace.entries()) {
    const partner = partners.get(index);
    if (partner === undefined) {
      expanded.push({ type: "new", text });
      continue;
    }
    const { start = 0, end = 0 } = skipped[partner.nth] ?? {};
    const shift = shiftOf({ search, at: partner.line }, { replace, at: index }, lines.slice(start, end));
    for (let line = start; line < end; line++) {
      const kept = lines[line] ?? "";
      expanded.push({ type: "kept", line, text: isFixed(line) ? kept : shiftLine(kept, shift) });
    }
  }
  return expanded;
}

/** For each elision of the replacement the line of the one of the search, and which of these it is. */
function pairElisions(
  search: readonly string[],
  replace: readonly string[],
): ReadonlyMap<number, { readonly line: number; readonly nth: number }> | undefined {
  const elisionsOf = (side: readonly string[]): readonly number[] =>
    side.flatMap((line, index) => (readElision(line) === undefined ? [] : [index]));
  const [had, wanted] = [elisionsOf(search), elisionsOf(replace)];
  const pairs = new Map<number, { line: number; nth: number }>();
  if (had.length === wanted.length) {
    wanted.forEach((line, nth) => pairs.set(line, { line: had[nth] ?? 0, nth }));
    return pairs;
  }
  // Some are deleted: the lines around those that stay tell which.
  const partner = new Map<number, number>();
  let [old, fresh] = [0, 0];
  const pairUpTo = (line: number): void => {
    for (; old < line; old++, fresh++) partner.set(fresh, old);
  };
  for (const change of lineDiff(
    search.map((line) => line.trim()),
    replace.map((line) => line.trim()),
  )) {
    pairUpTo(change.old.start);
    [old, fresh] = [change.old.end, change.new.end];
  }
  pairUpTo(search.length);
  for (const line of wanted) {
    const other = partner.get(line);
    if (other === undefined) return undefined;
    pairs.set(line, { line: other, nth: had.indexOf(other) });
  }
  return pairs;
}

/** By how many columns the kept lines move: as the line before the elision, else the one behind it, else to where the elision stands. */
function shiftOf(
  before: { readonly search: readonly string[]; readonly at: number },
  after: { readonly replace: readonly string[]; readonly at: number },
  kept: readonly string[],
): number {
  for (const step of [-1, 1]) {
    const [old, fresh] = [before.search[before.at + step], after.replace[after.at + step]];
    if (old !== undefined && fresh !== undefined && old.trim() !== "" && old.trim() === fresh.trim())
      return indentWidth(fresh) - indentWidth(old);
  }
  const first = kept.find((line) => !isBlank(line));
  return first === undefined ? 0 : indentWidth(after.replace[after.at] ?? "") - indentWidth(first);
}

function shiftLine(line: string, shift: number): string {
  if (shift === 0 || isBlank(line)) return line;
  const indent = indentOf(line);
  const width = Math.max(0, indentWidth(indent) + shift);
  const isTabbed = indent.includes("\t");
  const blanks = isTabbed ? "\t".repeat(Math.floor(width / 4)) + " ".repeat(width % 4) : " ".repeat(width);
  return blanks + line.slice(indent.length);
}
