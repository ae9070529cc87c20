import { meet } from "../diff/clusters.ts";
import { lineDiff } from "../diff/lineDiff.ts";
import type { LineChange } from "../diff/lineChange.ts";
import { indentWidth, isBlank } from "../text/indentation.ts";
import { joinLines, lineTexts, splitLines, type LineRange } from "../text/lines.ts";
import { endLines, type WrittenLine } from "./lineEnds.ts";
import type { Alternative } from "./mergeResult.ts";

/** The lines of an original and those of a text that was made from it, with what differs. */
export interface Revision {
  readonly original: readonly string[];
  readonly lines: readonly string[];
  readonly changes: readonly LineChange[];
}

/** Lines that stand in place of a run of lines of the revised text. */
export interface Splice {
  readonly place: LineRange;
  readonly lines: readonly string[];
}

/** Compares a text with the original that it was made from. */
export function revise(original: readonly string[], lines: readonly string[]): Revision {
  return { original, lines, changes: lineDiff(original, lines) };
}

/**
 * Computes the alternative by which the revised text becomes `wanted`; `undefined` if it is that already. `withAlternatives` writes just
 * that text again.
 */
export function alternativeOf(
  revision: Revision,
  wanted: readonly string[],
  certainty: number,
): Alternative | undefined {
  const place = { start: 0, end: revision.lines.length };
  return alternativeAt(revision, { place, lines: wanted }, certainty);
}

/**
 * Computes the alternative that makes a splice in the revised text; `undefined` if its lines stand there already. Cost: the lines of the
 * splice, and the changes of the revision.
 */
export function alternativeAt(revision: Revision, splice: Splice, certainty: number): Alternative | undefined {
  const { place, lines } = withoutSameEnds(revision, splice);
  if (place.start === place.end && lines.length === 0) return undefined;
  const concerned = revision.changes.filter((change) => concerns(place, change.new, change));
  const start = Math.min(place.start, concerned[0]?.new.start ?? place.start);
  const end = Math.max(place.end, concerned.at(-1)?.new.end ?? place.end);
  const shift = shiftBefore(revision.changes, concerned, (change) => change.new.end <= place.start);
  const grown = concerned.reduce((total, change) => total + growthOf(change), 0);
  const original = { start: start - shift, end: end - shift - grown };
  const all = [...revision.lines.slice(start, place.start), ...lines, ...revision.lines.slice(place.end, end)];
  return { original, lines: all, certainty, label: labelOf(revision.original, original, all) };
}

/** Finds which lines of the revised text an alternative replaces, and by what. */
export function spliceOf({ changes }: Revision, { original, lines }: Alternative): Splice {
  const concerned = changes.filter((change) => concerns(original, change.old, change));
  const first = Math.min(original.start, concerned[0]?.old.start ?? original.start);
  const last = Math.max(original.end, concerned.at(-1)?.old.end ?? original.end);
  const shift = shiftBefore(changes, concerned, (change) => change.old.end <= original.start);
  const grown = concerned.reduce((total, change) => total + growthOf(change), 0);
  return { place: { start: first + shift, end: last + shift + grown }, lines };
}

/**
 * Writes the whole text with alternatives of different pieces: `text`, which was made from `original`, with the lines of each in their
 * place. Lines that stay keep their ends, and new ones take those around them. `undefined` if two alternatives are about the same lines.
 */
export function withAlternatives(
  original: string,
  text: string,
  alternatives: readonly Alternative[],
): string | undefined {
  const { bom, lines: source } = splitLines(text);
  const revision = revise(lineTexts(original), lineTexts(text));
  const splices = alternatives
    .map((alternative) => spliceOf(revision, alternative))
    .sort((a, b) => a.place.start - b.place.start || a.place.end - b.place.end);
  const output: WrittenLine[] = [];
  let at = 0;
  const keep = (line: number): void => {
    const { text: kept = "", eol = "" } = source[line] ?? {};
    output.push({ text: kept, eol: eol === "" ? undefined : eol });
  };
  for (const [index, { place, lines }] of splices.entries()) {
    if (index > 0 && meet(place, splices[index - 1]?.place ?? place)) return undefined;
    for (; at < place.start; at++) keep(at);
    for (const change of lineDiff(revision.lines.slice(place.start, place.end), lines)) {
      for (; at < place.start + change.old.start; at++) keep(at);
      for (const fresh of lines.slice(change.new.start, change.new.end)) output.push({ text: fresh, eol: undefined });
      at = place.start + change.old.end;
    }
    for (; at < place.end; at++) keep(at);
  }
  for (; at < source.length; at++) keep(at);
  return joinLines({ bom, lines: endLines(output, source) });
}

/** The splice without the lines at both ends that stand there already. */
function withoutSameEnds({ lines: now }: Revision, { place, lines }: Splice): Splice {
  let { start, end } = place;
  let first = 0;
  let last = lines.length;
  while (start < end && first < last && now[start] === lines[first]) {
    start++;
    first++;
  }
  while (start < end && first < last && now[end - 1] === lines[last - 1]) {
    end--;
    last--;
  }
  return { place: { start, end }, lines: lines.slice(first, last) };
}

/**
 * Whether a change belongs to a run of lines of one of its sides as a whole. So do lines that were only inserted and touch it: on the other
 * side nothing tells what is before them from what is after them.
 */
function concerns(range: LineRange, side: LineRange, { old }: LineChange): boolean {
  if (meet(range, side)) return true;
  return old.start === old.end && side.start <= range.end && range.start <= side.end;
}

function shiftBefore(
  changes: readonly LineChange[],
  concerned: readonly LineChange[],
  isBefore: (change: LineChange) => boolean,
): number {
  const apart = new Set(concerned);
  return changes.reduce(
    (total, change) => (isBefore(change) && !apart.has(change) ? total + growthOf(change) : total),
    0,
  );
}

const growthOf = ({ old, new: fresh }: LineChange): number => fresh.end - fresh.start - (old.end - old.start);

/** What a user reads of a change of the original: where it is, with a line of code to know it by. */
function labelOf(original: readonly string[], { start, end }: LineRange, lines: readonly string[]): string {
  const scope = scopeOf(original, start);
  if (start === end) {
    const before = original.slice(0, start).findLastIndex((line) => !isBlank(line));
    if (before === -1) return "at the beginning";
    // The line that opens a block is not in it.
    const other = scope === before ? scopeOf(original, before) : scope;
    return `after line ${String(before + 1)}, ${quoted(original, before)}${inScope(original, other)}`;
  }
  const what = lines.length === 0 ? "delete" : "replace";
  const named = end - start === 1 ? `line ${String(start + 1)}` : `lines ${String(start + 1)} to ${String(end)}`;
  const first = original.slice(start, end).findIndex((line) => !isBlank(line));
  return `${what} ${named}${first === -1 ? "" : `, ${quoted(original, start + first)}`}${inScope(original, scope)}`;
}

/** The two lines that enclose it, since methods of two classes may have one name. */
function inScope(original: readonly string[], scope: number | undefined): string {
  if (scope === undefined) return "";
  const outer = scopeOf(original, scope);
  return `, in ${quoted(original, scope)}${outer === undefined ? "" : ` of ${quoted(original, outer)}`}`;
}

/** The line above that encloses a line by its indentation. */
function scopeOf(original: readonly string[], line: number): number | undefined {
  const own = original.slice(line, line + MAX_BLANKS).find((text) => !isBlank(text));
  const width = indentWidth(own ?? "");
  for (let above = line - 1; width > 0 && above >= Math.max(0, line - MAX_ABOVE); above--) {
    const text = original[above] ?? "";
    if (!isBlank(text) && indentWidth(text) < width) return above;
  }
  return undefined;
}

/** How far up the line that encloses another one is looked for; further up it says little. */
const MAX_ABOVE = 500;
const MAX_BLANKS = 20;

const quoted = (lines: readonly string[], line: number): string => `\`${lines[line]?.trim() ?? ""}\``;
