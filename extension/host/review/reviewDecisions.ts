import { commands, l10n, window, workspace, type Uri } from "vscode";
import { unplacedChoices } from "../../core/review/choices.ts";
import { hunkAtRow, nextHunk, type ReviewRows } from "../../core/review/reviewRows.ts";
import type { ReviewState } from "../../core/review/reviewState.ts";
import { isOpen, isCertain } from "../../core/review/hunks.ts";
import { hunksAgain } from "../../core/review/sameHunk.ts";
import { offerEncoding } from "../apply/offerEncoding.ts";
import { inBackground } from "../inBackground.ts";
import { shownTarget } from "../shownText.ts";
import type { DecisionOutcome } from "./fileDecisions.ts";
import type { LiveReview } from "./liveReview.ts";
import { goToHunk } from "./reviewMoves.ts";
import { isHunkReference, isPieceReference, type ReviewSurface } from "./reviewSurface.ts";
import { reviewIdOf } from "./reviewUris.ts";
import { unplacedCount } from "./unplacedPieces.ts";
import { encodingOf, openDocument } from "./targetDocument.ts";

/**
 * Decides the hunk that a lens names or the cursor is in; with the cursor elsewhere, goes to the next one. If a lens names a piece without
 * a place, or there are only such pieces, decides that piece or the first one: it can only be dropped.
 */
export async function decideHunk(
  surface: ReviewSurface,
  review: LiveReview,
  decision: "accept" | "reject",
  argument: unknown,
): Promise<void> {
  const { editors } = surface;
  await editors.settle(review);
  const piece = meantPiece(review, argument);
  if (piece !== undefined) {
    await decidePiece(surface, review, decision, piece);
    return;
  }
  const hunk = isHunkReference(argument) ? argument.hunk : editors.hunkAtCursor(review);
  const seen = isHunkReference(argument) ? argument.seen : seenState(surface, review);
  if (hunk === undefined) {
    // With the cursor between hunks the key goes to the next one, so that nothing is decided unseen.
    await goToHunk(surface, review, nextHunk);
    return;
  }
  await finish(surface, review, decision, await review.decide(decision, seen, [hunk]));
}

function meantPiece({ state, hunks }: LiveReview, argument: unknown): string | undefined {
  if (isPieceReference(argument)) return argument.piece;
  return hunks.length === 0 ? unplacedChoices(state)[0]?.id : undefined;
}

async function decidePiece(
  surface: ReviewSurface,
  review: LiveReview,
  decision: "accept" | "reject",
  piece: string,
): Promise<void> {
  if (decision === "accept") {
    window.setStatusBarMessage(l10n.t("This piece has no place yet. “Put at cursor” gives it one; n drops it."), 3000);
    return;
  }
  await finish(surface, review, decision, await review.decide(decision, review.state, [], [piece]));
}

/** Accepts every hunk that is not open and has no warning or conflict. The others stay to be decided one by one, as a message says. */
export async function acceptAll(surface: ReviewSurface, review: LiveReview): Promise<void> {
  if (review.progress === "streaming") {
    void window.showInformationMessage(l10n.t("The rewrite is still being written. Accept all when it is complete."));
    return;
  }
  const certain = review.hunks.filter(isCertain);
  const left = review.hunks.length - certain.length;
  const unplaced = unplacedChoices(review.state).length;
  if (certain.length > 0) {
    await finish(surface, review, "accept", await review.decide("accept", review.state, certain));
  }
  if (unplaced > 0) sayUnplaced(review.target, unplaced);
  if (left === 0) return;
  const isOpenOnly = review.hunks.every(isOpen);
  const name = shownTarget(review.target);
  void window.showWarningMessage(
    isOpenOnly
      ? l10n.t(
          "Open in {0}: {1} of {2} hunks. Tab shows what else each may mean, y takes what is shown, n drops it.",
          name,
          left,
          left + certain.length,
        )
      : l10n.t(
          "Left in {0}: {1} of {2} hunks, because they are open, the sketch does not explain them, or you changed their lines. Accept or reject them one by one.",
          name,
          left,
          left + certain.length,
        ),
  );
  if (certain.length === 0) await goToHunk(surface, review, hunkFromHere);
}

function sayUnplaced(target: Uri, count: number): void {
  void window.showWarningMessage(
    l10n.t(
      "{0}: {1}. “Put at cursor”, above the review, gives a piece its place, “Drop” leaves it out.",
      shownTarget(target),
      unplacedCount(count),
    ),
  );
}

/** Rejects what is left, and drops what has no place; a rewrite on its way is stopped. */
export async function rejectAll(surface: ReviewSurface, review: LiveReview): Promise<void> {
  review.stop();
  await review.whole();
  // What was stopped may have been all.
  if (!review.isPending) return;
  const unplaced = unplacedChoices(review.state).map(({ id }) => id);
  await finish(surface, review, "reject", await review.decide("reject", review.state, review.hunks, unplaced));
}

/** Takes back the last decision and goes to the hunk that it brought back. */
export async function undoLastDecision(surface: ReviewSurface, review: LiveReview): Promise<void> {
  const { state, hunks } = review;
  const outcome = await review.undoDecision();
  if (outcome === "undone") {
    const others = new Set(hunksAgain(state, hunks, review.state, review.hunks));
    const returned = review.hunks.findIndex((hunk) => !others.has(hunk));
    await goToHunk(surface, review, () => (returned < 0 ? undefined : returned));
    return;
  }
  const message = {
    nothing: l10n.t("There is no decision to take back."),
    conflict: l10n.t(
      "The lines of that decision have changed since, so it cannot be taken back in {0}.",
      shownTarget(review.target),
    ),
    refused: l10n.t("{0} cannot be edited now, so nothing was taken back. Try again.", shownTarget(review.target)),
  }[outcome];
  void window.showInformationMessage(message);
}

/** After a decision: on to the next hunk if the review is what the user looks at, or back to the file after the last. */
async function finish(
  surface: ReviewSurface,
  review: LiveReview,
  decision: "accept" | "reject",
  outcome: DecisionOutcome,
): Promise<void> {
  const { editors, reviews } = surface;
  if (outcome.type === "refused") {
    sayRefused(review.target, outcome.why);
    return;
  }
  if (outcome.type === "nothing") {
    window.setStatusBarMessage(l10n.t("This hunk has changed meanwhile; look again."), 3000);
    return;
  }
  if (decision === "accept") await saveAccepted(review);
  if (review.isPending) {
    const uri = window.activeTextEditor?.document.uri;
    if (uri !== undefined && reviewIdOf(uri) === review.id) await goToHunk(surface, review, hunkFromHere);
    return;
  }
  await withKeysCaught(() => editors.backToFile(review));
  // Undo in the document can bring hunks back, so the review is kept, except for files that were created or deleted.
  if (review.kind !== "change") reviews.end(review);
}

function sayRefused(target: Uri, why: "edit" | "encoding"): void {
  const name = shownTarget(target);
  if (why === "edit") {
    void window.showErrorMessage(l10n.t("{0} could not be edited, so nothing has changed. Is it read-only?", name));
    return;
  }
  const reason = l10n.t(
    "{0} is no longer in the encoding that VS Code reads it in ({1}), so saving it would change letters that nobody has edited, and nothing was accepted. Reopen it with its own encoding, then accept again.",
    name,
    encodingOf(target, openDocument(target)),
  );
  // Not waited for: the review takes other actions while the question stands.
  inBackground(offerEncoding(target, reason));
}

/** How long a key pressed for a hunk that is no more may still come. */
const LATE_KEYS_MS = 700;

/** Whoever presses `y` quickly does not mean to type it into the file that comes up after the last hunk. */
async function withKeysCaught(goBack: () => Promise<void>): Promise<void> {
  await commands.executeCommand("setContext", "fastApply.catchesLateKeys", true);
  try {
    await goBack();
  } finally {
    setTimeout(() => void commands.executeCommand("setContext", "fastApply.catchesLateKeys", false), LATE_KEYS_MS);
  }
}

/** The hunk that the cursor is in, or the next one below: what follows a decided hunk. */
function hunkFromHere(shown: ReviewRows, row: number): number | undefined {
  return hunkAtRow(shown, row) ?? nextHunk(shown, row);
}

/** Saves a file after an accept if the setting `saveOnAccept` asks for it; accept never saves by itself. */
export async function saveAccepted({ target }: Pick<LiveReview, "target">): Promise<void> {
  const wanted = workspace.getConfiguration("fastApply", target).get("saveOnAccept") === true;
  const document = openDocument(target);
  if (!wanted || document === undefined || document.isUntitled || !document.isDirty) return;
  if (await document.save()) return;
  void window.showErrorMessage(
    l10n.t("{0} could not be saved. The accepted hunks are in its editor.", shownTarget(target)),
  );
}

/** The state that the user has before them. */
function seenState({ editors }: ReviewSurface, review: LiveReview): ReviewState {
  const uri = window.activeTextEditor?.document.uri;
  return (uri === undefined ? undefined : editors.documentAt(uri)?.shown.state) ?? review.state;
}
