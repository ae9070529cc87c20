import { clusterChanges, sameLines, versionOf } from "../diff/clusters.ts";
import { fitChanges } from "../diff/fitChanges.ts";
import type { LineChange } from "../diff/lineDiff.ts";
import { applyLineEdits, type LineEdit } from "../diff/lineEdits.ts";
import { baseForProposal } from "./base.ts";
import { joinRemarks, moveRemarks, type Remark } from "./remarks.ts";
import type { ReviewState } from "./reviewState.ts";

/**
 * The state after the document changed in any way: typing, undo, redo, a formatter, a change on disk. A change
 * outside the pending hunks goes into base and proposal too; so does one beside a hunk. One inside a pending hunk goes into neither and
 * makes the hunk a conflict. Where the document becomes what the proposal or the base has, a hunk was accepted by hand or
 * its accept undone, and nothing else changes.
 */
export function documentChanged(state: ReviewState, document: readonly string[]): ReviewState {
  const { document: before, proposal, base } = state;
  const pending = versionOf(before, proposal);
  const accepted = base === before ? { lines: base, changes: [] } : versionOf(before, base);
  const typed = fitChanges(before, versionOf(before, document), [pending, accepted]);
  if (typed.changes.length === 0) return { ...state, document };
  const toProposal: LineEdit[] = [];
  const toBase: LineEdit[] = [];
  for (const { old, images, changed } of clusterChanges([typed, pending, accepted])) {
    const [inDocument = old, inProposal = old, inBase = old] = images;
    if (!changed[0]) continue;
    if (sameLines(document, inDocument, proposal, inProposal)) continue;
    if (sameLines(document, inDocument, base, inBase)) continue;
    if (!sameLines(before, old, proposal, inProposal)) continue;
    const lines = document.slice(inDocument.start, inDocument.end);
    toProposal.push({ range: inProposal, lines });
    if (sameLines(before, old, base, inBase)) toBase.push({ range: inBase, lines });
  }
  const rebased = applyLineEdits(proposal, toProposal);
  return {
    base: applyLineEdits(base, toBase),
    document,
    proposal: rebased,
    remarks: moveRemarks(state.remarks, proposal, rebased),
  };
}

/**
 * The state after the proposal went from `before` to `after`: progress of a stream, or a second apply. Decisions and
 * typing stay. Where `after` changes lines that the user changed meanwhile, the hunk is a conflict.
 * `remarks` count in the lines of `after` and come to those that the state has.
 */
export function proposalChanged(
  state: ReviewState,
  before: readonly string[],
  after: readonly string[],
  remarks: readonly Remark[] = [],
): ReviewState {
  const ours = versionOf(before, state.proposal);
  const theirs = fitChanges(before, versionOf(before, after), [ours]);
  const edits: LineEdit[] = [];
  const conflicts: LineChange[] = [];
  for (const { old, images, changed } of clusterChanges([ours, theirs])) {
    const [inOurs = old, inTheirs = old] = images;
    if (!changed[1] || sameLines(state.proposal, inOurs, after, inTheirs)) continue;
    edits.push({ range: inOurs, lines: after.slice(inTheirs.start, inTheirs.end) });
    if (changed[0]) conflicts.push({ old, new: inOurs });
  }
  const proposal = applyLineEdits(state.proposal, edits);
  return {
    base: baseForProposal(state, before, conflicts, proposal),
    document: state.document,
    proposal,
    remarks: joinRemarks(moveRemarks(state.remarks, state.proposal, proposal), moveRemarks(remarks, after, proposal)),
  };
}
