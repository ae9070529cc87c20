/**
 * Factors of the merge's model: sets of named features, each feature with one fitted weight. The score of a factor is the
 * sum of its weights, so that a lattice of many edges needs one addition for each factor and no look-up by name.
 */
export interface Factors {
  /** The number of the factor with these features; the empty set is factor 0. */
  of(features: readonly string[]): number;
  /** The scores by factor; grows with `of`, so take it after all factors are made. */
  readonly scores: readonly number[];
  /** The features of a factor, for fitting. */
  featuresOf(factor: number): readonly string[];
}

/** Scores factors by `weights`; a feature without a weight counts nothing. */
export function createFactors(weights: ReadonlyMap<string, number>): Factors {
  const numbers = new Map<string, number>([["", 0]]);
  const features: (readonly string[])[] = [[]];
  const scores: number[] = [0];
  return {
    scores,
    featuresOf: (factor) => features[factor] ?? [],
    of(names) {
      const key = names.join("|");
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const factor = features.length;
      numbers.set(key, factor);
      features.push(names);
      let score = 0;
      for (const name of names) score += weights.get(name) ?? 0;
      scores.push(score);
      return factor;
    },
  };
}
