import { versionOf } from "../diff/clusters.ts";
import { knownDiff } from "../diff/knownDiff.ts";
import { applyLineEdits, editsOf, equalLines } from "../diff/lineEdits.ts";
import type { TextChange } from "./decision.ts";
import { hunkStandings, presences, type HunkStanding, type ReviewTexts } from "./hunkStandings.ts";
import type { ReviewState } from "./reviewState.ts";

/** How the hunks of one rewrite stand, as counts. What is neither accepted nor pending is rejected. */
export interface Standing {
  readonly total: number;
  readonly accepted: number;
  readonly pending: number;
}

/**
 * Counts how the hunks of a rewrite stand in a review, which may hold those of other rewrites and what the user typed. Derived from the
 * texts alone, so that after undo, redo and typing it is enough to ask again.
 */
export function standingOf(rewrite: TextChange, review: ReviewTexts): Standing {
  const standings = hunkStandings(rewrite, review);
  const count = (decision: HunkStanding["decision"]): number =>
    standings.filter((standing) => standing.decision === decision).length;
  return { total: standings.length, accepted: count("accepted"), pending: count("pending") };
}

/** A rewrite that went to a review, and is followed there until it is decided. */
export interface FollowedRewrite {
  readonly kind: "change" | "create" | "delete";
  readonly rewrite: TextChange;
  /** Hunks that `rewrite` lacks: rejected before a restart, or replaced by a later rewrite. */
  readonly missing: number;
}

/**
 * Takes out of a rewrite, after its review changed, the hunks that a later one has replaced while they were pending. Their lines are in
 * neither text, and what is accepted there later is not this rewrite's.
 */
export function withoutReplaced<T extends FollowedRewrite>(
  followed: T,
  review: { readonly progress: "streaming" | "whole"; readonly state: Pick<ReviewState, "document" | "proposal"> },
): T {
  // A file comes or goes as a whole, and what streams in may come to nothing.
  if (followed.kind !== "change" || review.progress === "streaming") return followed;
  const { before, after } = followed.rewrite;
  const { document, proposal } = review.state;
  const wanted = versionOf(before, after);
  const inDocument = presences(before, wanted, document);
  const inProposal = presences(before, wanted, proposal);
  const kept = wanted.changes.filter((_, index) => inDocument[index] !== "missing" || inProposal[index] !== "clash");
  const replaced = wanted.changes.length - kept.length;
  if (replaced === 0) return followed;
  const rewrite = { before, after: applyLineEdits(before, editsOf(kept, after)) };
  return { ...followed, rewrite, missing: followed.missing + replaced };
}

/** Adds up how several rewrites stand. */
export function joinStandings(standings: readonly Standing[]): Standing {
  return standings.reduce(
    (sum, { total, accepted, pending }) => ({
      total: sum.total + total,
      accepted: sum.accepted + accepted,
      pending: sum.pending + pending,
    }),
    { total: 0, accepted: 0, pending: 0 },
  );
}

/** A hunk by what it takes away and brings, wherever it stands. */
export interface HunkLines {
  readonly old: readonly string[];
  readonly new: readonly string[];
}

/** Lists the lines of the hunks of a rewrite. */
export function hunkLinesOf({ before, after }: TextChange): readonly HunkLines[] {
  return knownDiff(before, after).map((change) => ({
    old: before.slice(change.old.start, change.old.end),
    new: after.slice(change.new.start, change.new.end),
  }));
}

/** Lists the hunks of a rewrite as they are stored over a restart. Those that it lacks have no lines, so that they are missed again. */
export function storedHunksOf({ rewrite, missing }: Omit<FollowedRewrite, "kind">): { old: string[]; new: string[] }[] {
  const hunks = hunkLinesOf(rewrite).map((hunk) => ({ old: [...hunk.old], new: [...hunk.new] }));
  return [...hunks, ...Array.from({ length: missing }, () => ({ old: [], new: [] }))];
}

/** In characters. Nothing larger is stored, since it is written often. */
const MAX_STORED = 100_000;

/** Checks whether hunks are few and short enough to be stored, so that they are found again after a restart. */
export function canStore(hunks: readonly HunkLines[]): boolean {
  const lines = hunks.flatMap((hunk) => [...hunk.old, ...hunk.new]);
  return lines.reduce((sum, line) => sum + line.length, 0) <= MAX_STORED;
}

/**
 * Finds a rewrite whose texts are not known any more, as far as a review has its hunks, pending or accepted. `missing`: how many of them it
 * does not have, since they were rejected.
 */
export function findRewrite(
  hunks: readonly HunkLines[],
  { base, proposal }: Pick<ReviewState, "base" | "proposal">,
): { readonly rewrite: TextChange; readonly missing: number } {
  const left = [...hunks];
  const found = knownDiff(base, proposal).filter((change) => {
    const [inBase, inProposal] = [
      base.slice(change.old.start, change.old.end),
      proposal.slice(change.new.start, change.new.end),
    ];
    const index = left.findIndex((hunk) => equalLines(hunk.old, inBase) && equalLines(hunk.new, inProposal));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
  return { rewrite: { before: base, after: applyLineEdits(base, editsOf(found, proposal)) }, missing: left.length };
}

/** Counts the lines that a rewrite removes and adds. */
export function sizeOf({ before, after }: TextChange): { readonly added: number; readonly removed: number } {
  let [added, removed] = [0, 0];
  for (const change of knownDiff(before, after)) {
    added += change.new.end - change.new.start;
    removed += change.old.end - change.old.start;
  }
  return { added, removed };
}
