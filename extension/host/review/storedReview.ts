import { Uri } from "vscode";
import * as v from "valibot";
import type { PieceSource } from "../../core/review/pieceSource.ts";
import type { Progress } from "./fileDecisions.ts";
import type { ReviewKind } from "./liveReview.ts";
import { PROPOSAL_SCHEME, REVIEW_SCHEME } from "./reviewUris.ts";

/** A pending review as its file holds it. */
export interface StoredReview {
  readonly id: string;
  readonly kind: ReviewKind;
  readonly target: Uri;
  /** What the target was read in, as a document names it; `undefined` if it is not known. */
  readonly encoding: string | undefined;
  /** Whether it stood in a tab. */
  readonly isShown: boolean;
  /** `streaming`: a rewrite was on its way, of which nothing is stored. */
  readonly progress: Progress;
  /** As `restoreSession` reads it; `null` if the first rewrite was still on its way. */
  readonly session: unknown;
  /** Where its pieces come from, by ids of their choices. */
  readonly sources: ReadonlyMap<string, PieceSource>;
}

/** The two texts that the pending hunks lie between. */
export interface StoredTexts {
  readonly document: readonly string[];
  readonly proposal: readonly string[];
}

/** VS Code gives extensions no documents above 50 MB, and a file holds several texts of one. */
export const MAX_STORED_BYTES = 256 * 1024 * 1024;

const idSchema = v.pipe(v.string(), v.uuid());

const sourceSchema = v.object({
  place: v.optional(
    v.variant("type", [
      v.object({
        type: v.literal("document"),
        uri: v.string(),
        line: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      }),
      v.object({ type: v.literal("chat"), conversation: v.string(), answer: v.string() }),
    ]),
  ),
  line: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  lines: v.array(v.string()),
});

const reviewSchema = v.object({
  version: v.literal(1),
  id: idSchema,
  kind: v.picklist(["change", "create", "delete"]),
  target: v.pipe(v.string(), v.maxLength(32_768)),
  encoding: v.optional(v.string()),
  isShown: v.boolean(),
  progress: v.picklist(["streaming", "whole"]),
  session: v.unknown(),
  // Reviews stored before pieces led back to their answer have none, and without them a review is as good as whole.
  sources: v.fallback(v.optional(v.record(v.string(), sourceSchema), {}), {}),
});

const textsSchema = v.object({ document: v.array(v.string()), proposal: v.array(v.string()) });

/** Checks whether the text is an id of ours, and so is safe as a file's name. */
export function isReviewId(text: string): boolean {
  return v.is(idSchema, text);
}

/** Writes a review as the JSON that `parseStoredReview` reads. */
export function formatStoredReview({ target, sources, ...rest }: StoredReview): string {
  return JSON.stringify({ version: 1, ...rest, target: target.toString(), sources: Object.fromEntries(sources) });
}

/** Parses a stored review; `undefined` if the text is not one of this `id`. The session is checked by `restoreSession`. */
export function parseStoredReview(text: string, id: string): StoredReview | undefined {
  const parsed = v.safeParse(reviewSchema, parseJson(text));
  if (!parsed.success || parsed.output.id !== id) return undefined;
  const { kind, encoding, isShown, progress, session } = parsed.output;
  const target = parseTarget(parsed.output.target);
  if (target === undefined) return undefined;
  const sources = new Map(
    Object.entries(parsed.output.sources).map(([choice, { place, ...source }]) => [choice, { place, ...source }]),
  );
  return { id, kind, target, encoding, isShown, progress, session, sources };
}

/** Reads the texts of a stored session as they were, whatever has become of the file; `undefined` if it has none. */
export function storedTexts(session: unknown): StoredTexts | undefined {
  const parsed = v.safeParse(textsSchema, session);
  return parsed.success ? parsed.output : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseTarget(text: string): Uri | undefined {
  try {
    const target = Uri.parse(text, true);
    return target.scheme === REVIEW_SCHEME || target.scheme === PROPOSAL_SCHEME ? undefined : target;
  } catch {
    return undefined;
  }
}
