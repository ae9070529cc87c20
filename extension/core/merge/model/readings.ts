import { assemble, type Step } from "../assemble.ts";
import type { PiecePlacement } from "../mergeResult.ts";
import { ADOPT, COMMENT, KEEP, MARK, MATCH, NEW, LOOSE, type Lattice } from "./lattice.ts";
import { isSameText } from "../../text/lines.ts";
import type { RuledResult } from "../rules/mergeByRules.ts";
import { foldSteps, unfoldSteps } from "./foldFile.ts";
import { wholeFile } from "../wholeFile.ts";
import type { Observation } from "./observation.ts";
import { keepSameLines } from "./sameLines.ts";
import { bestPath, prune, samplePath, type Sums } from "./sums.ts";
import { variantsOf, type VariantKind } from "./variants.ts";
import { readWritten, sumOfText, writtenBy } from "./written.ts";

/** The steps of a path: what became of each item and each line, in order. */
function stepsOf(o: Observation, lattice: Lattice, path: readonly number[]): Step[] {
  const { from, to, itemOf, lineOf, stateOf } = lattice;
  const steps: Step[] = [];
  for (const edge of path) {
    const [a, b] = [from[edge] ?? 0, to[edge] ?? 0];
    const item = itemOf[a] ?? 0;
    const line = lineOf[a] ?? 0;
    const state = stateOf[b] ?? MARK;
    if (itemOf[b] === item) {
      if (state === KEEP) steps.push({ type: "keep", line, item: item - 1 });
      else if (state === COMMENT) steps.push({ type: "keep", line, item: -1 });
      else steps.push({ type: "delete", line });
    } else if (state === MATCH || state === ADOPT) steps.push({ type: "match", item, line, adopt: state === ADOPT });
    else if (state === NEW || state === LOOSE) {
      const isRemoval = o.items[item]?.type === "removal" || (lineOf[b] ?? 0) > line;
      if (!isRemoval) steps.push({ type: "insert", item });
      for (let removed = line; removed < (lineOf[b] ?? 0); removed++)
        steps.push({ type: "remove", line: removed, item });
    } else if (state === MARK && o.items[item]?.type === "code") steps.push({ type: "mark", item });
  }
  return keepSameLines(o, steps);
}

/** One reading of a sketch: the steps, the text that they give, and how probable the model finds that text. */
export interface TextReading {
  readonly steps: readonly Step[];
  readonly text: string;
  readonly placements: readonly PiecePlacement[];
  readonly probability: number;
  /** Why the lattice has no such reading itself. */
  readonly variant: VariantKind | undefined;
  /** What the rules make of their text, if it is this one. */
  readonly ruled: "merged" | "doubted" | undefined;
}

/** The logarithm of what one path weighs, which is the least that its text does. */
const scoreOf = (path: readonly number[], { score }: Sums): number =>
  path.reduce((sum, edge) => sum + (score[edge] ?? 0), 0);

/** Readings that are drawn to find the best different texts, and how many of those are kept. */
const DRAWS = 48;
const KEPT = 6;
/** How many of them are varied. */
const VARIED = 2;
/** If the best text is as likely as this, no other is looked for. */
const CERTAIN = 0.995;
/** A text that is this much less likely than the best is not an alternative. */
const NEGLIGIBLE = 0.002;

/** Finds the best different texts, the most probable first, then their variants. Deterministic: `seed` sets the draws. */
export function findTextReadings(o: Observation, whole: Lattice, wholeSums: Sums, seed = 7): TextReading[] {
  const { lattice, sums } = prune(whole, wholeSums);
  const written = readWritten(o, lattice);
  const random = seededRandom(seed);
  const linesOf = (path: readonly number[]): string[] =>
    path.flatMap((edge) => ((written.ofEdge[edge] ?? 0) > 0 ? (writtenBy(o, lattice, edge) ?? []) : []));
  const read = (path: readonly number[]): TextReading => {
    const steps = stepsOf(o, lattice, path);
    const sum = sumOfText(lattice, written, linesOf(path), sums.score);
    const probability = Math.min(1, Math.exp((sum ?? scoreOf(path, sums)) - sums.total));
    return { steps, probability, variant: undefined, ruled: undefined, ...writeText(o, steps) };
  };
  const best = bestPath(lattice, sums);
  const first = read(best);
  const drawn = new Map<string, { path: readonly number[]; draws: number }>();
  const keyOf = (path: readonly number[]): string => {
    let key = "";
    for (const edge of path) {
      const number = written.ofEdge[edge] ?? 0;
      if (number > 0) key += String.fromCharCode(number & 0xffff, number >> 16);
    }
    return key;
  };
  const bestKey = keyOf(best);
  for (let draw = 0; draw < DRAWS && first.probability < CERTAIN; draw++) {
    const path = samplePath(lattice, sums, random);
    const key = keyOf(path);
    const known = drawn.get(key);
    if (known) known.draws++;
    else if (key !== bestKey) drawn.set(key, { path, draws: 1 });
  }
  const others = [...drawn.values()]
    .sort((a, b) => b.draws - a.draws)
    .slice(0, KEPT - 1)
    .map(({ path }) => read(path));
  const all = [first, ...others].sort((a, b) => b.probability - a.probability);
  const found = all.filter(({ probability }) => probability >= NEGLIGIBLE * (all[0]?.probability ?? 0));
  const variants = found.slice(0, VARIED).flatMap(({ steps, probability }) =>
    variantsOf(o, steps).map((variant): TextReading => ({
      probability,
      variant: variant.kind,
      ruled: undefined,
      steps: variant.steps,
      ...writeText(o, variant.steps),
    })),
  );
  const texts = new Set(found.map(({ text }) => text));
  return [...found, ...variants.filter(({ text }) => !texts.has(text) && texts.add(text))];
}

/**
 * Adds the reading of the rules to the readings, or marks the one that it is: the rules are a second reader, and what both read alike is
 * likelier.
 */
export function joinRuled(
  o: Observation,
  readings: readonly TextReading[],
  { result, steps }: RuledResult,
): TextReading[] {
  if (!steps || (result.type !== "merged" && result.type !== "ambiguous")) return [...readings];
  const ruled = result.type === "merged" ? "merged" : "doubted";
  const text = result.type === "merged" ? result.text : result.draft;
  const own = o.folds ? foldSteps(steps, o.folds) : steps;
  // Where it differs from a reading in blank lines only, those of the rules are better.
  const written = own && { steps: own, ...writeText(o, own) };
  if (readings.some((reading) => isSameText(reading.text, text)))
    return readings.map((reading) => (isSameText(reading.text, text) ? { ...reading, ...written, ruled } : reading));
  return written ? [...readings, { ...written, ruled, probability: 0, variant: undefined }] : [...readings];
}

/**
 * Writes the text that steps give; if they keep nothing of the file and the code is bare, the code itself, blank lines included. Code in
 * another column than the file is a part of it that happens to show all.
 */
export function writeText(o: Observation, steps: readonly Step[]): ReturnType<typeof assemble> {
  const isWhole =
    o.extent.isBare &&
    o.commonShift === 0 &&
    !steps.some((step) => step.type === "keep" && o.original.trimmed[step.line] !== "");
  if (!isWhole) return assemble(o.items, o.folds ? unfoldSteps(steps, o.folds) : steps, o.whole);
  return wholeFile(o.code, o.whole);
}

/** Creates a function that returns numbers in [0, 1), which `seed` determines (mulberry32, by Tommy Ettinger). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
