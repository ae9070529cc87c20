import { lineSimilarity, type LineProfile } from "../merge/lineKeys.ts";
import type { Original } from "../merge/original.ts";
import { profileOf, weightOf, type ShownBlock } from "./shownBlock.ts";

/** A line of the file that a line of the block may be, or be a new form of. */
export interface Pair {
  readonly at: number;
  readonly line: number;
  /** 1 for the same line. */
  readonly like: number;
}

/** How alike two lines are at least that stand for each other. */
const ALIKE = 0.45;

/** Lines of the file that one line of a block is paired with, the most alike. */
const MAX_ALIKE = 100;

/** A file as blocks are compared with it: computed once for all of them. */
export interface ComparedFile {
  readonly file: Original;
  readonly profiles: readonly LineProfile[];
  readonly weights: readonly number[];
  /** For each word the lines that have it. */
  readonly byWord: ReadonlyMap<string, readonly number[]>;
}

const WORD = /^[\p{L}\p{N}_$]+$/u;

/** Reads what the lines of a file are compared by. */
export function compareFile(file: Original): ComparedFile {
  const profiles = file.trimmed.map(profileOf);
  const byWord = new Map<string, number[]>();
  for (const [line, { tokens }] of profiles.entries()) {
    for (const token of new Set(tokens)) {
      if (!WORD.test(token)) continue;
      const lines = byWord.get(token);
      if (lines) lines.push(line);
      else byWord.set(token, [line]);
    }
  }
  return { file, profiles, weights: file.trimmed.map(weightOf), byWord };
}

/** Lists the pairs of lines of a block and the file that are alike, by line of the block and then of the file. */
export function findPairs(block: ShownBlock, { file, profiles, byWord }: ComparedFile): Pair[] {
  const pairs: Pair[] = [];
  for (const [at, text] of block.trimmed.entries()) {
    const profile = block.profiles[at];
    if (text === "" || profile === undefined) continue;
    const likes = new Map<number, number>();
    for (const line of file.byLoose.get(block.loose[at] ?? "") ?? []) likes.set(line, 0.98);
    for (const line of file.byTrimmed.get(text) ?? []) likes.set(line, 1);
    const near = new Set<number>();
    for (const token of new Set(profile.tokens)) for (const line of byWord.get(token) ?? []) near.add(line);
    for (const line of near) {
      const other = profiles[line];
      if (likes.has(line) || other === undefined || !mayBeAlike(profile, other)) continue;
      const like = Math.min(0.97, lineSimilarity(profile, other));
      if (like >= ALIKE) likes.set(line, like);
    }
    const most = [...likes].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MAX_ALIKE);
    for (const [line, like] of most.sort((a, b) => a[0] - b[0])) pairs.push({ at, line, like });
  }
  return pairs;
}

/** Whether two lines can reach `ALIKE` by their lengths alone. */
const mayBeAlike = (a: LineProfile, b: LineProfile): boolean =>
  (2 * Math.min(a.value, b.value)) / (a.value + b.value) >= ALIKE ||
  (a.identity !== undefined && a.identity === b.identity);

/** How a block and the lines of a window stand for each other, best in one order. */
export interface BlockAlignment {
  /** Of the block's lines by what they say: the same as in the window, changed, and new. They add up to 1. */
  readonly kept: number;
  readonly changed: number;
  readonly isNew: number;
  /** How alike all of it is, from 0 to 1. */
  readonly like: number;
  /** How many words the changed lines have in common with those that they take the place of, from 0 to 1; signs are in every line. */
  readonly commonWords: number;
  /** Lines of the window that nothing stands for, and what share of it they say. */
  readonly deleted: number;
  readonly deletedShare: number;
  /** How alike the line of the block is that stands for the first (last) of the window, if it is the first (last) of the block; else 0. */
  readonly first: number;
  readonly last: number;
  /** Whether a line of the block stands for the first (last) of the window. */
  readonly hasFirst: boolean;
  readonly hasLast: boolean;
  /** The first two lines that stand for each other. */
  readonly pair: Pair | undefined;
}

/** Aligns a block with the lines `start` to `end` of the file. `likes`: for each line of the block how alike lines of the file are. */
export function alignWindow(
  block: ShownBlock,
  likes: readonly ReadonlyMap<number, number>[],
  { weights, profiles }: ComparedFile,
  start: number,
  end: number,
): BlockAlignment {
  const size = end - start;
  const stride = size + 1;
  const rows = block.trimmed.length;
  const best = new Float64Array((rows + 1) * stride);
  for (let at = rows - 1; at >= 0; at--) {
    const of = likes[at];
    const weight = block.weights[at] ?? 0;
    for (let col = size - 1; col >= 0; col--) {
      const like = of?.get(start + col) ?? 0;
      const skip = Math.max(best[(at + 1) * stride + col] ?? 0, best[at * stride + col + 1] ?? 0);
      const take = like > 0 ? like * weight + (best[(at + 1) * stride + col + 1] ?? 0) : 0;
      best[at * stride + col] = Math.max(skip, take);
    }
  }
  let [kept, changed, covered, deleted, common] = [0, 0, 0, 0, 0];
  let windowWeight = 0;
  for (let line = start; line < end; line++) {
    windowWeight += weights[line] ?? 0;
    if ((weights[line] ?? 0) > 0) deleted++;
  }
  const paired: Pair[] = [];
  for (let at = 0, col = 0; at < rows && col < size;) {
    const like = likes[at]?.get(start + col) ?? 0;
    const here = best[at * stride + col] ?? 0;
    if (like > 0 && here === like * (block.weights[at] ?? 0) + (best[(at + 1) * stride + col + 1] ?? 0)) {
      paired.push({ at, line: start + col, like });
      at++;
      col++;
    } else if (here === (best[(at + 1) * stride + col] ?? 0)) at++;
    else col++;
  }
  for (const { at, line, like } of paired) {
    if (like === 1) kept += block.weights[at] ?? 0;
    else {
      const weight = block.weights[at] ?? 0;
      changed += weight;
      common += weight * wordsInCommon(block.profiles[at]?.tokens ?? [], profiles[line]?.tokens ?? []);
    }
    covered += weights[line] ?? 0;
    deleted--;
  }
  const [first, last] = [paired[0], paired.at(-1)];
  const total = block.total || 1;
  return {
    kept: kept / total,
    changed: changed / total,
    isNew: (total - kept - changed) / total,
    commonWords: changed === 0 ? 0 : common / changed,
    like: (best[0] ?? 0) / total,
    deleted,
    deletedShare: windowWeight === 0 ? 0 : (windowWeight - covered) / windowWeight,
    first: first?.at === 0 && first.line === start ? first.like : 0,
    last: last?.at === rows - 1 && last.line === end - 1 ? last.like : 0,
    hasFirst: first?.line === start,
    hasLast: last?.line === end - 1,
    pair: first,
  };
}

/** The share of the words of two lines that both have. */
function wordsInCommon(one: readonly string[], other: readonly string[]): number {
  const [words, others] = [one.filter(isWord), other.filter(isWord)];
  const known = new Set(others);
  const shared = words.filter((word) => known.has(word)).length;
  return words.length + others.length === 0 ? 1 : (2 * shared) / (words.length + others.length);
}

const isWord = (token: string): boolean => WORD.test(token);
