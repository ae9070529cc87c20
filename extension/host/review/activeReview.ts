import { Disposable, window, type Uri } from "vscode";
import type { Hunk } from "../../core/review/reviewState.ts";
import { hunkAtRow } from "../../core/review/reviewRows.ts";
import type { LiveReview } from "./liveReview.ts";
import type { LiveReviews } from "./liveReviews.ts";
import type { ReviewSurface } from "./reviewSurface.ts";
import { reviewIdOf } from "./reviewUris.ts";

/** Finds the review that a document belongs to: a review document, a side of its diff editor, or the file itself. */
export function reviewOf(reviews: LiveReviews, uri: Uri | undefined): LiveReview | undefined {
  return uri === undefined ? undefined : (reviews.find(reviewIdOf(uri)) ?? reviews.findByTarget(uri));
}

/** Finds the review that a command without an argument is for: that of the active editor, else the only one pending. */
export function activeReview(reviews: LiveReviews): LiveReview | undefined {
  const here = reviewOf(reviews, window.activeTextEditor?.document.uri);
  if (here !== undefined) return here;
  return reviews.pending.length === 1 ? reviews.pending[0] : undefined;
}

/** The hunks of a review as the active editor shows them, and which of them has the cursor. */
export interface HunkPlace {
  readonly hunks: readonly Hunk[];
  /** Zero-based; `undefined` between hunks, and if another editor is active. */
  readonly current: number | undefined;
}

/** Finds the hunks of a review and the one that has the cursor: as the active editor shows them, else as the review has them. */
export function placeIn({ editors }: ReviewSurface, review: LiveReview): HunkPlace {
  const editor = window.activeTextEditor;
  const shown = editor === undefined ? undefined : editors.documentAt(editor.document.uri);
  if (editor !== undefined && shown?.review === review) {
    return { hunks: shown.shown.hunks, current: hunkAtRow(shown.shown, editor.selection.active.line) };
  }
  const { hunks } = review;
  const hunk = editors.hunkAtCursor(review);
  return { hunks, current: hunk === undefined ? undefined : hunks.indexOf(hunk) };
}

/** Long enough to answer a burst of changes once, too short to be noticed. */
const PAUSE_MS = 20;

/** Calls `listener` soon after reviews, the active editor or its cursor change, once for many changes. */
export function whenReviewsMove({ reviews }: ReviewSurface, listener: () => void): Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, PAUSE_MS);
  };
  const isOurs = (uri: Uri): boolean => reviewOf(reviews, uri) !== undefined;
  return Disposable.from(
    reviews.onDidChange(soon),
    window.onDidChangeActiveTextEditor(soon),
    window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === window.activeTextEditor && isOurs(textEditor.document.uri)) soon();
    }),
    new Disposable(() => {
      clearTimeout(timer);
    }),
  );
}
