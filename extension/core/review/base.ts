import { imageOf, keepChanges, meet, versionOf } from "../diff/clusters.ts";
import { knownDiff } from "../diff/knownDiff.ts";
import type { LineChange } from "../diff/lineChange.ts";
import { applyLineEdits, type LineEdit } from "../diff/lineEdits.ts";
import type { LineRange } from "../text/lines.ts";
import type { ReviewState } from "./reviewState.ts";

/**
 * Checks whether a hunk and a difference between document and base, both in document lines, are about the same lines. Lines that the user
 * deleted leave an empty range, at the edge of the hunk that they were in. A hunk that only inserts takes away nothing that the user wrote.
 */
export function collide(hunk: LineRange, difference: LineRange): boolean {
  if (difference.start === difference.end) return hunk.start <= difference.start && difference.start <= hunk.end;
  return hunk.start < hunk.end && meet(hunk, difference);
}

/**
 * Takes lines of the document into the base where the two differ at one of `ranges`, but not at any of `except`; both count in lines of
 * the document.
 */
export function settleBase(
  state: ReviewState,
  ranges: readonly { readonly old: LineRange }[],
  except: readonly { readonly old: LineRange }[],
): readonly string[] {
  const isAt = (places: typeof ranges, { old }: LineChange): boolean => places.some((range) => collide(range.old, old));
  const version = versionOf(state.document, state.base);
  const kept = version.changes.filter((change) => !isAt(ranges, change) || isAt(except, change));
  return keepChanges(state.document, version, kept).lines;
}

/**
 * Computes the base when the proposal becomes `proposal` by changes that met what the user had typed: `conflicts`, from lines of `before`
 * to lines of the present proposal. There the base gets the lines of `before`, which marks the conflicts. Accepted lines that are proposed
 * anew are not a conflict: there it gets the lines of the document.
 */
export function baseForProposal(
  state: ReviewState,
  before: readonly string[],
  conflicts: readonly LineChange[],
  proposal: readonly string[],
): readonly string[] {
  const { base, document } = state;
  const differences = knownDiff(document, base);
  if (conflicts.length === 0 && differences.length === 0) return base;
  const toDocument = knownDiff(state.proposal, document);
  const pending = knownDiff(document, proposal);
  const edits: LineEdit[] = differences
    .filter(({ old }) => !toDocument.some((hunk) => collide(hunk.new, old)))
    .filter(({ old }) => pending.some((hunk) => collide(hunk.old, old)))
    .map((change) => ({ range: change.new, lines: document.slice(change.old.start, change.old.end) }));
  let end = -1;
  for (const conflict of conflicts) {
    const inDocument = imageOf(conflict.new, toDocument);
    if (inDocument.start < end || differences.some(({ old }) => collide(inDocument, old))) continue;
    end = inDocument.end;
    edits.push({
      range: imageOf(inDocument, differences),
      lines: before.slice(conflict.old.start, conflict.old.end),
    });
  }
  edits.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  return applyLineEdits(base, edits);
}
