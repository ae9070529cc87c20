import type { Given } from "./observation.ts";

/** How many lines may be consumed with each number of items, at least and at most: readings beyond that are not looked at. */
export interface Corridor {
  readonly lowest: Int32Array;
  readonly highest: Int32Array;
  /** All places within it. */
  readonly cells: number;
}

/** Items times lines up to which all readings are looked at. Of 776 real answers and commits the largest has 36,000. */
const OPEN_CELLS = 100_000;
/** Lines that a reading may leave the anchors by. */
const SLACK = 40;
/** Letters of a line that can hold a place. */
const FEWEST_LETTERS = 4;
/** Two anchors hold each other if they are as near as this, in items and in lines. */
const NEAR_ITEMS = 4;
const NEAR_LINES = 8;

/**
 * Finds the corridor of a long sketch of a long file, whose lattice would be too large: it runs along anchors, lines that stand in both just
 * once and in the same order (patience diff, by Bram Cohen), each with another one beside it. O(n log n) in the items.
 */
export function findCorridor(
  texts: readonly string[],
  words: Int32Array,
  { original }: Pick<Given, "original">,
  countInSketch: (text: string) => number,
): Corridor {
  const [itemCount, lineCount] = [texts.length, original.lines.length];
  const lowest = new Int32Array(itemCount + 1);
  const highest = new Int32Array(itemCount + 1).fill(lineCount);
  if (itemCount * lineCount > OPEN_CELLS) {
    const anchors = firmAnchors(
      texts.flatMap((text, item) => {
        if ((words[item] ?? 0) < FEWEST_LETTERS || countInSketch(text) !== 1) return [];
        const [line, ...others] = original.byTrimmed.get(text) ?? [];
        return line === undefined || others.length > 0 ? [] : [{ item, line }];
      }),
    );
    for (const { item, line } of anchors) {
      lowest[item + 1] = Math.max(0, line + 1 - SLACK);
      highest[item] = Math.min(lineCount, line + SLACK);
    }
    for (let at = 1; at <= itemCount; at++) lowest[at] = Math.max(lowest[at] ?? 0, lowest[at - 1] ?? 0);
    for (let at = itemCount - 1; at >= 0; at--) highest[at] = Math.min(highest[at] ?? 0, highest[at + 1] ?? 0);
  }
  const cells = highest.reduce((sum, high, at) => sum + high - (lowest[at] ?? 0) + 1, 0);
  return { lowest, highest, cells };
}

interface Anchor {
  readonly item: number;
  readonly line: number;
}

/** The anchors of the longest run in which items and lines ascend, as far as they have another one beside them. */
function firmAnchors(anchors: readonly Anchor[]): Anchor[] {
  const chain = longestAscending(anchors);
  return chain.filter((anchor, at) =>
    [chain[at - 1], chain[at + 1]].some(
      (other) =>
        other !== undefined &&
        Math.abs(other.item - anchor.item) <= NEAR_ITEMS &&
        Math.abs(other.line - anchor.line) <= NEAR_LINES,
    ),
  );
}

function longestAscending(anchors: readonly Anchor[]): Anchor[] {
  /** For each length the anchor with the lowest line that ends such a run, and before each anchor the one that it follows. */
  const ends: Anchor[] = [];
  const before = new Map<Anchor, Anchor | undefined>();
  for (const anchor of anchors) {
    let low = 0;
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.line ?? 0) < anchor.line) low = middle + 1;
      else high = middle;
    }
    before.set(anchor, ends[low - 1]);
    ends[low] = anchor;
  }
  const chain: Anchor[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) chain.push(at);
  return chain.reverse();
}
