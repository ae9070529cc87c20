import type { Uri } from "vscode";
import type { ReviewSession } from "../../core/review/reviewSession.ts";
import { serializeSession } from "../../core/review/storedSession.ts";
import { PacedWrites, type Pace } from "../pacedWrites.ts";
import type { LiveReview } from "./liveReview.ts";
import { formatStoredReview } from "./storedReview.ts";
import { openDocument } from "./targetDocument.ts";

/** Decisions are written at once. */
const PACE: Pace = { gatherMs: 100, share: 10 };

/** What a file holds, in immutable parts that tell cheaply whether there is anything new. */
interface Written {
  readonly session: ReviewSession | undefined;
  readonly target: Uri;
  readonly isShown: boolean;
  readonly progress: LiveReview["progress"];
  /** What the document was last read in; `undefined` if there never was one. */
  readonly encoding: string | undefined;
}

/** The file of one review. Writes follow one another, and each takes the review as it is by then. */
export class ReviewFile {
  readonly #review: LiveReview;
  readonly #isShown: () => boolean;
  readonly #write: (text: string | undefined) => Promise<void>;
  /** As it was when the last rewrite was whole: part of a rewrite is no proposal. */
  #session: ReviewSession | undefined;
  #decisions: ReviewSession["decisions"];
  /** `"unknown"` before the first write: the file of a review that is put back is there already. */
  #written: Written | undefined | "unknown" = "unknown";
  #encoding: string | undefined;
  #hasEnded = false;
  readonly #writes = new PacedWrites(() => this.#update(), PACE);

  constructor(
    review: LiveReview,
    { isShown, write }: { isShown: () => boolean; write: (text: string | undefined) => Promise<void> },
  ) {
    this.#review = review;
    this.#isShown = isShown;
    this.#write = write;
    this.#decisions = review.session.decisions;
  }

  changed(): void {
    const { progress, session } = this.#review;
    if (progress === "whole") this.#session = session;
    this.#encoding = openDocument(this.#review.target)?.encoding ?? this.#encoding;
    const isDecision = session.decisions !== this.#decisions;
    this.#decisions = session.decisions;
    this.#writes.schedule(isDecision ? "now" : "soon");
  }

  /** Resolves when the file is gone for good. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#writes.write();
  }

  /** Resolves when nothing is left to write. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  async #update(): Promise<boolean> {
    const next = this.#next();
    const known = this.#written;
    if (known !== "unknown" && isSame(next, known)) return false;
    await this.#write(next && this.#format(next));
    this.#written = next;
    return true;
  }

  /** `undefined`: no file, since nothing is left to decide. Undo in the document may bring it back. */
  #next(): Written | undefined {
    const { target, progress, isPending, isAway, isEnded } = this.#review;
    if (this.#hasEnded || !(isPending || isAway || isEnded)) return undefined;
    return { session: this.#session, target, progress, isShown: this.#isShown(), encoding: this.#encoding };
  }

  #format({ session, ...rest }: Written): string {
    const { id, kind, sources } = this.#review;
    const stored = session === undefined ? null : serializeSession(session);
    return formatStoredReview({ id, kind, ...rest, session: stored, sources });
  }
}

function isSame(a: Written | undefined, b: Written | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const isAsShown = a.isShown === b.isShown && a.progress === b.progress;
  return isAsShown && a.session === b.session && a.target === b.target && a.encoding === b.encoding;
}
