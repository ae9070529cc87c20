import { l10n, ThemeIcon, window } from "vscode";
import { nextReading, unplacedChoices, type Choice } from "../../core/review/choices.ts";
import { reviewRows } from "../../core/review/reviewRows.ts";
import { isOpen } from "../../core/review/hunks.ts";
import { hunksAgain } from "../../core/review/sameHunk.ts";
import { shownTarget } from "../shownText.ts";
import { readingItem } from "./hunkRemarks.ts";
import type { LiveReview } from "./liveReview.ts";
import { goToHunk } from "./reviewMoves.ts";
import { isHunkReference, isPieceReference, type ReviewSurface } from "./reviewSurface.ts";
import { showPiece, type RevealAnswer } from "./showInAnswer.ts";
import { hasCode } from "./unplacedPieces.ts";
import { PROPOSAL_SCHEME, showsReview } from "./reviewUris.ts";

/** Shows the next reading of the piece that a lens names or the cursor is in; from anywhere else, goes to the next open piece. */
export async function showNextReading(
  surface: ReviewSurface,
  review: LiveReview,
  step: 1 | -1,
  argument: unknown,
): Promise<void> {
  const choice = await meantChoice(surface, review, argument);
  if (choice === undefined) {
    await goToOpen(surface, review, step);
    return;
  }
  const { choices } = review.state;
  const reading = nextReading(choices, choices.indexOf(choice), step);
  if (reading === undefined) {
    window.setStatusBarMessage(l10n.t("There is nothing else that this piece may mean."), 3000);
    return;
  }
  await show(surface, review, choice.id, reading);
}

/** Lets the user pick a reading of an open piece; the review shows each one that the user looks at, and then the picked or former one. */
export async function pickReading(
  surface: ReviewSurface,
  review: LiveReview,
  argument: unknown,
  reveal: RevealAnswer,
): Promise<void> {
  const choice = await meantChoice(surface, review, argument);
  if (choice === undefined) {
    await goToOpen(surface, review, 1);
    return;
  }
  const before = choice.shown?.reading;
  const items = choice.readings.map((reading, index) => ({ label: readingItem(reading), index }));
  const picker = window.createQuickPick<(typeof items)[number]>();
  picker.items = items;
  picker.activeItems = items.filter(({ index }) => index === before);
  picker.buttons = [{ iconPath: new ThemeIcon("comment-discussion"), tooltip: l10n.t("Show in answer") }];
  picker.placeholder = l10n.t("What this piece means in {0}", shownTarget(review.target));
  // One after the other: each goes on from the one before.
  let showing = Promise.resolve();
  const preview = (index: number | undefined): void => {
    if (index !== undefined) showing = showing.then(() => show(surface, review, choice.id, index));
  };
  picker.onDidChangeActive(([item]) => {
    preview(item?.index);
  });
  const picked = await new Promise<number | "answer" | undefined>((resolve) => {
    picker.onDidTriggerButton(() => {
      resolve("answer");
    });
    picker.onDidAccept(() => {
      resolve(picker.activeItems[0]?.index);
    });
    picker.onDidHide(() => {
      resolve(undefined);
    });
    picker.show();
  });
  picker.dispose();
  preview(typeof picked === "number" ? picked : before);
  await showing;
  if (picked === "answer") await showPiece(reveal, review, choice);
}

/** Puts the lines of a piece that fits nowhere before the line with the cursor, or at the end of the file if the cursor is elsewhere. */
export async function putAtCursor(surface: ReviewSurface, review: LiveReview, argument: unknown): Promise<void> {
  await surface.editors.settle(review);
  const unplaced = unplacedChoices(review.state);
  const piece = isPieceReference(argument)
    ? unplaced.find(({ id }) => id === argument.piece)
    : (unplaced.find(hasCode) ?? unplaced[0]);
  if (piece === undefined) {
    window.setStatusBarMessage(l10n.t("Every piece has a place in this review."), 3000);
    return;
  }
  if (!hasCode(piece)) {
    window.setStatusBarMessage(l10n.t("This piece only deletes lines, so there is nothing to put here."), 3000);
    return;
  }
  const line = proposalLineAtCursor(surface, review);
  if (!review.place(piece.id, line, l10n.t("at line {0}", line + 1))) return;
  await surface.editors.settle(review);
  await goToChoice(surface, review, piece.id);
}

/** The line of the proposal that the cursor is on or, on a removed line, comes to next; its end if the cursor is elsewhere. */
function proposalLineAtCursor({ editors }: ReviewSurface, review: LiveReview): number {
  const editor = window.activeTextEditor;
  const shown = editor && editors.documentAt(editor.document.uri)?.shown;
  const end = review.state.proposal.length;
  if (editor === undefined || !showsReview(review, editor.document.uri)) return end;
  const row = editor.selection.active.line;
  if (shown !== undefined) return shown.rows.slice(row).find(({ newLine }) => newLine !== undefined)?.newLine ?? end;
  if (editor.document.uri.scheme === PROPOSAL_SCHEME) return row;
  const rows = reviewRows(review.state, review.hunks);
  const from = rows.documentRows[row] ?? rows.rows.length;
  return rows.rows.slice(from).find(({ newLine }) => newLine !== undefined)?.newLine ?? end;
}

async function meantChoice(surface: ReviewSurface, review: LiveReview, argument: unknown): Promise<Choice | undefined> {
  const { editors } = surface;
  await editors.settle(review);
  if (!isHunkReference(argument)) return editors.hunkAtCursor(review)?.choices[0];
  const [hunk] = hunksAgain(argument.seen, [argument.hunk], review.state, review.hunks);
  return hunk?.choices[0];
}

/** Shows a reading, with the cursor on it. */
async function show(surface: ReviewSurface, review: LiveReview, id: string, reading: number): Promise<void> {
  if (!review.choose(id, reading)) return;
  await surface.editors.settle(review);
  await goToChoice(surface, review, id);
}

async function goToChoice(surface: ReviewSurface, review: LiveReview, id: string): Promise<void> {
  const index = review.hunks.findIndex(({ choices }) => choices.some((choice) => choice.id === id));
  await goToHunk(surface, review, () => (index === -1 ? undefined : index));
}

async function goToOpen(surface: ReviewSurface, review: LiveReview, step: 1 | -1): Promise<void> {
  const open = review.hunks.flatMap((hunk, index) => (isOpen(hunk) ? [index] : []));
  if (open.length === 0) {
    window.setStatusBarMessage(l10n.t("No piece is open in this review."), 3000);
    return;
  }
  await goToHunk(surface, review, ({ hunkRows }, row) => {
    const isAhead = (index: number): boolean => {
      const start = hunkRows[index]?.start ?? 0;
      return step === 1 ? start > row : start < row;
    };
    return step === 1 ? (open.find(isAhead) ?? open[0]) : (open.findLast(isAhead) ?? open.at(-1));
  });
}
