import { l10n, TextEditorRevealType, Uri, ViewColumn, window, workspace, type TextDocument } from "vscode";
import { unplacedChoices, type Choice } from "../../core/review/choices.ts";
import { findPiece, type AnswerPlace, type PieceSource } from "../../core/review/pieceSource.ts";
import { hunksAgain } from "../../core/review/sameHunk.ts";
import { openDocument } from "./targetDocument.ts";
import type { LiveReview } from "./liveReview.ts";
import { isHunkReference, isPieceReference, type ReviewSurface } from "./reviewSurface.ts";
import { pieceUri } from "./reviewUris.ts";

/** Shows a line of an answer in the chat. False if the answer is no longer available. */
export type RevealAnswer = (place: AnswerPlace & { readonly type: "chat" }, line: number) => Promise<boolean>;

/**
 * Shows where a piece comes from: the one that a button names, else that of the hunk at the cursor, else the first that needs the user.
 * If its answer is unknown or no longer available, the piece itself is shown.
 */
export async function showInAnswer(
  surface: ReviewSurface,
  reveal: RevealAnswer,
  review: LiveReview,
  argument: unknown,
): Promise<void> {
  await surface.editors.settle(review);
  const piece = meantPiece(surface, review, argument);
  if (piece === undefined) {
    window.setStatusBarMessage(l10n.t("No piece is open in this review."), 3000);
    return;
  }
  await showPiece(reveal, review, piece);
}

/** Shows where a given piece comes from, or else the piece itself. */
export async function showPiece(reveal: RevealAnswer, review: LiveReview, { id }: Choice): Promise<void> {
  const source = review.sources.get(id);
  if (source?.place?.type === "chat" && (await reveal(source.place, source.line))) return;
  if (source?.place?.type === "document" && (await showInDocument(source.place.uri, source))) return;
  const document = await workspace.openTextDocument(pieceUri(review.target, review.id, id));
  await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: true });
}

function meantPiece({ editors }: ReviewSurface, review: LiveReview, argument: unknown): Choice | undefined {
  const { state, hunks } = review;
  if (isPieceReference(argument)) return state.choices.find(({ id }) => id === argument.piece);
  if (isHunkReference(argument)) return hunksAgain(argument.seen, [argument.hunk], state, hunks)[0]?.choices[0];
  return editors.hunkAtCursor(review)?.choices[0] ?? unplacedChoices(state)[0] ?? state.choices[0];
}

/** Selects the lines of a piece in the document that it was applied from. False if they, or the document, are gone. */
async function showInDocument(uri: string, source: PieceSource): Promise<boolean> {
  const document = await documentAt(uri);
  if (document === undefined) return false;
  const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
  const found = findPiece(lines, source);
  if (found === undefined) return false;
  const last = document.lineAt(found.end - 1).range;
  const shown = window.visibleTextEditors.find((editor) => editor.document === document);
  const editor = await window.showTextDocument(document, {
    viewColumn: shown?.viewColumn ?? ViewColumn.Beside,
    preview: true,
    selection: document.lineAt(found.start).range.union(last),
  });
  editor.revealRange(editor.selection, TextEditorRevealType.InCenterIfOutsideViewport);
  return true;
}

/** An untitled one that is closed is not opened again, since it would be empty. */
async function documentAt(text: string): Promise<TextDocument | undefined> {
  try {
    const uri = Uri.parse(text, true);
    return openDocument(uri) ?? (uri.scheme === "untitled" ? undefined : await workspace.openTextDocument(uri));
  } catch {
    return undefined;
  }
}
