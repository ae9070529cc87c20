import type { PassCost } from "../../core/speculation/draftLengths.ts";
import type { LlamaVerifier } from "./llamaVerifier.ts";

/**
 * Sizes of a pass that are worth knowing, since processors compute those of 64 and more in another way: what such a pass takes, a
 * pass of one token being 1, on a processor with two cores (0.5 billion parameters, Q8_0).
 */
const USUAL: readonly { readonly tokens: number; readonly share: number }[] = [
  { tokens: 1, share: 1 },
  { tokens: 8, share: 3.9 },
  { tokens: 64, share: 15.2 },
  { tokens: 128, share: 28.9 },
  { tokens: 256, share: 56.4 },
];

/** What is measured, the most telling first, and how often. */
const ORDER = [
  { tokens: 1, times: 3 },
  { tokens: 64, times: 2 },
  { tokens: 128, times: 1 },
  { tokens: 8, times: 2 },
  { tokens: 256, times: 1 },
];

/** Measuring should not make the user wait: what would take longer is reckoned from what was measured. */
const MOST_MS = 3_000;

/**
 * Measures what a pass takes by the number of its tokens, on this machine with this model. Leaves the model as if it had read nothing.
 * `usesGpu`: the passes are computed by a graphics processor.
 */
export async function passCosts(
  verifier: LlamaVerifier,
  [token = 0]: readonly number[],
  usesGpu: boolean,
  signal: AbortSignal,
): Promise<PassCost[]> {
  const costs = await measurePasses(async (tokens) => {
    await verifier.clear();
    await verifier.read([token], signal);
    const start = performance.now();
    await verifier.verify([], Array<number>(tokens - 1).fill(token), signal);
    return performance.now() - start;
  }, usesGpu);
  await verifier.clear();
  return costs;
}

/**
 * Measures passes by their sizes; `pass` returns the milliseconds of one. The first pass after loading is slower than all others, so it does
 * not count; of several the quickest does, since what another program took meanwhile is not the pass's own. A graphics processor's driver
 * compiles what a size needs in the first pass of that size, which takes seconds where the next one takes a tenth: there each first pass
 * does not count, neither as what a pass takes nor as time for measuring, since the first rewrite would have to wait for it as well.
 */
export async function measurePasses(pass: (tokens: number) => Promise<number>, usesGpu: boolean): Promise<PassCost[]> {
  await pass(1);
  const measured = new Map<number, number>();
  let spent = 0;
  for (const { tokens, times } of ORDER) {
    for (let time = 0; time < times; time++) {
      const expected = reckoned(tokens, measured);
      if (expected !== undefined && spent + expected > MOST_MS) break;
      if (usesGpu && time === 0) await pass(tokens);
      const ms = await pass(tokens);
      measured.set(tokens, Math.min(ms, measured.get(tokens) ?? Infinity));
      spent += ms;
    }
  }
  return USUAL.map(({ tokens }) => ({ tokens, ms: measured.get(tokens) ?? reckoned(tokens, measured) ?? NaN }));
}

/** Reckons from the nearest measured size that is not larger; `undefined` if there is none. */
function reckoned(tokens: number, measured: ReadonlyMap<number, number>): number | undefined {
  const nearest = USUAL.findLast((size) => size.tokens <= tokens && measured.has(size.tokens));
  const wanted = USUAL.find((size) => size.tokens === tokens);
  const ms = nearest && measured.get(nearest.tokens);
  return nearest === undefined || wanted === undefined || ms === undefined
    ? undefined
    : (ms * wanted.share) / nearest.share;
}
