import { createRandom } from "../../extension/evaluation/generate/random.ts";

/**
 * Generated cases with given ones among them, so that the given ones are the share of all that is asked for; they are repeated where
 * they are too few. In random order, the same for the same seed.
 */
export function mixed(generated: readonly string[], given: readonly string[], share: number, seed: number): string[] {
  if (given.length === 0) return [...generated];
  if (share < 0 || share >= 1)
    throw new Error(`The share of the given cases must be from 0 to below 1, and is ${share}.`);
  const random = createRandom(seed).fork("mix");
  const wanted = Math.round((generated.length * share) / (1 - share));
  const chosen: string[] = [];
  while (chosen.length < wanted) chosen.push(...random.shuffle(given).slice(0, wanted - chosen.length));
  return random.shuffle([...generated, ...chosen]);
}
