import { lineDiff } from "../diff/lineDiff.ts";
import { readElision } from "../sketch/markers.ts";
import { detectIndentUnit, indentOf, indentWidth, isBlank, moveLine } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { findRuns, readings, type Place, type Places } from "./locate.ts";
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

export const isElision = (line: string): boolean => readElision(line) !== undefined;

/**
 * Finds the places of a search with elisions: its pieces one after the other, each elision up to the line behind it, and where that
 * stands several times, to the one nearest to the count; without a count, to the first. The strictest reading counts under which
 * there is a place, first one for all pieces, then one for each. A search that begins or ends with an elision has none: nothing says
 * where that ends.
 */
export function locateElided(
  search: readonly string[],
  lines: readonly string[],
  work: Work,
): Places & { readonly places: readonly ElidedPlace[] } {
  const pieces = piecesOf(search);
  const isBounded = pieces.length <= MAX_PIECES && !pieces.some((piece) => piece.lines.every(isBlank));
  /** Of the pieces so far not found under any reading: each under the strictest one. */
  const loosest = new Map<Piece, readonly Place[]>();
  for (const { exactness, ...reading } of isBounded ? readings : []) {
    if (!takeSteps(work, pieces.length * lines.length)) break;
    const runs = pieces.map((piece) => findRuns(piece.lines, lines, { exactness, ...reading }, Infinity));
    pieces.forEach((piece, index) => {
      if (!loosest.has(piece) && runs[index] !== undefined && runs[index].length > 0) loosest.set(piece, runs[index]);
    });
    const places = chainAll(pieces, runs, search.length, work);
    if (places.length > 0) return { exactness, places };
  }
  const runs = pieces.map((piece) => loosest.get(piece) ?? []);
  return { exactness: "loose", places: chainAll(pieces, runs, search.length, work) };
}

/** No edit that a model means leaves lines out so often; a limit keeps hostile ones linear. */
const MAX_PIECES = 200;

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

/** `runs`: where each piece stands. */
function chainAll(
  pieces: readonly Piece[],
  runs: readonly (readonly Place[])[],
  length: number,
  work: Work,
): readonly ElidedPlace[] {
  if (runs.some((found) => found.length === 0)) return [];
  return (runs[0] ?? []).flatMap((first): ElidedPlace[] => {
    // Looking for the next run halves some 20 times.
    const place = takeSteps(work, 20 * pieces.length) ? chain(first, pieces, runs, length) : undefined;
    return place === undefined ? [] : [place];
  });
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

/** The two halves of an edit. */
interface Halves {
  readonly search: readonly string[];
  readonly replace: readonly string[];
}

/**
 * The lines of the replacement at a place: an elision that the search has too stands for what that one skips, moved as far as the line
 * beside it has moved; where none stays, a moved elision shows where the first of them comes to stand. `undefined` where nobody can tell which one of the search it is.
 *
 * @param reindent gives a line of the replacement the indentation of the file
 * @param isFixed whether the indentation of a line of the file is content, as inside a string
 */
export function expandReplacement(
  { search, replace }: Halves,
  { skipped }: ElidedPlace,
  lines: readonly string[],
  reindent: (line: string) => string,
  isFixed: (line: number) => boolean,
): readonly ReplaceLine[] | undefined {
  const partners = pairElisions({ search, replace });
  if (partners === undefined) return undefined;
  const expanded: ReplaceLine[] = [];
  for (const [index, text] of replace.entries()) {
    const partner = partners.get(index);
    if (partner === undefined) {
      expanded.push({ type: "new", text });
      continue;
    }
    const { start = 0, end = 0 } = skipped[partner.nth] ?? {};
    const isMoved = indentOf(text) !== indentOf(search[partner.line] ?? "");
    const shift =
      shiftBeside({ search, at: partner.line }, { replace, at: index }) ??
      (isMoved ? shiftOfFirst(lines.slice(start, end), reindent(text)) : 0);
    const unit = detectIndentUnit([...replace, ...lines.slice(start, end)]);
    for (let line = start; line < end; line++) {
      const kept = lines[line] ?? "";
      expanded.push({ type: "kept", line, text: isFixed(line) ? kept : moveLine(kept, shift, unit) });
    }
  }
  return expanded;
}

/** For each elision of the replacement the line of the one of the search, and which of these it is. */
function pairElisions({
  search,
  replace,
}: Halves): ReadonlyMap<number, { readonly line: number; readonly nth: number }> | undefined {
  const [had, wanted] = [elisionsOf(search), elisionsOf(replace)];
  if (had.length === wanted.length)
    return new Map(wanted.map((line, nth) => [line, { line: had[nth] ?? 0, nth }] as const));
  // Some are deleted: the lines around those that stay tell which.
  const partnerOf = pairLines(search, replace);
  const nthOf = new Map(had.map((line, nth) => [line, nth]));
  const pairs = new Map<number, { readonly line: number; readonly nth: number }>();
  for (const line of wanted) {
    const partner = partnerOf.get(line);
    const nth = partner === undefined ? undefined : nthOf.get(partner);
    if (partner === undefined || nth === undefined) return undefined;
    pairs.set(line, { line: partner, nth });
  }
  return pairs;
}

const elisionsOf = (lines: readonly string[]): readonly number[] =>
  lines.flatMap((line, index) => (isElision(line) ? [index] : []));

/** For each line of the replacement that stays the line of the search that it is. */
function pairLines(search: readonly string[], replace: readonly string[]): ReadonlyMap<number, number> {
  const trim = (line: string): string => line.trim();
  const pairs = new Map<number, number>();
  let [old, fresh] = [0, 0];
  const end = { start: search.length, end: search.length };
  for (const change of [...lineDiff(search.map(trim), replace.map(trim)), { old: end, new: end }]) {
    for (; old < change.old.start; old++, fresh++) pairs.set(fresh, old);
    [old, fresh] = [change.old.end, change.new.end];
  }
  return pairs;
}

/** By how many columns the line before an elision has moved, else the one behind it; `undefined` where neither stays. */
function shiftBeside(
  before: { readonly search: readonly string[]; readonly at: number },
  after: { readonly replace: readonly string[]; readonly at: number },
): number | undefined {
  for (const step of [-1, 1]) {
    const [old, fresh] = [before.search[before.at + step], after.replace[after.at + step]];
    if (old !== undefined && fresh !== undefined && old.trim() !== "" && old.trim() === fresh.trim())
      return indentWidth(fresh) - indentWidth(old);
  }
  return undefined;
}

/** By how many columns lines move so that the first of them stands where the elision does. */
function shiftOfFirst(kept: readonly string[], elision: string): number {
  const first = kept.find((line) => !isBlank(line));
  return first === undefined ? 0 : indentWidth(elision) - indentWidth(first);
}
