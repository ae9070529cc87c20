import { clusterChanges, sameLines, versionOf, type Version } from "../diff/clusters.ts";
import { fitChanges } from "../diff/fitChanges.ts";
import { knownDiff } from "../diff/knownDiff.ts";
import { applyLineEdits, editsOf, equalLines } from "../diff/lineEdits.ts";
import type { TextChange } from "./documentHistory.ts";
import type { ReviewState } from "./reviewState.ts";

/** How the hunks of one rewrite stand, as counts. What is neither accepted nor pending is rejected. */
export interface Standing {
  readonly total: number;
  readonly accepted: number;
  readonly pending: number;
}

/** Whether a text has a change of the text that it came from; `clash`: it has something else there. */
type Presence = "there" | "missing" | "clash";

/**
 * How the hunks of a rewrite stand in a review, which may hold those of other rewrites and what the user typed. Derived from
 * the texts alone, so that undo, redo and typing need no more than to ask again.
 */
export function standingOf(
  { before, after }: TextChange,
  { base, document, proposal }: Pick<ReviewState, "base" | "document" | "proposal">,
): Standing {
  const wanted = versionOf(before, after);
  const inDocument = presences(before, wanted, document);
  const inProposal = presences(before, wanted, proposal);
  let [accepted, pending] = [0, 0];
  const unclear: number[] = [];
  wanted.changes.forEach((_, index) => {
    const [here, there] = [inDocument[index], inProposal[index]];
    if (here === "there") accepted++;
    else if (here === "clash" || there === "clash") unclear.push(index);
    else if (there === "there") pending++;
  });
  if (unclear.length > 0) {
    const clusters = clusterChanges([wanted, ...[document, proposal, base].map((lines) => versionOf(before, lines))]);
    for (const index of unclear) {
      const change = wanted.changes[index];
      const cluster = clusters.find(({ changes }) => change !== undefined && changes[0]?.includes(change) === true);
      const [, atDocument, atProposal, atBase] = cluster?.images ?? [];
      if (atDocument === undefined || atProposal === undefined || atBase === undefined) continue;
      // Whatever else was made of these lines: as long as the two differ there, there is something to decide.
      if (!sameLines(document, atDocument, proposal, atProposal)) pending++;
      // The base is without what was accepted.
      else if (!sameLines(document, atDocument, base, atBase)) accepted++;
    }
  }
  return { total: wanted.changes.length, accepted, pending };
}

/**
 * A rewrite without the hunks that a later rewrite has replaced while they were pending, and how many those are: its lines are
 * in neither text, and what is accepted there later is not this rewrite's.
 */
export function withoutReplaced(
  rewrite: TextChange,
  { document, proposal }: Pick<ReviewState, "document" | "proposal">,
): { readonly rewrite: TextChange; readonly replaced: number } {
  const { before, after } = rewrite;
  const wanted = versionOf(before, after);
  const inDocument = presences(before, wanted, document);
  const inProposal = presences(before, wanted, proposal);
  const kept = wanted.changes.filter((_, index) => inDocument[index] !== "missing" || inProposal[index] !== "clash");
  const replaced = wanted.changes.length - kept.length;
  if (replaced === 0) return { rewrite, replaced };
  return { rewrite: { before, after: applyLineEdits(before, editsOf(kept, after)) }, replaced };
}

/** The sum of what several rewrites come to. */
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

/** The hunks of a rewrite by their lines. */
export function hunkLinesOf({ before, after }: TextChange): readonly HunkLines[] {
  return knownDiff(before, after).map((change) => ({
    old: before.slice(change.old.start, change.old.end),
    new: after.slice(change.new.start, change.new.end),
  }));
}

/**
 * A rewrite whose texts are not known any more, as far as a review has its hunks, pending or accepted. `missing`: how many of
 * them it does not have, since they were rejected.
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

/** Lines that a rewrite takes away and brings. */
export function sizeOf({ before, after }: TextChange): { readonly added: number; readonly removed: number } {
  let [added, removed] = [0, 0];
  for (const change of knownDiff(before, after)) {
    added += change.new.end - change.new.start;
    removed += change.old.end - change.old.start;
  }
  return { added, removed };
}

function presences(before: readonly string[], wanted: Version, lines: readonly string[]): readonly Presence[] {
  const own = fitChanges(before, versionOf(before, lines), [wanted]);
  const found: Presence[] = [];
  let inserted: { readonly at: number; readonly lines: readonly string[] } = { at: -1, lines: [] };
  for (const { old, images, changes } of clusterChanges([own, wanted])) {
    const [inOwn = old, inWanted = old] = images;
    const count = changes[1]?.length ?? 0;
    if (count === 0) {
      if (old.start === old.end) inserted = { at: old.start, lines: lines.slice(inOwn.start, inOwn.end) };
      continue;
    }
    const isBeside = old.start === inserted.at && old.end === inserted.at;
    const asWanted = wanted.lines.slice(inWanted.start, inWanted.end);
    const isThere = sameLines(lines, inOwn, wanted.lines, inWanted) || (isBeside && isWithin(asWanted, inserted.lines));
    const presence = isThere ? "there" : changes[0]?.length === 0 ? "missing" : "clash";
    found.push(...Array.from({ length: count }, () => presence));
  }
  return found;
}

/** Whether lines stand among others in their order. */
function isWithin(lines: readonly string[], whole: readonly string[]): boolean {
  let found = 0;
  for (const line of whole) if (line === lines[found]) found++;
  return lines.length > 0 && found === lines.length;
}
