import { imageOf } from "../diff/clusters.ts";
import { lineDiff } from "../diff/lineDiff.ts";
import type { LineRange } from "../text/lines.ts";
import type { Hunk, ReviewState } from "./reviewState.ts";

/**
 * Finds the hunks of a newer state that are the `wanted` ones of a state seen earlier: those with the same lines on both sides, where the
 * earlier ones are by now. What was decided or changed meanwhile is left out. In the order of `hunks`, those of the newer state.
 */
export function hunksAgain(
  seen: ReviewState,
  wanted: readonly Hunk[],
  now: ReviewState,
  hunks: readonly Hunk[],
): readonly Hunk[] {
  const changes = seen.document === now.document ? [] : lineDiff(seen.document, now.document);
  const places = wanted.map((hunk) => ({ hunk, place: imageOf(hunk.old, changes) }));
  return hunks.filter((other) =>
    places.some(
      ({ hunk, place }) =>
        other.old.start >= place.start && other.old.end <= place.end && isSame(seen, hunk, now, other),
    ),
  );
}

function isSame(seen: ReviewState, hunk: Hunk, now: ReviewState, other: Hunk): boolean {
  return (
    haveSameLines(seen.document, hunk.old, now.document, other.old) &&
    haveSameLines(seen.proposal, hunk.new, now.proposal, other.new)
  );
}

function haveSameLines(a: readonly string[], inA: LineRange, b: readonly string[], inB: LineRange): boolean {
  const count = inA.end - inA.start;
  if (count !== inB.end - inB.start) return false;
  for (let at = 0; at < count; at++) if (a[inA.start + at] !== b[inB.start + at]) return false;
  return true;
}
