import type { ApplyEvent } from "../../core/apply/applyEvents.ts";
import { openProposal } from "../../core/review/choices.ts";
import { followProposal, type ProposalState } from "../../core/review/followProposal.ts";
import { editorLines } from "../../core/text/lines.ts";
import { remarksOf } from "./remarks.ts";

/** What a review shows of a whole rewrite: its lines with the likeliest readings of what is open, and what is said of them. */
export function proposalOf(done: Extract<ApplyEvent, { type: "done" }>, original: readonly string[]): ProposalState {
  const sure = editorLines(done.text);
  const { apply = "", pieces = [] } = done.open ?? {};
  const { proposal, choices } = openProposal(original, sure, pieces, apply);
  const { remarks } = followProposal(
    { proposal: sure, remarks: remarksOf(done, original, sure), choices: [] },
    proposal,
  );
  return { proposal, remarks, choices };
}
