import { lineDiff } from "../diff/lineDiff.ts";
import { readElision } from "../sketch/markers.ts";
import type { Edit, EditFormat } from "../sketch/sketch.ts";
import { detectIndentUnit, indentOf, indentWidth, isBlank, moveLine } from "../text/indentation.ts";
import { beginWork, takeSteps, type Work } from "../merge/work.ts";
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
  /** An edit searches what stands several times, or not just so, or nothing, or keeps nobody knows what. */
  | { readonly type: "unknown" };

const UNKNOWN: EditedLines = { type: "unknown" };

/** Makes edits one after the other, each where its lines stand once. Blank lines have no say. */
export function followEdits(
  lines: readonly string[],
  { format, edits }: { readonly format: EditFormat; readonly edits: readonly Edit[] },
  work: Work = beginWork(),
): EditedLines {
  if (edits.length * lines.length > MAX_WORK) return UNKNOWN;
  let current: readonly EditedLine[] = lines.map((text, origin) => ({ text, origin, isLiteral: true }));
  let floor = 0;
  for (const [index, told] of edits.entries()) {
    const edit = withoutEdges(told);
    if (edit.search.every(isBlank)) return UNKNOWN;
    const texts = current.map(({ text }) => text);
    const scope = format === "v4a" ? edit.scope : [];
    const places = findEditPlaces(edit.search, texts, work);
    if (!takeSteps(work, (1 + places.length) * scope.length * current.length)) return UNKNOWN;
    const inScope = scope.length === 0 ? places : placesInScope(places, scope, texts);
    if (places.length > 0 && inScope.length === 0) return { type: "outside", edit };
    const place = onlyPlace(inScope, floor, edits.slice(index + 1, index + 9), texts, work);
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
  const ceiling = next !== undefined && next.start >= floor ? next.start : texts.length;
  const between = places.filter(({ start, end }) => start >= floor && end <= ceiling);
  if (between.length === 1) return between[0];
  const [best, second] = places.toSorted((a, b) => a.miscount - b.miscount);
  return best !== undefined && second !== undefined && best.miscount < second.miscount ? best : undefined;
}

/** The lines that an edit leaves at its place; `undefined` where it keeps lines and nothing tells which. */
function writtenAt(
  { search, replace }: Edit,
  { start, end, skipped, isLiteral }: EditPlace,
  current: readonly EditedLine[],
): readonly EditedLine[] | undefined {
  const had: { key: string; line: number | undefined }[] = [];
  const elisions: { at: number; lines: readonly EditedLine[]; from: number }[] = [];
  let at = start;
  const keep = (to: number): void => {
    for (; at < to; at++) had.push({ key: current[at]?.text ?? "", line: at });
  };
  for (const [index, line] of search.entries()) {
    if (skipped.length > 0 && isElision(line)) {
      const range = skipped[elisions.length] ?? { start: at, end: at };
      elisions.push({ at: index, lines: current.slice(range.start, range.end), from: range.start });
      keep(range.end);
    } else if (!isBlank(line)) {
      while (at < end && isBlank(current[at]?.text ?? "")) at++;
      had.push({ key: line, line: at++ });
    }
  }
  const wanted: EditedLine[] = [];
  let nth = 0;
  for (const [index, line] of replace.entries()) {
    if (isBlank(line)) continue;
    if (skipped.length === 0 || !isElision(line)) {
      wanted.push({ text: line, origin: undefined, isLiteral });
      continue;
    }
    const left = replace.slice(index).filter(isElision).length;
    const kept = elisions.slice(nth).find((elision, offset) => {
      const rest = elisions.length - nth - offset;
      return rest === left || (rest > left && isBeside(search, elision.at, replace, index));
    });
    if (kept === undefined) return undefined;
    nth = elisions.indexOf(kept) + 1;
    const shift = movedBy(search, kept.at, replace, index, kept.lines);
    const unit = detectIndentUnit([...replace, ...kept.lines.map(({ text }) => text)]);
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

/** Whether a line beside an elision stays beside it. */
function isBeside(search: readonly string[], old: number, replace: readonly string[], fresh: number): boolean {
  return [-1, 1].some((step) => isSame(search[old + step], replace[fresh + step]));
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && !isBlank(one) && one.trim() === other.trim();
}

/** By how many columns the line beside an elision moves; where none stays, a moved elision shows where the first line comes to stand. */
function movedBy(
  search: readonly string[],
  old: number,
  replace: readonly string[],
  fresh: number,
  kept: readonly EditedLine[],
): number {
  const step = [-1, 1].find((side) => isSame(search[old + side], replace[fresh + side]));
  if (step !== undefined) return indentWidth(replace[fresh + step] ?? "") - indentWidth(search[old + step] ?? "");
  const first = kept.find(({ text }) => !isBlank(text));
  const isMoved = indentOf(replace[fresh] ?? "") !== indentOf(search[old] ?? "");
  return first === undefined || !isMoved ? 0 : indentWidth(replace[fresh] ?? "") - indentWidth(first.text);
}
