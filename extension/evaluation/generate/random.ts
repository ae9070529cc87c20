/** A source of random choices that gives the same ones for the same seed, on every machine. */
export interface Random {
  /** At least 0, below 1. */
  readonly next: () => number;
  /** A whole number, both ends included. */
  readonly between: (least: number, most: number) => number;
  /** True as often as `share` says, from 0 to 1. */
  readonly isLikely: (share: number) => boolean;
  /** One of the items; throws without any. */
  readonly pick: <T>(items: readonly T[]) => T;
  /** One of the items, each as often as its weight says; throws without any. */
  readonly pickWeighted: <T>(items: readonly (readonly [item: T, weight: number])[]) => T;
  /** The items in random order, in a new array. */
  readonly shuffle: <T>(items: readonly T[]) => T[];
  /** A source of its own for a part of the work, so that a change in one part leaves the choices of the others as they were. */
  readonly fork: (name: string) => Random;
}

/** Creates a source. Equal seeds yield equal choices (SplitMix32, whose constants these are; after Steele, Lea and Flood, 2014). */
export function createRandom(seed: number | string): Random {
  const start = typeof seed === "number" ? seed >>> 0 : hashOf(seed);
  let state = start;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 0x1_0000_0000;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error("Nothing to choose from.");
    return items[between(0, items.length - 1)] as T;
  };
  return {
    next,
    between,
    isLikely: (share) => next() < share,
    pick,
    pickWeighted: (items) => {
      let rest = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        rest -= weight;
        if (rest < 0) return item;
      }
      return pick(items)[0];
    },
    shuffle: (items) => {
      const shuffled = [...items];
      for (let end = shuffled.length - 1; end > 0; end--) {
        const place = between(0, end);
        [shuffled[end], shuffled[place]] = [shuffled[place] as never, shuffled[end] as never];
      }
      return shuffled;
    },
    fork: (name) => createRandom(`${start}:${name}`),
  };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
