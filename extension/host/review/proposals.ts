import { Disposable, EventEmitter, workspace, type TextDocumentContentProvider, type Uri } from "vscode";
import type { LiveReviews } from "./liveReviews.ts";
import { PROPOSAL_SCHEME, proposalUri, reviewIdOf } from "./reviewUris.ts";

/** Provides the diff editor with the proposals, as they are at any moment. */
export function registerProposals(reviews: LiveReviews): Disposable {
  const changed = new EventEmitter<Uri>();
  const content: TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => {
      if (uri.fragment !== "proposal") return "";
      return reviews.find(reviewIdOf(uri))?.state.proposal.join("\n") ?? "";
    },
  };
  return Disposable.from(
    changed,
    workspace.registerTextDocumentContentProvider(PROPOSAL_SCHEME, content),
    reviews.onDidChange(({ target, id }) => {
      changed.fire(proposalUri(target, id, "proposal"));
    }),
  );
}
