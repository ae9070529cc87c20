import { EventEmitter, type Disposable, type Event, type TextDocument, type Uri } from "vscode";
import type { TextChange } from "../../core/review/decision.ts";
import { decide, undoDecision, type ReviewSession } from "../../core/review/reviewSession.ts";
import type { Hunk, ReviewState } from "../../core/review/reviewState.ts";
import { hunksAgain } from "../../core/review/sameHunk.ts";
import { isMisread } from "../apply/fileBytes.ts";
import type { ReviewRequest } from "./reviewRequest.ts";
import {
  bytesOf,
  createFile,
  deleteFile,
  documentLines,
  editLines,
  fileExists,
  loadDocument,
} from "./targetDocument.ts";

/** What became of a decision. */
export type DecisionOutcome =
  | { readonly type: "decided"; readonly hunks: number }
  /** The hunks are gone: decided already, or changed by typing. */
  | { readonly type: "nothing" }
  /** Nothing has changed: the document could not be edited, or its text is not what the bytes of its file say. */
  | { readonly type: "refused"; readonly why: "edit" | "encoding" };

/** What was accepted: the review as it was before, the hunks, and what a file that is deleted held on the disk. */
export interface AcceptedHunks {
  readonly session: ReviewSession;
  readonly hunks: readonly Hunk[];
  /** `undefined` if the file stays, or was not on the disk. */
  readonly bytes: Uint8Array | undefined;
  readonly isGone: boolean;
}

/** How the rewrite stands: still arriving, or all there. */
export type Progress = "streaming" | "whole";

/** What choosing another reading made of the proposal. */
export interface ChosenReading extends TextChange {
  /** Id of the choice. */
  readonly choice: string;
}

/** What decisions need to know of their review. */
interface DecidedReview {
  readonly kind: ReviewRequest["kind"];
  readonly target: Uri;
  readonly session: ReviewSession;
  readonly hunks: readonly Hunk[];
  readonly progress: Progress;
  readonly isAway: boolean;
  documentChanged(lines: readonly string[]): void;
}

const RETRIES = 3;

/** The decisions of a review: carries them out in its session and in its file, and takes them back. */
export class FileDecisions implements Disposable {
  readonly #review: DecidedReview;
  /** Replaces the session of the review; `chosen`: how that took its proposal to another reading. */
  readonly #set: (session: ReviewSession, chosen?: ChosenReading) => void;
  readonly #accepting = new EventEmitter<void>();
  readonly #accepted = new EventEmitter<AcceptedHunks>();
  #isFileDone = false;

  constructor(review: DecidedReview, set: (session: ReviewSession, chosen?: ChosenReading) => void) {
    this.#review = review;
    this.#set = set;
  }

  /** Fires when hunks are about to be accepted: nothing has changed yet. */
  get onWillAccept(): Event<void> {
    return this.#accepting.event;
  }

  /** Fires when hunks are in the document, or the file has come or gone. */
  get onDidAccept(): Event<AcceptedHunks> {
    return this.#accepted.event;
  }

  /** Whether the new file has been made, or the target deleted, by an accept. */
  get isFileDone(): boolean {
    return this.#isFileDone;
  }

  /** As `LiveReview.decide`. */
  async decide(
    decision: "accept" | "reject",
    seen: ReviewState,
    wanted: readonly Hunk[],
    pieces: readonly string[],
  ): Promise<DecisionOutcome> {
    const { kind } = this.#review;
    for (let attempt = 0; attempt < RETRIES; attempt++) {
      if (this.#review.isAway) return { type: "nothing" };
      const document = await this.#document();
      // The file may have changed since it was checked. What is deleted is not saved.
      if (decision === "accept" && kind !== "delete" && document !== undefined && (await isMisread(document))) {
        return { type: "refused", why: "encoding" };
      }
      const bytes = decision === "accept" && kind === "delete" ? await bytesOf(this.#review.target) : undefined;
      if (document !== undefined) this.#review.documentChanged(documentLines(document));
      const before = this.#review.session;
      const found = hunksAgain(seen, wanted, before.state, this.#review.hunks);
      // A file comes or goes as a whole, even where one of its blank lines stands on both sides.
      const hunks = kind === "change" || found.length === 0 ? found : this.#review.hunks;
      if (kind !== "change" && this.#review.progress === "streaming") return { type: "nothing" };
      const { session, edits } = decide(before, decision, hunks, pieces);
      if (session === before) return { type: "nothing" };
      if (decision === "accept") this.#accepting.fire();
      // The state goes ahead of the document, so that the edit's own event finds nothing new.
      this.#set(session);
      const isAccepted = decision === "accept" && (await this.#edit(document, edits));
      if (isAccepted)
        this.#accepted.fire({ session: before, hunks, bytes, isGone: this.#isFileDone && kind === "delete" });
      if (isAccepted || decision === "reject") return { type: "decided", hunks: hunks.length };
      this.#set(before);
      await this.#lookAgain();
    }
    return { type: "refused", why: "edit" };
  }

  /** As `LiveReview.undoDecision`. */
  async undo(): Promise<"nothing" | "conflict" | "refused" | "undone"> {
    if (this.#review.isAway) return "refused";
    const document = await this.#document();
    if (document !== undefined) this.#review.documentChanged(documentLines(document));
    const before = this.#review.session;
    const undone = undoDecision(before);
    if (undone.type === "nothing") return "nothing";
    const [choice] = undone.decision === "choose" ? (before.decisions.at(-1)?.open?.changed ?? []) : [];
    const isUnchosen = choice !== undefined && undone.type === "undone";
    const [was, is] = [before.state.proposal, undone.session.state.proposal];
    this.#set(undone.session, isUnchosen ? { choice, before: was, after: is } : undefined);
    if (undone.type === "conflict") return "conflict";
    if (undone.edits.length === 0 || (document !== undefined && (await editLines(document, undone.edits)))) {
      return "undone";
    }
    this.#set(before);
    await this.#lookAgain();
    return "refused";
  }

  dispose(): void {
    this.#accepting.dispose();
    this.#accepted.dispose();
  }

  async #edit(document: TextDocument | undefined, edits: Parameters<typeof editLines>[1]): Promise<boolean> {
    const { kind, target, session } = this.#review;
    const isEmpty = session.state.document.every((line) => line === "");
    // What the user typed meanwhile stays, so the file does too.
    if (kind === "delete" && isEmpty) return (this.#isFileDone = await deleteFile(target));
    if (document !== undefined) return editLines(document, edits);
    return (this.#isFileDone = await createFile(target, session.state.document));
  }

  /** The target's document; `undefined` while a new file is not made. */
  async #document(): Promise<TextDocument | undefined> {
    const { kind, target } = this.#review;
    if (kind === "create" && !(await fileExists(target))) return undefined;
    return loadDocument(target);
  }

  async #lookAgain(): Promise<void> {
    const document = await this.#document();
    this.#review.documentChanged(document === undefined ? [""] : documentLines(document));
  }
}
