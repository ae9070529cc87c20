import { lineDiff } from "../diff/lineDiff.ts";
import { bareKey, looseKey } from "../merge/lineKeys.ts";
import { readNonCode } from "../sketch/markers.ts";
import type { Edit, EditFormat } from "../sketch/sketch.ts";
import { indentWidth, isBlank } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";

/** Edits times lines, each of which is looked at a few times: about a second. */
const MAX_WORK = 1_500_000;

/** What edits say that a file becomes, as far as that can be told without any tolerance. */
export type EditedLines =
  /** The lines of the new file without the blank ones. */
  | { readonly type: "known"; readonly lines: readonly string[] }
  /** The edit is for a part of the file in which its lines do not stand. */
  | { readonly type: "outside"; readonly edit: Edit }
  /** An edit searches what stands several times, or not just so, or nothing. */
  | { readonly type: "unknown" };

/** Makes edits one after the other, each where its lines stand once. Blank lines have no say. */
export function followEdits(
  lines: readonly string[],
  { format, edits }: { readonly format: EditFormat; readonly edits: readonly Edit[] },
): EditedLines {
  if (edits.length * lines.length > MAX_WORK) return { type: "unknown" };
  let current = lines.filter((line) => !isBlank(line));
  for (const edit of edits) {
    const search = edit.search.filter((line) => !isBlank(line));
    const replace = edit.replace.filter((line) => !isBlank(line));
    if (search.length === 0 || search.some((line) => readNonCode(line)?.type === "marker")) return { type: "unknown" };
    const scope = format === "v4a" ? edit.scope.at(-1) : undefined;
    const places = findPlaces(search, current);
    const inScope = scope === undefined ? places : places.filter((place) => stands(place, scope, current));
    if (places.length > 0 && inScope.length === 0) return { type: "outside", edit };
    const [place] = inScope;
    if (place === undefined || inScope.length > 1) return { type: "unknown" };
    const written: string[] = [];
    let at = 0;
    for (const change of lineDiff(search, replace)) {
      written.push(...current.slice(place.start + at, place.start + change.old.start));
      written.push(...replace.slice(change.new.start, change.new.end));
      at = change.old.end;
    }
    written.push(...current.slice(place.start + at, place.end));
    current = [...current.slice(0, place.start), ...written, ...current.slice(place.end)];
  }
  return { type: "known", lines: current };
}

/** Where the searched lines stand one after the other: to the letter but for indentation, else loosely. */
function findPlaces(search: readonly string[], lines: readonly string[]): LineRange[] {
  for (const read of [(line: string) => line.trim(), (line: string) => bareKey(line)]) {
    const wanted = search.map((line) => read(line));
    const had = lines.map((line) => read(line));
    const places = had.flatMap((key, start): LineRange[] =>
      key === wanted[0] && wanted.every((other, offset) => had[start + offset] === other)
        ? [{ start, end: start + wanted.length }]
        : [],
    );
    if (places.length > 0) return places;
  }
  return [];
}

/**
 * Whether a place stands in what a scope line opens, seen from the place: a line above it, or of it, is the scope line,
 * and no line between them is as little indented, which would have ended the block.
 */
function stands(place: LineRange, scope: string, lines: readonly string[]): boolean {
  const wanted = looseKey(scope);
  const words = scope.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const isNamed = (line: string): boolean => {
    const key = looseKey(line);
    if (key === wanted || (wanted.length > 2 && key.startsWith(wanted))) return true;
    const had = new Set(line.match(/[\p{L}\p{N}_$]+/gu) ?? []);
    return words.length > 0 && words.every((word) => had.has(word));
  };
  for (let line = place.end - 1; line >= place.start; line--) if (isNamed(lines[line] ?? "")) return true;
  let least = Infinity;
  for (let line = place.start - 1; line >= 0; line--) {
    const text = lines[line] ?? "";
    const width = indentWidth(text);
    const opensBlock = indentWidth(lines[line + 1] ?? "") > width || OPENS.test(lines[line + 1] ?? "");
    if ((width < least || !opensBlock) && isNamed(text)) return true;
    // The end of a signature of several lines, and a brace on a line of its own, go on with what is above them.
    if (!OPENS.test(text)) least = Math.min(least, width);
  }
  return false;
}

const OPENS = /^\s*(?:\{|[)\]].*[:{])\s*$/;
