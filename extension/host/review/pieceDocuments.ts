import { Disposable, EventEmitter, l10n, workspace, type TextDocumentContentProvider, type Uri } from "vscode";
import type { LiveReviews } from "./liveReviews.ts";
import { ownerOf, PIECE_SCHEME } from "./reviewUris.ts";

/** Provides the texts of pieces whose answers are no longer available: what the answer said, or else what the piece would write. */
export function registerPieceDocuments(reviews: LiveReviews): Disposable {
  const changed = new EventEmitter<Uri>();
  const content: TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => {
      const review = reviews.find(ownerOf(uri));
      const lines = review?.sources.get(uri.fragment)?.lines ?? [];
      const { written } = review?.state.choices.find(({ id }) => id === uri.fragment) ?? {};
      const text = (lines.length > 0 ? lines : written)?.join("\n");
      return text ?? l10n.t("This piece is not under review any more.");
    },
  };
  return Disposable.from(
    changed,
    workspace.registerTextDocumentContentProvider(PIECE_SCHEME, content),
    reviews.onDidChange(({ id }) => {
      // After a restart VS Code asks for the text before the review is back.
      const own = workspace.textDocuments.filter(({ uri }) => uri.scheme === PIECE_SCHEME && ownerOf(uri) === id);
      for (const { uri } of own) changed.fire(uri);
    }),
  );
}
