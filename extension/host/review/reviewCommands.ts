import { commands, Disposable, l10n, Uri, window } from "vscode";
import { nextHunk, previousHunk } from "../../core/review/reviewRows.ts";
import { activeReview, reviewOf } from "./activeReview.ts";
import type { LiveReview } from "./liveReview.ts";
import type { LiveReviews } from "./liveReviews.ts";
import { savePatch, undecidedHunks } from "./patchFile.ts";
import { pickReading, putAtCursor, showNextReading } from "./reviewChoices.ts";
import { acceptAll, decideHunk, rejectAll, undoLastDecision } from "./reviewDecisions.ts";
import { goToHunk, openReview } from "./reviewMoves.ts";
import { isReference, type ReviewSurface } from "./reviewSurface.ts";
import { showInAnswer, type RevealAnswer } from "./showInAnswer.ts";

type Handler = (surface: ReviewSurface, review: LiveReview, argument: unknown, reveal: RevealAnswer) => Promise<void>;

/** Every command of a review. Each one works from the review, the proposal and the file itself. */
const handlers: Readonly<Record<string, Handler>> = {
  "fastApply.acceptHunk": (surface, review, argument) => decideHunk(surface, review, "accept", argument),
  "fastApply.rejectHunk": (surface, review, argument) => decideHunk(surface, review, "reject", argument),
  "fastApply.acceptAll": acceptAll,
  "fastApply.rejectAll": rejectAll,
  "fastApply.nextHunk": (surface, review) => goToHunk(surface, review, nextHunk),
  "fastApply.previousHunk": (surface, review) => goToHunk(surface, review, previousHunk),
  "fastApply.nextReading": (surface, review, argument) => showNextReading(surface, review, 1, argument),
  "fastApply.previousReading": (surface, review, argument) => showNextReading(surface, review, -1, argument),
  "fastApply.chooseReading": pickReading,
  "fastApply.putAtCursor": putAtCursor,
  "fastApply.showInAnswer": (surface, review, argument, reveal) => showInAnswer(surface, reveal, review, argument),
  "fastApply.undoDecision": undoLastDecision,
  "fastApply.openDiffEditor": ({ editors }, review) => editors.showDiff(review),
  "fastApply.openReview": openReview,
  "fastApply.backToFile": ({ editors }, review) => editors.backToFile(review),
  "fastApply.saveAsPatch": saveAsPatch,
};

/** Registers the commands. Their titles, keys and conditions stand in package.json. `reveal`: leads to an answer of the chat. */
export function registerReviewCommands(surface: ReviewSurface, reveal: RevealAnswer): Disposable {
  const { reviews } = surface;
  return Disposable.from(
    ...Object.entries(handlers).map(([command, run]) =>
      commands.registerCommand(command, async (argument: unknown) => {
        const review = meantReview(reviews, argument);
        if (review === undefined) {
          void window.showInformationMessage(l10n.t("There is no review here. Apply a sketch first."));
          return;
        }
        await review.enqueue(() => run(surface, review, argument, reveal));
      }),
    ),
    // Not queued: it is what ends a wait.
    commands.registerCommand("fastApply.stop", (argument: unknown) => {
      meantReview(reviews, argument)?.stop();
    }),
    commands.registerCommand("fastApply.ignoreLateKey", () => undefined),
    commands.registerCommand("fastApply.openChanges", () => openChanges(surface)),
    commands.registerCommand("fastApply.resetReviews", () => resetReviews(surface)),
  );
}

/** The review that a button names, else that of the active editor, else the only one there is. */
function meantReview(reviews: LiveReviews, argument: unknown): LiveReview | undefined {
  if (isReference(argument)) return reviews.find(argument.review);
  return (argument instanceof Uri ? reviewOf(reviews, argument) : undefined) ?? activeReview(reviews);
}

/** Saves what is left to decide, but never part of a rewrite. */
async function saveAsPatch(_: ReviewSurface, review: LiveReview): Promise<void> {
  if (review.progress === "streaming") {
    void window.showInformationMessage(l10n.t("The rewrite is still being written. Save it when it is complete."));
    return;
  }
  if (review.hunks.length === 0) {
    void window.showInformationMessage(l10n.t("Nothing in this review has a place yet, so there is nothing to save."));
    return;
  }
  await savePatch(undecidedHunks(review));
}

/** Opens all pending reviews together, in VS Code's editor for several changes. */
async function openChanges({ reviews, editors }: ReviewSurface): Promise<void> {
  await commands.executeCommand(
    "vscode.changes",
    l10n.t("Pending reviews"),
    reviews.pending.map((review) => [review.target, ...editors.sidesOf(review)]),
  );
}

/** A way out when something is stuck: nothing is decided, and every review is gone. */
async function resetReviews({ reviews }: ReviewSurface): Promise<void> {
  const { pending } = reviews;
  if (pending.length === 0) return;
  const discard = l10n.t("Discard");
  const answer = await window.showWarningMessage(
    l10n.t("Discard {0} pending reviews?", pending.length),
    { modal: true, detail: l10n.t("What is not decided yet is lost. The files stay as they are.") },
    discard,
  );
  if (answer !== discard) return;
  for (const review of pending) reviews.end(review);
}
