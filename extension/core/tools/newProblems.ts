import type { EditProblem } from "./editResult.ts";

/** The problems that were not there before. One that only stands in another line is the same, and one that is there twice counts twice. */
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
