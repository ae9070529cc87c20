import { EventEmitter, type Event, type Uri } from "vscode";
import { hunksOf, isUndecided } from "../../core/review/hunks.ts";
import { proposalChanged, withoutSome } from "../../core/review/rebaseReview.ts";
import type { Hunk, ReviewState } from "../../core/review/reviewState.ts";
import type { ProposalState } from "../../core/review/followProposal.ts";
import type { PieceSource } from "../../core/review/pieceSource.ts";
import { chooseReading, placeChoice, followDocument, type ReviewSession } from "../../core/review/reviewSession.ts";
import { equalLines } from "../../core/diff/lineEdits.ts";
import { withoutRewrites, withRewritesAgain, type ReplacedRewrite } from "../../core/review/ownHunks.ts";
import { ActionQueue } from "./actionQueue.ts";
import {
  FileDecisions,
  type AcceptedHunks,
  type ChosenReading,
  type DecisionOutcome,
  type Progress,
} from "./fileDecisions.ts";
import { KnownPieces } from "./knownPieces.ts";
import type { ReviewRequest } from "./reviewRequest.ts";
import type { WholeRewrite } from "./rewriteStream.ts";

export type ReviewKind = ReviewRequest["kind"];

/** A review session at work: the pure session, the target's document that it edits, and who listens to both. */
export class LiveReview {
  readonly id: string;
  readonly kind: ReviewKind;
  readonly #changed = new EventEmitter<void>();
  readonly #decisions = new FileDecisions(this, (session, chosen) => {
    this.#setSession(session, chosen);
  });
  #target: Uri;
  #session: ReviewSession;
  #progress: Progress;
  #derived: { readonly state: ReviewState; readonly hunks: readonly Hunk[] } | undefined;
  /** Stops the rewrite that is on its way. */
  #rewriting: AbortController | undefined;
  #isEnded = false;
  #isAway = false;
  #chosen: readonly ChosenReading[] = [];
  readonly #pieces = new KnownPieces();
  readonly #actions = new ActionQueue();

  constructor(
    id: string,
    kind: ReviewKind,
    target: Uri,
    session: ReviewSession,
    progress: Progress,
    rewriting?: AbortController,
  ) {
    this.id = id;
    this.#rewriting = rewriting;
    this.kind = kind;
    this.#target = target;
    this.#session = session;
    this.#progress = progress;
  }

  /** Fires after every change of texts, progress or target. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** Fires when hunks are about to be accepted: nothing has changed yet. */
  get onWillAccept(): Event<void> {
    return this.#decisions.onWillAccept;
  }

  /** Fires when hunks are in the document, or the file has come or gone. */
  get onDidAccept(): Event<AcceptedHunks> {
    return this.#decisions.onDidAccept;
  }

  get target(): Uri {
    return this.#target;
  }

  get session(): ReviewSession {
    return this.#session;
  }

  get state(): ReviewState {
    return this.#session.state;
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Derived from the texts as they are now. */
  get hunks(): readonly Hunk[] {
    const { state } = this.#session;
    if (this.#derived?.state !== state) this.#derived = { state, hunks: hunksOf(state) };
    return this.#derived.hunks;
  }

  /** Whether the review is over for good. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Whether the file is not there at the moment. What is left to decide waits for it. */
  get isAway(): boolean {
    return this.#isAway && !this.#isEnded;
  }

  /** Whether there is something left to decide now, or to come. */
  get isPending(): boolean {
    return (
      !this.#isEnded &&
      !this.#decisions.isFileDone &&
      !this.#isAway &&
      (this.#progress === "streaming" || isUndecided(this.state, this.hunks))
    );
  }

  /** Follows a change of the document, whoever made it: typing, undo, a formatter, the disk, or this review's own edit. */
  documentChanged(lines: readonly string[], reason?: "undo" | "redo"): void {
    const session = followDocument(this.#session, lines, reason);
    if (session !== this.#session) this.#setSession(session);
  }

  /** Follows the rewrite, which has come further: `before` became `after`. */
  proposalChanged(before: readonly string[], after: readonly string[]): void {
    this.#setState(proposalChanged(this.state, before, after));
  }

  /** Removes what is pending of earlier rewrites: another one is about to take their place. */
  giveWay(replaced: readonly ReplacedRewrite[]): void {
    this.#setState(withoutRewrites(this.state, replaced));
  }

  /** Proposes again what gave way to a rewrite that came to nothing; `before`: the state that had it. */
  bringBack(before: ReviewState, replaced: readonly ReplacedRewrite[]): void {
    this.#setState(withRewritesAgain(this.state, before, replaced));
  }

  /**
   * Takes over a rewrite that is whole, or another apply that has joined: `before` became what is shown of `done`. Removes whatever an
   * earlier apply of the same sketches has left open.
   */
  adopt(
    done: WholeRewrite,
    request: ReviewRequest,
    before: readonly string[],
    { proposal, remarks, choices }: ProposalState,
  ): void {
    const replaced = this.#pieces.replacedBy(done, request, this.state.choices);
    this.know(done, request);
    const left = withoutSome(this.state, replaced);
    const isSame = equalLines(before, proposal) && choices.length === 0;
    this.#setState(isSame ? left : proposalChanged(left, before, proposal, remarks, choices));
  }

  /** Notes what an apply was of. */
  know(done: WholeRewrite, request: ReviewRequest): void {
    this.#pieces.know(done, request);
  }

  /** Where the pieces come from that are or were open here, by ids of their choices. */
  get sources(): ReadonlyMap<string, PieceSource> {
    return this.#pieces.sources;
  }

  /** Notes where pieces come from. */
  knowSources(sources: Iterable<readonly [id: string, source: PieceSource]>): void {
    this.#pieces.knowSources(sources);
  }

  /** How the proposal has gone from one reading of a choice to another, the newest last. */
  get chosen(): readonly ChosenReading[] {
    return this.#chosen;
  }

  /** Shows another reading of a choice. Returns whether there is one. */
  choose(id: string, reading: number): boolean {
    return this.#show(id, chooseReading(this.#session, id, reading));
  }

  /** Puts the lines of a choice before a zero-based line of the proposal. Returns whether that was possible. */
  place(id: string, line: number, label: string): boolean {
    return this.#show(id, placeChoice(this.#session, id, line, label));
  }

  #show(id: string, session: ReviewSession): boolean {
    if (session === this.#session) return false;
    this.#setSession(session, { choice: id, before: this.state.proposal, after: session.state.proposal });
    return true;
  }

  /** Begins a rewrite, which streams in until `finishRewrite` or `stop`. */
  beginRewrite(rewriting: AbortController): void {
    this.#rewriting = rewriting;
    this.#progress = "streaming";
    this.#changed.fire();
  }

  finishRewrite(): void {
    this.#progress = "whole";
    this.#changed.fire();
  }

  /** Gives up the rewrite that is on its way; what was accepted of it stays. */
  stop(): void {
    if (this.#progress === "streaming") this.#rewriting?.abort();
  }

  /** Notes that the file is gone. */
  leave(): void {
    this.#isAway = true;
    this.#changed.fire();
  }

  /** Notes that the file is there again, with these lines. */
  comeBack(lines: readonly string[]): void {
    this.#isAway = false;
    this.documentChanged(lines);
    this.#changed.fire();
  }

  moveTo(target: Uri): void {
    this.#target = target;
    this.#changed.fire();
  }

  /** Runs one action after the other, so that keys pressed quickly each see what the one before did. */
  enqueue<Result>(action: () => Promise<Result>): Promise<Result> {
    return this.#actions.enqueue(action);
  }

  /** Whether an action of the user is at work, which takes care of what comes after it. */
  get isBusy(): boolean {
    return this.#actions.isBusy;
  }

  /** Resolves when no rewrite is on its way any more, or the review is over. */
  async whole(): Promise<void> {
    while (this.#progress === "streaming" && !this.#isEnded) {
      await new Promise<void>((resolve) => {
        const listener = this.onDidChange(() => {
          listener.dispose();
          resolve();
        });
      });
    }
  }

  /**
   * Accepts or rejects `wanted`, hunks of the state `seen` that the user has looked at. Accept is one undo step. A reject drops `pieces`
   * with them, ids of choices without a place.
   */
  decide(
    decision: "accept" | "reject",
    seen: ReviewState,
    wanted: readonly Hunk[],
    pieces: readonly string[] = [],
  ): Promise<DecisionOutcome> {
    return this.#decisions.decide(decision, seen, wanted, pieces);
  }

  /** Takes the last decision back. An accepted hunk is taken out of the document by an edit, as a new undo step. */
  undoDecision(): Promise<"nothing" | "conflict" | "refused" | "undone"> {
    return this.#decisions.undo();
  }

  dispose(): void {
    this.#isEnded = true;
    this.#rewriting?.abort();
    this.#changed.fire();
    this.#changed.dispose();
    this.#decisions.dispose();
  }

  #setState(state: ReviewState): void {
    if (state !== this.state) this.#setSession({ ...this.#session, state });
  }

  #setSession(session: ReviewSession, chosen?: ChosenReading): void {
    if (chosen !== undefined) this.#chosen = [...this.#chosen, chosen];
    this.#session = session;
    this.#changed.fire();
  }
}
