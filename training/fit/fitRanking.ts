/** One case of the fit: the features of each reading and of "none of these", and which of the readings is right. */
export interface RankingCase {
  readonly readings: readonly (readonly string[])[];
  readonly none: readonly string[];
  /** Indices of the readings whose text was meant; where there is none, "none" is right. */
  readonly right: readonly number[];
  readonly weight: number;
}

/** Fits the weights of the ranking by full gradient steps (AdaGrad) on the likelihood of what is right, near the weights of `start`. Deterministic. */
export function fitRanking(
  cases: readonly RankingCase[],
  { rounds, rate, decay }: { readonly rounds: number; readonly rate: number; readonly decay: number },
  start: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  const weights = new Map(start);
  const squares = new Map<string, number>();
  const score = (features: readonly string[]): number =>
    features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), 0);
  for (let round = 0; round < rounds; round++) {
    const gradient = new Map<string, number>();
    const add = (features: readonly string[], value: number): void => {
      for (const feature of features) gradient.set(feature, (gradient.get(feature) ?? 0) + value);
    };
    let total = 0;
    for (const { readings, none, right, weight } of cases) {
      const all = [...readings, none];
      const meant = new Set(right.length > 0 ? right : [readings.length]);
      const scores = all.map(score);
      const most = Math.max(...scores);
      const shares = scores.map((each) => Math.exp(each - most));
      const sum = shares.reduce((a, b) => a + b, 0);
      const sumRight = shares.reduce((a, b, at) => (meant.has(at) ? a + b : a), 0);
      all.forEach((features, at) => {
        const share = (shares[at] ?? 0) / sum;
        const wanted = meant.has(at) ? (shares[at] ?? 0) / sumRight : 0;
        add(features, weight * (wanted - share));
      });
      total += weight;
    }
    for (const [feature, value] of gradient) {
      const slope = value / total - decay * ((weights.get(feature) ?? 0) - (start.get(feature) ?? 0));
      const square = (squares.get(feature) ?? 1e-6) + slope * slope;
      squares.set(feature, square);
      weights.set(feature, (weights.get(feature) ?? 0) + (rate * slope) / Math.sqrt(square));
    }
  }
  return weights;
}
