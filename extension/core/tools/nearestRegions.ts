import type { Candidate } from "../merge/mergeResult.ts";
import { readNonCode } from "../sketch/markers.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import { alikeRuns, compareLines } from "./alikeRuns.ts";
import { shownRange, type EditResult } from "./editResult.ts";

const MAX_REGIONS = 3;
/** Lines of a region that are shown. */
const MAX_LINES = 24;
const CONTEXT = 3;
/** Characters of a region; what does not fit is left out by whole lines, so that the others can be repeated to the letter. */
const MAX_CHARS = 4_000;
/** How many characters are shown of a line longer than `MAX_CHARS`: minified code has all of it in one line. */
const MAX_LINE = 500;

/**
 * Finds where in a file a sketch may belong, for a model that is to try again: what the engine was in doubt about, else the runs of lines
 * that share most with the sketch. If the sketch shares nothing with the file: all of a short file, nothing of a longer one.
 */
export function nearestRegions(
  original: string,
  sketch: string,
  candidates: readonly Pick<Candidate, "original">[],
): EditResult["regions"] {
  const lines = lineTexts(original);
  const places = candidates.length > 0 ? candidates.map((candidate) => candidate.original) : alikePlaces(lines, sketch);
  const regions = showRegions(lines, places, MAX_REGIONS);
  const isShort = lines.length <= MAX_LINES;
  return regions.length === 0 && isShort ? showRegions(lines, [{ start: 0, end: lines.length }], 1) : regions;
}

function alikePlaces(lines: readonly string[], sketch: string): readonly LineRange[] {
  const shownLines = lineTexts(sketch).filter((line) => line.trim() !== "" && readNonCode(line) === undefined);
  return alikeRuns(compareLines(lines), shownLines, MAX_LINES - 2 * CONTEXT);
}

/** Shows at most `most` places, to the letter, with some lines around each; those that then overlap or touch are one. */
export function showRegions(
  lines: readonly string[],
  places: readonly LineRange[],
  most: number,
): EditResult["regions"] {
  return joined(places.map((place) => within(place, lines.length)))
    .slice(0, most)
    .map((range) => asFits(lines, range));
}

/** Returns the part of a run to be looked at: from `line` on, if not all of it can be shown. `showRegions` adds some lines before. */
export function partFrom(run: LineRange, line: number | undefined): LineRange {
  const isWhole = run.end - run.start <= MAX_LINES - 2 * CONTEXT;
  return line === undefined || isWhole ? run : { start: Math.max(run.start, line), end: run.end };
}

function asFits(lines: readonly string[], { start, end }: LineRange): EditResult["regions"][number] {
  const texts: string[] = [];
  let length = 0;
  for (const line of lines.slice(start, end).map(cut)) {
    length += line.length;
    if (texts.length > 0 && length > MAX_CHARS) break;
    texts.push(line);
  }
  return { lines: shownRange({ start, end: start + texts.length }), text: texts.join("\n") };
}

function cut(line: string): string {
  if (line.length <= MAX_CHARS) return line;
  return `${line.slice(0, MAX_LINE)} [${line.length - MAX_LINE} more characters of this line are not shown]`;
}

/** Adds some lines around a place, but not more than are shown. */
function within({ start, end }: LineRange, count: number): LineRange {
  const from = Math.max(0, start - CONTEXT);
  return { start: from, end: Math.min(count, end + CONTEXT, from + MAX_LINES) };
}

/** Joins those that overlap or touch, in the order in which they were given. */
function joined(ranges: readonly LineRange[]): readonly LineRange[] {
  const kept: LineRange[] = [];
  for (const range of ranges) {
    const index = kept.findIndex(({ start, end }) => range.start <= end && start <= range.end);
    const known = kept[index];
    if (known === undefined) kept.push(range);
    else {
      const start = Math.min(known.start, range.start);
      kept[index] = { start, end: Math.min(Math.max(known.end, range.end), start + MAX_LINES) };
    }
  }
  return kept.filter(({ start, end }) => start < end);
}
