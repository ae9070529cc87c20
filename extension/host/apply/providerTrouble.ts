import type { Chooser } from "../../core/models/chooser.ts";
import type { ModelFailure } from "../../core/models/model.ts";
import type { Rewriter } from "../../core/models/rewriter.ts";

/** What a provider failed with in an apply. */
export interface ProviderTrouble {
  /** The rewriter's, or the provider of the planner that was asked. */
  readonly id: string;
  readonly failure: ModelFailure;
}

/** Wraps rewriters so that `note` is called with each of their failures, with its kind, which the apply's events leave out. */
export function notingTrouble(
  rewriters: readonly Rewriter[],
  note: (trouble: ProviderTrouble) => void,
): readonly Rewriter[] {
  return rewriters.map((rewriter) => ({
    id: rewriter.id,
    name: rewriter.name,
    limits: rewriter.limits,
    chooser: rewriter.chooser && notingOf(rewriter.chooser, note),
    rewrite: async function* (task, signal) {
      for await (const event of rewriter.rewrite(task, signal)) {
        if (event.type === "failed") note({ id: rewriter.id, failure: event.failure });
        yield event;
      }
    },
  }));
}

/** Wraps choosers in the same way; a failure is noted under the id of their provider. */
export function notingChoices(
  choosers: readonly Chooser[],
  note: (trouble: ProviderTrouble) => void,
): readonly Chooser[] {
  return choosers.map((chooser) => notingOf(chooser, note));
}

function notingOf(chooser: Chooser, note: (trouble: ProviderTrouble) => void): Chooser {
  const { id, name } = chooser;
  return {
    id,
    name,
    choose: async function* (question, signal) {
      for await (const event of chooser.choose(question, signal)) {
        // A planner is named by its provider and model.
        if (event.type === "failed") note({ id: id.split("/")[0] ?? id, failure: event.failure });
        yield event;
      }
    },
  };
}
