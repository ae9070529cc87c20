import type { ApplyEvent } from "../../core/apply/applyEvents.ts";
import { equalLines } from "../../core/diff/lineEdits.ts";
import { openProposal } from "../../core/review/choices.ts";
import { followProposal, type ProposalState } from "../../core/review/followProposal.ts";
import { editorLines } from "../../core/text/lines.ts";
import { remarksOf } from "./remarks.ts";

/** Computes what a review shows of a whole rewrite: its lines with the likeliest readings of what is open, and the remarks on them. */
export function proposalOf(done: Extract<ApplyEvent, { type: "done" }>, original: readonly string[]): ProposalState {
  const lines = editorLines(done.text);
  const remarks = remarksOf(done, original, lines);
  const { apply = "", pieces = [] } = done.open ?? {};
  if (done.open && done.decided) {
    const { sure, pieces: asked, choices } = done.decided;
    const chosen = openProposal(original, editorLines(sure), asked, apply, { by: done.engine, choices });
    if (equalLines(chosen.proposal, lines)) return { ...chosen, remarks };
  }
  const { proposal, choices } = openProposal(original, lines, pieces, apply);
  return { proposal, choices, remarks: followProposal({ proposal: lines, remarks, choices: [] }, proposal).remarks };
}
