import type { LeftOut, Piece } from "../merge/mergeResult.ts";
import type { Proof } from "../proof/proof.ts";
import type { Chooser } from "../models/chooser.ts";
import type { ModelUsage } from "../models/model.ts";
import type { Ambiguous, StructuralOutcome } from "./outcome.ts";
import type { Rewriter } from "../models/rewriter.ts";

/** What an apply may use besides the structural engine. */
export interface ApplyPorts {
  /** The steps of the ladder above the structural engine, the first to be tried first. None: it decides alone. */
  readonly rewriters: readonly Rewriter[];
  /** Who is asked what open pieces mean, before anyone else: before the rewriters that can be asked so, and before any of them writes. */
  readonly choosers?: readonly Chooser[] | undefined;
  /** What speculation starts from: the engine's best guess, or for comparison the file as it is, or nothing. */
  readonly draft?: "guess" | "original" | "none" | undefined;
  /** The rewriters shall write, though the structural engine may be sure: the user has asked for one of them. */
  readonly isModelWanted?: boolean | undefined;
}

/** The same, if rewriters and choosers are asked for only when the structural engine is not sure. Asking for them never rejects. */
export interface LateApplyPorts extends Omit<ApplyPorts, "rewriters" | "choosers"> {
  readonly rewriters: () => Promise<readonly Rewriter[]>;
  readonly choosers?: (() => Promise<readonly Chooser[]>) | undefined;
}

/** Why a step of the ladder gave way to the next one. */
export interface StepFailure {
  /** `structural`, or the name of a rewriter. */
  readonly engine: string;
  readonly message: string;
  /** It was asked for a choice and answered, but its answer does not count. */
  readonly isUndecided?: true;
}

/**
 * What an apply yields, in order: for each step of the ladder `step`, then any number of `text` and `usage` events; in the end one of the
 * others. A stream that ends without that last one was cut off, which is a failure and never a deletion.
 */
export type ApplyEvent =
  /** A step is entered, and the rewrite begins anew. */
  | {
      readonly type: "step";
      readonly engine: string;
      /** The engine is only asked what this many pieces mean; it writes nothing. */
      readonly asks?: number;
    }
  /** The next piece of the rewrite; a piece may end anywhere, also inside a line. */
  | {
      readonly type: "text";
      readonly text: string;
      /** Lines of the file as they were, beside the part that is rewritten. */
      readonly isCopied?: true;
    }
  | { readonly type: "usage"; readonly usage: ModelUsage }
  /** The rewrite is whole: `text` is all of it, and the proof has judged it. */
  | {
      readonly type: "done";
      readonly text: string;
      readonly proof: Proof;
      /**
       * What became of each piece of the sketches; `text` lacks those that are not placed. Empty if a model wrote the text: it does not say
       * which of its lines belong to which piece.
       */
      readonly pieces: readonly Piece[];
      /**
       * Those that are left out, for a user to choose what they mean, and an id of this apply; missing if whoever asked for the apply
       * chooses. What they may mean are alternatives to `text`.
       */
      readonly open?: { readonly apply: string; readonly pieces: readonly LeftOut[] } | undefined;
      /** What a model has chosen of alternatives, so that a user can still choose otherwise. */
      readonly decided?: DecidedChoices | undefined;
      /** Who wrote it: `structural`, or the name of a rewriter. */
      readonly engine: string;
      readonly usage?: ModelUsage | undefined;
      /** The steps before. */
      readonly failures: readonly StepFailure[];
    }
  /** The draft is never written by itself. `failures`: all steps of the ladder, if rewriters were tried. */
  | (Ambiguous & { readonly failures?: readonly StepFailure[] | undefined })
  | Extract<StructuralOutcome, { readonly type: "no-sketch" }>
  | { readonly type: "failed"; readonly reason: string };

/** Open pieces, and which of their alternatives somebody has chosen. */
interface DecidedChoices {
  /** The text that the alternatives are of. */
  readonly sure: string;
  readonly pieces: readonly LeftOut[];
  /** By number of the piece; those that are left out by choice are missing. */
  readonly choices: ReadonlyMap<Piece["index"], number>;
}

/** The engine that needs no model, as the settings name it. */
export const STRUCTURAL = "structural";
