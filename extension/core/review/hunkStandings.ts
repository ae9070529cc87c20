import { clusterChanges, imageOf, meet, sameLines, versionOf, type Cluster, type Version } from "../diff/clusters.ts";
import { fitChanges } from "../diff/fitChanges.ts";
import type { LineChange } from "../diff/lineChange.ts";
import { equalLines } from "../diff/lineEdits.ts";
import type { LineRange } from "../text/lines.ts";
import type { TextChange } from "./decision.ts";
import type { ReviewState } from "./reviewState.ts";

/** The texts of a review that tell what was decided. */
export type ReviewTexts = Pick<ReviewState, "base" | "document" | "proposal">;

/** What became of one hunk of a rewrite. */
export interface HunkStanding {
  readonly change: LineChange;
  readonly decision: "accepted" | "rejected" | "pending";
  /** Whether the document holds neither the lines before nor those of the rewrite there: somebody has typed. */
  readonly isEdited: boolean;
  /** Where it is in the document now; empty if it has no lines there. */
  readonly lines: LineRange;
}

/** Finds what became of each hunk of a rewrite, in order, from the texts of the review alone. */
export function hunkStandings({ before, after }: TextChange, texts: ReviewTexts): readonly HunkStanding[] {
  const { base, document, proposal } = texts;
  const wanted = versionOf(before, after);
  const own = fitChanges(before, versionOf(before, document), [wanted]);
  const inDocument = presences(before, wanted, document);
  const inProposal = presences(before, wanted, proposal);
  // Most hunks need no look at all four texts at once.
  let clusters: readonly Cluster[] | undefined;
  let fitted: readonly Version[] | undefined;
  const decide = (change: LineChange): HunkStanding["decision"] => {
    fitted ??= [document, proposal, base].map((lines) => fitChanges(before, versionOf(before, lines), [wanted]));
    const [typed, proposed, known] = fitted.map((version) => insertedAt(version, change));
    if (typed && proposed && known && typed.length + proposed.length > 0) {
      if (!equalLines(typed, proposed)) return "pending";
      return equalLines(typed, known) ? "rejected" : "accepted";
    }
    clusters ??= clusterChanges([wanted, ...[document, proposal, base].map((lines) => versionOf(before, lines))]);
    const cluster = clusters.find(({ changes }) => changes[0]?.includes(change) === true);
    const [, atDocument, atProposal, atBase] = cluster?.images ?? [];
    if (atDocument === undefined || atProposal === undefined || atBase === undefined) return "rejected";
    // Whatever else was made of these lines: as long as the two differ there, there is something to decide.
    if (!sameLines(document, atDocument, proposal, atProposal)) return "pending";
    // The base is without what was accepted.
    return sameLines(document, atDocument, base, atBase) ? "rejected" : "accepted";
  };
  return wanted.changes.map((change, index) => {
    const [here, there] = [inDocument[index], inProposal[index]];
    const lines = imageOf(change.old, own.changes, isOneOf);
    if (here === "there") return { change, decision: "accepted", isEdited: false, lines };
    const isUnclear = here === "clash" || there === "clash";
    const decision = isUnclear ? decide(change) : there === "there" ? "pending" : "rejected";
    return { change, decision, isEdited: here === "clash", lines };
  });
}

/** Lines that were inserted in one place are the same hunk. */
function isOneOf(range: LineRange, changed: LineRange): boolean {
  const isInsertion = range.start === range.end && changed.start === changed.end;
  return isInsertion ? range.start === changed.start : meet(range, changed);
}

/** Whether a text has a change of the text that it came from; `clash`: it has something else there. */
type Presence = "there" | "missing" | "clash";

/** Checks for each change that is wanted of a text whether `lines`, another version of that text, has it. */
export function presences(before: readonly string[], wanted: Version, lines: readonly string[]): readonly Presence[] {
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
    const isChanged = changes[0]?.length !== 0 || (isBeside && isMostly(asWanted, inserted.lines));
    const presence = isThere ? "there" : isChanged ? "clash" : "missing";
    for (let i = 0; i < count; i++) found.push(presence);
  }
  return found;
}

/** What a text has where a change only inserts; `undefined` for a change that does more. */
function insertedAt({ lines, changes }: Version, { old: { start, end } }: LineChange): readonly string[] | undefined {
  if (start < end) return undefined;
  const found = changes.find(({ old }) => old.start === start && old.end === start);
  return found === undefined ? [] : lines.slice(found.new.start, found.new.end);
}

/** Whether two thirds of the lines that say something stand among others: then these are what became of them, and no other hunk's. */
function isMostly(lines: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others.map((line) => line.trim()));
  const telling = lines.filter((line) => /[\p{L}\p{N}]/u.test(line));
  const found = telling.filter((line) => known.has(line.trim()));
  return found.length > 0 && 3 * found.length >= 2 * telling.length;
}

/** Whether lines stand among others in their order. */
function isWithin(lines: readonly string[], whole: readonly string[]): boolean {
  let found = 0;
  for (const line of whole) if (line === lines[found]) found++;
  return lines.length > 0 && found === lines.length;
}
