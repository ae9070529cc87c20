import type { Chooser } from "../core/models/chooser.ts";
import type { Rewriter } from "../core/models/rewriter.ts";
import type { Planner } from "../core/chat/planner.ts";
import type { EvaluatedEngine } from "../core/evaluation/evaluation.ts";
import type { Receiver } from "../core/evaluation/sendings.ts";

/** What an engine of an evaluation is made of; a composition root makes it, and knows keys and addresses. */
export type EngineToRun = EvaluatedEngine & {
  /** How many cases it works on at a time: one if they share this machine. */
  readonly width: number;
  /** Who gets what is sent; `undefined`: nobody. */
  readonly receiver?: Receiver | undefined;
  /** What makes it another one of the same name, such as the address: results of the one do not count for the other. */
  readonly address?: string | undefined;
  readonly way:
    | { readonly type: "structural" }
    /** The merge; if it is not sure, the chooser; and if that does not decide, the rewriter, if there is one. */
    | { readonly type: "ladder"; readonly choosers: readonly Chooser[]; readonly rewriters: readonly Rewriter[] }
    /** The rewriter writes in any case. */
    | { readonly type: "rewrite"; readonly rewriter: Rewriter }
    | { readonly type: "exact-edits"; readonly planner: Planner };
  /** Called before the first case: a model on this machine is loaded once in a session, and no case should pay for that. */
  readonly begin?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Passes of a model on this machine since it was last asked. */
  readonly takePasses?: (() => number | undefined) | undefined;
};

/** A chat model that grades, or plans. */
export interface AskedPlanner {
  readonly planner: Planner;
  readonly receiver: Receiver;
  readonly width: number;
  readonly address?: string | undefined;
}
