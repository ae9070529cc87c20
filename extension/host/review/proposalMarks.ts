import { Disposable, Range, window, workspace, type DecorationOptions, type TextEditor } from "vscode";
import type { Hunk } from "../../core/review/reviewState.ts";
import { createMarkType, hunkHover, markAt } from "./hunkMarks.ts";
import type { LiveReview } from "./liveReview.ts";
import type { LiveReviews } from "./liveReviews.ts";
import { PROPOSAL_SCHEME, reviewIdOf } from "./reviewUris.ts";

/** Marks open and doubtful hunks in the diff editor as the review itself does: VS Code draws only the differences there. */
export function registerProposalMarks(reviews: LiveReviews): Disposable {
  const marks = createMarkType();
  const hovers = window.createTextEditorDecorationType({});
  const paint = (editor: TextEditor): void => {
    const { document } = editor;
    const review = document.uri.scheme === PROPOSAL_SCHEME ? reviews.find(reviewIdOf(document.uri)) : undefined;
    // The text may be behind the proposal; when it has come, this is called again.
    if (review === undefined || document.getText() !== review.state.proposal.join("\n")) return;
    const { hunks } = review;
    editor.setDecorations(
      marks,
      hunks.flatMap((hunk) => marksOf(review, hunk)),
    );
    editor.setDecorations(
      hovers,
      hunks.map((hunk) => ({ ...linesOf(review, hunk), hoverMessage: hunkHover(hunk) })),
    );
  };
  const paintAll = (): void => {
    for (const editor of window.visibleTextEditors) paint(editor);
  };
  return Disposable.from(
    marks,
    hovers,
    reviews.onDidChange(paintAll),
    window.onDidChangeVisibleTextEditors(paintAll),
    workspace.onDidChangeTextDocument(({ document }) => {
      for (const editor of window.visibleTextEditors) if (editor.document === document) paint(editor);
    }),
  );
}

/** If the hunk has no lines in the proposal, the line that follows stands for it, as for the cursor. */
function linesOf({ state: { proposal } }: LiveReview, { new: { start, end } }: Hunk): { readonly range: Range } {
  const first = Math.min(start, proposal.length - 1);
  const last = Math.max(first, end - 1);
  return { range: new Range(first, 0, last, proposal[last]?.length ?? 0) };
}

function marksOf(review: LiveReview, hunk: Hunk): DecorationOptions[] {
  const at = linesOf(review, hunk).range.start.line;
  return markAt(hunk, at, review.state.proposal[at]?.length ?? 0);
}
