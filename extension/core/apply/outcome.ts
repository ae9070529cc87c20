import type { LineRange } from "../text/lines.ts";
import type { Proof } from "../proof/proof.ts";

/** Where a piece of the sketch went: lines of the sketch, of the original and of the new text. */
export interface Placement {
  readonly sketch: LineRange;
  readonly original: LineRange;
  readonly result: LineRange;
}

/** A place in the original that the sketch may mean. */
export interface Candidate {
  readonly original: LineRange;
  /** What a user reads, for example the line of code that begins there. */
  readonly label: string;
}

/** What the structural engine answers. It never throws and never guesses in silence. */
export type StructuralOutcome =
  | { readonly type: "merged"; readonly text: string; readonly placements: readonly Placement[]; readonly proof: Proof }
  | {
      readonly type: "ambiguous";
      /** In words that a user understands. */
      readonly reason: string;
      /** The best guess of the new text, for a model to start from; it is never written by itself. */
      readonly draft: string;
      readonly candidates: readonly Candidate[];
      readonly proof: Proof | undefined;
    }
  | { readonly type: "no-sketch"; readonly reason: string };
