import { window, type TextEditor } from "vscode";
import { reviewRows, type ReviewRows } from "../../core/review/reviewRows.ts";
import { hunksAgain } from "../../core/review/sameHunk.ts";
import type { LiveReview } from "./liveReview.ts";
import { placeCursor, type ReviewEditors } from "./reviewEditors.ts";
import { isHunkReference, type ReviewSurface } from "./reviewSurface.ts";
import { PROPOSAL_SCHEME, reviewIdOf } from "./reviewUris.ts";

/** Which hunk to go to, from a row of the review document. */
type Choice = (shown: ReviewRows, row: number) => number | undefined;

/** How long VS Code may take to show a proposal that has changed. */
const SHOWING_MS = 2000;

/**
 * Opens a review: from the file at the hunk with the cursor or the nearest one below, from the tree at the hunk that was clicked. The key
 * does nothing in the review itself; it is bound there for users who press it before the file has come to the front.
 */
export async function openReview(surface: ReviewSurface, review: LiveReview, argument: unknown): Promise<void> {
  if (argument === undefined && isInFront(surface, review)) return;
  const line = cursorLine(review);
  const here = line === undefined ? undefined : surface.editors.hunkAtCursor(review);
  const meant = isHunkReference(argument) ? argument : here && { seen: review.state, hunk: here };
  await surface.editors.show(review, line);
  if (meant === undefined) return;
  const [hunk] = hunksAgain(meant.seen, [meant.hunk], review.state, review.hunks);
  const index = hunk === undefined ? -1 : review.hunks.indexOf(hunk);
  await goToHunk(surface, review, () => (index < 0 ? undefined : index));
}

/** Moves the cursor to the hunk that `choose` finds, once the editors show it; from any other editor, only opens the review. */
export async function goToHunk({ editors }: ReviewSurface, review: LiveReview, choose: Choice): Promise<void> {
  await editors.settle(review);
  const editor = window.activeTextEditor;
  const shown = editor === undefined ? undefined : editors.documentAt(editor.document.uri);
  if (editor?.document.uri.scheme === PROPOSAL_SCHEME && reviewIdOf(editor.document.uri) === review.id) {
    await goInProposal(editors, review, editor, choose);
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

/** The same in the diff editor, whose right side has only the proposal's lines. */
async function goInProposal(
  editors: ReviewEditors,
  review: LiveReview,
  editor: TextEditor,
  choose: Choice,
): Promise<void> {
  await untilShown(editor, review);
  const { hunks, state } = review;
  const rows = reviewRows(state, hunks);
  const here = editors.hunkAtCursor(review, editor);
  const line = editor.selection.active.line;
  // A hunk that only removes has no line here, but its place.
  const row = here === undefined ? undefined : rows.hunkRows[hunks.indexOf(here)]?.start;
  const index = choose(rows, row ?? rows.rows.findIndex(({ newLine }) => newLine === line));
  const hunk = index === undefined ? undefined : hunks[index];
  if (hunk !== undefined) placeCursor(editor, Math.min(hunk.new.start, editor.document.lineCount - 1));
}

/** VS Code asks for a changed proposal in its own time. */
async function untilShown({ document }: TextEditor, { state }: LiveReview): Promise<void> {
  const text = state.proposal.join("\n");
  const until = Date.now() + SHOWING_MS;
  while (!document.isClosed && document.getText() !== text && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isInFront({ editors }: ReviewSurface, review: LiveReview): boolean {
  const uri = window.activeTextEditor?.document.uri;
  return uri !== undefined && editors.documentAt(uri)?.review === review;
}

/** The cursor's line, if the active editor shows the review's file. */
function cursorLine({ target }: LiveReview): number | undefined {
  const editor = window.activeTextEditor;
  return editor?.document.uri.toString() === target.toString() ? editor.selection.active.line : undefined;
}
