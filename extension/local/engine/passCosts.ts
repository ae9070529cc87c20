import type { PassCost } from "../../core/speculation/draftLengths.ts";
import type { LlamaVerifier } from "./llamaVerifier.ts";

/** Sizes of a pass that are worth measuring: processors compute those of 64 and more in another way. */
const SIZES = [1, 8, 64, 128, 256];

const REPEATS = 3;

/** Measuring shall not make the user wait. On a slow machine what is left is reckoned from the largest that was measured. */
const MOST_MS = 1_500;

/**
 * What a pass takes by the number of its tokens, measured on this machine with this model: the first pass after loading is
 * slower than all others, so it does not count. Leaves the model as if it had read nothing.
 */
export async function passCosts(
  verifier: LlamaVerifier,
  [token = 0]: readonly number[],
  signal: AbortSignal,
): Promise<PassCost[]> {
  const pass = async (tokens: number): Promise<number> => {
    await verifier.clear();
    await verifier.read([token], signal);
    const start = performance.now();
    await verifier.verify([], Array<number>(tokens - 1).fill(token), signal);
    return performance.now() - start;
  };
  await pass(1);
  const costs: PassCost[] = [];
  let spent = 0;
  for (const tokens of SIZES) {
    const last = costs.at(-1);
    const reckoned = last === undefined ? 0 : (last.ms * tokens) / last.tokens;
    const measured: number[] = [];
    while (measured.length < REPEATS && spent + reckoned < MOST_MS) {
      const ms = await pass(tokens);
      measured.push(ms);
      spent += ms;
    }
    // What another program took meanwhile is not the pass's own.
    costs.push({ tokens, ms: measured.length > 0 ? Math.min(...measured) : reckoned });
  }
  await verifier.clear();
  return costs;
}
