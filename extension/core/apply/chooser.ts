import type { Piece } from "../merge/mergeResult.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import type { ChoiceQuestion } from "./choiceQuestion.ts";
import type { ModelFailure, ModelUsage } from "./model.ts";

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
 * The port to whoever decides what pieces mean that are left open, and writes no file for that. What it says is applied and judged like
 * anything else. Expected failures are events; it throws only what `signal` aborts with.
 */
export interface Chooser {
  /** As the settings name it. That of a rewriter has the rewriter's id: where it cannot be reached, neither can the other. */
  readonly id: string;
  /** As the user reads it. */
  readonly name: string;
  choose(question: ChoiceQuestion, signal: AbortSignal): AsyncIterable<ChooserEvent>;
}
