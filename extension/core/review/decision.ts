import type { OpenProposal } from "./choices.ts";

/** A text before and after. */
export interface TextChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What one decision changed: `before` and `after` are texts of the document for accept, of the proposal for all others. */
export interface Decision extends TextChange {
  /** `choose`: the proposal shows another reading of an open piece. */
  readonly type: "accept" | "reject" | "choose";
  /** The base of the review, which changes if the hunks are conflicts. */
  readonly base: TextChange;
  /** The choices as they were, and which of them it has decided or changed. */
  readonly open?: (OpenProposal & { readonly changed: readonly string[] }) | undefined;
}
