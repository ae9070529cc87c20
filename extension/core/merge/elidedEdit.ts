import { readElision } from "../sketch/markers.ts";
import { detectIndentUnit, indentWidth, isBlank, moveLine } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { findRuns, readings, type EditPlacement, type Places } from "./locate.ts";
import { takeSteps, type Work } from "../text/work.ts";

/** A place where the lines of an edit stand, with what its elisions skip there. */
export interface ElidedPlace extends EditPlacement {
  /** The lines of the file that each elision of the search stands for, in order. */
  readonly skipped: readonly LineRange[];
  /** By how many lines the counts of the elisions are off, all together. */
  readonly miscount: number;
}

/** A line of a replacement: written anew, or a line of the file that an elision keeps. */
export type ReplaceLine =
  | { readonly type: "new"; readonly text: string }
  | { readonly type: "kept"; readonly line: number; readonly text: string };

/** Checks whether a line of an edit stands for lines that it leaves out. */
export const isElision = (line: string): boolean => readElision(line) !== undefined;

/**
 * Finds the places of a search with elisions: its pieces one after the other. Each elision reaches to the next run of the piece after it
 * or, if it has a count, to the run nearest to that count. The strictest reading that finds a place for all pieces counts, else the
 * strictest one that finds each piece (`loose`). A search that begins or ends with an elision has no place: nothing says where that ends.
 */
export function locateElided(
  search: readonly string[],
  lines: readonly string[],
  work: Work,
): Places & { readonly places: readonly ElidedPlace[] } {
  const pieces = piecesOf(search);
  const isBounded = pieces.length <= MAX_PIECES && !pieces.some((piece) => piece.lines.every(isBlank));
  /** For each piece that was found so far, its runs under the strictest reading that finds any. */
  const loosest = new Map<Piece, readonly EditPlacement[]>();
  for (const { exactness, ...reading } of isBounded ? readings : []) {
    if (!takeSteps(work, pieces.length * lines.length)) break;
    const runs = pieces.map((piece) => {
      if (work.isSpent) return [];
      const found = findRuns(piece.lines, lines, { exactness, ...reading }, Infinity);
      return takeSteps(work, STEPS_OF_RUN * found.length) ? found : [];
    });
    pieces.forEach((piece, index) => {
      if (!loosest.has(piece) && runs[index] !== undefined && runs[index].length > 0) loosest.set(piece, runs[index]);
    });
    const places = chainAll(pieces, runs, search.length, work);
    if (places.length > 0) return { exactness, places };
  }
  const runs = pieces.map((piece) => loosest.get(piece) ?? []);
  return { exactness: "loose", places: chainAll(pieces, runs, search.length, work) };
}

/** What it takes to keep where a run stands. */
const STEPS_OF_RUN = 100;

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
  runs: readonly (readonly EditPlacement[])[],
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
  first: EditPlacement,
  pieces: readonly Piece[],
  runs: readonly (readonly EditPlacement[])[],
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

/** The first run from a line on or, with a count, the one that is nearest to `count` lines after it; of two as near, the first. */
function nearestRun(
  runs: readonly EditPlacement[],
  from: number,
  count: number | undefined,
): EditPlacement | undefined {
  const first = firstFrom(runs, from);
  if (count === undefined) return runs[first];
  const behind = firstFrom(runs, from + count);
  const [before, after] = [behind > first ? runs[behind - 1] : undefined, runs[behind]];
  if (before === undefined || after === undefined) return before ?? after;
  return from + count - before.start <= after.start - from - count ? before : after;
}

/** Index of the first run that begins at `line` or after it. */
function firstFrom(runs: readonly EditPlacement[], line: number): number {
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
 * Expands the replacement of an edit at a place: an elision that the search has too stands for the lines that it skips there, moved as far
 * as the lines beside it have moved, or to where the elision itself stands. `undefined` if nobody can tell which one of the search it is.
 *
 * @param reindent returns a line of the edit with the indentation of the file
 * @param isFixed whether the indentation of a line of the file is content, as inside a string
 */
export function expandReplacement(
  { search, replace }: Halves,
  { skipped }: ElidedPlace,
  lines: readonly string[],
  reindent: (line: string) => string,
  isFixed: (line: number) => boolean,
): readonly ReplaceLine[] | undefined {
  const partners = pairElisions(search, replace);
  if (partners === undefined) return undefined;
  const before = search.map(reindent);
  const after = replace.map(reindent);
  const expanded: ReplaceLine[] = [];
  for (const [index, text] of replace.entries()) {
    const partner = partners.get(index);
    if (partner === undefined) {
      expanded.push({ type: "new", text });
      continue;
    }
    const { start = 0, end = 0 } = skipped[partner.nth] ?? {};
    const first = lines.slice(start, end).find((line) => !isBlank(line));
    const shift = first === undefined ? 0 : shiftOf(first, { before, at: partner.line }, { after, at: index });
    const unit = detectIndentUnit([...after, ...lines.slice(start, end)]);
    for (let line = start; line < end; line++) {
      const kept = lines[line] ?? "";
      expanded.push({ type: "kept", line, text: isFixed(line) ? kept : moveLine(kept, shift, unit) });
    }
  }
  return expanded;
}

/** An elision of one half of an edit. */
interface ElisionLine {
  readonly line: number;
  readonly nth: number;
  readonly count: number | undefined;
  /** The nearest lines before and after it that are not blank, trimmed. */
  readonly beside: readonly [string | undefined, string | undefined];
}

/**
 * For each elision of the replacement the one of the search that it is: the one with its count, else the one with its neighbours, else, if
 * both halves have as many, the one in its place. `undefined` if nothing tells two apart.
 */
function pairElisions(
  search: readonly string[],
  replace: readonly string[],
): ReadonlyMap<number, ElisionLine> | undefined {
  const [had, wanted] = [elisionsOf(search), elisionsOf(replace)];
  if (wanted.length > had.length) return undefined;
  const pairs = new Map<number, ElisionLine>();
  for (const elision of wanted) {
    const scores = had.map((other) => likeness(elision, other));
    const best = scores.reduce((most, score) => Math.max(most, score), 0);
    const likely = had.filter((_, nth) => scores[nth] === best);
    const inPlace = had.length === wanted.length ? likely.find(({ nth }) => nth === elision.nth) : undefined;
    const partner = inPlace ?? (likely.length === 1 ? likely[0] : undefined);
    if (partner === undefined) return undefined;
    pairs.set(elision.line, partner);
  }
  return new Set(pairs.values()).size === wanted.length ? pairs : undefined;
}

function elisionsOf(lines: readonly string[]): readonly ElisionLine[] {
  const found: ElisionLine[] = [];
  for (const [line, text] of lines.entries()) {
    const elision = readElision(text);
    if (elision === undefined) continue;
    found.push({
      line,
      nth: found.length,
      count: elision.count,
      beside: [filledFrom(lines, line, -1), filledFrom(lines, line, 1)],
    });
  }
  return found;
}

/** The next line with letters or signs on one side of a line. */
function filledFrom(lines: readonly string[], from: number, step: -1 | 1): string | undefined {
  let line = from + step;
  while (lines[line] !== undefined && isBlank(lines[line] ?? "")) line += step;
  return lines[line]?.trim();
}

/** A number is copied with the elision; the lines beside it may change. */
function likeness(one: ElisionLine, other: ElisionLine): number {
  const isCounted = one.count !== undefined && one.count === other.count;
  const beside = one.beside.filter((line, side) => line !== undefined && line === other.beside[side]).length;
  return (isCounted ? 3 : 0) + beside;
}

/**
 * By how many columns the lines of an elision move, of which `first` is the first: as the lines before and after it if both move alike;
 * else to where the elision has moved, if it stood where they stand; else as one of these lines; else to where it stands.
 */
function shiftOf(
  first: string,
  { before, at }: { readonly before: readonly string[]; readonly at: number },
  { after, at: to }: { readonly after: readonly string[]; readonly at: number },
): number {
  const [above, below] = [-1, 1].map((step) => {
    const [old, fresh] = [before[at + step], after[to + step]];
    const stays = old !== undefined && fresh !== undefined && !isBlank(old) && old.trim() === fresh.trim();
    return stays ? indentWidth(fresh) - indentWidth(old) : undefined;
  });
  if (above !== undefined && above === below) return above;
  const [from, goal] = [indentWidth(before[at] ?? ""), indentWidth(after[to] ?? "")];
  const own = from === goal ? undefined : goal - indentWidth(first);
  return (from === indentWidth(first) ? own : undefined) ?? above ?? below ?? own ?? 0;
}
