import { createFactors, type Factors } from "../../extension/core/merge/model/factors.ts";
import { FACTORS, type Lattice } from "../../extension/core/merge/model/lattice.ts";
import { seededRandom } from "../../extension/core/merge/model/readings.ts";
import { sumBackward, sumForward } from "../../extension/core/merge/model/sums.ts";
import { sumTextPaths, type TextPaths } from "./textPaths.ts";

/** One case of the fit: all readings, and those that give a text that was meant. */
export interface LatticeCase {
  readonly lattice: Lattice;
  readonly golds: readonly TextPaths[];
  /** How much it counts; real answers count more than generated ones. */
  readonly weight: number;
}

export interface FitOptions {
  readonly epochs: number;
  readonly rate: number;
  readonly decay: number;
  readonly seed: number;
  readonly report?: (epoch: number, loss: number) => void;
}

const BATCH = 8;

/**
 * Fits the weights by AdaGrad (Duchi, Hazan and Singer, 2011) on the likelihood of the texts that were meant. `factors`
 * are those that the lattices were built with, `start` the weights that the fit stays near; gives the weight of each feature. Deterministic by seed.
 */
export function fitLattice(
  cases: readonly LatticeCase[],
  factors: Factors,
  start: ReadonlyMap<string, number>,
  { epochs, rate, decay, seed, report }: FitOptions,
): Map<string, number> {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const featuresOf = factors.scores.map((_, factor) =>
    factors.featuresOf(factor).map((name) => {
      let number = numbers.get(name);
      if (number === undefined) {
        numbers.set(name, (number = names.length));
        names.push(name);
      }
      return number;
    }),
  );
  const begin = Float64Array.from(names, (name) => start.get(name) ?? 0);
  const weights = begin.slice();
  const squares = new Float64Array(names.length).fill(1e-4);
  const gradient = new Float64Array(names.length);
  const scores = new Array<number>(featuresOf.length).fill(0);
  const counts = new Float64Array(featuresOf.length);
  const random = seededRandom(seed);
  const order = [...cases];
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    let loss = 0;
    let total = 0;
    const step = (rate * (epoch < epochs - 1 ? 1 : 0.3)) / (1 + 0.3 * epoch);
    for (let first = 0; first < order.length; first += BATCH) {
      featuresOf.forEach((features, factor) => {
        let sum = 0;
        for (const feature of features) sum += weights[feature] ?? 0;
        scores[factor] = sum;
      });
      const touched = new Set<number>();
      const count = (lattice: Lattice, edge: number, share: number): void => {
        for (let k = 0; k < FACTORS; k++) {
          const factor = lattice.factors[FACTORS * edge + k] ?? 0;
          if (factor === 0) continue;
          counts[factor] = (counts[factor] ?? 0) + share;
          touched.add(factor);
        }
      };
      for (const { lattice, golds, weight } of order.slice(first, first + BATCH)) {
        const sums = sumBackward(lattice, scores);
        const forward = sumForward(lattice, sums);
        const each = golds.map((gold) => sumTextPaths(gold, sums.score));
        const most = Math.max(...each);
        const gold = most + Math.log(each.reduce((sum, value) => sum + Math.exp(value - most), 0));
        golds.forEach((paths, index) => {
          const share = Math.exp((each[index] ?? 0) - gold) * weight;
          if (share > 1e-6)
            sumTextPaths(paths, sums.score, (edge, part) => {
              count(lattice, edge, part * share);
            });
        });
        for (let edge = 0; edge < lattice.edgeCount; edge++) {
          const share = Math.exp(
            (forward[lattice.from[edge] ?? 0] ?? -Infinity) +
              (sums.score[edge] ?? 0) +
              (sums.backward[lattice.to[edge] ?? 0] ?? -Infinity) -
              sums.total,
          );
          if (share > 1e-9) count(lattice, edge, -share * weight);
        }
        loss += weight * (sums.total - gold);
        total += weight;
      }
      const changed = new Set<number>();
      for (const factor of touched) {
        for (const feature of featuresOf[factor] ?? []) {
          gradient[feature] = (gradient[feature] ?? 0) + (counts[factor] ?? 0);
          changed.add(feature);
        }
        counts[factor] = 0;
      }
      for (const feature of changed) {
        const slope = (gradient[feature] ?? 0) / BATCH - decay * ((weights[feature] ?? 0) - (begin[feature] ?? 0));
        gradient[feature] = 0;
        squares[feature] = (squares[feature] ?? 0) + slope * slope;
        weights[feature] = (weights[feature] ?? 0) + (step * slope) / Math.sqrt((squares[feature] ?? 0) + 1e-6);
      }
    }
    report?.(epoch, loss / total);
  }
  return new Map(names.map((name, index) => [name, weights[index] ?? 0]));
}

/** Factors without weights, to build the lattices of a fit with. */
export const blankFactors = (): Factors => createFactors(new Map());

function shuffle(cases: LatticeCase[], random: () => number): void {
  for (let at = cases.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const [one, two] = [cases[at], cases[other]];
    if (one && two) [cases[at], cases[other]] = [two, one];
  }
}
