import { hunksWith } from "../../core/review/ownHunks.ts";
import type { LiveReview } from "../review/liveReview.ts";
import { undoChanges } from "../review/reviewBatch.ts";
import type { ReviewSurface } from "../review/reviewSurface.ts";
import type { TrackedEdit } from "./trackedEdit.ts";

/** What taking edits back came to. */
export interface UndoneTurn {
  /** What stands in the way of some, in words; what was typed later stays. */
  readonly prevented: readonly string[];
  /** Whether a file could not be edited just now, so that trying again may help. */
  readonly canRetry: boolean;
}

/** Takes back what was accepted of an agent's edits, given in their order, and rejects what is pending of them. */
export async function undoTurn(surface: ReviewSurface, edits: readonly TrackedEdit[]): Promise<UndoneTurn> {
  const accepted = edits.flatMap((edit) => {
    const file = edit.accepted();
    return file === undefined ? [] : [{ edit, file }];
  });
  // The newest first, if a file was changed more than once.
  const undone = await undoChanges(surface.reviews, accepted.map(({ file }) => file).toReversed());
  for (const { edit, file } of accepted) {
    if (undone.some((one) => one.file === file && one.isRestored)) edit.undone();
  }
  const reviews = new Set(edits.map(({ review }) => review));
  for (const review of reviews) {
    const own = edits.filter((edit) => edit.review === review);
    // What still streams in belongs to somebody else: these edits were whole before they were counted among the turn's.
    await review.whole();
    await review.enqueue(() => rejectOwn(surface, review, own));
  }
  return {
    prevented: undone.flatMap(({ reason }) => (reason === "" ? [] : [reason])),
    canRetry: undone.some(({ canRetry }) => canRetry),
  };
}

/** Rejects what is pending of these edits. What was taken out of the document is pending again, so this comes after. */
async function rejectOwn(
  { reviews, editors }: ReviewSurface,
  review: LiveReview,
  edits: readonly TrackedEdit[],
): Promise<void> {
  if (review.isEnded) return;
  const { state, hunks } = review;
  const own = new Set(edits.flatMap(({ rewrite }) => hunksWith(rewrite, state, hunks)));
  if (own.size > 0) await review.decide("reject", state, [...own]);
  if (review.isPending) return;
  await editors.close(review);
  if (review.kind !== "change") reviews.end(review);
}
