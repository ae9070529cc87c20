import type { CodeSketch } from "../../sketch/sketch.ts";
import { takeSteps, type Work } from "../../text/work.ts";
import type { Original } from "../original.ts";
import { createFactors, type Factors } from "./factors.ts";
import { buildLattice } from "./lattice.ts";
import type { Observation } from "./observation.ts";
import { rankReadings, type RankedReading } from "./ranking.ts";
import { readCode, type AnswerContext } from "./readCode.ts";
import { findReadings } from "./readings.ts";
import { sumBackward } from "./sums.ts";
import weights from "./weights.json" with { type: "json" };

/** What the model makes of a sketch. */
export interface ModelReading {
  readonly observed: Observation;
  /** The likeliest first. */
  readonly readings: readonly RankedReading[];
  readonly best: RankedReading;
  /** How sure a text must be to count, chosen on repositories that the fit has not seen (`npm run calibrate`). */
  readonly sure: number;
}

/** Lines that lazy code may have. More is no sketch any longer. */
const MAX_ITEMS = 4000;
/** Items times lines of one lattice: about half a second. */
const MAX_CELLS = 4_000_000;

let factors: Factors | undefined;

/** The factors are the same for all files, so that what was added up once is kept, as long as it is not too much. */
function currentFactors(): Factors {
  if (!factors || factors.scores.length > MAX_FACTORS)
    factors = createFactors(new Map(Object.entries(weights.features)));
  return factors;
}

/** So many factors take some 10 MB. */
const MAX_FACTORS = 50_000;

/** Reads a sketch in all ways that the model knows; `undefined` where it is too large, the work is spent, or it holds no code. */
export function readByModel(
  sketch: CodeSketch,
  original: Original,
  work: Work,
  context: AnswerContext,
): ModelReading | undefined {
  const observed = readCode(sketch, original, work, context);
  if ("nothing" in observed) return undefined;
  const cells = observed.items.length * observed.original.lines.length;
  if (observed.items.length > MAX_ITEMS || cells > MAX_CELLS || !takeSteps(work, cells)) return undefined;
  const known = currentFactors();
  const lattice = buildLattice(observed, known);
  if (!lattice || !takeSteps(work, lattice.edgeCount)) return undefined;
  const found = findReadings(observed, lattice, sumBackward(lattice, known.scores));
  const readings = rankReadings(observed, context.said ?? [], found, weights.ranking);
  const [best] = readings;
  return best && !work.isSpent ? { observed, readings, best, sure: weights.sure } : undefined;
}
