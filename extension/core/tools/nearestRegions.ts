import { bareKey, lineWeight, wordLength } from "../merge/lineKeys.ts";
import type { Candidate } from "../merge/mergeResult.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import type { EditResult } from "./editResult.ts";
import { shownRange } from "./shownRange.ts";

const MAX_REGIONS = 3;
/** Lines of a region that are shown. */
const MAX_LINES = 24;
const CONTEXT = 3;
/** What of a line is shown, in characters: code that was made small has all of it in one. */
const MAX_LINE = 500;

/**
 * Where in a file a sketch may belong, for a model that shall try again: what the engine was in doubt about, else the runs of
 * lines that share most with the sketch. For a sketch that has nothing of the file: all of a short one, nothing of a longer one.
 */
export function nearestRegions(
  original: string,
  sketch: string,
  candidates: readonly Pick<Candidate, "original">[],
): EditResult["regions"] {
  const lines = lineTexts(original);
  const places = candidates.length > 0 ? candidates.map((candidate) => candidate.original) : alikeRuns(lines, sketch);
  const isShort = lines.length <= MAX_LINES;
  const found = joined(places.map((place) => within(place, lines.length))).slice(0, MAX_REGIONS);
  return (found.length === 0 && isShort && lines.length > 0 ? [{ start: 0, end: lines.length }] : found).map(
    (range) => ({ lines: shownRange(range), text: lines.slice(range.start, range.end).map(cut).join("\n") }),
  );
}

function cut(line: string): string {
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)} ...` : line;
}

/** With some lines around it, and not more than are shown. */
function within({ start, end }: LineRange, count: number): LineRange {
  const from = Math.max(0, start - CONTEXT);
  return { start: from, end: Math.min(count, end + CONTEXT, from + MAX_LINES) };
}

/** Those that overlap are one, in the order in which they were given. */
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

/** Runs of a file as long as the sketch, those first that have most of its lines, as far as these say something. */
function alikeRuns(lines: readonly string[], sketch: string): readonly LineRange[] {
  const wanted = new Set(
    lineTexts(sketch)
      .filter((line) => wordLength(line) > 0)
      .map((line) => bareKey(line)),
  );
  const height = Math.min(MAX_LINES - 2 * CONTEXT, Math.max(1, wanted.size));
  const keys = lines.map((line) => bareKey(line));
  const occurrences = new Map<string, number>();
  for (const key of keys) occurrences.set(key, (occurrences.get(key) ?? 0) + 1);
  const weights = keys.map((key, at) =>
    wanted.has(key) ? lineWeight(wordLength(lines[at] ?? ""), occurrences.get(key) ?? 1) : 0,
  );
  const runs: { readonly range: LineRange; readonly weight: number }[] = [];
  let weight = 0;
  for (let end = 1; end <= lines.length; end++) {
    weight += (weights[end - 1] ?? 0) - (weights[end - 1 - height] ?? 0);
    if ((weights[end - 1] ?? 0) > 0) runs.push({ range: { start: Math.max(0, end - height), end }, weight });
  }
  const best: LineRange[] = [];
  for (const { range } of runs.sort((a, b) => b.weight - a.weight)) {
    if (best.length === MAX_REGIONS) break;
    if (best.every(({ start, end }) => range.end <= start || end <= range.start)) best.push(range);
  }
  return best;
}
