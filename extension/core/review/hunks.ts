import { knownDiff } from "../diff/knownDiff.ts";
import { collide } from "./base.ts";
import { linesOfChoice, unplacedChoices } from "./choices.ts";
import { remarksOn, concerns } from "./remarks.ts";
import type { Hunk, ReviewState } from "./reviewState.ts";

/** Lists the pending hunks, ascending, with at least one equal line between any two. */
export function hunksOf(state: ReviewState): readonly Hunk[] {
  const changedByUser = knownDiff(state.document, state.base);
  const ofChoices = state.choices.map((choice) => linesOfChoice(state, choice));
  return knownDiff(state.document, state.proposal).map((change) => {
    const remarks = remarksOn(state.remarks, change.new);
    const isOf = (index: number): boolean => ofChoices[index]?.some((range) => concerns(range, change.new)) === true;
    return {
      ...change,
      isConflict: changedByUser.some(({ old }) => collide(change.old, old)),
      remarks,
      hasWarning: remarks.some(({ kind }) => kind === "warning"),
      choices: state.choices.filter((_, index) => isOf(index)),
    };
  });
}

/** Checks whether Accept All takes the hunk: it has no conflict, no warning, and nothing open. */
export function isCertain(hunk: Hunk): boolean {
  return !hunk.isConflict && !hunk.hasWarning && !isOpen(hunk);
}

/** Checks whether a hunk shows a reading that nobody has chosen yet. */
export function isOpen({ choices }: Hunk): boolean {
  return choices.some(({ by }) => by === undefined);
}

/** Checks whether there is anything to decide: a hunk, or a piece that has no place. `hunks`: those of the state. */
export function isUndecided(state: ReviewState, hunks: readonly Hunk[]): boolean {
  return hunks.length > 0 || unplacedChoices(state).length > 0;
}
