/**
 * The port to a model that can look at many tokens at once. Both calls decode greedily after the prompt, which the verifier
 * knows, followed by `output`. A verifier that keeps what it has computed compares `output` with what it has: the loop only
 * ever appends to it. Throws only what `signal` aborts with.
 */
export interface BatchVerifier<Failure> {
  /** Makes one forward pass over the draft. For an empty draft it returns the next token. */
  verify(output: readonly number[], draft: readonly number[], signal: AbortSignal): Promise<Verdict<Failure>>;
  /** Decodes without a draft: at least one token and at most `count`, fewer only if the last one is an end. */
  generate(output: readonly number[], count: number, signal: AbortSignal): Promise<Verdict<Failure>>;
}

/** What comes of one call. */
export type Verdict<Failure> =
  | {
      readonly type: "tokens";
      /**
       * Of `verify`: at index i what the model chooses after `output` and the first i tokens of the draft, so one more than
       * the draft has. It may end after the first one that is not the draft's; that one is `undefined` if the verifier only
       * knows that it differs.
       */
      readonly next: readonly (number | undefined)[];
    }
  | { readonly type: "failed"; readonly failure: Failure };
