import type { ModelFailure } from "../core/models/model.ts";

/** Why a run ends before its end: what is done is kept. */
export interface Stop {
  readonly type: "failed";
  readonly message: string;
  readonly next: string;
}

/** Whoever fails so fails again with the next case. */
const LASTING: ReadonlySet<ModelFailure["type"]> = new Set(["no-key", "bad-key", "billing", "not-found"]);
/** These say nothing about an engine, and are tried again when the run goes on; what a server rejects may be a matter of its settings. */
const PASSING: ReadonlySet<ModelFailure["type"]> = new Set([
  "rate-limited",
  "overloaded",
  "timeout",
  "unreachable",
  "rejected",
]);
const MOST_IN_A_ROW = 5;

/** Tells what failures of a model mean for a run. */
export interface FailureWatch {
  /** To be called with each case: how it failed, or `undefined`. Returns a stop if going on is of no use. */
  readonly note: (failure: ModelFailure | undefined) => Stop | undefined;
}

/** Watches the failures of one model. */
export function watchFailures(name: string): FailureWatch {
  let inARow = 0;
  return {
    note(failure) {
      inARow = failure !== undefined && isPassing(failure) ? inARow + 1 : 0;
      if (failure === undefined) return undefined;
      if (LASTING.has(failure.type)) return stopFor(name, failure);
      return inARow < MOST_IN_A_ROW ? undefined : stopFor(`${name} failed ${inARow} times in a row`, failure);
    },
  };
}

/** Makes the stop that a failure leads to. `what`: what failed, for the message: a model, perhaps with how often it failed. */
export function stopFor(what: string, failure: ModelFailure): Stop {
  const next = "what is done is kept: give the same command again to go on.";
  return { type: "failed", message: `${what}: ${failure.message}`, next };
}

/** Checks whether the failure is temporary, so that its case is still to be done. */
export function isPassing(failure: ModelFailure | undefined): failure is ModelFailure {
  return failure !== undefined && PASSING.has(failure.type);
}
