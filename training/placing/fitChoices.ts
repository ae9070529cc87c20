import { toShares } from "../../extension/core/placing/placeAnswer.ts";
import type { Features } from "../../extension/core/placing/features.ts";

/** One choice: what speaks for each of its alternatives, and which of them were meant. */
export interface Choice {
  readonly alternatives: readonly Features[];
  /** Indices of those that were meant; several if they give the same. */
  readonly right: readonly number[];
}

/** How a fit goes: steps of the whole, how far each goes, and how much every weight is drawn to its mean. */
export interface FitOptions {
  readonly rounds: number;
  readonly rate: number;
  readonly decay: number;
  /** What is expected of each weight, and where it begins: those of a fit on other data; 0 where nothing is known. */
  readonly means?: ReadonlyMap<string, number> | undefined;
}

interface Row {
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

/**
 * Fits a conditional logit: the weights for which what was meant is likeliest among its alternatives, each weight with a normal prior of
 * variance 1 / `decay` around its mean. Full gradient steps (Adam; Kingma and Ba 2015), so the same choices give the same weights.
 */
export function fitChoices(choices: readonly Choice[], options: FitOptions): Map<string, number> {
  const index = new Map<string, number>();
  const rows = choices.map(({ alternatives, right }) => ({
    alternatives: alternatives.map((features) => rowOf(features, index)),
    right: new Set(right),
  }));
  return climb(index, options, (weights, gradient) => {
    for (const { alternatives, right } of rows) {
      const shares = toShares(alternatives.map((row) => scoreOf(row, weights)));
      const meant = shares.reduce((sum, share, at) => (right.has(at) ? sum + share : sum), 0);
      for (const [at, row] of alternatives.entries()) {
        const share = shares[at] ?? 0;
        addTo(gradient, row, (right.has(at) ? share / meant : 0) - share);
      }
    }
  });
}

/** Something that is so or not. */
export interface Example {
  readonly features: Features;
  readonly isSo: boolean;
}

/** Fits a logistic regression, as `fitChoices` fits choices. */
export function fitExamples(examples: readonly Example[], options: FitOptions): Map<string, number> {
  const index = new Map<string, number>();
  const rows = examples.map(({ features, isSo }) => ({ row: rowOf(features, index), isSo }));
  return climb(index, options, (weights, gradient) => {
    for (const { row, isSo } of rows) addTo(gradient, row, (isSo ? 1 : 0) - 1 / (1 + Math.exp(-scoreOf(row, weights))));
  });
}

/** Slopes that are smaller change nothing. */
const LEAST = 1e-6;

function climb(
  index: ReadonlyMap<string, number>,
  { rounds, rate, decay, means }: FitOptions,
  addSlopes: (weights: Float64Array, gradient: Float64Array) => void,
): Map<string, number> {
  const expected = Float64Array.from(index.keys(), (name) => means?.get(name) ?? 0);
  const weights = expected.slice();
  const [mean, square] = [new Float64Array(index.size), new Float64Array(index.size)];
  for (let round = 1; round <= rounds; round++) {
    const gradient = new Float64Array(index.size);
    addSlopes(weights, gradient);
    for (const [at, slope] of gradient.entries()) {
      const weight = weights[at] ?? 0;
      const drawn = slope - decay * (weight - (expected[at] ?? 0));
      const first = 0.9 * (mean[at] ?? 0) + 0.1 * drawn;
      const second = 0.999 * (square[at] ?? 0) + 0.001 * drawn * drawn;
      mean[at] = first;
      square[at] = second;
      weights[at] = weight + (rate * (first / (1 - 0.9 ** round))) / (Math.sqrt(second / (1 - 0.999 ** round)) + 1e-8);
    }
  }
  return new Map([...index].map(([name, at]) => [name, weights[at] ?? 0]));
}

function rowOf({ values }: Features, index: Map<string, number>): Row {
  const indices = new Int32Array(values.size);
  let nth = 0;
  for (const name of values.keys()) {
    const at = index.get(name) ?? index.size;
    index.set(name, at);
    indices[nth++] = at;
  }
  return { indices, values: Float64Array.from(values.values()) };
}

function scoreOf({ indices, values }: Row, weights: Float64Array): number {
  let sum = 0;
  for (let nth = 0; nth < indices.length; nth++) sum += (weights[indices[nth] ?? 0] ?? 0) * (values[nth] ?? 0);
  return sum;
}

function addTo(gradient: Float64Array, { indices, values }: Row, slope: number): void {
  if (Math.abs(slope) < LEAST) return;
  for (let nth = 0; nth < indices.length; nth++) {
    const at = indices[nth] ?? 0;
    gradient[at] = (gradient[at] ?? 0) + slope * (values[nth] ?? 0);
  }
}
