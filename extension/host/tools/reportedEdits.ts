import type { Disposable } from "vscode";
import * as v from "valibot";
import { canStore, findRewrite, storedHunksOf } from "../../core/review/rewriteStanding.ts";
import type { EditResult } from "../../core/tools/editResult.ts";
import { GIVEN_UP, outcomeWord } from "../../core/tools/outcomeWords.ts";
import { inBackground } from "../inBackground.ts";
import type { LiveReview } from "../review/liveReview.ts";
import type { LiveReviews } from "../review/liveReviews.ts";
import { TrackedEdit } from "./trackedEdit.ts";

/** How many edits are remembered; older ones are never reported. */
const MAX_REPORTED = 200;
/** Decisions come in bursts. In milliseconds. */
const SAVE_MS = 200;
const KEY = "editsOfAgents";

const PENDING = "pending review";
const UNDONE = "undone by the user";

const lines = v.array(v.string());
const storedSchema = v.array(
  v.object({
    session: v.string(),
    file: v.string(),
    /** Id of the review that it waits in. */
    review: v.string(),
    /** `null`: not decided when this was stored. */
    outcome: v.nullable(v.string()),
    hunks: v.array(v.object({ old: lines, new: lines })),
  }),
);
type StoredEdit = v.InferOutput<typeof storedSchema>[number];

/** What a workspace remembers over a restart: a `Memento` of VS Code. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** An edit that a session was informed of, as it stands, or as it is known from before a restart. */
interface Reported {
  readonly session: string;
  readonly as: string;
  readonly edit: TrackedEdit | StoredEdit;
}

/** Remembers which edits the agents know as waiting for review, also over a restart, so that they learn what became of them. */
export class ReportedEdits implements Disposable {
  readonly #memory: Memory;
  readonly #listener: Disposable;
  /** As what edits were last stored. */
  readonly #saved = new WeakMap<TrackedEdit, string>();
  #reported: readonly Reported[];
  /** Whether all reviews of before the restart are back that come back by themselves. */
  #isRecovered = false;
  #saving: ReturnType<typeof setTimeout> | undefined;

  /** `recovered`: resolves when the reviews from before a restart are back. */
  constructor(reviews: LiveReviews, memory: Memory, recovered: Promise<void>) {
    this.#memory = memory;
    void recovered.then(() => {
      this.#isRecovered = true;
    });
    const stored = v.safeParse(storedSchema, memory.get(KEY));
    this.#reported = stored.success ? stored.output.map((edit) => ({ session: edit.session, as: PENDING, edit })) : [];
    this.#listener = reviews.onDidChange((review) => {
      if (!review.isEnded) this.#reported = this.#reported.map((reported) => foundIn(reported, review));
      this.#follow(review);
    });
  }

  /** Notes that the agent learns what has become of an edit. */
  tell(session: string, edit: TrackedEdit): void {
    this.#reported = [...this.#reported, { session, as: outcomeOf(edit), edit }].slice(-MAX_REPORTED);
    this.#saveSoon();
  }

  /** Notes that nobody has learnt what became of an edit, since the call was cancelled: a later one reports it. */
  undelivered(edit: TrackedEdit): void {
    this.#reported = this.#reported.map((reported) =>
      reported.edit === edit ? { ...reported, as: PENDING } : reported,
    );
    this.#saveSoon();
  }

  /**
   * Lists what has become of edits that waited for review when the session last learnt of them, and which were taken back. Each time only
   * what is new.
   */
  news(session: string): EditResult["earlier"] {
    if (this.#isRecovered) this.#reported = this.#reported.map(withoutReview);
    const news = this.#reported.filter((reported) => reported.session === session && isNews(reported));
    this.#reported = this.#reported.map((reported) =>
      news.includes(reported) ? { ...reported, as: outcomeOf(reported.edit) } : reported,
    );
    if (news.length > 0) this.#saveSoon();
    return news.map(({ edit }) => ({ file: edit.file, outcome: outcomeOf(edit) }));
  }

  dispose(): void {
    clearTimeout(this.#saving);
    this.#listener.dispose();
  }

  #follow(review: LiveReview): void {
    for (const { edit, as } of this.#reported) {
      if (!(edit instanceof TrackedEdit) || edit.review !== review) continue;
      edit.follow();
      if (as === PENDING && edit.outcome !== (this.#saved.get(edit) ?? PENDING)) this.#saveSoon();
    }
  }

  #saveSoon(): void {
    this.#saving ??= setTimeout(() => {
      this.#saving = undefined;
      const waiting = this.#reported.filter(({ as }) => as === PENDING);
      for (const { edit } of waiting) if (edit instanceof TrackedEdit) this.#saved.set(edit, edit.outcome);
      const stored = waiting.flatMap(storedOf);
      inBackground(Promise.resolve(this.#memory.update(KEY, stored)));
    }, SAVE_MS);
  }
}

function outcomeOf(edit: Reported["edit"]): string {
  if (!(edit instanceof TrackedEdit)) return edit.outcome ?? PENDING;
  const { judged, isUndone } = edit;
  return isUndone ? UNDONE : outcomeWord(judged.outcome, judged.hunks, judged);
}

function isNews({ edit, as }: Reported): boolean {
  const now = outcomeOf(edit);
  return now !== as && (as === PENDING || now === UNDONE);
}

/** Follows an edit from before a restart in its review, once that has come back. */
function foundIn(reported: Reported, review: LiveReview): Reported {
  const { edit } = reported;
  if (edit instanceof TrackedEdit || edit.review !== review.id || edit.outcome !== null) return reported;
  const { rewrite, missing } = findRewrite(edit.hunks, review.state);
  return { ...reported, edit: new TrackedEdit(edit.file, review, rewrite, missing) };
}

/** Gives up an edit from before a restart whose review has not come back: it will not be decided any more. */
function withoutReview(reported: Reported): Reported {
  const { edit } = reported;
  if (edit instanceof TrackedEdit || edit.outcome !== null) return reported;
  return { ...reported, edit: { ...edit, outcome: GIVEN_UP, hunks: [] } };
}

function storedOf({ session, edit }: Reported): readonly StoredEdit[] {
  if (!(edit instanceof TrackedEdit)) return [edit];
  const { file, review, isPending, followed } = edit;
  if (!isPending) return [{ session, file, review: review.id, outcome: outcomeOf(edit), hunks: [] }];
  const hunks = storedHunksOf(followed);
  // A larger one is not reported after a restart.
  return canStore(hunks) ? [{ session, file, review: review.id, outcome: null, hunks }] : [];
}
