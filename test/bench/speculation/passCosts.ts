import type { PassCost } from "../../../extension/core/speculation/draftLengths.ts";

/** A model of 0.5 billion parameters in Q8_0 on two cores, measured; with these the bench needs no model. */
export const COSTS: readonly PassCost[] = [
  { tokens: 1, ms: 27 },
  { tokens: 8, ms: 104 },
  { tokens: 64, ms: 410 },
  { tokens: 128, ms: 780 },
  { tokens: 256, ms: 1_524 },
];

/** What a pass takes: between two that were measured in proportion, beyond the last one as much for each token; 0 for no tokens. */
export function msOf(tokens: number): number {
  let [before] = COSTS;
  if (tokens < 1 || before === undefined) return 0;
  for (const cost of COSTS) {
    if (tokens <= cost.tokens) {
      const share = cost.tokens === before.tokens ? 0 : (tokens - before.tokens) / (cost.tokens - before.tokens);
      return before.ms + (cost.ms - before.ms) * share;
    }
    before = cost;
  }
  return (before.ms * tokens) / before.tokens;
}
