import type { LineRange } from "../text/lines.ts";
import type { PiecePlacement } from "./assemble.ts";

/** A place in the original that a sketch may mean. */
export interface Candidate {
  readonly original: LineRange;
  /** What a user reads: the line of code that begins there. */
  readonly label: string;
}

/** An edit that has no place in the file, or several. */
export interface OpenEdit {
  /** Which one of the sketch it is. */
  readonly index: number;
  /** Its lines in the reply. */
  readonly sketch: LineRange;
  /** In words that a user understands. */
  readonly reason: string;
  /** Where it may belong. */
  readonly candidates: readonly Candidate[];
}

/** What merging a sketch into the original gives, before the proof has judged it. */
export type MergeResult =
  | { readonly type: "merged"; readonly text: string; readonly placements: readonly PiecePlacement[] }
  /** Edits are left open; the others, if there are any, are made. */
  | {
      readonly type: "partial";
      readonly text: string;
      readonly placements: readonly PiecePlacement[];
      readonly open: readonly OpenEdit[];
    }
  | {
      readonly type: "ambiguous";
      /** In words that a user understands. */
      readonly reason: string;
      /** The best guess, for a model to start from. */
      readonly draft: string;
      readonly candidates: readonly Candidate[];
    }
  | { readonly type: "no-sketch"; readonly reason: string };
