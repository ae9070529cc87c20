import { Uri } from "vscode";

/** The review document: unchanged, removed and added lines as one read-only text. */
export const REVIEW_SCHEME = "fast-apply-review";
/** The two sides of the diff editor that VS Code itself does not hold: the proposal, and the empty text before a new file. */
export const PROPOSAL_SCHEME = "fast-apply-proposal";

/** The text of a piece of an answer, if that answer is no longer available. */
export const PIECE_SCHEME = "fast-apply-piece";

/** Makes the URI of a review's document. The tab shows its last part, so that keeps the target's name and extension. */
export function reviewUri(target: Uri, id: string): Uri {
  return Uri.from({ scheme: REVIEW_SCHEME, path: namedAs(target, "review"), query: id });
}

/** Makes the URI of the proposal, or of the empty text that stands for a file before it is created or once it is deleted. */
export function proposalUri(target: Uri, id: string, side: "proposal" | "nothing"): Uri {
  return Uri.from({ scheme: PROPOSAL_SCHEME, path: target.path, query: id, fragment: side });
}

/** Makes the URI of a piece's text; `id`: that of its review, `choice`: that of its choice. */
export function pieceUri(target: Uri, id: string, choice: string): Uri {
  return Uri.from({ scheme: PIECE_SCHEME, path: namedAs(target, "piece"), query: id, fragment: choice });
}

/** Finds the id of the review that a document of ours shows as a whole; `undefined` for other documents. */
export function reviewIdOf(uri: Uri): string | undefined {
  return uri.scheme === REVIEW_SCHEME || uri.scheme === PROPOSAL_SCHEME ? uri.query : undefined;
}

/** Checks whether a document shows a review: its own document, a side of its diff editor, or the file itself. */
export function showsReview({ id, target }: { readonly id: string; readonly target: Uri }, uri: Uri): boolean {
  return reviewIdOf(uri) === id || target.toString() === uri.toString();
}

/** Finds the id of the review that a document of ours belongs to, the text of a piece included. */
export function ownerOf(uri: Uri): string | undefined {
  return uri.scheme === PIECE_SCHEME ? uri.query : reviewIdOf(uri);
}

/** `/src/cart.ts` becomes `/src/cart (review).ts`, and `/Dockerfile` becomes `/Dockerfile (review)`. */
function namedAs({ path }: Uri, what: "review" | "piece"): string {
  const slash = path.lastIndexOf("/") + 1;
  const dot = path.indexOf(".", slash + 1);
  const end = dot < 0 ? path.length : dot;
  return `/${path.slice(0, end).replace(/^\/+/, "")} (${what})${path.slice(end)}`;
}
