import { sayMixedEnds } from "./applyMessages.ts";
import { offerMoveOf, type ApplyOptions, type ApplySurroundings } from "./applyTarget.ts";
import { computeApply, showComputed, type ComputedApply } from "./computedApply.ts";
import type { FoundTarget } from "./foundTarget.ts";

/** How many files are rewritten at the same time: providers refuse more. */
const AT_ONCE = 3;

/**
 * Applies to several targets: computes all rewrites before any is shown, then opens the reviews, the first of them in front. Failures go
 * to `options.observe`. Returns the targets that have a review now. Rejects with what `signal` aborts with.
 */
export async function applyTogether(
  surroundings: ApplySurroundings,
  options: ApplyOptions,
  targets: readonly FoundTarget[],
  signal: AbortSignal,
): Promise<readonly FoundTarget[]> {
  const computed: (ComputedApply | undefined)[] = [];
  const waiting = [...targets.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, target] = next;
      computed[index] = await computeApply(surroundings, options, target, signal);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  signal.throwIfAborted();
  const shown: FoundTarget[] = [];
  for (const one of computed) {
    if (one === undefined) continue;
    const outcome = await showComputed(surroundings, options, one, shown.length > 0);
    if (outcome.type === "reviewing") shown.push(one.target);
    if (outcome.type === "reviewing" && one.target.hasMixedEnds) sayMixedEnds(one.target.uri);
    offerMoveOf(one.target, outcome);
  }
  return shown;
}
