import type { Splice } from "../merge/alternatives.ts";
import type { Alternative, Piece } from "../merge/mergeResult.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import type { LineRange } from "../text/lines.ts";
import type { ModelFailure, ModelUsage, Turn } from "./model.ts";

/** One thing that an open piece may mean, as it is asked about. */
export interface AskedAlternative {
  /** Its number among the alternatives of the piece, from 0. */
  readonly choice: number;
  readonly alternative: Alternative;
  /** Which lines of the question's text it replaces, and by what. */
  readonly splice: Splice;
}

/** A piece that a chooser is to decide. */
export interface AskedPiece {
  /** `Piece.index`. */
  readonly index: number;
  /** Why it is open, in words. */
  readonly reason: string;
  /** Its lines among those of the question's sketch; none if nobody can say which they are. */
  readonly sketch: LineRange;
  /** Whether these are an edit, and not a part of code. */
  readonly isEdit: boolean;
  /** What was said before the block that it stands in. */
  readonly introduction: string;
  /** The likeliest first. None: only edits can say what it means. */
  readonly alternatives: readonly AskedAlternative[];
}

/** What is asked of a chooser: all open pieces of one apply at once. */
export interface ChoiceQuestion {
  /** The text of the file with all that is sure. Alternatives and edits are of this text. */
  readonly text: string;
  readonly path: string | undefined;
  /** VS Code language id. */
  readonly language: string | undefined;
  readonly instruction: string;
  /** The chat so far, oldest first. */
  readonly conversation: readonly Turn[];
  /** All lines that were written for the file. */
  readonly sketch: readonly string[];
  readonly pieces: readonly AskedPiece[];
  /** Lines of the text that the pieces may be about, ascending. */
  readonly places: readonly LineRange[];
}

/** What a chooser says of the pieces that it was asked about. */
export interface PieceChoice {
  /** By number of the piece (`Piece.index`): the number of the alternative that is meant, from 0, or that none of them is. */
  readonly choices: ReadonlyMap<Piece["index"], number | "none">;
  /** What is meant in place of the alternatives, as exact edits of the text that the question is about. */
  readonly edits: readonly FileSketch[];
}

/** What comes of a question, in order: usage, then one of the others as the last event. */
export type ChooserEvent =
  | { readonly type: "usage"; readonly usage: ModelUsage }
  | { readonly type: "chosen"; readonly choice: PieceChoice }
  /** It answered, and decides nothing. In words that a user understands, without a line of the file. */
  | { readonly type: "undecided"; readonly reason: string }
  /** It could not be asked, or did not answer. */
  | { readonly type: "failed"; readonly failure: ModelFailure };

/**
 * The port to whoever decides what open pieces mean, and writes no file for that. What it says is applied and judged like anything else.
 * Expected failures are events; it throws only what `signal` aborts with.
 */
export interface Chooser {
  /** As the settings name it. A rewriter's chooser has the rewriter's id: if one cannot be reached, neither can the other. */
  readonly id: string;
  /** As the user reads it. */
  readonly name: string;
  choose(question: ChoiceQuestion, signal: AbortSignal): AsyncIterable<ChooserEvent>;
}
