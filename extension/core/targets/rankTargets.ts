import { lineWeight, wordLength } from "../merge/lineKeys.ts";

/** The parts of a sketch that a file has. */
export interface FoundContent {
  /** Names that it declares. */
  readonly names: readonly string[];
  /** Telling lines, trimmed. */
  readonly lines: readonly string[];
}

/** The same in numbers, with what it is worth among all files that were looked into. */
export interface RankedContent {
  /** How many names and lines. */
  readonly names: number;
  readonly lines: number;
  readonly score: number;
}

/** A declared name tells as much as two long lines. */
const NAME_VALUE = 2;
/** A file is far ahead if its score is this many times that of the next one. */
const AHEAD = 2.5;

/**
 * Scores each of several files by what speaks for it: all names and lines of the sketch that it has, each shared among the files that have
 * it, so that what stands everywhere tells nothing. `spread`: how many files of the workspace hold a line, as far as that is known.
 */
export function scoreFiles(
  files: readonly FoundContent[],
  spread: ReadonlyMap<string, number> = new Map(),
): readonly number[] {
  const [names, lines] = [countOf(files.map((file) => file.names)), countOf(files.map((file) => file.lines))];
  const owners = (line: string): number => Math.max(lines.get(line) ?? 1, spread.get(line) ?? 1);
  return files.map(
    (file) =>
      sum(file.names.map((name) => NAME_VALUE / (names.get(name) ?? 1))) +
      sum(file.lines.map((line) => lineWeight(wordLength(line), 1) / owners(line))),
  );
}

/**
 * Finds the file that matches far better than all others, and well enough to be used without asking; `undefined` if there is none.
 * `sketch`: how many names and telling lines the sketch has.
 */
export function farAhead<File extends RankedContent>(
  files: readonly File[],
  sketch: { readonly names: number; readonly lines: number },
): File | undefined {
  const [best, second] = [...files].sort((a, b) => b.score - a.score);
  if (best === undefined || best.score <= 0 || !hasEnough(best, sketch)) return undefined;
  return second === undefined || best.score >= AHEAD * second.score ? best : undefined;
}

/** Checks whether a file has all names or lines of a sketch that has several, or so much of it that the rest can be new. */
function hasEnough(
  file: { readonly names: number; readonly lines: number },
  sketch: { readonly names: number; readonly lines: number },
): boolean {
  const isWhole = (found: number, all: number): boolean => found >= 2 && found === all;
  if (isWhole(file.names, sketch.names) || isWhole(file.lines, sketch.lines)) return true;
  if (file.names > 0 && file.lines > 0) return file.names * 2 >= sketch.names || file.lines * 4 >= sketch.lines;
  return file.lines >= 3 && file.lines * 4 >= sketch.lines;
}

function countOf(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const text of list) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
