import type { LineRange } from "../text/lines.ts";

/** A place in the original that a sketch may mean. */
export interface Candidate {
  readonly original: LineRange;
  /** What a user reads: the line of code that begins there. */
  readonly label: string;
}

/** Where a piece of the sketch went; lines of the sketch are zero-based lines of its code. */
export interface PiecePlacement {
  readonly sketch: LineRange;
  readonly original: LineRange;
  readonly result: LineRange;
  /** Of an edit that leaves lines out: which lines of the original each elision of its search stands for, in order. */
  readonly elided?: readonly LineRange[];
}

/**
 * What became of one piece of a sketch: a run of its lines between markers, or one of its edits. Of edits the lines are those of the reply,
 * of code those of the code until `applyStructural` counts them in the reply. All lines are zero-based, all ends exclusive.
 */
export type Piece = PlacedPiece | OpenPiece | UnfitPiece;

/** A piece that is in the result. */
export interface PlacedPiece extends PiecePlacement, PieceNumber {
  readonly state: "placed";
  /** How sure its place and reading are, from 0 to 1; 1 for an edit with one place. */
  readonly certainty: number;
}

/** A piece that may mean several things, none of which is in the result. */
export interface OpenPiece extends PieceNumber, LeftOutPiece {
  readonly state: "open";
  /** How sure the likeliest alternative is. */
  readonly certainty: number;
  /** What it may mean, the likeliest first, equal ones in the order of the file; at least one. */
  readonly alternatives: readonly Alternative[];
}

/** A piece that has no reading that fits this file. */
export interface UnfitPiece extends PieceNumber, LeftOutPiece {
  readonly state: "not-applicable";
  readonly certainty: 0;
}

/** A piece that is not in the result. */
export type LeftOut = OpenPiece | UnfitPiece;

interface PieceNumber {
  /**
   * Its number, from 0, among those of all sketches that are applied together. They ascend; an edit that changes nothing is not a piece,
   * but counts.
   */
  readonly index: number;
  /** Its lines in the sketch. */
  readonly sketch: LineRange;
}

interface LeftOutPiece {
  /** The lines that it has to write, as the sketch shows them. */
  readonly written: readonly string[];
  /** In words that a user understands. */
  readonly reason: string;
  /** Lines of the original to look at: its places, or where lines of it stand. */
  readonly candidates: readonly Candidate[];
}

/**
 * One thing that a piece may mean: the result with it is the result where `lines` stand in place of the lines that come from `original`.
 * `withAlternatives` (core/merge/alternatives) writes that text, and `spliceOf` tells the lines of the result that it replaces.
 */
export interface Alternative {
  /** Lines of the original, which no other choice moves; empty where it only inserts, before the line of that number. */
  readonly original: LineRange;
  /** All that stands there then, without line ends. */
  readonly lines: readonly string[];
  /** How likely it is what was meant, from 0 to 1. Those of a piece add up to 1 at most. */
  readonly certainty: number;
  /** What a user reads: "after line 12, `foo();`" or "delete lines 12 to 30". */
  readonly label: string;
}

/** A text that is likelier than not, and the other texts that the model knows, for a proof to tell it from. */
export interface LikelyText {
  readonly text: string;
  readonly pieces: readonly PlacedPiece[];
  readonly rivals: readonly string[];
}

/** What merging a sketch into the original gives, before the proof has judged it. */
export type MergeResult =
  | { readonly type: "merged"; readonly text: string; readonly pieces: readonly PlacedPiece[] }
  /** Some pieces are open or fit nowhere; `text` has all others, if there are any. */
  | {
      readonly type: "partial";
      readonly text: string;
      readonly pieces: readonly Piece[];
      readonly likely?: LikelyText | undefined;
    }
  /** Nothing is sure. */
  | {
      readonly type: "ambiguous";
      /** In words that a user understands. */
      readonly reason: string;
      /** The best guess, for a model to start from. */
      readonly draft: string;
      readonly candidates: readonly Candidate[];
      /** What each piece may mean, as alternatives to the original; missing where nobody can say it piece by piece. */
      readonly pieces?: readonly LeftOut[];
      readonly likely?: LikelyText | undefined;
    }
  | { readonly type: "no-sketch"; readonly reason: string };
