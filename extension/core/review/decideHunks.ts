import { keepChanges, learnChanges, versionOf } from "../diff/clusters.ts";
import { type LineEdit, editsOf } from "../diff/lineEdits.ts";
import { settleBase } from "./base.ts";
import { dropChoices, settleChoices } from "./choices.ts";
import { followProposal } from "./followProposal.ts";
import { hunksOf } from "./hunks.ts";
import type { Hunk, ReviewState } from "./reviewState.ts";

/**
 * Takes hunks of this very state into the document and ignores others. The edits count in the lines of the document before. What the user
 * had typed in a conflict becomes the base there, so that undo in the document brings the hunk back.
 */
export function acceptHunks(
  state: ReviewState,
  hunks: readonly Hunk[],
): { readonly state: ReviewState; readonly edits: readonly LineEdit[] } {
  const { chosen, others } = choose(state, hunks);
  if (chosen.length === 0) return { state, edits: [] };
  const proposed = versionOf(state.document, state.proposal);
  const edits = editsOf(chosen, state.proposal);
  const base = settleBase(state, chosen, others);
  const accepted = keepChanges(state.document, proposed, chosen);
  // The hunks and conflicts that are left are those that there were.
  learnChanges(accepted, proposed);
  learnChanges(accepted, versionOf(state.document, base));
  const choices = settleChoices(state.choices, choicesOf(chosen));
  return { state: { ...state, base, document: accepted.lines, choices }, edits };
}

/** Takes hunks of this very state out of the proposal and ignores others; drops `pieces`, by ids of choices that show nothing. */
export function rejectHunks(
  state: ReviewState,
  hunks: readonly Hunk[],
  pieces: ReadonlySet<string> = new Set(),
): ReviewState {
  const { chosen, others } = choose(state, hunks);
  const proposal = keepChanges(state.document, versionOf(state.document, state.proposal), others).lines;
  const base = settleBase(state, chosen, others);
  // Lines that a dropped reading stands in place of are again what others may be about.
  const left = dropChoices(state, new Set([...choicesOf(chosen), ...pieces]));
  const { choices } = followProposal({ ...state, ...left }, proposal);
  return { ...state, base, ...followProposal(state, proposal), choices };
}

/** The choices that are decided with these hunks. */
function choicesOf(chosen: readonly Hunk[]): ReadonlySet<string> {
  return new Set(chosen.flatMap(({ choices }) => choices.map(({ id }) => id)));
}

/** A hunk of an older state would put lines in the wrong place, so only those count that the state has now. */
function choose(state: ReviewState, hunks: readonly Hunk[]): { chosen: readonly Hunk[]; others: readonly Hunk[] } {
  const keyOf = (hunk: Hunk): string => [hunk.old.start, hunk.old.end, hunk.new.start, hunk.new.end].join();
  const keys = new Set(hunks.map(keyOf));
  const present = hunksOf(state);
  const chosen = new Set(present.filter((hunk) => keys.has(keyOf(hunk))));
  // A hunk of two choices brings the other hunks of both.
  for (let count = 0; count < chosen.size;) {
    count = chosen.size;
    const decided = choicesOf([...chosen]);
    for (const hunk of present) if (hunk.choices.some(({ id }) => decided.has(id))) chosen.add(hunk);
  }
  return { chosen: present.filter((hunk) => chosen.has(hunk)), others: present.filter((hunk) => !chosen.has(hunk)) };
}
