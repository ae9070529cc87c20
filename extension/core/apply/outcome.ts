import type { Candidate, Piece, PlacedPiece } from "../merge/mergeResult.ts";
import { isPartial, type Proof } from "../proof/proof.ts";

/** What the structural engine answers for one file. It never throws and never guesses in silence. */
export type StructuralOutcome =
  | {
      readonly type: "merged";
      readonly text: string;
      /** What each piece of the sketches became, with lines of the reply, of the file and of the text. */
      readonly pieces: readonly PlacedPiece[];
      readonly proof: Proof;
    }
  | {
      readonly type: "ambiguous";
      /** In words that a user understands. */
      readonly reason: string;
      /** The best guess of the new text, for a model to start from; it is never written by itself. */
      readonly draft: string;
      readonly candidates: readonly Candidate[];
      /**
       * The same, if some or all pieces are open. What these may mean are alternatives to `sureText`. Empty if the pieces are clear, but it
       * is not sure that the draft is meant or right.
       */
      readonly pieces: readonly Piece[];
      /** What the proof says of the draft; `undefined` if there is nothing to judge. */
      readonly proof: Proof | undefined;
    }
  | { readonly type: "no-sketch"; readonly reason: string };

/** An outcome of the structural engine that is proven. */
export type Merged = Extract<StructuralOutcome, { type: "merged" }>;

/** An outcome of the structural engine for which rewriters come in. */
export type Ambiguous = Extract<StructuralOutcome, { type: "ambiguous" }>;

/** Returns the text with everything that is sure: the draft if only some pieces are open, else the original. */
export function sureText({ draft, proof }: Pick<Ambiguous, "draft" | "proof">, original: string): string {
  return isPartial(proof) ? draft : original;
}
