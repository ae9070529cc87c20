import { applyLineEdits, editsOf } from "../../core/diff/lineEdits.ts";
import type { TextChange } from "../../core/review/decision.ts";
import { hunkStandings } from "../../core/review/hunkStandings.ts";
import { withoutReplaced, type FollowedRewrite } from "../../core/review/rewriteStanding.ts";
import type { ReviewSession } from "../../core/review/reviewSession.ts";
import type { ReviewState } from "../../core/review/reviewState.ts";
import { judgeHunks, type JudgedHunks } from "../../core/tools/judgeHunks.ts";
import type { UndecidedHunks } from "../../core/tools/outcomeWords.ts";
import type { Progress } from "../review/fileDecisions.ts";
import type { LiveReview } from "../review/liveReview.ts";
import type { ChangedFile } from "../review/reviewBatch.ts";

/** What became of an agent's edit. */
export type JudgedEdit = JudgedHunks & UndecidedHunks;

/** An edit of an agent that went to a review, for as long as anyone wants to know what became of it. */
export class TrackedEdit {
  /** As the call names it. */
  readonly file: string;
  readonly review: LiveReview;
  #followed: FollowedRewrite;
  #isOver = false;
  #isUndone = false;
  #outcome: JudgedEdit["outcome"] | undefined;
  /** As the review was when this was last looked at. */
  #looked: { readonly session: ReviewSession; readonly progress: Progress };
  #seen: { readonly state: ReviewState; readonly isOver: boolean; readonly judged: JudgedEdit } | undefined;

  /**
   * `rewrite`: the text that the edit began from, which may be the proposal of a review, and the one that it wants. `missing`: how many
   * of its hunks the review no longer has.
   */
  constructor(file: string, review: LiveReview, rewrite: TextChange, missing = 0) {
    this.file = file;
    this.review = review;
    this.#followed = { kind: review.kind, rewrite, missing };
    this.#isOver = review.isEnded;
    this.#looked = { session: review.session, progress: review.progress };
  }

  get followed(): FollowedRewrite {
    return this.#followed;
  }

  get rewrite(): TextChange {
    return this.#followed.rewrite;
  }

  get judged(): JudgedEdit {
    const { state } = this.review;
    const isOver = this.#isOver;
    if (this.#seen?.state !== state || this.#seen.isOver !== isOver) {
      this.#seen = { state, isOver, judged: this.#judge(state) };
    }
    return this.#seen.judged;
  }

  get isPending(): boolean {
    return this.judged.outcome === "pending review";
  }

  /** What it came to, leaving aside what was typed since the last decision: cheap enough to be asked for at each key. */
  get outcome(): JudgedEdit["outcome"] {
    return (this.#outcome ??= this.judged.outcome);
  }

  /** Whether the user took it back after it was in the file. */
  get isUndone(): boolean {
    return this.#isUndone;
  }

  /**
   * Takes a change of the review. Pending hunks that another edit has replaced cannot be accepted in the name of this one; once the
   * review is over, what is not decided by then never will be.
   */
  follow(): void {
    const { progress, session } = this.review;
    const { state } = session;
    const before = this.#looked;
    if (this.#isOver) return;
    if (this.review.isEnded) {
      this.#isOver = true;
      this.#outcome = undefined;
      return;
    }
    if (session === before.session && progress === before.progress) return;
    this.#looked = { session, progress };
    if (state.document !== before.session.state.document && session.decisions === before.session.decisions) return;
    this.#outcome = undefined;
    const left = withoutReplaced(this.#followed, this.review);
    if (left !== this.#followed) this.#seen = undefined;
    this.#followed = left;
  }

  undone(): void {
    this.#isUndone = true;
  }

  /** Returns what of the edit is in the file, as a change that can be taken back; `undefined` if nothing is. */
  accepted(): ChangedFile | undefined {
    const { kind, target, state } = this.review;
    if (kind === "create") {
      if (this.judged.outcome !== "applied") return undefined;
      return { target, kind, bytes: undefined, before: undefined, after: state.document };
    }
    const { before, after } = this.rewrite;
    const changes = hunkStandings(this.rewrite, state).flatMap(({ decision, change }) =>
      decision === "accepted" ? [change] : [],
    );
    if (changes.length === 0) return undefined;
    return { target, kind, bytes: undefined, before, after: applyLineEdits(before, editsOf(changes, after)) };
  }

  #judge(state: ReviewState): JudgedEdit {
    const found = judgeHunks(this.rewrite, state);
    const { hunks, outcome } = this.review.kind === "create" ? asWhole(found) : found;
    const replaced = this.#followed.missing;
    const givenUp = this.#isOver ? hunks.filter((hunk) => hunk.outcome === "pending").length : 0;
    const kept = hunks.filter((hunk) => hunk.outcome === "accepted" || hunk.outcome === "edited by hand").length;
    if (givenUp === 0) return { hunks, outcome: withReplaced(outcome, hunks.length, replaced), replaced, givenUp };
    const decided = hunks.map((hunk) =>
      hunk.outcome === "pending" ? { ...hunk, outcome: "rejected" as const } : hunk,
    );
    return { hunks: decided, outcome: kept > 0 ? "partly applied" : "rejected", replaced, givenUp };
  }
}

/** Judges a new file as a whole, whatever its hunks are. */
function asWhole({ hunks, outcome }: JudgedHunks): JudgedHunks {
  if (hunks.length === 0) return { hunks, outcome };
  const whole = hunks.some((hunk) => hunk.outcome === "pending")
    ? ({ one: "pending", all: "pending review" } as const)
    : outcome === "rejected"
      ? ({ one: "rejected", all: "rejected" } as const)
      : ({ one: "accepted", all: "applied" } as const);
  return { hunks: hunks.map((hunk) => ({ ...hunk, outcome: whole.one })), outcome: whole.all };
}

function withReplaced(outcome: JudgedHunks["outcome"], left: number, replaced: number): JudgedHunks["outcome"] {
  if (replaced === 0 || outcome === "pending review") return outcome;
  if (left === 0) return "rejected";
  return outcome === "applied" ? "partly applied" : outcome;
}
