import type { LineRange } from "../text/lines.ts";
import type { Hunk, ReviewState } from "./reviewState.ts";

/**
 * The hunks of a newer state that are the `wanted` ones of a state seen earlier: those with the same lines on both
 * sides, the nearest where there are several. What was decided or changed meanwhile is left out. In the newer order.
 */
export function hunksAgain(
  seen: ReviewState,
  wanted: readonly Hunk[],
  now: ReviewState,
  hunks: readonly Hunk[],
): readonly Hunk[] {
  const found = new Set<Hunk>();
  for (const hunk of wanted) {
    const same = hunks.filter((other) => !found.has(other) && isSame(seen, hunk, now, other));
    const distance = (other: Hunk): number => Math.abs(other.old.start - hunk.old.start);
    const nearest = same.reduce<Hunk | undefined>(
      (best, other) => (best === undefined || distance(other) < distance(best) ? other : best),
      undefined,
    );
    if (nearest !== undefined) found.add(nearest);
  }
  return hunks.filter((hunk) => found.has(hunk));
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
