import { moveChoices } from "./moveChoices.ts";
import { moveRemarks } from "./remarks.ts";
import type { ReviewState } from "./reviewState.ts";

/** All that counts in the lines of the proposal. */
export type ProposalState = Pick<ReviewState, "proposal" | "remarks" | "choices">;

/** Moves what is said of the proposal's lines to what these have become in another proposal. */
export function followProposal(state: ProposalState, proposal: readonly string[]): ProposalState {
  return {
    proposal,
    remarks: moveRemarks(state.remarks, state.proposal, proposal),
    choices: moveChoices(state.choices, state.proposal, proposal),
  };
}
