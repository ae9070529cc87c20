import { EventEmitter, type Event, type TextDocument, type Uri } from "vscode";
import {
  hunksOf,
  isUndecided,
  proposalChanged,
  withoutSome,
  type Hunk,
  type ReviewState,
} from "../../core/review/reviewState.ts";
import type { TextChange } from "../../core/review/documentHistory.ts";
import { isChoiceOf, type Choice } from "../../core/review/choices.ts";
import type { ProposalState } from "../../core/review/followProposal.ts";
import { sourcesOf, type PieceSource } from "../../core/review/pieceSource.ts";
import {
  chooseReading,
  placeChoice,
  decide,
  followDocument,
  undoDecision,
  type ReviewSession,
} from "../../core/review/reviewSession.ts";
import { equalLines } from "../../core/diff/lineEdits.ts";
import { withoutRewrites, withRewritesAgain, type ReplacedRewrite } from "../../core/review/ownHunks.ts";
import { hunksAgain } from "../../core/review/sameHunk.ts";
import { isMisread } from "../apply/fileBytes.ts";
import {
  bytesOf,
  createFile,
  deleteFile,
  documentLines,
  editLines,
  fileExists,
  loadDocument,
} from "./targetDocument.ts";
import type { ReviewRequest } from "./reviewRequest.ts";
import type { RewriteEnd } from "./rewriteStream.ts";

export type ReviewKind = ReviewRequest["kind"];

/** A rewrite that is whole. */
export type WholeRewrite = Extract<RewriteEnd, { type: "done" }>;

/** How the rewrite stands: still arriving, or all there. */
export type Progress = "streaming" | "whole";

/** What became of a decision. */
export type DecisionOutcome =
  | { readonly type: "decided"; readonly hunks: number }
  /** The hunks are gone: decided already, or changed by typing. */
  | { readonly type: "nothing" }
  /** Nothing has changed: the document could not be edited, or its text is not what the bytes of its file say. */
  | { readonly type: "refused"; readonly why: "edit" | "encoding" };

/** What an accept is of: the review as it was before, the hunks, and what a file that goes held on the disk. */
export interface AcceptedHunks {
  readonly session: ReviewSession;
  readonly hunks: readonly Hunk[];
  /** `undefined` where the file stays, or was not on the disk. */
  readonly bytes: Uint8Array | undefined;
  readonly isGone: boolean;
}

/** What choosing another reading made of the proposal. */
export interface ChosenReading extends TextChange {
  /** Id of the choice. */
  readonly choice: string;
}

const RETRIES = 3;

/** A review session at work: the pure session, the target's document that it edits, and who listens to both. */
export class LiveReview {
  readonly id: string;
  readonly kind: ReviewKind;
  readonly #changed = new EventEmitter<void>();
  readonly #accepting = new EventEmitter<void>();
  readonly #accepted = new EventEmitter<AcceptedHunks>();
  #target: Uri;
  #session: ReviewSession;
  #progress: Progress;
  #derived: { readonly state: ReviewState; readonly hunks: readonly Hunk[] } | undefined;
  /** Stops the rewrite that is on its way. */
  #rewriting: AbortController | undefined;
  #isEnded = false;
  /** Whether the new file has been made, or the target deleted, by an accept of this review. */
  #isDone = false;
  #isAway = false;
  #chosen: readonly ChosenReading[] = [];
  /** By id of the apply: what it was of. */
  readonly #applied = new Map<string, string>();
  /** By id of the choice. */
  readonly #sources = new Map<string, PieceSource>();
  #queue: Promise<unknown> = Promise.resolve();
  #queued = 0;

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
    return this.#accepting.event;
  }

  /** Fires when hunks are in the document, or the file has come or gone. */
  get onDidAccept(): Event<AcceptedHunks> {
    return this.#accepted.event;
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
      !this.#isDone &&
      !this.#isAway &&
      (this.#progress === "streaming" || isUndecided(this.state, this.hunks))
    );
  }

  /** The document changed, by whomever: typing, undo, a formatter, the disk, or this review's own edit. */
  documentChanged(lines: readonly string[], reason?: "undo" | "redo"): void {
    const session = followDocument(this.#session, lines, reason);
    if (session !== this.#session) this.#setSession(session);
  }

  /** The rewrite has come further: `before` became `after`. */
  proposalChanged(before: readonly string[], after: readonly string[]): void {
    this.#setState(proposalChanged(this.state, before, after));
  }

  /** What is pending of earlier rewrites is gone: another one is about to stand in their place. */
  giveWay(replaced: readonly ReplacedRewrite[]): void {
    this.#setState(withoutRewrites(this.state, replaced));
  }

  /** What gave way to a rewrite that came to nothing is proposed again; `before`: the state that had it. */
  bringBack(before: ReviewState, replaced: readonly ReplacedRewrite[]): void {
    this.#setState(withRewritesAgain(this.state, before, replaced));
  }

  /**
   * A rewrite has come whole, or another apply has joined: `before` became what is shown of `done`. Whatever an earlier apply of the same
   * sketches has left open is gone.
   */
  adopt(
    done: WholeRewrite,
    request: ReviewRequest,
    before: readonly string[],
    { proposal, remarks, choices }: ProposalState,
  ): void {
    const earlier = [...this.#applied].flatMap(([id, text]) => (text === request.sketches ? [id] : []));
    // Agents leave nothing open, and choose by themselves.
    const isReplaced = ({ id }: Choice): boolean =>
      done.open !== undefined && earlier.some((one) => isChoiceOf(one, id));
    this.know(done, request);
    const left = withoutSome(this.state, new Set(this.state.choices.filter(isReplaced).map(({ id }) => id)));
    const isSame = equalLines(before, proposal) && choices.length === 0;
    this.#setState(isSame ? left : proposalChanged(left, before, proposal, remarks, choices));
  }

  /** Notes what an apply was of. */
  know({ open, decided }: WholeRewrite, { sketches, answer }: ReviewRequest): void {
    if (open === undefined) return;
    if (sketches !== undefined) this.#applied.set(open.apply, sketches);
    if (answer === undefined) return;
    this.knowSources(sourcesOf(answer, open.apply, [...open.pieces, ...(decided?.pieces ?? [])]));
  }

  /** Where the pieces come from that are or were open here, by ids of their choices. */
  get sources(): ReadonlyMap<string, PieceSource> {
    return this.#sources;
  }

  /** Notes where pieces come from. */
  knowSources(sources: Iterable<readonly [id: string, source: PieceSource]>): void {
    for (const [id, source] of sources) this.#sources.set(id, source);
  }

  /** How the proposal has gone from one reading of a choice to another, the newest last. */
  get chosen(): readonly ChosenReading[] {
    return this.#chosen;
  }

  /** Shows another reading of a choice. Whether there is one. */
  choose(id: string, reading: number): boolean {
    return this.#show(id, chooseReading(this.#session, id, reading));
  }

  /** Puts the lines of a choice before a line of the proposal. Whether there is such a choice. */
  place(id: string, line: number, label: string): boolean {
    return this.#show(id, placeChoice(this.#session, id, line, label));
  }

  #show(id: string, session: ReviewSession): boolean {
    if (session === this.#session) return false;
    this.#chosen = [...this.#chosen, { choice: id, before: this.state.proposal, after: session.state.proposal }];
    this.#setSession(session);
    return true;
  }

  /** A rewrite streams in from now on, until `finishRewrite` or `stop`. */
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

  /** The file is gone. */
  leave(): void {
    this.#isAway = true;
    this.#changed.fire();
  }

  /** The file is there again, and reads so. */
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
    this.#queued++;
    const result = this.#queue.then(action).finally(() => {
      this.#queued--;
    });
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** Whether an action of the user is at work, which takes care of what comes after it. */
  get isBusy(): boolean {
    return this.#queued > 0;
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
  async decide(
    decision: "accept" | "reject",
    seen: ReviewState,
    wanted: readonly Hunk[],
    pieces: readonly string[] = [],
  ): Promise<DecisionOutcome> {
    for (let attempt = 0; attempt < RETRIES; attempt++) {
      if (this.#isAway) return { type: "nothing" };
      const document = await this.#document();
      // The file may have changed since it was checked. What is deleted is not saved.
      if (decision === "accept" && this.kind !== "delete" && document !== undefined && (await isMisread(document))) {
        return { type: "refused", why: "encoding" };
      }
      const bytes = decision === "accept" && this.kind === "delete" ? await bytesOf(this.#target) : undefined;
      if (document !== undefined) this.documentChanged(documentLines(document));
      const before = this.#session;
      const found = hunksAgain(seen, wanted, before.state, this.hunks);
      // A file comes or goes as a whole, even where one of its blank lines stands on both sides.
      const hunks = this.kind === "change" || found.length === 0 ? found : this.hunks;
      if (this.kind !== "change" && this.#progress === "streaming") return { type: "nothing" };
      const { session, edits } = decide(before, decision, hunks, pieces);
      if (session === before) return { type: "nothing" };
      if (decision === "accept") this.#accepting.fire();
      // The state goes ahead of the document, so that the edit's own event finds nothing new.
      this.#setSession(session);
      const isAccepted = decision === "accept" && (await this.#edit(document, edits));
      if (isAccepted)
        this.#accepted.fire({ session: before, hunks, bytes, isGone: this.#isDone && this.kind === "delete" });
      if (isAccepted || decision === "reject") return { type: "decided", hunks: hunks.length };
      this.#setSession(before);
      await this.#lookAgain();
    }
    return { type: "refused", why: "edit" };
  }

  /** Takes the last decision back. An accepted hunk is taken out of the document by an edit, as a new undo step. */
  async undoDecision(): Promise<"nothing" | "conflict" | "refused" | "undone"> {
    if (this.#isAway) return "refused";
    const document = await this.#document();
    if (document !== undefined) this.documentChanged(documentLines(document));
    const before = this.#session;
    const undone = undoDecision(before);
    if (undone.type === "nothing") return "nothing";
    const [choice] = undone.decision === "choose" ? (before.decisions.at(-1)?.open?.changed ?? []) : [];
    if (choice !== undefined && undone.type === "undone")
      this.#chosen = [...this.#chosen, { choice, before: before.state.proposal, after: undone.session.state.proposal }];
    this.#setSession(undone.session);
    if (undone.type === "conflict") return "conflict";
    if (undone.edits.length === 0 || (document !== undefined && (await editLines(document, undone.edits)))) {
      return "undone";
    }
    this.#setSession(before);
    await this.#lookAgain();
    return "refused";
  }

  dispose(): void {
    this.#isEnded = true;
    this.#rewriting?.abort();
    this.#changed.fire();
    this.#changed.dispose();
    this.#accepting.dispose();
    this.#accepted.dispose();
  }

  async #edit(document: TextDocument | undefined, edits: Parameters<typeof editLines>[1]): Promise<boolean> {
    const isEmpty = this.state.document.every((line) => line === "");
    // What the user typed meanwhile stays, so the file does too.
    if (this.kind === "delete" && isEmpty) return (this.#isDone = await deleteFile(this.#target));
    if (document !== undefined) return editLines(document, edits);
    return (this.#isDone = await createFile(this.#target, this.state.document));
  }

  /** The target's document; `undefined` while a new file is not made. */
  async #document(): Promise<TextDocument | undefined> {
    if (this.kind === "create" && !(await fileExists(this.#target))) return undefined;
    return loadDocument(this.#target);
  }

  async #lookAgain(): Promise<void> {
    const document = await this.#document();
    this.documentChanged(document === undefined ? [""] : documentLines(document));
  }

  #setState(state: ReviewState): void {
    if (state !== this.state) this.#setSession({ ...this.#session, state });
  }

  #setSession(session: ReviewSession): void {
    this.#session = session;
    this.#changed.fire();
  }
}
