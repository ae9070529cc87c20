import { commands, window } from "vscode";
import { previousHunk, type ReviewRows } from "../../core/review/reviewRows.ts";
import { hunksAgain } from "../../core/review/sameHunk.ts";
import type { LiveReview } from "./liveReview.ts";
import { placeCursor } from "./reviewEditors.ts";
import { isHunkReference, type ReviewSurface } from "./reviewSurface.ts";
import { PROPOSAL_SCHEME } from "./reviewUris.ts";

/** Which hunk to go to, from a row of the review document. */
type Choice = (shown: ReviewRows, row: number) => number | undefined;

/** From the file at the hunk that has the cursor or the nearest below, from the tree at the hunk that was clicked. */
export async function openReview(surface: ReviewSurface, review: LiveReview, argument: unknown): Promise<void> {
  const line = cursorLine(review);
  const here = line === undefined ? undefined : surface.editors.hunkAtCursor(review);
  const meant = isHunkReference(argument) ? argument : here && { seen: review.state, hunk: here };
  await surface.editors.show(review, line);
  if (meant === undefined) return;
  const [hunk] = hunksAgain(meant.seen, [meant.hunk], review.state, review.hunks);
  const index = hunk === undefined ? -1 : review.hunks.indexOf(hunk);
  await goToHunk(surface, review, () => (index < 0 ? undefined : index));
}

/** Moves the cursor to the hunk that `choose` finds; from anywhere else the review is opened first. */
export async function goToHunk({ editors }: ReviewSurface, review: LiveReview, choose: Choice): Promise<void> {
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

/** The cursor's line, if the active editor shows the review's file. */
function cursorLine({ target }: LiveReview): number | undefined {
  const editor = window.activeTextEditor;
  return editor?.document.uri.toString() === target.toString() ? editor.selection.active.line : undefined;
}
