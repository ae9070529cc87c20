import { lineDiff } from "../diff/lineDiff.ts";
import { bareKey, lineSimilarity, lineWeight, profileLine, tokens, wordLength } from "../merge/lineKeys.ts";
import type { LineRange } from "../text/lines.ts";

/** A run of a file that is like lines which are not in it. */
export interface AlikeRun {
  readonly lines: LineRange;
  /** The first line of the file, from 0, that differs from the wanted one, after some that are the same; `undefined` if there is none. */
  readonly firstDifference: number | undefined;
}

/** What is compared of the lines of a file, read once for all that is looked for in it. */
export interface ComparedLines {
  readonly lines: readonly string[];
  readonly traits: readonly (readonly string[])[];
  /** How often a trait occurs. */
  readonly counts: ReadonlyMap<string, number>;
}

const MAX_RUNS = 3;
const MAX_LINES = 250_000;
/** Lines that are aligned with those of a run: the first ones tell where it is. */
const MAX_ALIGNED = 60;
/** Likeness of two lines from which one can be the other. */
const SIMILAR = 0.45;
/** Share of what the words of the wanted lines weigh that a run must have, unless it has one of those lines that is rare in the file. */
const ENOUGH = 0.2;
const RARE = 3;
/** A second run is only worth looking at if it is nearly as good. */
const NEARLY = 0.85;
/** Lines of the file beside a run in which its ends are looked for. */
const MAX_BESIDE = 20;

/** Reads what is compared of the lines of a file, for as many lines as an apply would read. */
export function compareLines(file: readonly string[]): ComparedLines {
  const lines = file.slice(0, MAX_LINES);
  const traits = lines.map(traitsOf);
  const counts = new Map<string, number>();
  for (const ofLine of traits) for (const trait of ofLine) counts.set(trait, (counts.get(trait) ?? 0) + 1);
  return { lines, traits, counts };
}

/** Lists the words of a line and, as one more trait, all of it; nothing of a line without words. */
function traitsOf(line: string): readonly string[] {
  if (wordLength(line) === 0) return [];
  return [...tokens(line).filter((token) => wordLength(token) > 0), wholeLine(line)];
}

/** No word has a blank. */
const wholeLine = (line: string): string => ` ${bareKey(line)}`;
const isWhole = (trait: string): boolean => trait.startsWith(" ");

function weigh(trait: string, count: number): number {
  const weight = lineWeight(wordLength(trait), Math.max(1, count));
  return isWhole(trait) ? 4 * weight : weight;
}

/**
 * Finds the runs of a file, at most as long as the wanted lines or `longest`, that have most of their words and whole lines, the best
 * first; rare ones count more. Only those that are nearly as good as the best, at most `MAX_RUNS`; none if nothing is like it. Time grows
 * with the lines of both.
 */
export function alikeRuns(file: ComparedLines, wanted: readonly string[], longest = Infinity): readonly LineRange[] {
  const windows = rankWindows(file, wanted, Math.max(1, Math.min(wanted.length, longest)));
  const best: LineRange[] = [];
  for (const { range, weight } of windows) {
    if (best.length === MAX_RUNS || weight < NEARLY * (windows[0]?.weight ?? 0)) break;
    if (best.every(({ start, end }) => range.end <= start || end <= range.start)) best.push(range);
  }
  return best;
}

interface Window {
  readonly range: LineRange;
  readonly weight: number;
}

function rankWindows({ lines, traits, counts }: ComparedLines, wanted: readonly string[], height: number): Window[] {
  const left = new Map<string, number>();
  let total = 0;
  for (const trait of wanted.flatMap(traitsOf)) {
    left.set(trait, (left.get(trait) ?? 0) + 1);
    // A line that is not in the file as a whole may still be there nearly.
    if (!isWhole(trait)) total += weigh(trait, counts.get(trait) ?? 0);
  }
  const isRare = (trait: string): boolean => isWhole(trait) && (counts.get(trait) ?? 0) <= RARE;
  const windows: Window[] = [];
  let weight = 0;
  let rare = 0;
  for (let end = 1; end <= lines.length; end++) {
    let adds = false;
    for (const trait of traits[end - 1] ?? []) {
      const more = left.get(trait);
      if (more === undefined) continue;
      adds = true;
      if (more > 0) weight += weigh(trait, counts.get(trait) ?? 0);
      if (isRare(trait)) rare++;
      left.set(trait, more - 1);
    }
    for (const trait of traits[end - 1 - height] ?? []) {
      const more = left.get(trait);
      if (more === undefined) continue;
      if (more >= 0) weight -= weigh(trait, counts.get(trait) ?? 0);
      if (isRare(trait)) rare--;
      left.set(trait, more + 1);
    }
    const isAlike = rare > 0 || weight >= ENOUGH * total;
    if (adds && isAlike) windows.push({ range: { start: Math.max(0, end - height), end }, weight });
  }
  return windows.sort((a, b) => b.weight - a.weight);
}

/**
 * Moves the ends of a run to where those of the wanted lines would be, as the lines that are alike tell; the run stays as it is if none
 * are.
 */
export function fitRun({ lines }: ComparedLines, wanted: readonly string[], run: LineRange): AlikeRun {
  const beside = Math.min(wanted.length, MAX_BESIDE);
  const from = Math.max(0, run.start - beside);
  const to = Math.min(run.end, run.start + MAX_ALIGNED) + beside;
  const pairs = alikeLines(wanted.slice(0, MAX_ALIGNED), lines.slice(from, to));
  const [head, tail] = [pairs[0], pairs.at(-1)];
  if (head === undefined || tail === undefined) return { lines: run, firstDifference: undefined };
  const start = Math.max(0, from + head[1] - head[0]);
  const end = Math.min(lines.length, from + tail[1] + wanted.length - tail[0]);
  const [change] = lineDiff(wanted.map(keyOf), lines.slice(start, end).map(keyOf));
  const first = start + (change?.new.start ?? 0);
  return { lines: { start, end }, firstDifference: first > start && first < end ? first : undefined };
}

const keyOf = (line: string): string => bareKey(line);

/** Pairs the lines with words that are most alike, in the order of both, by their indexes. */
function alikeLines(old: readonly string[], fresh: readonly string[]): readonly (readonly [number, number])[] {
  const profiles = fresh.map(profileLine);
  const width = fresh.length + 1;
  const worths = new Float64Array(old.length * fresh.length);
  // The best sum of the lines from here on, on both sides.
  const sums = new Float64Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    const line = old[i] ?? "";
    const [profile, weight] = [profileLine(line), lineWeight(wordLength(line), 1)];
    for (let j = fresh.length - 1; j >= 0; j--) {
      const other = profiles[j];
      const likeness = other === undefined ? 0 : lineSimilarity(profile, other);
      const worth = likeness < SIMILAR ? 0 : weight * likeness;
      worths[i * fresh.length + j] = worth;
      const skipped = Math.max(sums[(i + 1) * width + j] ?? 0, sums[i * width + j + 1] ?? 0);
      sums[i * width + j] = Math.max(skipped, worth + (sums[(i + 1) * width + j + 1] ?? 0));
    }
  }
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < fresh.length) {
    const worth = worths[i * fresh.length + j] ?? 0;
    const sum = sums[i * width + j] ?? 0;
    if (worth > 0 && sum === worth + (sums[(i + 1) * width + j + 1] ?? 0)) {
      if (wordLength(old[i] ?? "") > 0) pairs.push([i, j]);
      i++;
      j++;
    } else if (sum === sums[(i + 1) * width + j]) i++;
    else j++;
  }
  return pairs;
}
