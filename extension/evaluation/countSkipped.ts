import type { Skipped } from "../core/evaluation/evaluation.ts";

/** Counts what is left out, by its reason. */
interface SkippedCounts {
  readonly add: (reason: string, count?: number) => void;
  readonly all: () => Skipped[];
}

/** Creates a counter of what is left out, beginning with the counts of `before`. */
export function countSkipped(before: readonly Skipped[] = []): SkippedCounts {
  const counts = new Map(before.map(({ reason, count }) => [reason, count]));
  return {
    add: (reason, count = 1) => {
      if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count);
    },
    all: () => [...counts].map(([reason, count]) => ({ reason, count })),
  };
}
