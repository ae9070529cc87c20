import { commands, Disposable, window, type Uri } from "vscode";
import { activeReview, whenReviewsMove } from "./activeReview.ts";
import type { ReviewGroups } from "./reviewGroups.ts";
import type { ReviewSurface } from "./reviewSurface.ts";

/** What the conditions in package.json may ask, without the prefix `fastApply.`. */
interface Contexts {
  /** How many files have a pending review. */
  readonly pendingReviews: number;
  /** How many turns of agents the tree shows. */
  readonly agentTurns: number;
  /**
   * The files with a pending review, for `resource in …`. Not as text: a window on another machine has addresses of its own.
   * Keys depend on it: VS Code knows the resource of the editor that has the focus at once, this extension only later.
   */
  readonly filesUnderReview: readonly Uri[];
  /** Whether the active editor shows such a file itself: for the cells of notebooks, whose `resource` is the notebook. */
  readonly fileHasReview: boolean;
  /** Whether a command without an argument would find a pending review. */
  readonly hasReview: boolean;
  /** Whether the rewrite of that review is still arriving. */
  readonly isStreaming: boolean;
  /** Whether that review, be it pending or not, has a decision to take back. */
  readonly canUndoDecision: boolean;
}

/** Keeps the context keys in step with the reviews and the active editor. */
export function registerReviewContexts(surface: ReviewSurface, turns: ReviewGroups): Disposable {
  const known = new Map<string, string>();
  const update = (): void => {
    for (const [name, value] of Object.entries(contexts(surface, turns))) {
      const text = JSON.stringify(value);
      if (known.get(name) === text) continue;
      known.set(name, text);
      void commands.executeCommand("setContext", `fastApply.${name}`, value);
    }
  };
  update();
  return Disposable.from(whenReviewsMove(surface, update), turns.onDidChange(update));
}

function contexts({ reviews }: ReviewSurface, { groups }: ReviewGroups): Contexts {
  const { pending } = reviews;
  const uri = window.activeTextEditor?.document.uri;
  const review = activeReview(reviews);
  return {
    pendingReviews: pending.length,
    agentTurns: groups.length,
    filesUnderReview: pending.map(({ target }) => target),
    fileHasReview: pending.some(({ target }) => target.toString() === uri?.toString()),
    hasReview: review?.isPending === true,
    isStreaming: review?.isPending === true && review.progress === "streaming",
    canUndoDecision: review !== undefined && review.session.decisions.length > 0,
  };
}
