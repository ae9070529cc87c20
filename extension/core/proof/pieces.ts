import { lineDiff } from "../diff/lineDiff.ts";
import { findAbbreviated, readAbbreviation } from "../sketch/abbreviations.ts";
import { IMPLIED, readLazyCode, type Item } from "../sketch/lazyCode.ts";
import { readLeadingPath } from "../sketch/paths.ts";
import { indentWidth, isBlank } from "../text/indentation.ts";
import { lineTexts } from "../text/lines.ts";
import { takeSteps, type Work } from "../text/work.ts";
import type { Comparison } from "./comparison.ts";
import { formOf, formOfCode, isWhollyComment } from "./lineForms.ts";

/** A line that the sketch shows. Blank lines have no say. */
interface ShownLine {
  readonly text: string;
  /** Zero-based, counted with the lines before the sketch (`offset`). */
  readonly line: number;
  /** How the line may read in the result: as it is written or, if it was abbreviated, as a line of the file that it stands for. */
  readonly forms: readonly string[];
  /** It stands in the result as a comment, and may as well be meant as a marker. */
  readonly mayBeMarker: boolean;
}

/** What stands between two pieces, before the first and behind the last. */
interface Gap {
  /** The column of a marker that the sketch shows there. */
  readonly column: number | undefined;
  /** Whoever wrote the sketch wrote a marker there. */
  readonly isWritten: boolean;
  /** What the markers say. */
  readonly words: readonly string[];
  /** What removal comments there name; an empty name for each that only says that something went. */
  readonly removed: readonly string[];
}

/** Lines that the sketch shows as neighbours. */
export interface ShownPiece {
  readonly lines: readonly ShownLine[];
  readonly before: Gap;
  readonly behind: Gap;
}

/** What code shows. */
export interface ShownPieces {
  readonly pieces: readonly ShownPiece[];
  /** Neither a marker nor a removal stands in it, nor a line with dots that is said to stay, so that it may be the whole file. */
  readonly isBare: boolean;
  /** The lines of the code without the model's label, the path in its first line. */
  readonly lines: readonly string[];
  /** How many lines of the code stand before them. */
  readonly start: number;
}

/**
 * Reads code into its pieces. Without any marker, units at the left edge with a blank line between them need not be neighbours. A comment
 * that may be a marker or a removal is one if the result does not have it. `offset` is added to the numbers of lines, and `seams` are
 * lines with markers that nobody wrote.
 */
export function readShownPieces(
  code: string,
  offset: number,
  { old: original, new: result, language }: Pick<Comparison, "old" | "new" | "language">,
  work: Work,
  seams: readonly number[] = [],
): ShownPieces {
  const written = lineTexts(code);
  const unwritten = new Set(seams);
  const label = readLeadingPath(written.slice(0, 5), language);
  const isLabel = (line: string, index: number): boolean =>
    label?.onlyPath === true && index === label.line && !original.some((other) => other.trim() === line.trim());
  const lines = written.map((line, index) => (isLabel(line, index) ? "" : line));
  const standing = new Set(result.map((line) => line.trim()));
  const items = readLazyCode(lines.join("\n"), original).map((item) =>
    item.type === "code" && item.also && !standing.has(item.text.trim()) ? item.also : item,
  );
  const isUnmarked = items.every(({ type }) => type === "code");
  const pieces: { lines: ShownLine[]; before: Gap; behind: Gap }[] = [];
  let gap: Gap = NO_GAP;
  let isApart = true;
  let trimmed: readonly string[] | undefined;
  let isCut = false;
  for (const [index, item] of items.entries()) {
    if (item.type === "code") {
      if (isBlank(item.text)) isApart ||= isUnmarked && mayHoldOthers(items, index);
      else {
        if (isApart) pieces.push({ lines: [], before: gap, behind: NO_GAP });
        pieces.at(-1)?.lines.push({
          ...{ text: item.text, line: item.line + offset, forms: formsOf(item.text) },
          mayBeMarker: item.also?.type === "marker",
        });
        isApart = false;
        gap = NO_GAP;
      }
      continue;
    }
    gap =
      item.type === "marker"
        ? {
            ...gap,
            column: item.line === IMPLIED ? undefined : item.column,
            words: [...gap.words, item.text],
            isWritten: gap.isWritten || (item.line !== IMPLIED && !unwritten.has(item.line)),
          }
        : { ...gap, removed: [...gap.removed, item.removed ?? ""] };
    isApart = true;
    const last = pieces.at(-1);
    if (last) last.behind = gap;
  }
  // Where nothing but removals is shown, they stand in no gap beside code.
  if (pieces.length === 0) pieces.push({ lines: [], before: gap, behind: NO_GAP });
  const start =
    label?.onlyPath === true
      ? Math.max(
          0,
          lines.findIndex((line) => line !== ""),
        )
      : 0;
  return { pieces, isBare: isUnmarked && !isCut, lines: lines.slice(start), start };

  function formsOf(text: string): readonly string[] {
    const abbreviation = readAbbreviation(text.trim());
    if (!abbreviation) return [formOf(text)];
    trimmed ??= original.map((line) => line.trim());
    const meant = findAbbreviated(abbreviation, trimmed, work).map((line) => formOf(original[line] ?? ""));
    if (!abbreviation.isSaid || meant.length === 0) return [formOf(text), ...meant];
    isCut = true;
    return meant;
  }
}

const NO_GAP: Gap = { column: undefined, isWritten: false, words: [], removed: [] };

/** A blank line between two lines at the left edge of the code. */
function mayHoldOthers(items: readonly Item[], blank: number): boolean {
  const text = (item: Item | undefined): string => (item?.type === "code" ? item.text : "");
  const edge = items.reduce(
    (least, item) => (isBlank(text(item)) ? least : Math.min(least, indentWidth(text(item)))),
    Infinity,
  );
  let behind = blank;
  while (behind < items.length && isBlank(text(items[behind]))) behind++;
  return behind < items.length && indentWidth(text(items[behind])) === edge;
}

/** A piece in the result. */
interface Place {
  readonly piece: number;
  /** Its first line and one past its last one, in lines of the result. */
  readonly start: number;
  readonly end: number;
  /** For each line of the piece the line of the result that it is; -1: it is a label that was left out, or missing. */
  readonly lineOf: readonly number[];
}

/** Where pieces stand in the result. */
export interface Placing {
  /** For each piece its place; `undefined` if no line of it was found. */
  readonly places: readonly (Place | undefined)[];
  /** For each line of the result the piece that shows it and the number of the line in it. */
  readonly shownAt: readonly ({ readonly piece: number; readonly at: number } | undefined)[];
}

/**
 * Finds each piece in the result as lines one after the other; between them only blank lines and comments of the file
 * may stand. Of several places those count that show most new lines, in the order of the sketch. A piece that stands
 * nowhere as a whole is laid over what lies between its neighbours. `undefined` if the work is spent.
 */
export function placePieces(pieces: readonly ShownPiece[], comparison: Comparison, work: Work): Placing | undefined {
  const forms = comparison.new.map(formOf);
  const codes = comparison.new.map(formOfCode);
  const index = new Map<string, number[]>();
  const add = (form: string, line: number): void => {
    const lines = index.get(form);
    if (lines === undefined) index.set(form, [line]);
    else lines.push(line);
  };
  forms.forEach((form, line) => {
    if (isBlank(comparison.new[line] ?? "")) return;
    add(form, line);
    if (codes[line] !== form) add(codes[line] ?? "", line);
  });
  const candidates = pieces.map((piece, number) => {
    const starts = piece.lines.map((shown) => shown.forms.flatMap((form) => index.get(form) ?? []));
    const wanted = starts.flatMap((lines, at) =>
      isLabel(piece.lines[at]?.text ?? "", comparison.language) && lines.length === 0 ? [] : [at],
    );
    const rarest = wanted.reduce(
      (best, at) => ((starts[at]?.length ?? 0) < (starts[best]?.length ?? 0) ? at : best),
      wanted[0] ?? 0,
    );
    return (starts[rarest] ?? []).flatMap((line): Place[] => {
      const lineOf = walk(piece.lines, rarest, line);
      return lineOf === undefined ? [] : [placeOf(number, lineOf)];
    });
  });
  if (work.isSpent) return undefined;
  const places = choosePlaces(candidates, comparison);
  for (const [number, piece] of pieces.entries()) {
    if (places[number] !== undefined || piece.lines.length === 0) continue;
    const start = places.slice(0, number).reduce((end, place) => Math.max(end, place?.end ?? 0), 0);
    const end = places.slice(number + 1).find((place) => place !== undefined && place.start >= start)?.start;
    const shown = piece.lines.map((one) => one.forms.find((form) => index.has(form)) ?? one.forms[0] ?? "");
    const between = layOver(shown, forms.slice(start, end ?? forms.length), start);
    const lineOf = between.some((line) => line >= 0) ? between : layOver(shown, freeForms(places), 0);
    if (lineOf.some((line) => line >= 0)) places[number] = placeOf(number, lineOf);
  }
  const shownAt: ({ piece: number; at: number } | undefined)[] = comparison.new.map(() => undefined);
  for (const place of places)
    place?.lineOf.forEach((line, at) => line >= 0 && (shownAt[line] = { piece: place.piece, at }));
  return { places, shownAt };

  /** The forms of the lines that no piece has, and a line end, which is in no line, for the others: no line counts for two pieces. */
  function freeForms(taken: readonly (Place | undefined)[]): readonly string[] {
    const lines = new Set(taken.flatMap((place) => place?.lineOf ?? []));
    return forms.map((form, line) => (lines.has(line) ? "\n" : form));
  }

  /** The lines of the piece around one that is found. */
  function walk(lines: readonly ShownLine[], anchor: number, found: number): number[] | undefined {
    const lineOf = lines.map(() => -1);
    lineOf[anchor] = found;
    for (const step of [1, -1]) {
      let line = found + step;
      for (let at = anchor + step; at >= 0 && at < lines.length; at += step) {
        if (!takeSteps(work, 1)) return undefined;
        const shown = lines[at];
        while (line in forms && !isShownAt(shown, line) && mayStay(line)) line += step;
        if (isShownAt(shown, line)) {
          lineOf[at] = line;
          line += step;
        } else if (!isLabel(lines[at]?.text ?? "", comparison.language)) return undefined;
      }
    }
    return lineOf;
  }

  function isShownAt(shown: ShownLine | undefined, line: number): boolean {
    return shown?.forms.some((form) => form === forms[line] || form === codes[line]) === true;
  }

  function mayStay(line: number): boolean {
    const text = comparison.new[line] ?? "";
    return isBlank(text) || (isWhollyComment(text, comparison.language) && (comparison.oldOf[line] ?? -1) >= 0);
  }
}

/** Checks whether a line is a comment with which a model points at its change and which is not part of it. */
export function isLabel(text: string, language: string | undefined): boolean {
  return (
    isWhollyComment(text, language) &&
    /\b(?:new|add(?:ed)?|changed?|updated?|modified|fix(?:ed)?|removed?)\b/i.test(text)
  );
}

function placeOf(piece: number, lineOf: readonly number[]): Place {
  const found = lineOf.filter((line) => line >= 0);
  return { piece, lineOf, start: found[0] ?? 0, end: (found.at(-1) ?? -1) + 1 };
}

function layOver(lines: readonly string[], forms: readonly string[], start: number): number[] {
  const lineOf = lines.map(() => -1);
  let [at, line] = [0, 0];
  for (const { old, new: fresh } of [
    ...lineDiff(lines, forms),
    { old: { start: lines.length, end: 0 }, new: { start: 0, end: 0 } },
  ]) {
    for (; at < old.start; at++) lineOf[at] = start + line++;
    [at, line] = [old.end, fresh.end];
  }
  return lineOf;
}

/** Of the places of each piece the one with which all together show most, each behind that of the piece before. */
function choosePlaces(
  candidates: readonly (readonly Place[])[],
  { new: lines, changes }: Comparison,
): (Place | undefined)[] {
  // Sums of new lines, and of places where lines went, up to each line.
  const news = new Int32Array(lines.length + 2);
  const losses = new Int32Array(lines.length + 2);
  for (const { old, new: fresh } of changes) {
    for (let line = fresh.start; line < fresh.end; line++) news[line + 1] = 1;
    if (old.end > old.start) losses[fresh.start + 1] = 1;
  }
  for (let line = 1; line < news.length; line++) {
    news[line] = (news[line] ?? 0) + (news[line - 1] ?? 0);
    losses[line] = (losses[line] ?? 0) + (losses[line - 1] ?? 0);
  }
  const valueOf = ({ start, end }: Place): number =>
    1_000_000 +
    2 * ((news[end] ?? 0) - (news[start] ?? 0)) +
    Math.min(1, (losses[end] ?? 0) - (losses[start + 1] ?? 0));
  interface Chain {
    readonly value: number;
    readonly place: Place;
    readonly before: Chain | undefined;
  }
  // The best chain that ends at or before each line, as a tree of prefixes.
  const best: (Chain | undefined)[] = Array.from({ length: lines.length + 1 }, () => undefined);
  const upTo = (line: number): Chain | undefined => {
    let found: Chain | undefined;
    for (let at = line; at > 0; at -= at & -at) if ((best[at]?.value ?? -1) > (found?.value ?? -1)) found = best[at];
    return found;
  };
  for (const places of candidates) {
    const chains = places.map((place): Chain => {
      const before = upTo(place.start);
      return { value: valueOf(place) + (before?.value ?? 0), place, before };
    });
    for (const chain of chains)
      for (let at = chain.place.end; at <= lines.length; at += at & -at)
        if (chain.value > (best[at]?.value ?? -1)) best[at] = chain;
  }
  const chosen: (Place | undefined)[] = candidates.map(() => undefined);
  for (let chain = upTo(lines.length); chain !== undefined; chain = chain.before)
    chosen[chain.place.piece] = chain.place;
  // A piece that stands elsewhere than the order of the sketch says.
  const isFree = ({ start, end }: Place): boolean =>
    chosen.every((other) => other === undefined || other.end <= start || end <= other.start);
  candidates.forEach((places, piece) => {
    chosen[piece] ??= places.filter(isFree).toSorted((a, b) => valueOf(b) - valueOf(a))[0];
  });
  return chosen;
}
