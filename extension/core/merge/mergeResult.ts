import type { LineRange } from "../text/lines.ts";
import type { PiecePlacement } from "./assemble.ts";

/** A place in the original that a sketch may mean. */
export interface Candidate {
  readonly original: LineRange;
  /** What a user reads: the line of code that begins there. */
  readonly label: string;
}

/** What merging a sketch into the original gives, before the proof has judged it. */
export type MergeResult =
  | { readonly type: "merged"; readonly text: string; readonly placements: readonly PiecePlacement[] }
  | {
      readonly type: "ambiguous";
      /** In words that a user understands. */
      readonly reason: string;
      /** The best guess, for a model to start from. */
      readonly draft: string;
      readonly candidates: readonly Candidate[];
    }
  | { readonly type: "no-sketch"; readonly reason: string };
