import type { Hunk, ReviewState } from "../../core/review/reviewState.ts";
import type { LiveReviews } from "./liveReviews.ts";
import type { ReviewEditors } from "./reviewEditors.ts";

/** What a lens passes to its command: the hunk as it was when the lens was made. */
export interface HunkReference extends ReviewReference {
  readonly seen: ReviewState;
  readonly hunk: Hunk;
}

/** What a button or a view passes to its command. Without it, the command is for the active editor. */
export interface ReviewReference {
  readonly review: string;
}

/** The same for a piece that has no place. */
export interface PieceReference extends ReviewReference {
  /** Id of its choice. */
  readonly piece: string;
}

/** What the commands of a review work on. */
export interface ReviewSurface {
  readonly reviews: LiveReviews;
  readonly editors: ReviewEditors;
}

/** Checks whether an argument names a review: commands can be called by anyone with anything. */
export function isReference(value: unknown): value is ReviewReference {
  return typeof value === "object" && value !== null && "review" in value && typeof value.review === "string";
}

/** Checks whether an argument names a piece of a review. */
export function isPieceReference(value: unknown): value is PieceReference {
  return isReference(value) && "piece" in value && typeof value.piece === "string";
}

/** Checks whether an argument names a hunk, and the state of the review in which it was seen. */
export function isHunkReference(value: unknown): value is HunkReference {
  return isReference(value) && "seen" in value && isState(value.seen) && "hunk" in value && isHunk(value.hunk);
}

function isState(value: unknown): boolean {
  return isObject(value) && Array.isArray(value.document) && Array.isArray(value.proposal);
}

function isHunk(value: unknown): boolean {
  return isObject(value) && isRange(value.old) && isRange(value.new);
}

function isRange(value: unknown): boolean {
  return isObject(value) && typeof value.start === "number" && typeof value.end === "number";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
