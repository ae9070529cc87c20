import { knownDiff } from "../diff/knownDiff.ts";
import type { TextChange } from "../review/decision.ts";
import { hunkStandings, type HunkStanding, type ReviewTexts } from "../review/hunkStandings.ts";
import { shownRange, type EditHunk, type EditOutcome } from "./editResult.ts";

/** What became of an edit under review, hunk by hunk, and in all. */
export interface JudgedHunks {
  readonly hunks: readonly EditHunk[];
  readonly outcome: Extract<EditOutcome, "applied" | "partly applied" | "rejected" | "pending review">;
}

/** Finds from the texts of a review what became of one edit in it, whatever else is under review or was typed there. */
export function judgeHunks(rewrite: TextChange, review: ReviewTexts): JudgedHunks {
  const standings = hunkStandings(rewrite, review);
  return {
    hunks: standings.map((standing) => ({
      outcome: outcomeOf(standing),
      before: shownRange(standing.change.old),
      now: shownRange(standing.lines),
    })),
    outcome: sumOf(standings),
  };
}

/** Lists the hunks of an edit that was written as a whole, all of them accepted. */
export function writtenHunks({ before, after }: TextChange): readonly EditHunk[] {
  return knownDiff(before, after).map((change) => ({
    outcome: "accepted",
    before: shownRange(change.old),
    now: shownRange(change.new),
  }));
}

/** Lists the hunks of an edit that is only shown, all of them pending: nothing has moved in the file. */
export function previewedHunks({ before, after }: TextChange): readonly EditHunk[] {
  return knownDiff(before, after).map((change) => {
    const range = shownRange(change.old);
    return { outcome: "pending", before: range, now: range };
  });
}

function outcomeOf({ decision, isEdited }: HunkStanding): EditHunk["outcome"] {
  return isEdited && decision !== "pending" ? "edited by hand" : decision;
}

/** An edit without a hunk is in the file already. */
function sumOf(standings: readonly HunkStanding[]): JudgedHunks["outcome"] {
  if (standings.some(({ decision }) => decision === "pending")) return "pending review";
  const accepted = standings.filter(({ decision }) => decision === "accepted").length;
  if (accepted === standings.length) return "applied";
  return accepted === 0 ? "rejected" : "partly applied";
}
