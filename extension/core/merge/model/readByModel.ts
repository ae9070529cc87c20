import type { Statement } from "../../sketch/statement.ts";
import { indentWidth } from "../../text/indentation.ts";
import { lineTexts } from "../../text/lines.ts";
import { takeSteps, type Work } from "../../text/work.ts";
import type { Original } from "../original.ts";
import { createFactors, type Factors } from "./factors.ts";
import { buildLattice } from "./lattice.ts";
import type { Observation } from "./observation.ts";
import { rankReadings, type RankedReading } from "./ranking.ts";
import type { RuledResult } from "../rules/mergeByRules.ts";
import type { ShownCode } from "../shownCode.ts";
import { observeCode, type AnswerContext } from "./observeCode.ts";
import { findTextReadings, joinRuled, type TextReading } from "./readings.ts";
import { sumBackward } from "./sums.ts";
import weights from "./weights.json" with { type: "json" };

/** What the model makes of a sketch. */
export interface ModelReading {
  readonly observed: Observation;
  /** The likeliest first. */
  readonly readings: readonly RankedReading[];
  readonly best: RankedReading;
  /** What certainties are for, chosen on repositories that the fit has not seen (`npm run calibrate`). */
  readonly sure: Thresholds;
}

/** How sure the model must be, from 0 to 1. */
export interface Thresholds {
  /**
   * Of another text than the rules merge, so that theirs is not merged, and the model's is if theirs is unlikely; of a piece, if they find no
   * place or two, so that it is merged.
   */
  readonly counts: number;
  /** Of its own text, so that it is merged if the rules merge another one or find no place; of a piece, if they merge another text. */
  readonly overrules: number;
  /** Of the text that the rules merge, so that it may be merged. */
  readonly tolerates: number;
}

/** Lines that lazy code may have. More is no sketch any longer. */
const MAX_ITEMS = 1500;
/** Items times lines of one lattice, after folding; beyond that the rules alone decide. */
const MAX_CELLS = 400_000;

/** Lines of the sketch times lines of the file that are compared at all. */
const MAX_COMPARED = 10_000_000;
/** Columns: what is indented deeper is no code, and each line's enclosing lines are looked at. */
const MAX_INDENT = 200;

const isTooDeep = (lines: readonly string[]): boolean => lines.some((line) => indentWidth(line) > MAX_INDENT);

let factors: Factors | undefined;

/** The factors are the same for all files, so that what was added up once is kept, as long as it is not too much. */
function currentFactors(): Factors {
  if (!factors || factors.scores.length > MAX_FACTORS)
    factors = createFactors(new Map(Object.entries(weights.features)));
  return factors;
}

/** This many factors take some megabytes. */
const MAX_FACTORS = 20_000;

/**
 * Reads a sketch in all ways that the model knows; `undefined` if it or the file is too large or too deeply indented, or the work is spent.
 */
export function readByModel(
  shown: ShownCode,
  isSaidWhole: boolean,
  original: Original,
  work: Work,
  context: AnswerContext,
  ruled: RuledResult,
): ModelReading | undefined {
  const lines = lineTexts(shown.text);
  if (lines.length > MAX_ITEMS || lines.length * original.lines.length > MAX_COMPARED) return undefined;
  if (isTooDeep(original.lines) || isTooDeep(lines)) return undefined;
  const observed = observeCode(shown, isSaidWhole, original, work, context);
  const cells = observed.items.length * observed.original.lines.length;
  if (observed.items.length > MAX_ITEMS || cells > MAX_CELLS || !takeSteps(work, cells)) return undefined;
  const known = currentFactors();
  const lattice = buildLattice(observed, known);
  if (!lattice || !takeSteps(work, lattice.edgeCount)) return undefined;
  const found = findTextReadings(observed, lattice, sumBackward(lattice, known.scores));
  const readings = rank(observed, context.said ?? [], joinRuled(observed, found, ruled));
  const [best] = readings;
  return best && !work.isSpent ? { observed, readings, best, sure: weights.sure } : undefined;
}

/** Ranks the readings. If both readers know only one and no words speak of it, what whole texts show would change nothing. */
function rank(observed: Observation, said: readonly Statement[], readings: readonly TextReading[]): RankedReading[] {
  const [only, ...others] = readings;
  if (only?.ruled === "merged" && others.length === 0 && said.length === 0)
    return [{ ...only, certainty: only.probability }];
  return rankReadings(observed, said, readings, weights.ranking);
}
