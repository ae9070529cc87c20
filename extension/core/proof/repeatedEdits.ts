import { readElision } from "../sketch/markers.ts";
import type { Edit } from "../sketch/sketch.ts";
import { indentWidth, isBlank } from "../text/indentation.ts";

/** Edits as they were if they repeated the lines that their elisions stand for; one of which that is not clear stays as it is. */
export function repeatElisions(edits: readonly Edit[], lines: readonly string[]): readonly Edit[] {
  let from = 0;
  return edits.map((edit) => {
    const repeated = repeatElided(edit, lines, from);
    from = repeated?.end ?? from;
    return repeated?.edit ?? edit;
  });
}

/**
 * By a reading of its own: the first piece of the search stands in the file to the letter, each other one behind it, nearest to the
 * count. Of several places the only one behind the edit before it counts, else the one whose counts are nearest.
 */
function repeatElided(
  edit: Edit,
  lines: readonly string[],
  from: number,
): { readonly edit: Edit; readonly end: number } | undefined {
  const { search, replace } = withoutEdges(edit);
  if (!search.some(isElision)) {
    const starts = lines.flatMap((_, line) => (line >= from && standsAt(search, lines, line) ? [line] : []));
    const [start = from] = starts;
    return replace.some(isElision)
      ? undefined
      : { edit: { ...edit, search, replace }, end: starts.length === 1 ? start + search.length : from };
  }
  const found = findSkipped(search, lines, from);
  if (found === undefined) return undefined;
  const { skipped } = found;
  const repeated = search.flatMap((line, index) => skipped.get(index) ?? [line]);
  const written: string[] = [];
  const elisions = [...skipped.keys()];
  let searched = 0;
  for (const [index, line] of replace.entries()) {
    if (!isElision(line)) {
      written.push(line);
      continue;
    }
    // Of several elisions those that are left out are deleted: the line beside an elision says which one it is.
    const rest = elisions.filter((place) => place >= searched);
    const place =
      rest.length === replace.slice(index).filter(isElision).length
        ? rest[0]
        : rest.find((at) => isSame(search[at - 1], replace[index - 1]) || isSame(search[at + 1], replace[index + 1]));
    if (place === undefined) return undefined;
    searched = place + 1;
    const shift = movedBy(search, place, replace, index);
    for (const kept of skipped.get(place) ?? []) written.push(shift === 0 || isBlank(kept) ? kept : ` ${kept}`);
  }
  return { edit: { ...edit, search: repeated, replace: written }, end: found.end };
}

const isElision = (line: string): boolean => readElision(line) !== undefined;

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one.trim() !== "" && one.trim() === other.trim();

/** Elisions at both beginnings or both ends say nothing. */
function withoutEdges({ search, replace }: Edit): Pick<Edit, "search" | "replace"> {
  let [start, end] = [0, 0];
  while (isElision(search[start] ?? "") && isElision(replace[start] ?? "")) start++;
  while (isElision(search.at(-1 - end) ?? "") && isElision(replace.at(-1 - end) ?? "")) end++;
  return { search: search.slice(start, search.length - end), replace: replace.slice(start, replace.length - end) };
}

interface Skipped {
  /** The lines that each elision of the search stands for, by its place in the search. */
  readonly skipped: ReadonlyMap<number, readonly string[]>;
  readonly start: number;
  readonly end: number;
  readonly miscount: number;
}

function findSkipped(search: readonly string[], lines: readonly string[], from: number): Skipped | undefined {
  const first = search.findIndex(isElision);
  const starts = lines.flatMap((_, line) => (standsAt(search.slice(0, first), lines, line) ? [line] : []));
  const found = starts.flatMap((start): Skipped[] => {
    const skipped = new Map<number, string[]>();
    let at = start + first;
    let miscount = 0;
    for (let index = first; index < search.length;) {
      const behind = search.findIndex((line, other) => other > index && isElision(line));
      const piece = search.slice(index + 1, behind < 0 ? search.length : behind);
      const count = readElision(search[index] ?? "")?.count;
      const wanted = at + (count ?? 0);
      let next: number | undefined;
      for (let line = at; line <= lines.length - piece.length; line++) {
        if (next !== undefined && line - wanted >= Math.abs(next - wanted)) break;
        if (piece.length > 0 && standsAt(piece, lines, line)) next = line;
      }
      if (next === undefined) return [];
      skipped.set(index, lines.slice(at, next));
      if (count !== undefined) miscount += Math.abs(next - wanted);
      at = next + piece.length;
      index += 1 + piece.length;
    }
    return [{ skipped, start, end: at, miscount }];
  });
  const behind = found.filter(({ start }) => start >= from);
  if (found.length === 1 || behind.length !== 1) {
    const [best, next] = found.sort((a, b) => a.miscount - b.miscount);
    return next === undefined || (best?.miscount ?? 0) < next.miscount ? best : undefined;
  }
  return behind[0];
}

function standsAt(piece: readonly string[], lines: readonly string[], line: number): boolean {
  return piece.every((text, offset) => text.trimEnd() === lines[line + offset]?.trimEnd());
}

/** By how many columns the line beside an elision has moved. */
function movedBy(search: readonly string[], place: number, replace: readonly string[], index: number): number {
  for (const step of [-1, 1]) {
    const [old = "", fresh = ""] = [search[place + step], replace[index + step]];
    if (isSame(old, fresh)) return indentWidth(fresh) - indentWidth(old);
  }
  return indentWidth(replace[index] ?? "") - indentWidth(search[place] ?? "");
}
