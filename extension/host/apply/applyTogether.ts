import { sayMixedEnds } from "./applyMessages.ts";
import { offerMoveOf, type ApplyOptions, type ApplySurroundings } from "./applyTarget.ts";
import { computeApply, showComputed, type ComputedApply } from "./computedApply.ts";
import type { FoundTarget } from "./foundTarget.ts";

/** So many files are rewritten at the same time: providers refuse more. */
const AT_ONCE = 3;

/**
 * Applies to several targets: all rewrites are computed before any is shown, then the reviews open, the first of them in
 * front. Failures are told to `observe` alone. Gives the targets that have a review now.
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
