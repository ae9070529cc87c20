import type { ModelMessage } from "./model.ts";
import type { RewriteTask } from "./rewriter.ts";

/** What surrounds the new text in an answer. */
export interface Wrapper {
  readonly open: string;
  readonly close: string;
}

/** A way to ask a kind of model for a rewrite. */
export interface PromptFamily {
  readonly messages: (task: RewriteTask) => readonly ModelMessage[];
  /** `undefined`: the answer is the text alone. A fence around it is taken off in any case. */
  readonly wrapper: Wrapper | undefined;
}

export type PromptFamilyName = "general" | "morph" | "kortix" | "osmosis";
