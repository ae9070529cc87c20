import { beginWork } from "../merge/work.ts";
import type { ApplyRequest } from "./applyEvents.ts";
import { withWords } from "./applySketch.ts";
import type { StructuralOutcome } from "./outcome.ts";
import { applyStructural } from "./structural.ts";

/** About a tenth of a second: what takes more is left to the apply. */
const STEPS = 2_000_000;

/**
 * What the structural engine alone makes of a request, ahead of an apply: what `applySketch` would begin with. `undefined` where that
 * takes long. Asks no model, never throws.
 */
export function placeSketch(request: ApplyRequest): StructuralOutcome | undefined {
  const work = beginWork(STEPS);
  const outcome = applyStructural(withWords(request), work);
  return work.isSpent ? undefined : outcome;
}
