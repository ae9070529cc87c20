import type { Candidate } from "../merge/mergeResult.ts";
import type { PiecePlacement } from "../merge/assemble.ts";
import type { Proof } from "../proof/proof.ts";
import { applyStructural, type StructuralRequest } from "./structural.ts";

/**
 * What an apply gives, in order: any number of `text` events, then one of the others. A stream that ends without that last
 * one was cut off, which is a failure and never a deletion.
 */
export type ApplyEvent =
  /** The next piece of the rewrite; a piece may end anywhere, also inside a line. */
  | { readonly type: "text"; readonly text: string }
  /** The rewrite is whole: `text` is all of it, and the proof has judged it. */
  | {
      readonly type: "done";
      readonly text: string;
      readonly proof: Proof;
      readonly placements: readonly PiecePlacement[];
    }
  | {
      readonly type: "ambiguous";
      /** In words that a user understands. */
      readonly reason: string;
      /** The best guess, to be shown only when the user asks for it. */
      readonly draft: string;
      readonly candidates: readonly Candidate[];
      readonly proof: Proof | undefined;
    }
  | { readonly type: "no-sketch"; readonly reason: string }
  | { readonly type: "failed"; readonly reason: string };

/**
 * The use case behind every door: applies sketches to the text of one file. Expected failures are events; it throws only
 * when `signal` is aborted.
 */
// eslint-disable-next-line @typescript-eslint/require-await -- What comes after the structural engine will wait.
export async function* applySketch(request: StructuralRequest, signal: AbortSignal): AsyncGenerator<ApplyEvent> {
  signal.throwIfAborted();
  const outcome = applyStructural(request);
  if (outcome.type !== "merged") {
    yield outcome;
    return;
  }
  const { text, proof, placements } = outcome;
  yield { type: "text", text };
  yield { type: "done", text, proof, placements };
}
