import { workspace, type Uri } from "vscode";
import type { FileChange } from "../../core/review/undoBatch.ts";
import type { Hunk, ReviewState } from "../../core/review/reviewState.ts";
import type { DecisionOutcome, LiveReview, ReviewKind } from "./liveReview.ts";
import { documentLines, fileExists, loadDocument, openDocument } from "./targetDocument.ts";

/** A file that an accept has changed. */
export interface ChangedFile extends FileChange {
  readonly target: Uri;
  readonly kind: ReviewKind;
  /** What a deleted file held on the disk, to the letter. */
  readonly bytes: Uint8Array | undefined;
}

/** Who is told what accepts make of files. */
export interface AcceptedFiles {
  tellAccepted(review: LiveReview, file: ChangedFile): void;
}

/** Accepts hunks of the state `seen` that the user has looked at, and tells what has become of the file where that has changed it. */
export async function acceptHunks(
  reviews: AcceptedFiles,
  review: LiveReview,
  seen: ReviewState,
  hunks: readonly Hunk[],
): Promise<DecisionOutcome> {
  const { target, kind } = review;
  const bytes = kind === "delete" ? await bytesOf(target) : undefined;
  // A file that is away has nothing to accept, and is not there to be read.
  const before = kind === "create" || review.isAway ? undefined : documentLines(await loadDocument(target));
  const outcome = await review.decide("accept", seen, hunks);
  if (outcome.type === "decided") {
    const isGone = kind === "delete" && !(await fileExists(target));
    reviews.tellAccepted(review, { target, kind, bytes, before, after: isGone ? undefined : review.state.document });
  }
  return outcome;
}

async function bytesOf(target: Uri): Promise<Uint8Array | undefined> {
  if (openDocument(target)?.isUntitled === true) return undefined;
  try {
    return await workspace.fs.readFile(target);
  } catch {
    return undefined;
  }
}
