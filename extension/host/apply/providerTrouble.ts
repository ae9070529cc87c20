import type { ModelFailure } from "../../core/apply/model.ts";
import type { Rewriter } from "../../core/apply/rewriter.ts";

/** What a provider failed with in an apply. */
export interface ProviderTrouble {
  /** The rewriter's. */
  readonly id: string;
  readonly failure: ModelFailure;
}

/** The same rewriters; each failure of theirs is also given to `note`, with its kind, which the apply's events do not tell. */
export function notingTrouble(
  rewriters: readonly Rewriter[],
  note: (trouble: ProviderTrouble) => void,
): readonly Rewriter[] {
  return rewriters.map((rewriter) => ({
    id: rewriter.id,
    name: rewriter.name,
    limits: rewriter.limits,
    rewrite: async function* (task, signal) {
      for await (const event of rewriter.rewrite(task, signal)) {
        if (event.type === "failed") note({ id: rewriter.id, failure: event.failure });
        yield event;
      }
    },
  }));
}
