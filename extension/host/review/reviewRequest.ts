import type { Uri } from "vscode";
import type { AppliedAnswer } from "../../core/review/pieceSource.ts";
import type { ApplyEvent } from "../../core/apply/applyEvents.ts";
import type { ReplacedRewrite } from "../../core/review/ownHunks.ts";

/** An apply whose rewrite is to be reviewed. The target is fixed here, whatever editor is active later. */
export interface ReviewRequest {
  readonly target: Uri;
  /** `create`: there is no such file yet, it is made on accept. `delete`: the sketch deletes the file. */
  readonly kind: "change" | "create" | "delete";
  /** Of several reviews that one click begins, only the first comes to the front. */
  readonly inBackground?: boolean;
  /** What is applied, as a text to compare: applied again, it replaces what its first apply has left open. */
  readonly sketches?: string | undefined;
  /** The text that the sketches stand in, for whoever wants to see where a piece comes from. */
  readonly answer?: AppliedAnswer | undefined;
  /** Earlier rewrites of the file that this one replaces: what is still pending of them gives way to it, unless it comes to nothing. */
  readonly replaced?: (() => readonly ReplacedRewrite[]) | undefined;
  /** Says why a rewrite that was being shown came to nothing; without it the message is shown as it is. */
  readonly sayStopped?: (outcome: StoppedRewrite, message: string) => void;
  /** Starts the apply to `original`: the document's text, or the proposal of a review of this file that is pending. */
  readonly apply: (original: string, signal: AbortSignal) => AsyncIterable<ApplyEvent>;
}

/** How a rewrite ends that comes to nothing. */
type StoppedRewrite = Extract<ApplyEvent, { type: "ambiguous" | "no-sketch" | "failed" }>;

/** What became of a request. All but `reviewing` leave nothing behind. */
export type ReviewOutcome =
  | { readonly type: "reviewing" }
  /** The file is already as the sketch wants it. */
  | { readonly type: "no-change" }
  | { readonly type: "cancelled" }
  | StoppedRewrite;

/** Opens reviews; `host/apply` needs no more of them. */
export interface ReviewStarter {
  /** Resolves when the review is shown, or when it is clear that there is none; a slow rewrite goes on after that. */
  start(request: ReviewRequest): Promise<ReviewOutcome>;
  /** The text that an apply to a file would begin from: the proposal of its pending review, else its document; empty for a new one. */
  textFor(target: Uri, kind: ReviewRequest["kind"]): Promise<string>;
  /** Gives up the rewrite of a file that is on its way. */
  stop(target: Uri): void;
}
