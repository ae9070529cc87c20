import { Uri } from "vscode";

/** The review document: unchanged, removed and added lines as one read-only text. */
export const REVIEW_SCHEME = "fast-apply-review";
/** The two sides of the diff editor that VS Code itself does not hold: the proposal, and the empty text before a new file. */
export const PROPOSAL_SCHEME = "fast-apply-proposal";

/** The address of a review's document. The tab shows its last part, so that keeps the target's name and extension. */
export function reviewUri(target: Uri, id: string): Uri {
  return Uri.from({ scheme: REVIEW_SCHEME, path: reviewName(target), query: id });
}

/** The address of the proposal, or of the empty text that a new file begins from. */
export function proposalUri(target: Uri, id: string, side: "proposal" | "nothing"): Uri {
  return Uri.from({ scheme: PROPOSAL_SCHEME, path: target.path, query: id, fragment: side });
}

/** The id of the review that a document of ours belongs to. */
export function reviewIdOf(uri: Uri): string | undefined {
  return uri.scheme === REVIEW_SCHEME || uri.scheme === PROPOSAL_SCHEME ? uri.query : undefined;
}

/** `/src/cart.ts` becomes `/src/cart (review).ts`, and `/Dockerfile` becomes `/Dockerfile (review)`. */
function reviewName({ path }: Uri): string {
  const slash = path.lastIndexOf("/") + 1;
  const dot = path.indexOf(".", slash + 1);
  const end = dot < 0 ? path.length : dot;
  return `/${path.slice(0, end).replace(/^\/+/, "")} (review)${path.slice(end)}`;
}
