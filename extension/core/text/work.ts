/**
 * Steps that one apply may take in all its sketches, rounds, doubts and proofs: cells of alignments, what reading the
 * items for them costs, and words compared with words. Ten steps and more are made in a microsecond.
 */
export const MAX_STEPS = 60_000_000;

/** Why an answer is not sure when the steps are spent. */
export const TOO_MUCH_WORK =
  "The sketch can be read in so many ways that the engine stopped looking for the right one. Show less of the file in the sketch, or let a model apply it.";

/** What is left of the steps of an apply. It is counted, not timed, so that every machine gives the same answer. */
export interface Work {
  left: number;
  /** Something was left undone, so that the answer cannot be sure. */
  isSpent: boolean;
}

/** Makes the work of one apply before it begins. */
export function beginWork(steps: number = MAX_STEPS): Work {
  return { left: steps, isSpent: false };
}

/** Takes steps before they are made. Returns false if not that many are left: then they may not be made, nor may any others. */
export function takeSteps(work: Work, steps: number): boolean {
  if (work.isSpent || steps > work.left) {
    work.isSpent = true;
    return false;
  }
  work.left -= steps;
  return true;
}
