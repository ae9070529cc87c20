import { Disposable, EventEmitter, l10n, type Event, type Uri } from "vscode";
import { withoutChoices } from "../../core/review/choices.ts";
import { withoutRewrites } from "../../core/review/ownHunks.ts";
import { isUndecided } from "../../core/review/hunks.ts";
import { beginReview } from "../../core/review/reviewState.ts";
import { beginSession, type ReviewSession } from "../../core/review/reviewSession.ts";
import { inBackground } from "../inBackground.ts";
import type { AcceptedHunks } from "./fileDecisions.ts";
import { LiveReview, type ReviewKind } from "./liveReview.ts";
import { undecidedHunks } from "./patchFile.ts";
import { proposalOf } from "./proposalOf.ts";
import { tellAway, tellClosed, tellStopped, tellUnchanged } from "./reviewNews.ts";
import type { ReviewOutcome, ReviewRequest, ReviewStarter } from "./reviewRequest.ts";
import { followTargets } from "./reviewTargets.ts";
import { atOnce, readRewrite, type RewriteStream } from "./rewriteStream.ts";
import { documentLines, eolOf, isThere, keepEncoding, loadDocument } from "./targetDocument.ts";

/** How often the review takes over what has arrived. */
const PROGRESS_MS = 66;

/** What was accepted in a review. */
export interface Acceptance extends AcceptedHunks {
  readonly review: LiveReview;
}

/** All reviews of this window: begins them, keeps them in step with their documents, and forgets them when they end. */
export class LiveReviews implements ReviewStarter, Disposable {
  readonly #reviews = new Map<string, LiveReview>();
  readonly #changed = new EventEmitter<LiveReview>();
  readonly #revealed = new EventEmitter<LiveReview>();
  readonly #ended = new EventEmitter<LiveReview>();
  readonly #accepting = new EventEmitter<LiveReview>();
  readonly #accepted = new EventEmitter<Acceptance>();
  readonly #listeners: Disposable;
  /** By target, when the last apply to it has begun its review. */
  readonly #starting = new Map<string, Promise<void>>();

  constructor() {
    this.#listeners = followTargets({
      reviews: () => this.#reviews.values(),
      onDidVanish: (review) => {
        inBackground(this.#vanish(review));
      },
      onDidReturn: (review) => {
        inBackground(this.#comeBack(review));
      },
      onDidClose: (review) => {
        this.#close(review);
      },
    });
    // Of two reviews of a file the one that was away waits for the other.
    this.#changed.event((changed) => {
      if (changed.isPending || changed.isAway) return;
      for (const review of this.#awayAt(changed.target)) inBackground(this.#comeBack(review));
    });
  }

  /**
   * Fires after every change of a review, its beginning and its end included: a review that `isEnded` by then is over. Those that end with
   * the window are not over, and do not fire: they come back with the next one.
   */
  get onDidChange(): Event<LiveReview> {
    return this.#changed.event;
  }

  /** Fires when an apply has begun a review, or joined one, that is to come before the user. */
  get onDidReveal(): Event<LiveReview> {
    return this.#revealed.event;
  }

  /** Fires when a review is over: nothing is left to decide, or it was given up. */
  get onDidEnd(): Event<LiveReview> {
    return this.#ended.event;
  }

  /** Fires when hunks of a review are about to be accepted, by whomever: its document has not changed yet. */
  get onWillAccept(): Event<LiveReview> {
    return this.#accepting.event;
  }

  /** Fires when hunks of a review were accepted, by whomever. */
  get onDidAccept(): Event<Acceptance> {
    return this.#accepted.event;
  }

  /** The reviews with something left to decide, oldest first. */
  get pending(): readonly LiveReview[] {
    return [...this.#reviews.values()].filter(({ isPending }) => isPending);
  }

  find(id: string | undefined): LiveReview | undefined {
    return id === undefined ? undefined : this.#reviews.get(id);
  }

  /** Finds the review of a file, even one with nothing left to decide, since undo may bring it back; not one whose file is away. */
  findByTarget(target: Uri): LiveReview | undefined {
    const key = target.toString();
    return [...this.#reviews.values()].find(({ target, isAway }) => !isAway && target.toString() === key);
  }

  /** Begins a review or joins one. Applies to one file run one after the other, so that each sees what the one before proposed. */
  start(request: ReviewRequest): Promise<ReviewOutcome> {
    const key = request.target.toString();
    const started = (this.#starting.get(key) ?? Promise.resolve()).then(() => this.#startNext(request));
    const settled = started.then(
      () => undefined,
      () => undefined,
    );
    this.#starting.set(key, settled);
    void settled.then(() => {
      if (this.#starting.get(key) === settled) this.#starting.delete(key);
    });
    return started;
  }

  async textFor(target: Uri, kind: ReviewKind): Promise<string> {
    const earlier = this.findByTarget(target);
    await earlier?.whole();
    if (earlier?.isPending !== true) return kind === "create" ? "" : (await loadDocument(target)).getText();
    const document = earlier.kind === "create" ? undefined : await loadDocument(earlier.target);
    return withoutChoices(earlier.state).join(eolOf(earlier.target, document));
  }

  stop(target: Uri): void {
    this.findByTarget(target)?.stop();
  }

  async #startNext(request: ReviewRequest): Promise<ReviewOutcome> {
    const earlier = this.findByTarget(request.target);
    await earlier?.whole();
    if (earlier?.isPending !== true) return this.#begin(request, earlier);
    if ((earlier.kind === "delete") === (request.kind === "delete")) return this.#join(earlier, request);
    return {
      type: "failed",
      reason: l10n.t("It has a pending review, which this would contradict. Decide that first."),
    };
  }

  /** Puts a review back as it was stored. */
  restore(
    id: string,
    kind: ReviewKind,
    target: Uri,
    session: ReviewSession,
    sources: LiveReview["sources"] = new Map(),
  ): LiveReview {
    const review = new LiveReview(id, kind, target, session, "whole");
    review.knowSources(sources);
    this.#add(review);
    return review;
  }

  /** Lets what is left undecided wait for the file, which is not there, and says so. */
  setAside(review: LiveReview): void {
    review.leave();
    // Whoever wants the file deleted need not know that it is gone.
    if (review.kind !== "delete") inBackground(this.#askAboutAway(review));
  }

  /** Gives up what is left undecided. The document stays as it is. */
  end(review: LiveReview): void {
    if (!this.#reviews.delete(review.id)) return;
    review.dispose();
    this.#ended.fire(review);
    this.#changed.fire(review);
  }

  dispose(): void {
    this.#listeners.dispose();
    for (const review of this.#reviews.values()) review.dispose();
    this.#changed.dispose();
    this.#revealed.dispose();
    this.#ended.dispose();
    this.#accepting.dispose();
    this.#accepted.dispose();
  }

  /** `earlier`: a review of the file with nothing left to decide, which gives way. */
  async #begin(request: ReviewRequest, earlier: LiveReview | undefined): Promise<ReviewOutcome> {
    const { target, kind, apply } = request;
    const document = kind === "create" ? undefined : await loadDocument(target);
    if (document !== undefined) keepEncoding(target, document.encoding);
    const original = document === undefined ? [""] : documentLines(document);
    const rewriting = new AbortController();
    const stream = readRewrite(original, apply(document?.getText() ?? "", rewriting.signal), rewriting.signal);
    const early = await atOnce(stream.end);
    const id = crypto.randomUUID();
    if (early !== undefined && early.type !== "done") return early;
    if (early === undefined) {
      const session = beginSession(beginReview(original, stream.proposal()));
      const review = new LiveReview(id, kind, target, session, "streaming", rewriting);
      if (earlier) this.end(earlier);
      this.#add(review);
      this.#reveal(review, request);
      inBackground(this.#takeOver(review, request, original, stream));
      return { type: "reviewing" };
    }
    const { proposal, remarks, choices } = proposalOf(early, original);
    const begun = beginReview(original, proposal, remarks, choices);
    const review = new LiveReview(id, kind, target, beginSession(begun), "whole", rewriting);
    review.know(early, request);
    if (document !== undefined) review.documentChanged(documentLines(document));
    if (kind === "change" && !review.isPending) return { type: "no-change" };
    if (earlier) this.end(earlier);
    this.#add(review);
    this.#reveal(review, request);
    return { type: "reviewing" };
  }

  /** Another apply to a file under review goes on from the proposal, so that it sees what the one before wanted, unless it replaces it. */
  async #join(review: LiveReview, request: ReviewRequest): Promise<ReviewOutcome> {
    const replaced = request.replaced?.() ?? [];
    // What is open there is no base for others.
    const known = withoutChoices(withoutRewrites(review.state, replaced));
    const document = review.kind === "create" ? undefined : await loadDocument(review.target);
    const eol = eolOf(review.target, document);
    const rewriting = new AbortController();
    const stream = readRewrite(known, request.apply(known.join(eol), rewriting.signal), rewriting.signal);
    const early = await atOnce(stream.end);
    // Decided to the end, or gone, while this one waited: it begins anew.
    if (!review.isPending) {
      rewriting.abort();
      return this.#begin(request, review);
    }
    if (early === undefined) {
      const before = review.state;
      review.beginRewrite(rewriting);
      review.giveWay(replaced);
      this.#reveal(review, request);
      const bringBack = (): void => {
        if (replaced.length > 0) review.bringBack(before, replaced);
      };
      inBackground(this.#takeOver(review, request, known, stream, bringBack));
      return { type: "reviewing" };
    }
    if (early.type !== "done") return early;
    // Until the new one is there it is not over, though nothing may be pending of the old one.
    if (replaced.length > 0) review.beginRewrite(rewriting);
    review.giveWay(replaced);
    // The same sketch again changes nothing, and shows the review that waits for the user.
    review.adopt(early, request, known, proposalOf(early, known));
    if (replaced.length > 0) review.finishRewrite();
    if (!isUndecided(review.state, review.hunks)) {
      if (replaced.length > 0) this.end(review);
      return { type: "no-change" };
    }
    this.#reveal(review, request);
    return { type: "reviewing" };
  }

  /** Follows a rewrite that streams in until it ends. `bringBack` proposes again what gave way to it, if it comes to nothing. */
  async #takeOver(
    review: LiveReview,
    request: ReviewRequest,
    original: readonly string[],
    stream: RewriteStream,
    bringBack?: () => void,
  ): Promise<void> {
    let seen = original;
    const advance = (): void => {
      const proposal = stream.proposal();
      if (proposal === seen) return;
      review.proposalChanged(seen, proposal);
      seen = proposal;
    };
    advance();
    const timer = setInterval(advance, PROGRESS_MS);
    const end = await stream.end;
    clearInterval(timer);
    if (review.isEnded) return;
    if (end.type === "done") {
      review.adopt(end, request, seen, proposalOf(end, original));
      review.finishRewrite();
      if (review.isPending) return;
      this.end(review);
      tellUnchanged(review);
      return;
    }
    // What did not come whole is no proposal: back to where this rewrite began.
    review.proposalChanged(seen, original);
    bringBack?.();
    review.finishRewrite();
    if (!isUndecided(review.state, review.hunks)) this.end(review);
    if (end.type === "cancelled") return;
    tellStopped(review, end, request);
  }

  #add(review: LiveReview): void {
    this.#reviews.set(review.id, review);
    review.onDidChange(() => {
      // That it is over is announced by `end`, once, and not when the window closes.
      if (!review.isEnded) this.#changed.fire(review);
    });
    review.onWillAccept(() => {
      this.#accepting.fire(review);
    });
    review.onDidAccept((accepted) => {
      this.#accepted.fire({ ...accepted, review });
    });
    this.#changed.fire(review);
  }

  #reveal(review: LiveReview, { inBackground }: ReviewRequest): void {
    if (inBackground !== true) this.#revealed.fire(review);
  }

  /** A rewrite that is on its way is stopped: it can no longer become whole. */
  async #vanish(review: LiveReview): Promise<void> {
    const left = undecidedHunks(review);
    review.stop();
    await review.whole();
    if (review.isEnded) await tellClosed(left, false);
    else if (review.isPending && !(await isThere(review.target))) this.setAside(review);
  }

  #awayAt(target: Uri): readonly LiveReview[] {
    const key = target.toString();
    return [...this.#reviews.values()].filter((review) => review.isAway && review.target.toString() === key);
  }

  async #comeBack(review: LiveReview): Promise<void> {
    if (!(await isThere(review.target))) return;
    // What VS Code cannot open as text, such as a folder of that name, is not the file that went away.
    const document = await loadDocument(review.target).catch(() => undefined);
    const other = this.findByTarget(review.target);
    if (document === undefined || !review.isAway || other?.isPending === true) return;
    if (other) this.end(other);
    review.comeBack(documentLines(document));
  }

  async #askAboutAway(review: LiveReview): Promise<void> {
    if ((await tellAway(review)) === "discard" && review.isAway) this.end(review);
  }

  #close(review: LiveReview): void {
    const hasHunks = review.isPending && review.progress === "whole" && review.hunks.length > 0;
    const wasPending = review.isPending;
    const left = undecidedHunks(review);
    this.end(review);
    if (wasPending) inBackground(tellClosed(left, hasHunks));
  }
}
