import { acceptedShare } from "../../core/review/acceptedChange.ts";
import type { TextChange } from "../../core/review/decision.ts";
import { hunksWith } from "../../core/review/ownHunks.ts";
import type { Hunk } from "../../core/review/reviewState.ts";
import type { Acceptance } from "../review/liveReviews.ts";
import { isIn, targetKey, type BlockParts } from "./blockParts.ts";

/** The hunks accepted in a review that come from one block. */
export interface BlockShare {
  /** Id of the block's answer. */
  readonly answer: string;
  readonly index: number;
  readonly hunks: readonly Hunk[];
  /** All that the block changes in the file. */
  readonly rewrite: TextChange;
}

/** A block with its latest apply, by target. */
interface KnownBlock {
  /** Id of the block's answer. */
  readonly answer: string;
  readonly index: number;
  readonly parts: BlockParts;
}

/**
 * Finds the blocks that the hunks accepted in a review come from. Hunks that no known rewrite holds belong to the one that streams in, if
 * there is one.
 */
export function sharesOf({ review, session, hunks }: Acceptance, blocks: readonly KnownBlock[]): readonly BlockShare[] {
  const target = targetKey(review.target);
  const known = blocks.flatMap(({ answer, index, parts }) =>
    [...parts].flatMap(([key, part]): BlockShare[] => {
      // A new apply has no share in what the one before has in the review.
      const reviewed = part.type === "coming" ? part.before : part;
      if (reviewed?.type !== "reviewed" || reviewed.isOver || !isIn(reviewed, key, review.id, target)) return [];
      const { rewrite } = reviewed;
      // A file comes or goes as a whole.
      const own = review.kind === "change" ? hunksWith(rewrite, session.state, hunks) : hunks;
      return own.length === 0 ? [] : [{ answer, index, hunks: own, rewrite }];
    }),
  );
  const others = hunks.filter((hunk) => !known.some((share) => share.hunks.includes(hunk)));
  if (review.progress !== "streaming" || others.length === 0) return known;
  // All that is known of it so far.
  const rewrite = acceptedShare(session, hunks, others);
  return [
    ...known,
    ...blocks.flatMap(({ answer, index, parts }): BlockShare[] => {
      const part = parts.get(target);
      const isWriting = part?.type === "coming" && part.state.type === "applying";
      return isWriting ? [{ answer, index, hunks: others, rewrite }] : [];
    }),
  ];
}
