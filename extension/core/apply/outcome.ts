import type { Candidate } from "../merge/mergeResult.ts";
import type { PiecePlacement } from "../merge/assemble.ts";
import type { Proof } from "../proof/proof.ts";

/** What the structural engine answers for one file. It never throws and never guesses in silence. */
export type StructuralOutcome =
  | {
      readonly type: "merged";
      readonly text: string;
      readonly placements: readonly PiecePlacement[];
      readonly proof: Proof;
    }
  | {
      readonly type: "ambiguous";
      /** In words that a user understands. */
      readonly reason: string;
      /** The best guess of the new text, for a model to start from; it is never written by itself. */
      readonly draft: string;
      readonly candidates: readonly Candidate[];
      /** What the proof says of the draft; `undefined` where there is nothing to judge. */
      readonly proof: Proof | undefined;
    }
  | { readonly type: "no-sketch"; readonly reason: string };
