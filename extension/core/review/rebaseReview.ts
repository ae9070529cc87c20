import { clusterChanges, imageOf, meet, sameLines, versionOf, type Version } from "../diff/clusters.ts";
import { fitChanges } from "../diff/fitChanges.ts";
import type { LineChange } from "../diff/lineChange.ts";
import { applyLineEdits, spliceLines, type LineEdit } from "../diff/lineEdits.ts";
import type { LineRange } from "../text/lines.ts";
import { baseForProposal } from "./base.ts";
import { dropChoices, showBoth, shownChanges, withoutChoices, type Choice, type OpenProposal } from "./choices.ts";
import { followProposal } from "./followProposal.ts";
import { followSure } from "./moveChoices.ts";
import { joinRemarks, moveRemarks, type Remark } from "./remarks.ts";
import type { ReviewState } from "./reviewState.ts";

/**
 * Computes the state after the document changed in any way: typing, undo, redo, a formatter, a change on disk. A change outside the pending
 * hunks goes into base and proposal too; so does one beside a hunk. One inside a pending hunk goes into neither and makes the hunk a
 * conflict, unless it is what the hunk wants. If the document gets the lines of the base, an accept was undone, and its hunk is back. Lines
 * that come or go beside accepted lines leave the base alone: they may be part of those.
 */
export function documentChanged(state: ReviewState, document: readonly string[]): ReviewState {
  const { document: before, proposal, base } = state;
  const pending = versionOf(before, proposal);
  const accepted = versionOf(before, base);
  const typed = fitChanges(before, versionOf(before, document), [pending, accepted]);
  if (typed.changes.length === 0) return { ...state, document };
  const undone = undoneChanges(typed, accepted);
  const isBesideAccepted = besideOf(accepted.changes);
  const toProposal: LineEdit[] = [];
  const toBase: LineEdit[] = [];
  for (const { old, images, changes } of clusterChanges([typed, pending])) {
    const [inDocument = old, inProposal = old] = images;
    const [byTyping = [], byHunk = []] = changes;
    if (byTyping.length === 0 || byHunk.length > 0 || byTyping.some((change) => undone.has(change))) continue;
    const lines = document.slice(inDocument.start, inDocument.end);
    toProposal.push({ range: inProposal, lines });
    const isReplaced = old.start < old.end && lines.length > 0;
    if (!isBesideAccepted(old, isReplaced)) toBase.push({ range: imageOf(old, accepted.changes), lines });
  }
  const rebased = applyLineEdits(proposal, toProposal);
  return { base: applyLineEdits(base, toBase), document, ...followProposal(state, rebased) };
}

/** Finds what was typed that brings back lines of the base. */
function undoneChanges(typed: Version, accepted: Version): ReadonlySet<LineChange> {
  const undone = new Set<LineChange>();
  for (const { old, images, changes } of clusterChanges([typed, accepted])) {
    const [inDocument = old, inBase = old] = images;
    if (changes[1]?.length === 0 || !sameLines(typed.lines, inDocument, accepted.lines, inBase)) continue;
    for (const change of changes[0] ?? []) undone.add(change);
  }
  return undone;
}

/** Makes a check whether a range is in one of the changes, or beside it if `isReplaced` is false; to be called for ascending ranges. */
function besideOf(changes: readonly LineChange[]): (range: LineRange, isReplaced: boolean) => boolean {
  let next = 0;
  return (range, isReplaced) => {
    while ((changes[next]?.old.end ?? range.start) < range.start) next++;
    return [changes[next], changes[next + 1]].some((change) => {
      if (!change || change.old.start > range.end) return false;
      return !isReplaced || meet(change.old, range);
    });
  };
}

/**
 * Computes the state after the sure text went from `before` to `after`: progress of a stream, or a second apply. Decisions and typing stay.
 * Where `after` changes lines that the user changed meanwhile, the hunk is a conflict. What is open stays so; if `after` changes its lines,
 * or shows something else for them, it is not shown any more. `choices` are those of `after`, which shows them; they and `remarks` are
 * added to those of the state.
 */
export function proposalChanged(
  state: ReviewState,
  before: readonly string[],
  after: readonly string[],
  remarks: readonly Remark[] = [],
  choices: readonly Choice[] = [],
): ReviewState {
  const sure = withoutChoices(state);
  const newSure = withoutChoices({ proposal: after, choices });
  const ours = versionOf(before, sure);
  const theirs = fitChanges(before, versionOf(before, newSure), [ours]);
  const toProposal = shownChanges(state.choices);
  const edits: LineEdit[] = [];
  const conflicts: LineChange[] = [];
  for (const { old, images, changes } of clusterChanges([ours, theirs])) {
    const [inOurs = old, inTheirs = old] = images;
    if (changes[1]?.length === 0 || sameLines(sure, inOurs, newSure, inTheirs)) continue;
    edits.push({ range: inOurs, lines: newSure.slice(inTheirs.start, inTheirs.end) });
    if (changes[0]?.length !== 0) conflicts.push({ old, new: imageOf(inOurs, toProposal) });
  }
  const joined = spliceLines(sure, edits);
  const known = followSure(state.choices, sure, joined);
  const open = showBoth(joined, known, followSure(choices, newSure, joined));
  const kept = moveRemarks(state.remarks, state.proposal, open.proposal);
  return {
    base: baseForProposal(state, before, conflicts, open.proposal),
    document: state.document,
    ...open,
    remarks: joinRemarks(kept, moveRemarks(remarks, after, open.proposal)),
  };
}

/** Replaces the proposal of a state and its choices. */
export function withProposal(state: ReviewState, { proposal, choices }: OpenProposal): ReviewState {
  const base = baseForProposal(state, state.proposal, [], proposal);
  return { ...state, base, proposal, remarks: moveRemarks(state.remarks, state.proposal, proposal), choices };
}

/** Drops some of the choices of a state, by id, and what these show. */
export function withoutSome(state: ReviewState, ids: ReadonlySet<string>): ReviewState {
  const open = dropChoices(state, ids);
  return open.choices.length === state.choices.length ? state : withProposal(state, open);
}
