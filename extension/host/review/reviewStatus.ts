import { Disposable, l10n, StatusBarAlignment, window, type Command, type StatusBarItem } from "vscode";
import { unplacedChoices } from "../../core/review/choices.ts";
import { shownTarget } from "../shownText.ts";
import { activeReview, placeIn, whenReviewsMove, type HunkPlace } from "./activeReview.ts";
import { hunkRemarks } from "./hunkRemarks.ts";
import type { LiveReview } from "./liveReview.ts";
import type { ReviewReference, ReviewSurface } from "./reviewSurface.ts";
import { unplacedCount } from "./unplacedPieces.ts";

/** Left of what other extensions show there, right of VS Code's own entries. */
const PRIORITY = 50;

/** Shows in the status bar how many hunks are left and which one has the cursor, for the eye and for screen readers. */
export function registerReviewStatus(surface: ReviewSurface): Disposable {
  const item = window.createStatusBarItem("fastApply.review", StatusBarAlignment.Left, PRIORITY);
  item.name = l10n.t("Fast Apply Review");
  const update = (): void => {
    const status = reviewStatus(surface);
    if (status === undefined) item.hide();
    else show(item, status);
  };
  update();
  return Disposable.from(item, whenReviewsMove(surface, update));
}

/** What the status bar says. */
export interface ReviewStatus {
  readonly text: string;
  /** Read aloud when the text changes. */
  readonly label: string;
  readonly tooltip: string;
  /** What a click does. */
  readonly command: Command;
}

/** Computes what the status bar says of the active or only pending review, else of all; `undefined` if none is pending. */
export function reviewStatus(surface: ReviewSurface): ReviewStatus | undefined {
  const { pending } = surface.reviews;
  const active = activeReview(surface.reviews);
  const review = active?.isPending === true ? active : pending.length === 1 ? pending[0] : undefined;
  if (review !== undefined) return statusOf(surface, review, pending.length);
  if (pending.length === 0) return undefined;
  const files = l10n.t("{0} files", pending.length);
  return {
    text: l10n.t("Fast Apply: {0}", files),
    label: l10n.t("{0} files have pending reviews.", pending.length),
    tooltip: l10n.t("Show the pending reviews"),
    command: { command: "fastApply.pendingReviews.focus", title: l10n.t("Show the pending reviews") },
  };
}

function statusOf(surface: ReviewSurface, review: LiveReview, files: number): ReviewStatus {
  const place = placeIn(surface, review);
  const hunk = place.current === undefined ? undefined : place.hunks[place.current];
  const { warning } = hunk === undefined ? {} : hunkRemarks(hunk);
  const icon = review.progress === "streaming" ? "$(loading~spin) " : warning === undefined ? "" : "$(warning) ";
  const unplaced = unplacedChoices(review.state).length;
  const counts = [
    ...(place.hunks.length > 0 || unplaced === 0 ? [hunkCount(place)] : []),
    ...(unplaced > 0 ? [unplacedCount(unplaced)] : []),
    ...(files > 1 ? [l10n.t("{0} files", files)] : []),
  ].join(", ");
  const isShown = surface.editors.documentAt(activeUri() ?? review.target)?.review === review;
  const isMoving = isShown && place.hunks.length > 0;
  const title = isMoving ? l10n.t("Go to the next hunk") : l10n.t("Open the review");
  const reference: ReviewReference = { review: review.id };
  // VS Code gives arguments up with the entry that had them, and a click on one that changes just then would run nothing.
  const needsReference = activeReview(surface.reviews) !== review;
  return {
    text: icon + l10n.t("Fast Apply: {0}", counts),
    label: label(review, place),
    tooltip: tooltip(review, title),
    command: {
      command: isMoving ? "fastApply.nextHunk" : "fastApply.openReview",
      title,
      ...(needsReference ? { arguments: [reference] } : {}),
    },
  };
}

function hunkCount({ hunks, current }: HunkPlace): string {
  const position = current === undefined ? String(hunks.length) : `${current + 1}/${hunks.length}`;
  return hunks.length === 1 ? l10n.t("{0} hunk", position) : l10n.t("{0} hunks", position);
}

/** Whole sentences, since they are heard and not seen. */
function label(review: LiveReview, { hunks, current }: HunkPlace): string {
  const name = shownTarget(review.target);
  const hunk = current === undefined ? undefined : hunks[current];
  const nowhere = unplacedChoices(review.state).length;
  const unplaced = nowhere === 0 ? [] : [unplacedCount(nowhere)];
  const writing = review.progress === "streaming" ? [l10n.t("The rewrite is still being written.")] : [];
  if (current === undefined || hunk === undefined) {
    const count = hunks.length === 1 ? l10n.t("1 hunk") : l10n.t("{0} hunks", hunks.length);
    const what = hunks.length > 0 || unplaced.length === 0 ? [count, ...unplaced] : unplaced;
    return [l10n.t("{0} to decide in {1}.", what.join(", "), name), ...writing].join(" ");
  }
  const where = l10n.t("Hunk {0} of {1} in {2}.", current + 1, hunks.length, name);
  return [where, ...hunkRemarks(hunk).all, ...writing].join(" ");
}

function tooltip(review: LiveReview, action: string): string {
  return [
    l10n.t("Review of {0}", shownTarget(review.target)),
    l10n.t("Click: {0}", action),
    l10n.t(
      "Keys in the review: y accept, n reject, Tab what else an open piece may mean, j next, k previous, u undo, d diff editor, Escape back to the file",
    ),
  ].join("\n");
}

function show(item: StatusBarItem, { text, label, tooltip, command }: ReviewStatus): void {
  item.text = text;
  item.tooltip = tooltip;
  item.command = command;
  item.accessibilityInformation = { label, role: "status" };
  item.show();
}

function activeUri() {
  return window.activeTextEditor?.document.uri;
}
