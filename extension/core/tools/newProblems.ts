import type { LineRange } from "../text/lines.ts";
import type { EditProblem } from "./editResult.ts";

/**
 * Picks the problems that were not there before. One that only stands in another line is the same, and one that is there twice counts
 * twice.
 */
export function newProblems(before: readonly EditProblem[], after: readonly EditProblem[]): readonly EditProblem[] {
  const known = new Map<string, number>();
  for (const problem of before) known.set(keyOf(problem), (known.get(keyOf(problem)) ?? 0) + 1);
  return after.filter((problem) => {
    const count = known.get(keyOf(problem)) ?? 0;
    known.set(keyOf(problem), count - 1);
    return count <= 0;
  });
}

function keyOf({ severity, message }: EditProblem): string {
  return `${severity} ${message}`;
}

/**
 * Finds the problems that were found once as they are now: the same words, the nearest line, and none twice. `undefined`, in its place, for
 * one that is gone.
 */
export function problemsNow<Problem extends EditProblem>(
  found: readonly EditProblem[],
  now: readonly Problem[],
): readonly (Problem | undefined)[] {
  const left = [...now];
  return found.map((problem) => {
    const same = left.filter((other) => keyOf(other) === keyOf(problem));
    const distance = ({ line }: EditProblem): number => Math.abs(line - problem.line);
    const [nearest] = same.sort((a, b) => distance(a) - distance(b));
    if (nearest !== undefined) left.splice(left.indexOf(nearest), 1);
    return nearest;
  });
}

/**
 * Finds which of several changes, by their lines from 0, a problem is nearest to; the first of those that are as near. -1 if there are
 * none.
 */
export function nearestChange({ line }: EditProblem, changes: readonly (readonly LineRange[])[]): number {
  let [nearest, least] = [-1, Infinity];
  for (const [index, ranges] of changes.entries()) {
    const distance = ranges.reduce((sum, range) => Math.min(sum, distanceTo(line - 1, range)), Number.MAX_VALUE);
    if (distance < least) [nearest, least] = [index, distance];
  }
  return nearest;
}

/** Checks whether a problem stands in lines that a change brought, or right beside what it took away. */
export function isInChange({ line }: EditProblem, ranges: readonly LineRange[]): boolean {
  return ranges.some((range) => distanceTo(line - 1, range) === 0);
}

function distanceTo(line: number, { start, end }: LineRange): number {
  if (line < start) return start === end ? start - line - 1 : start - line;
  return Math.max(0, line - Math.max(start, end - 1));
}
