import { writeFileSync } from "node:fs";
import { join } from "node:path";

export interface TestCounts {
  readonly passed: number;
  /** Each with where it is and what went wrong, on one line. */
  readonly failures: readonly string[];
  /** Those that failed and passed when they were tried again: the first one had something that should be found. */
  readonly again?: readonly string[];
  /** The slowest tests of the run, at most as many as `npm test` names of all. */
  readonly slowest: readonly SlowTest[];
}

export interface SlowTest {
  readonly place: string;
  readonly milliseconds: number;
}

const NAMED_SLOW_TESTS = 10;

/** The slowest of many, slowest first. */
export function slowestOf(tests: readonly SlowTest[]): readonly SlowTest[] {
  return [...tests].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, NAMED_SLOW_TESTS);
}

/**
 * Prints `N passed, N failed`. In `npm test`, where several runs make one total, the counts go into a file of the folder TEST_COUNTS instead.
 *
 * @param run name of the run, unique within one total
 */
export function reportCounts(run: string, counts: TestCounts): void {
  const folder = process.env.TEST_COUNTS;
  if (folder === undefined) process.stdout.write(`${counts.passed} passed, ${counts.failures.length} failed\n`);
  else writeFileSync(join(folder, `${run}.json`), JSON.stringify(counts));
}

const SHOWN_COMPARISON = 600;

/** One line for a failure; of a comparison with what was compared, since a log may have nothing but this line. */
export function failureLine(place: string, error: { readonly message?: string } | undefined): string {
  const [why = "", ...compared] = (error?.message ?? "").trim().split("\n");
  if (why === "") return place;
  if (!why.endsWith(":")) return `${place}: ${why}`;
  const values = compared.filter((line) => line.trim() !== "").join(" | ");
  return `${place}: ${why} ${values.slice(0, SHOWN_COMPARISON)}`.trim();
}
