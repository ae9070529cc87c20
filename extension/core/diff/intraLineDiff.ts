import { diffArrays } from "diff";

/** A part of one line: UTF-16 columns, zero-based, end-exclusive. */
export interface CharRange {
  readonly start: number;
  readonly end: number;
}

/** The parts of two versions of a line that differ, ascending, never empty. */
export interface IntraLineDiff {
  readonly old: readonly CharRange[];
  readonly new: readonly CharRange[];
}

/** Two lines of a hunk that are versions of each other: indices into its removed and its added lines. */
export interface LinePair {
  readonly old: number;
  readonly new: number;
}

/** Lines must share this part of their words, blanks aside, to be versions of each other. */
const LEAST_LIKENESS = 0.4;

/** No person reads the emphasis in a longer line. */
const MAX_LENGTH = 20_000;

/** How many words may lie between the equal ends of two lines, and how many edits they may cost, before they count as replaced whole. */
const MAX_WORDS = 400;
const MAX_EDITS = 100;

/** The most pairs of lines that are compared for the best pairing; a larger hunk is paired in order. */
const MAX_PAIRS = 2_500;

/**
 * Finds the parts in which two versions of a line differ, by words; `undefined` if the lines share too little to help a reader, or are
 * too long. If words were only removed, the new side is empty; if they were only added, the old side is; if the lines are equal, both
 * are.
 */
export function intraLineDiff(oldLine: string, newLine: string): IntraLineDiff | undefined {
  if (oldLine.length > MAX_LENGTH || newLine.length > MAX_LENGTH) return undefined;
  const oldWords = wordsOf(oldLine);
  const newWords = wordsOf(newLine);
  const shorter = Math.min(oldWords.length, newWords.length);
  let head = 0;
  while (head < shorter && oldWords[head] === newWords[head]) head++;
  let tail = 0;
  while (tail < shorter - head && oldWords.at(-1 - tail) === newWords.at(-1 - tail)) tail++;

  const oldRanges = createRanges(lengthOf(oldWords.slice(0, head)));
  const newRanges = createRanges(lengthOf(newWords.slice(0, head)));
  let shared = wordLength([...oldWords.slice(0, head), ...oldWords.slice(oldWords.length - tail)]);
  for (const { type, words } of differences(
    oldWords.slice(head, oldWords.length - tail),
    newWords.slice(head, newWords.length - tail),
  )) {
    const length = lengthOf(words);
    if (type === "equal") shared += wordLength(words);
    // A blank between two changed words is not worth a gap in the emphasis.
    const equal = words.some((word) => word.trim() !== "") ? "kept" : "blank";
    if (type !== "added") oldRanges.take(length, type === "removed" ? "changed" : equal);
    if (type !== "removed") newRanges.take(length, type === "added" ? "changed" : equal);
  }
  const all = wordLength(oldWords) + wordLength(newWords);
  if (all === 0 || (2 * shared) / all < LEAST_LIKENESS) return undefined;
  return { old: oldRanges.ranges, new: newRanges.ranges };
}

/** Collects the ranges of changed parts, which come one after the other. */
function createRanges(start: number) {
  const ranges: CharRange[] = [];
  let at = start;
  let isOpen = false;
  return {
    ranges,
    take(length: number, type: "changed" | "blank" | "kept"): void {
      const last = ranges.at(-1);
      if (type === "changed" && isOpen && last) ranges[ranges.length - 1] = { start: last.start, end: at + length };
      else if (type === "changed") ranges.push({ start: at, end: at + length });
      if (type !== "blank") isOpen = type === "changed";
      at += length;
    },
  };
}

interface Difference {
  readonly type: "equal" | "removed" | "added";
  readonly words: readonly string[];
}

function differences(oldWords: readonly string[], newWords: readonly string[]): Difference[] {
  const isBounded = oldWords.length <= MAX_WORDS && newWords.length <= MAX_WORDS;
  const parts = isBounded ? diffArrays([...oldWords], [...newWords], { maxEditLength: MAX_EDITS }) : undefined;
  const found: Difference[] = parts
    ? parts.map(({ added, removed, value }) => ({
        type: added ? "added" : removed ? "removed" : "equal",
        words: value,
      }))
    : [
        { type: "removed", words: oldWords },
        { type: "added", words: newWords },
      ];
  return found.filter(({ words }) => words.length > 0);
}

/** Splits a line into names and numbers, runs of blanks, and every other character by itself. */
function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{M}\p{N}_$]+|\s+|[^]/gu) ?? [];
}

function lengthOf(words: readonly string[]): number {
  return words.reduce((length, word) => length + word.length, 0);
}

function wordLength(words: readonly string[]): number {
  return lengthOf(words.filter((word) => word.trim() !== ""));
}

/**
 * Pairs the removed lines of a hunk with the added ones, in order on both sides, so that the pairs are as alike as possible overall. A
 * line without a counterpart stays alone. If there are more than `MAX_PAIRS` possible pairs, lines are paired by their order.
 */
export function pairLines(oldLines: readonly string[], newLines: readonly string[]): LinePair[] {
  const oldWords = oldLines.map(countWords);
  const newWords = newLines.map(countWords);
  const likeness = (old: number, fresh: number): number => {
    const [left, right] = [oldWords[old], newWords[fresh]];
    const found = left && right ? likenessOf(left, right) : 0;
    return found < LEAST_LIKENESS ? 0 : found;
  };
  if (oldLines.length * newLines.length > MAX_PAIRS) {
    const inOrder = oldLines.slice(0, newLines.length).map((_, index) => ({ old: index, new: index }));
    return inOrder.filter((pair) => likeness(pair.old, pair.new) > 0);
  }
  // best[old][fresh]: the likeness that the lines from there on can reach.
  const best = Array.from({ length: oldLines.length + 1 }, () => new Float64Array(newLines.length + 1));
  const bestFrom = (old: number, fresh: number): number => best[old]?.[fresh] ?? 0;
  for (let old = oldLines.length - 1; old >= 0; old--)
    for (let fresh = newLines.length - 1; fresh >= 0; fresh--) {
      const like = likeness(old, fresh);
      const paired = like > 0 ? like + bestFrom(old + 1, fresh + 1) : 0;
      const row = best[old];
      if (row) row[fresh] = Math.max(paired, bestFrom(old + 1, fresh), bestFrom(old, fresh + 1));
    }
  const pairs: LinePair[] = [];
  for (let old = 0, fresh = 0; old < oldLines.length && fresh < newLines.length;) {
    const here = bestFrom(old, fresh);
    if (here === bestFrom(old + 1, fresh)) old++;
    else if (here === bestFrom(old, fresh + 1)) fresh++;
    else pairs.push({ old: old++, new: fresh++ });
  }
  return pairs;
}

interface CountedWords {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

function countWords(line: string): CountedWords {
  const counts = new Map<string, number>();
  // The beginning of a minified line tells enough.
  const words = wordsOf(line.slice(0, 2_000)).filter((word) => word.trim() !== "");
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, length: lengthOf(words) };
}

function likenessOf(left: CountedWords, right: CountedWords): number {
  if (left.length + right.length === 0) return 0;
  let shared = 0;
  for (const [word, count] of left.counts) shared += Math.min(count, right.counts.get(word) ?? 0) * word.length;
  return (2 * shared) / (left.length + right.length);
}
