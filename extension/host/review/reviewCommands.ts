import { commands, Disposable, l10n, Uri, window, workspace } from "vscode";
import { isCertain, type Hunk, type ReviewState } from "../../core/review/reviewState.ts";
import { hunksAgain } from "../../core/review/sameHunk.ts";
import { hunkAtRow, nextHunk, previousHunk } from "../../core/review/reviewRows.ts";
import { activeReview, reviewOf } from "./activeReview.ts";
import type { DecisionOutcome, LiveReview } from "./liveReview.ts";
import type { LiveReviews } from "./liveReviews.ts";
import { savePatch, undecidedHunks } from "./patchFile.ts";
import { placeCursor, type ReviewEditors } from "./reviewEditors.ts";
import { PROPOSAL_SCHEME } from "./reviewUris.ts";
import { openDocument } from "./targetDocument.ts";

/** What a lens gives its command: the hunk as it was when the lens was made. */
export interface HunkReference extends ReviewReference {
  readonly seen: ReviewState;
  readonly hunk: Hunk;
}

/** What a button or a view gives its command. Without one the command is for the active editor. */
export interface ReviewReference {
  readonly review: string;
}

/** What the commands of a review work on. */
export interface ReviewSurface {
  readonly reviews: LiveReviews;
  readonly editors: ReviewEditors;
}

type Handler = (surface: ReviewSurface, review: LiveReview, argument: unknown) => Promise<void>;

/** Every command of a review. Each one works from the review, the proposal and the file itself. */
const handlers: Readonly<Record<string, Handler>> = {
  "fastApply.acceptHunk": (surface, review, argument) => decideHunk(surface, review, "accept", argument),
  "fastApply.rejectHunk": (surface, review, argument) => decideHunk(surface, review, "reject", argument),
  "fastApply.acceptAll": acceptAll,
  "fastApply.rejectAll": rejectAll,
  "fastApply.nextHunk": (surface, review) => goToHunk(surface, review, nextHunk),
  "fastApply.previousHunk": (surface, review) => goToHunk(surface, review, previousHunk),
  "fastApply.undoDecision": undoDecision,
  "fastApply.openDiffEditor": ({ editors }, review) => editors.showDiff(review),
  "fastApply.openReview": openReview,
  "fastApply.backToFile": ({ editors }, review) => editors.backToFile(review),
  "fastApply.saveAsPatch": saveAsPatch,
  "fastApply.stop": stop,
};

/** Registers the commands. Their titles, keys and conditions stand in package.json. */
export function registerReviewCommands(surface: ReviewSurface): Disposable {
  const { reviews } = surface;
  return Disposable.from(
    ...Object.entries(handlers).map(([command, run]) =>
      commands.registerCommand(command, async (argument: unknown) => {
        const review = meantReview(reviews, argument);
        if (review === undefined) {
          void window.showInformationMessage(l10n.t("There is no review here. Apply a sketch first."));
          return;
        }
        await review.enqueue(() => run(surface, review, argument));
      }),
    ),
    commands.registerCommand("fastApply.openChanges", () => openChanges(surface)),
    commands.registerCommand("fastApply.resetReviews", () => resetReviews(surface)),
  );
}

/** The review that a button names, else that of the active editor, else the only one there is. */
function meantReview(reviews: LiveReviews, argument: unknown): LiveReview | undefined {
  if (isReference(argument)) return reviews.find(argument.review);
  return (argument instanceof Uri ? reviewOf(reviews, argument) : undefined) ?? activeReview(reviews);
}

function isReference(value: unknown): value is ReviewReference {
  return typeof value === "object" && value !== null && "review" in value && typeof value.review === "string";
}

function isHunkReference(value: unknown): value is HunkReference {
  return isReference(value) && "seen" in value && "hunk" in value;
}

/** From the file at the hunk nearest to the cursor, from the tree at the hunk that was clicked. */
async function openReview(surface: ReviewSurface, review: LiveReview, argument: unknown): Promise<void> {
  await surface.editors.show(review, cursorLine(review));
  if (!isHunkReference(argument)) return;
  const [hunk] = hunksAgain(argument.seen, [argument.hunk], review.state, review.hunks);
  const index = hunk === undefined ? -1 : review.hunks.indexOf(hunk);
  await goToHunk(surface, review, () => (index < 0 ? undefined : index));
}

async function decideHunk(
  surface: ReviewSurface,
  review: LiveReview,
  decision: "accept" | "reject",
  argument: unknown,
): Promise<void> {
  const { editors } = surface;
  await editors.settle(review);
  const hunk = isHunkReference(argument) ? argument.hunk : editors.hunkAtCursor(review);
  const seen = isHunkReference(argument) ? argument.seen : seenState(surface, review);
  if (hunk === undefined) {
    // With the cursor between hunks the key goes to the next one, so that nothing is decided unseen.
    await goToHunk(surface, review, nextHunk);
    return;
  }
  await finish(surface, review, decision, await review.decide(decision, seen, [hunk]));
}

/** Hunks with a warning or a conflict stay; the user decides on each of them. */
async function acceptAll(surface: ReviewSurface, review: LiveReview): Promise<void> {
  if (review.progress === "streaming") {
    void window.showInformationMessage(l10n.t("The rewrite is still being written. Accept all when it is complete."));
    return;
  }
  const certain = review.hunks.filter(isCertain);
  const left = review.hunks.length - certain.length;
  if (certain.length > 0) {
    await finish(surface, review, "accept", await review.decide("accept", review.state, certain));
  }
  if (left === 0) return;
  void window.showWarningMessage(
    l10n.t(
      "{0} hunks of {1} are left, because the sketch does not explain them or you changed their lines. Accept or reject them one by one.",
      left,
      nameOf(review),
    ),
  );
  await goToHunk(surface, review, nextHunk);
}

async function rejectAll(surface: ReviewSurface, review: LiveReview): Promise<void> {
  if (review.progress === "streaming") {
    await stop(surface, review);
    return;
  }
  await finish(surface, review, "reject", await review.decide("reject", review.state, review.hunks));
}

async function undoDecision(surface: ReviewSurface, review: LiveReview): Promise<void> {
  const { state, hunks } = review;
  const outcome = await review.undoDecision();
  await surface.editors.settle(review);
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
      nameOf(review),
    ),
    refused: l10n.t("{0} cannot be edited now, so nothing was taken back. Try again.", nameOf(review)),
  }[outcome];
  void window.showInformationMessage(message);
}

/** Saves what is left to decide; part of a rewrite is no patch. */
async function saveAsPatch(_: ReviewSurface, review: LiveReview): Promise<void> {
  if (review.progress === "streaming") {
    void window.showInformationMessage(l10n.t("The rewrite is still being written. Save it when it is complete."));
    return;
  }
  await savePatch(undecidedHunks(review));
}

/** Gives up a rewrite on its way; what was accepted of it stays. */
function stop({ reviews }: ReviewSurface, review: LiveReview): Promise<void> {
  if (review.progress === "streaming") reviews.end(review);
  return Promise.resolve();
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
    void window.showErrorMessage(
      l10n.t("{0} could not be edited, so nothing has changed. Is it read-only?", nameOf(review)),
    );
    return;
  }
  if (outcome.type === "nothing") {
    window.setStatusBarMessage(l10n.t("This hunk has changed meanwhile; look again."), 3000);
    return;
  }
  if (decision === "accept") await save(review);
  if (review.isPending) {
    await editors.settle(review);
    const uri = window.activeTextEditor?.document.uri;
    if (uri !== undefined && editors.documentAt(uri)?.review === review) await goToHunk(surface, review, hunkFromHere);
    return;
  }
  await editors.backToFile(review);
  // Undo in the document can bring hunks back, so the review is kept, but for files that came or went.
  if (review.kind !== "change") reviews.end(review);
}

/** The hunk that the cursor is in, or the next one below: what follows a decided hunk. */
function hunkFromHere(shown: Parameters<typeof nextHunk>[0], row: number): number | undefined {
  return hunkAtRow(shown, row) ?? nextHunk(shown, row);
}

/** Accept never saves by itself; this is for those who asked for it. */
async function save(review: LiveReview): Promise<void> {
  const wanted = workspace.getConfiguration("fastApply", review.target).get("saveOnAccept") === true;
  const document = openDocument(review.target);
  if (!wanted || document === undefined || document.isUntitled || !document.isDirty) return;
  if (await document.save()) return;
  void window.showErrorMessage(l10n.t("{0} could not be saved. The accepted hunks are in its editor.", nameOf(review)));
}

async function goToHunk(
  { editors }: ReviewSurface,
  review: LiveReview,
  choose: (shown: Parameters<typeof nextHunk>[0], row: number) => number | undefined,
): Promise<void> {
  const editor = window.activeTextEditor;
  const shown = editor === undefined ? undefined : editors.documentAt(editor.document.uri);
  if (editor?.document.uri.scheme === PROPOSAL_SCHEME) {
    // The diff editor counts the hunks its own way, and knows where it is.
    await commands.executeCommand(
      `workbench.action.compareEditor.${choose === previousHunk ? "previous" : "next"}Change`,
    );
    return;
  }
  if (editor === undefined || shown?.review !== review) {
    await editors.show(review, cursorLine(review));
    return;
  }
  const index = choose(shown.shown, editor.selection.active.line);
  const row = index === undefined ? undefined : shown.shown.hunkRows[index]?.start;
  if (row !== undefined) placeCursor(editor, row);
}

/** The state that the user has before them. */
function seenState({ editors }: ReviewSurface, review: LiveReview): ReviewState {
  const uri = window.activeTextEditor?.document.uri;
  return (uri === undefined ? undefined : editors.documentAt(uri)?.shown.state) ?? review.state;
}

/** The cursor's line, if the active editor shows the review's file. */
function cursorLine({ target }: LiveReview): number | undefined {
  const editor = window.activeTextEditor;
  return editor?.document.uri.toString() === target.toString() ? editor.selection.active.line : undefined;
}

/** All pending reviews side by side, in VS Code's editor for several changes. */
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

function nameOf({ target }: LiveReview): string {
  return workspace.asRelativePath(target);
}
