/** What one block writes, and the places where it may, with how many lines it changes there: lines are counted without blank ones. */
export interface EditChoice {
  readonly lines: readonly string[];
  readonly windows: readonly { readonly from: number; readonly to: number; readonly changes: number }[];
  /** It may stand at several of them. */
  readonly isRepeated: boolean;
}

/**
 * Costs, in the order of how likely each is: the words may say that lines go, a block changes a line, a line goes without a word, a block is
 * not used, a line is new.
 */
const SAID_TO_GO = 1;
const LINE_CHANGES = 2;
const LINE_GOES = 100;
const BLOCK_UNUSED = 200;
const LINE_NEW = 300;
/** More cost explains nothing, and more states take too long. */
const MAX_COST = 60_000;
const MAX_STATES = 400_000;
/** A bit for each block. */
const MAX_BLOCKS = 30;

interface State {
  readonly i: number;
  readonly j: number;
  /** A bit for each block that is used. */
  readonly used: number;
  readonly came: State | undefined;
  /** The block and the number of its window that led here. */
  readonly by: readonly [number, number] | undefined;
  /** What led here: lines beside a block that is put between two lines are what it replaces, and no words delete them. */
  readonly step?: "erased" | "put" | undefined;
}

/**
 * Finds where blocks stand so that the file becomes the one that was meant with the least that nothing explains (Dijkstra 1959, with costs
 * as buckets): for each block the numbers of its windows, none where it is not used. `erasures` are lines that the words may delete.
 * `undefined` if that takes too long, or if
 * there are more blocks than any answer has.
 */
export function findBestEdits(
  before: readonly string[],
  wanted: readonly string[],
  blocks: readonly EditChoice[],
  erasures: readonly { readonly from: number; readonly to: number }[] = [],
): number[][] | undefined {
  if (blocks.length > MAX_BLOCKS) return undefined;
  const windowsAt = new Map<number, [number, number][]>();
  for (const [block, { windows }] of blocks.entries())
    for (const [nth, { from }] of windows.entries()) {
      const known = windowsAt.get(from);
      if (known === undefined) windowsAt.set(from, [[block, nth]]);
      else known.push([block, nth]);
    }
  const startsOf = blocks.map(
    ({ lines }) =>
      new Set(wanted.flatMap((_, at) => (lines.every((line, nth) => wanted[at + nth] === line) ? [at] : []))),
  );
  const seen = new Set<number>();
  const size = (before.length + 1) * (wanted.length + 1);
  const buckets: State[][] = [[{ i: 0, j: 0, used: 0, came: undefined, by: undefined }]];
  const push = (cost: number, state: State): void => {
    if (cost <= MAX_COST) (buckets[cost] ??= []).push(state);
  };
  for (let cost = 0; cost <= MAX_COST; cost++) {
    const bucket = buckets[cost] ?? [];
    for (let state = bucket.pop(); state !== undefined; state = bucket.pop()) {
      const { i, j, used } = state;
      if (i > before.length) return readWindows(state);
      const kind = state.step === "erased" ? 1 : state.step === "put" ? 2 : 0;
      const key = (used * size + i * (wanted.length + 1) + j) * 3 + kind;
      if (seen.has(key)) continue;
      if (seen.size >= MAX_STATES) return undefined;
      seen.add(key);
      const step = (di: number, dj: number): Omit<State, "by"> => ({ i: i + di, j: j + dj, used, came: state });
      if (i === before.length && j === wanted.length) {
        const unused = blocks.filter((_, block) => (used & (1 << block)) === 0).length;
        push(cost + BLOCK_UNUSED * unused, { ...step(1, 0), by: undefined });
        continue;
      }
      // What is pushed last is looked at first: of two ways that cost the same, the one with a block.
      if (j < wanted.length) push(cost + LINE_NEW, { ...step(0, 1), by: undefined });
      if (i < before.length) push(cost + LINE_GOES, { ...step(1, 0), by: undefined });
      if (i < before.length && before[i] === wanted[j]) push(cost, { ...step(1, 1), by: undefined });
      for (const { from, to } of erasures)
        if (from === i && state.step !== "put")
          push(cost + SAID_TO_GO, { ...step(to - i, 0), by: undefined, step: "erased" });
      for (const [block, nth] of windowsAt.get(i) ?? []) {
        const { lines, windows, isRepeated } = blocks[block] ?? { lines: [], windows: [], isRepeated: false };
        const isUsed = (used & (1 << block)) !== 0;
        if ((isUsed && !isRepeated) || startsOf[block]?.has(j) !== true) continue;
        const { to, changes } = windows[nth] ?? { to: i, changes: 0 };
        const isPut = to === i;
        if (isPut && state.step === "erased") continue;
        push(cost + LINE_CHANGES * changes, {
          ...step(to - i, lines.length),
          used: used | (1 << block),
          by: [block, nth],
          step: isPut ? "put" : undefined,
        });
      }
    }
  }
  return undefined;

  function readWindows(last: State): number[][] {
    const found: number[][] = blocks.map(() => []);
    for (let state: State | undefined = last; state !== undefined; state = state.came)
      if (state.by !== undefined) found[state.by[0]]?.unshift(state.by[1]);
    return found;
  }
}
