// Runs in the extension host, on the npm VS Code and on the desktop alike: the bundled suites of one launch, by mocha.
import { writeFileSync } from "node:fs";
import Mocha from "mocha";
import { failureLine, slowestOf, type SlowTest } from "../counts.ts";
import type { HostRun } from "./hostRun.ts";
import { originalStack } from "./originalStack.ts";

/** Called by VS Code. Leaves the counts in a file, so that a host that dies on the way cannot look like success. */
export async function run(): Promise<void> {
  const { suites, grep, hasColors, countsFile } = JSON.parse(process.env.HOST_RUN ?? "") as HostRun;
  // As of the end-to-end tests: a VS Code that falls behind for once is no fault of ours. What needed it is named at the end.
  const retries = 1;
  const mocha = new Mocha({ ui: "bdd", timeout: 60_000, slow: 1000, retries, color: hasColors, forbidOnly: true });
  if (grep !== undefined) mocha.grep(grep);
  for (const suite of suites) mocha.addFile(suite);
  const counts = { passed: 0, failures: [] as string[], again: [] as string[] };
  const failedOnce = new Map<string, string>();
  const timed: SlowTest[] = [];
  await new Promise<void>((done) => {
    const runner = mocha.run(() => {
      done();
    });
    runner.on("retry", (test: Mocha.Test, error: unknown) => failedOnce.set(test.fullTitle(), lineOf(test, error)));
    runner.on("pass", (test) => {
      counts.passed += 1;
      const line = failedOnce.get(test.fullTitle());
      if (line !== undefined) counts.again.push(line);
    });
    runner.on("test end", (test) => timed.push({ place: test.fullTitle(), milliseconds: test.duration ?? 0 }));
    runner.on("fail", (test, error: unknown) => {
      counts.failures.push(lineOf(test, error));
      // Before the reporter prints it, which is after the last test.
      if (error instanceof Error && error.stack !== undefined) error.stack = originalStack(error.stack);
    });
  });
  writeFileSync(countsFile, JSON.stringify({ ...counts, slowest: slowestOf(timed) }));
  if (counts.failures.length > 0) throw new Error(`${counts.failures.length} tests failed.`);
}

function lineOf(test: Mocha.Runnable, error: unknown): string {
  return failureLine(test.fullTitle(), error instanceof Error ? error : new Error(String(error)));
}
