import { lineDiff } from "../diff/lineDiff.ts";
import { readElision } from "../sketch/markers.ts";
import { formatOf } from "../sketch/formats.ts";
import type { Edit, EditFormat } from "../sketch/sketch.ts";
import { detectIndentUnit, indentWidth, isBlank, moveLine, type IndentUnit } from "../text/indentation.ts";
import { beginWork, takeSteps, type Work } from "../text/work.ts";
import { findEditPlaces, type EditPlace } from "./editPlaces.ts";
import { readClarity, stands } from "./editScopes.ts";

/** Edits times lines, each of which is looked at a few times: about a second. */
const MAX_WORK = 1_500_000;

/** A line of the file that edits say. */
export interface EditedLine {
  /** As the edit writes it, or as the original has it, moved as an edit moves it. */
  readonly text: string;
  /** The line of the original that it is; `undefined`: an edit writes it. */
  readonly origin: number | undefined;
  /** Whether the edit that writes it names lines of the file to the letter, so that its indentation is meant. */
  readonly isLiteral: boolean;
}

/** What edits say that a file becomes, as far as that can be told without a guess. */
export type EditedLines =
  /** The lines of the new file without the blank ones. */
  | { readonly type: "known"; readonly lines: readonly EditedLine[] }
  /** The edit is for a part of the file in which its lines do not stand. */
  | { readonly type: "outside"; readonly edit: Edit }
  /** An edit searches for what stands several times, or not exactly so, or for nothing, or keeps lines without telling which. */
  | { readonly type: "unknown" };

const UNKNOWN: EditedLines = { type: "unknown" };

/**
 * Applies edits one after the other, ignoring blank lines, each where its lines stand once or where only one of several places can be
 * meant. `unknown` if a place is not clear or looking for it takes too long; `outside` if an edit's lines stand in the file, but not in its
 * scope.
 */
export function followEdits(
  lines: readonly string[],
  { format, edits }: { readonly format: EditFormat; readonly edits: readonly Edit[] },
  work: Work = beginWork(),
): EditedLines {
  if (edits.length * lines.length > MAX_WORK) return UNKNOWN;
  let current: readonly EditedLine[] = lines.map((text, origin) => ({ text, origin, isLiteral: true }));
  let floor = 0;
  for (const [index, given] of edits.entries()) {
    const edit = withoutEdges(given);
    if (edit.search.every(isBlank)) return UNKNOWN;
    const texts = current.map(({ text }) => text);
    const scope = formatOf(format).isScopeBinding ? edit.scope : [];
    const places = findEditPlaces(edit.search, texts, work);
    if (!takeSteps(work, (1 + places.length) * scope.length * current.length)) return UNKNOWN;
    const inScope = scope.length === 0 ? places : placesInScope(places, scope, texts);
    if (places.length > 0 && inScope.length === 0) return { type: "outside", edit };
    const later = edits.slice(index + 1, index + 1 + LOOK_AHEAD);
    const place = onlyUntouched(inScope, current) ?? onlyPlace(inScope, floor, later, texts, work);
    const written = place && writtenAt(edit, place, current);
    if (place === undefined || written === undefined) return UNKNOWN;
    current = [...current.slice(0, place.start), ...written, ...current.slice(place.end)];
    floor = place.start + written.length;
  }
  return { type: "known", lines: current.filter(({ text }) => !isBlank(text)) };
}

/** The places that stand in what the scope lines open. */
function placesInScope(
  places: readonly EditPlace[],
  scope: readonly string[],
  texts: readonly string[],
): readonly EditPlace[] {
  const filled: string[] = [];
  // Lines of the file as lines among those that are not blank.
  const among = texts.map((text) => (isBlank(text) ? filled.length : filled.push(text) - 1));
  const clarity = scope.map((heading) => readClarity(heading, filled));
  return places.filter(({ start, end }) =>
    stands({ start: among[start] ?? 0, end: among[end] ?? filled.length }, clarity, filled),
  );
}

/** Elisions at both beginnings or both ends say nothing. */
function withoutEdges(edit: Edit): Edit {
  const { search, replace } = edit;
  const isSame = (index: number): boolean => isElision(search.at(index)) && isElision(replace.at(index));
  let [start, end] = [0, 0];
  while (start < search.length && isSame(start)) start++;
  while (start + end < search.length && isSame(-1 - end)) end++;
  return {
    ...edit,
    search: search.slice(start, search.length - end),
    replace: replace.slice(start, replace.length - end),
  };
}

const isElision = (line: string | undefined): boolean => line !== undefined && readElision(line) !== undefined;

/** At most this many of the edits after one are located to tell which of its several places is meant. */
const LOOK_AHEAD = 8;

/** Of several places the only one that has lines of the original alone: what is searched is the file as it was. */
function onlyUntouched(places: readonly EditPlace[], current: readonly EditedLine[]): EditPlace | undefined {
  if (places.length < 2) return undefined;
  const untouched = places.filter(({ start, end }) =>
    current.slice(start, end).every(({ text, origin }) => origin !== undefined || isBlank(text)),
  );
  return untouched.length === 1 ? untouched[0] : undefined;
}

/** Of several places the only one between the edit before and the next one that has one place; else the one with the best counts. */
function onlyPlace(
  places: readonly EditPlace[],
  floor: number,
  later: readonly Edit[],
  texts: readonly string[],
  work: Work,
): EditPlace | undefined {
  if (places.length < 2) return places[0];
  const next = later.map(({ search }) => findEditPlaces(search, texts, work)).find((found) => found.length === 1)?.[0];
  const ceiling = next?.start ?? texts.length;
  const between = places.filter(({ start, end }) => start >= floor && end <= ceiling);
  if (between.length === 1) return between[0];
  const [best, second] = places.toSorted((a, b) => a.miscount - b.miscount);
  return best !== undefined && second !== undefined && best.miscount < second.miscount ? best : undefined;
}

/** The lines that an edit leaves at its place; `undefined` if it keeps lines and nothing tells which. */
function writtenAt(
  { search, replace }: Edit,
  { start, end, skipped, isLiteral }: EditPlace,
  current: readonly EditedLine[],
): readonly EditedLine[] | undefined {
  const had: { key: string; line: number | undefined }[] = [];
  const elisions: { at: number; lines: readonly EditedLine[] }[] = [];
  let at = start;
  const keep = (to: number): void => {
    for (; at < to; at++) had.push({ key: current[at]?.text ?? "", line: at });
  };
  for (const [index, line] of search.entries()) {
    if (skipped.length > 0 && isElision(line)) {
      const range = skipped[elisions.length] ?? { start: at, end: at };
      elisions.push({ at: index, lines: current.slice(range.start, range.end) });
      keep(range.end);
    } else if (!isBlank(line)) {
      while (at < end && isBlank(current[at]?.text ?? "")) at++;
      had.push({ key: line, line: at++ });
    }
  }
  const wanted: EditedLine[] = [];
  const partners = skipped.length === 0 ? [] : partnersOf(search, replace);
  if (partners === undefined) return undefined;
  const levels = isLiteral ? undefined : levelsOf({ search, replace }, current);
  let nth = 0;
  for (const [index, line] of replace.entries()) {
    if (isBlank(line)) continue;
    if (skipped.length === 0 || !isElision(line)) {
      wanted.push({ text: line, origin: undefined, isLiteral });
      continue;
    }
    const kept = elisions[partners[nth++] ?? -1];
    if (kept === undefined) return undefined;
    const shift = Math.round(movedBy({ search, at: kept.at }, { replace, at: index }, kept.lines, levels));
    const ofFile = kept.lines.map(({ text }) => text);
    const unit = levels === undefined ? detectIndentUnit([...replace, ...ofFile]) : levels.unit;
    for (const line of kept.lines) {
      if (!isBlank(line.text)) wanted.push({ ...line, text: moveLine(line.text, shift, unit) });
    }
  }
  const found = had.filter(({ key }) => !isBlank(key));
  const output: EditedLine[] = [];
  let from = 0;
  const stay = (to: number): void => {
    for (; from < to; from++) {
      const line = current[found[from]?.line ?? -1];
      if (line) output.push(line);
    }
  };
  for (const change of lineDiff(
    found.map(({ key }) => key),
    wanted.map(({ text }) => text),
  )) {
    stay(change.old.start);
    for (const line of wanted.slice(change.new.start, change.new.end)) output.push(line);
    from = change.old.end;
  }
  stay(found.length);
  return output;
}

/**
 * Finds which elision of the search each one of the replacement is: by its number, then by the lines beside it, then by its place.
 * `undefined` if nothing tells.
 */
function partnersOf(search: readonly string[], replace: readonly string[]): readonly number[] | undefined {
  const at = (lines: readonly string[]): number[] => [...lines.keys()].filter((index) => isElision(lines[index]));
  const [had, wanted] = [at(search), at(replace)];
  const partners = wanted.map((fresh, place): number | undefined => {
    const count = readElision(replace[fresh] ?? "")?.count;
    const all = [...had.keys()];
    const counted = all.filter(
      (nth) => count !== undefined && readElision(search[had[nth] ?? -1] ?? "")?.count === count,
    );
    const left = counted.length > 0 ? counted : all;
    const sides = left.map((nth) => sidesKept(search, had[nth] ?? 0, replace, fresh));
    const most = sides.reduce((best, side) => Math.max(best, side), 0);
    const likely = left.filter((_, index) => sides[index] === most);
    if (had.length === wanted.length && likely.includes(place)) return place;
    return likely.length === 1 ? likely[0] : undefined;
  });
  const known = partners.flatMap((partner) => partner ?? []);
  return new Set(known).size === wanted.length ? known : undefined;
}

/** On how many sides of an elision the next line that is not blank stays. */
function sidesKept(search: readonly string[], old: number, replace: readonly string[], fresh: number): number {
  const next = (lines: readonly string[], from: number, step: number): string | undefined => {
    let line = from + step;
    while (line in lines && isBlank(lines[line] ?? "")) line += step;
    return lines[line];
  };
  return [-1, 1].filter((step) => isSame(next(search, old, step), next(replace, fresh, step))).length;
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && !isBlank(one) && one.trim() === other.trim();
}

/** How an edit that does not name lines to the letter is indented: columns of the file for one of its own, and the unit of the file. */
interface Levels {
  readonly scale: number;
  readonly unit: IndentUnit | undefined;
}

function levelsOf({ search, replace }: Pick<Edit, "search" | "replace">, current: readonly EditedLine[]): Levels {
  const unit = detectIndentUnit(current.map(({ text }) => text));
  const own = detectIndentUnit([...search, ...replace]);
  return { scale: unit === undefined || own === undefined ? 1 : unit.width / own.width, unit };
}

/**
 * Computes by how many columns of the file the lines of an elision move: as the lines before and after it if both stay and move alike; else
 * as the elision itself, if it stood as deep as the first of its lines; else as a line beside it that stays; else to where the elision
 * stands, if that is elsewhere than before.
 */
function movedBy(
  { search, at: old }: { readonly search: readonly string[]; readonly at: number },
  { replace, at: fresh }: { readonly replace: readonly string[]; readonly at: number },
  kept: readonly EditedLine[],
  levels: Levels | undefined,
): number {
  const scale = levels?.scale ?? 1;
  const moves = [-1, 1].flatMap((side) => {
    const [before, after] = [search[old + side], replace[fresh + side]];
    return isSame(before, after) ? [scale * (indentWidth(after ?? "") - indentWidth(before ?? ""))] : [];
  });
  const [one, other] = moves;
  if (one !== undefined && one === other) return one;
  const first = kept.find(({ text }) => !isBlank(text));
  const [from, to] = [indentWidth(search[old] ?? ""), indentWidth(replace[fresh] ?? "")];
  if (first === undefined || from === to) return one ?? 0;
  const stood = indentWidth(first.text);
  // Where the edit is indented as the file is not, only the move itself can be told.
  if (levels !== undefined) return one ?? scale * (to - from);
  return from === stood ? to - from : (one ?? to - stood);
}
