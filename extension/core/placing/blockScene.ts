import type { LineProfile } from "../merge/lineKeys.ts";
import { isAttached } from "../sketch/declaredExtent.ts";
import { isImport } from "../sketch/declaredNames.ts";
import { indentWidth } from "../text/indentation.ts";
import { wordParts, type Cues } from "./cues.ts";
import { alignWindow, findPairs, type BlockAlignment } from "./likeness.ts";
import { balanceOf, firstWordOf, identityOf, type Balance, type PlacingFile } from "./placingFile.ts";
import type { ShownBlock } from "./shownBlock.ts";
import { findAlikeRuns, findEquals, type Run, type Window } from "./windows.ts";

/** Whether the blocks of an answer begin at the margin wherever they go, or stand as deep as in the file. */
export type BlockStyle = "moved" | "kept" | "unknown";

/** Lines that say less are alike by chance. */
const TELLING = 5;

/** Determines how the blocks of an answer are indented, by the lines of the file that they show. */
export function readBlockStyle(blocks: readonly ShownBlock[], { compared, facts }: PlacingFile): BlockStyle {
  const { byTrimmed } = compared.file;
  let [moved, kept] = [0, 0];
  for (const block of blocks) {
    for (const [at, text] of block.trimmed.entries()) {
      const places = byTrimmed.get(text) ?? [];
      if ((block.weights[at] ?? 0) < TELLING || places.length === 0) continue;
      const own = indentWidth(block.lines[at] ?? "");
      const widths = places.map((line) => facts[line]?.width ?? 0);
      if (widths.every((width) => width > own)) moved++;
      else if (own > 0 && widths.includes(own)) kept++;
    }
    if (block.least > 0) kept++;
  }
  return moved > kept ? "moved" : kept > 0 ? "kept" : "unknown";
}

/** A block with its words and the file, and what is asked of them for every window. */
export interface BlockScene {
  readonly block: ShownBlock;
  readonly cues: Cues;
  readonly placing: PlacingFile;
  readonly style: BlockStyle;
  readonly likes: readonly ReadonlyMap<number, number>[];
  readonly runs: readonly Run[];
  /** Runs that are as good as the best, down the file. */
  readonly equals: readonly Run[];
  /** How much of the block the best run has. */
  readonly bestShare: number;
  readonly balance: Balance;
  /** The first line that is no comment, and what it is compared by. */
  readonly head: string;
  readonly headProfile: LineProfile | undefined;
  readonly headIdentity: string | undefined;
  /** Lines of the file that declare the same. */
  readonly identityLines: readonly number[];
  readonly firstWord: string;
  readonly isImport: boolean;
  /** It has several lines, and closes all that it opens. */
  readonly isComplete: boolean;
  /** For each line of the block those of the file that are the same. */
  readonly known: readonly (readonly number[])[];
  /** What its outermost lines declare. */
  readonly identities: readonly string[];
  /** For each line of the file the parts of its words that the words before the block have, and those that the block has. */
  readonly saidParts: readonly (readonly string[])[];
  readonly shownParts: readonly (readonly string[])[];
  /** How rare those of the words, and of the block, are in the file. */
  readonly said: number;
  readonly shown: number;
  /** Sums how rare some parts of words are in the file. */
  readonly sumRarity: (parts: Iterable<string>) => number;
}

/** What stands in more places tells none of them from another. */
const MAX_PLACES = 40;
const withinBound = (lines: readonly number[]): readonly number[] => (lines.length > MAX_PLACES ? [] : lines);

/** Reads what is asked of a block for every window. */
export function readBlockScene(block: ShownBlock, cues: Cues, placing: PlacingFile, style: BlockStyle): BlockScene {
  const { compared, partCount, byIdentity } = placing;
  const pairs = findPairs(block, compared);
  const likes = block.trimmed.map(() => new Map<number, number>());
  for (const { at, line, like } of pairs) likes[at]?.set(line, like);
  const runs = findAlikeRuns(block, pairs, compared);
  const count = compared.file.lines.length;
  const first = block.trimmed.findIndex((text, at) => text !== "" && !isAttached(block.lines[at] ?? ""));
  const headAt = Math.max(0, first);
  const head = block.trimmed[headAt] ?? "";
  const headIdentity = first < 0 ? undefined : identityOf(head);
  const balance = balanceOf(block.trimmed);
  const own = new Set(block.trimmed.flatMap(wordParts));
  const partsIn = (wanted: ReadonlySet<string>): string[][] =>
    placing.parts.map((parts) => (wanted.size === 0 ? [] : [...parts].filter((part) => wanted.has(part))));
  const sumRarity = (parts: Iterable<string>): number => {
    let sum = 0;
    for (const part of parts) {
      const lines = partCount.get(part);
      if (lines !== undefined) sum += Math.log(1 + count / lines);
    }
    return sum;
  };
  return {
    block,
    cues,
    placing,
    style,
    likes,
    runs,
    equals: findEquals(runs),
    bestShare: (runs[0]?.value ?? 0) / (block.total || 1),
    balance,
    head,
    headProfile: block.profiles[headAt],
    headIdentity,
    identityLines: headIdentity === undefined ? [] : (byIdentity.get(headIdentity) ?? []),
    firstWord: firstWordOf(head),
    isImport: isImport(head),
    isComplete: block.trimmed.length > 1 && balance.depth === 0 && balance.lowest === 0,
    known: block.trimmed.map((text) => withinBound(text === "" ? [] : (compared.file.byTrimmed.get(text) ?? []))),
    identities: block.trimmed.flatMap((text, at) => {
      const identity = indentWidth(block.lines[at] ?? "") <= block.least ? identityOf(text) : undefined;
      return identity === undefined || (byIdentity.get(identity)?.length ?? 0) > MAX_PLACES ? [] : [identity];
    }),
    saidParts: partsIn(cues.words),
    shownParts: partsIn(own),
    said: sumRarity(cues.words),
    shown: sumRarity(own),
    sumRarity,
  };
}

/** A window with what stands around it. */
export interface WindowScene {
  readonly window: Window;
  readonly alignment: BlockAlignment;
  /** The block is put between two lines, and takes the place of none. */
  readonly isBetween: boolean;
  /** The nearest lines above and below that are not blank; -1 and the number of lines where there are none. */
  readonly above: number;
  readonly below: number;
  /** Columns at which the block stands there. */
  readonly width: number;
  /** The line that begins what stands right above a place between lines. */
  readonly sibling: number;
  /** The lines that enclose it, the nearest first. */
  readonly around: readonly number[];
  /** What the block would do there. */
  readonly situation: string;
}

/** Lines that are compared of a window at most, times lines of the block. */
const MAX_CELLS = 8000;
/** A longer block takes the place of no line that is not like it. */
const SHORT = 6;

/** Reads what stands around a window; `undefined` if it is too large, or like the block in nothing. */
export function readWindowScene(scene: BlockScene, window: Window): WindowScene | undefined {
  const { block, likes, placing } = scene;
  const { start, end, kind } = window;
  const { facts, compared, structure } = placing;
  const { trimmed } = compared.file;
  if ((end - start) * block.trimmed.length > MAX_CELLS) return undefined;
  const isBetween = kind === "between";
  const alignment = alignWindow(block, likes, compared, start, end);
  const isUnlike = alignment.kept + alignment.changed === 0;
  if (kind === "line" && isUnlike && block.trimmed.length > SHORT) return undefined;
  let above = start - 1;
  while (above >= 0 && trimmed[above] === "") above--;
  let below = end;
  while (below < trimmed.length && trimmed[below] === "") below++;
  const width = window.width ?? facts[start]?.width ?? 0;
  const around = isBetween ? structure.enclosingBetween(above, width) : structure.enclosing(start);
  const sibling = isBetween ? siblingAbove(above, width, placing) : above;
  const situation = isBetween ? standingOf(above, below, width, placing) : changeOf(alignment);
  return { window, alignment, isBetween, above, below, width, sibling, around, situation };
}

function standingOf(above: number, below: number, width: number, { facts }: PlacingFile): string {
  const next = facts[below];
  if (next === undefined) return "eof";
  if (above < 0) return "top";
  if (next.isCloser || next.width < width) return "last";
  return (facts[above]?.width ?? 0) < width ? "opened" : "mid";
}

function changeOf({ kept, changed, isNew, deleted }: BlockAlignment): string {
  if (changed === 0 && isNew === 0 && deleted === 0) return "same";
  if (isNew > 0 && deleted === 0 && changed === 0) return "anchored";
  if (kept + changed === 0) return "unlike";
  return deleted > 0 ? "loses" : "changes";
}

/** Lines above a place in which what ends there begins. */
const MAX_ABOVE = 400;

/** The line that begins what ends at a line: the nearest from there that stands no deeper than `width` and closes nothing. */
function siblingAbove(above: number, width: number, { facts, compared }: PlacingFile): number {
  for (let at = above; at >= 0 && above - at < MAX_ABOVE; at--) {
    const line = facts[at];
    if (line === undefined || compared.file.trimmed[at] === "" || line.width > width) continue;
    if (line.width < width) return above;
    if (!line.isCloser) return compared.file.trimmed[at] === "{" && facts[at - 1]?.width === width ? at - 1 : at;
  }
  return above;
}
