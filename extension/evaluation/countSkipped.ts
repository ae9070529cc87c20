import type { Skipped } from "../core/evaluation/evaluation.ts";

/** Counts what is left out, by its reason. */
interface SkippedCounts {
  readonly add: (reason: string, count?: number) => void;
  readonly all: () => Skipped[];
}

/** Begins to count; what was counted before goes along. */
export function countSkipped(before: readonly Skipped[] = []): SkippedCounts {
  const counts = new Map(before.map(({ reason, count }) => [reason, count]));
  return {
    add: (reason, count = 1) => {
      if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count);
    },
    all: () => [...counts].map(([reason, count]) => ({ reason, count })),
  };
}
