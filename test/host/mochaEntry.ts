// Runs in the extension host, on the npm VS Code and on the desktop alike: the bundled suites of one launch, by mocha.
import { writeFileSync } from "node:fs";
import Mocha from "mocha";
import { failureLine, slowestOf, type SlowTest } from "../counts.ts";
import type { HostRun } from "./hostRun.ts";
import { originalStack } from "./originalStack.ts";

/** Called by VS Code. Leaves the counts in a file, so that a host that dies on the way cannot look like success. */
export async function run(): Promise<void> {
  const { suites, grep, hasColors, countsFile } = JSON.parse(process.env.HOST_RUN ?? "") as HostRun;
  const mocha = new Mocha({ ui: "bdd", timeout: 60_000, slow: 1000, color: hasColors, forbidOnly: true });
  if (grep !== undefined) mocha.grep(grep);
  for (const suite of suites) mocha.addFile(suite);
  const counts = { passed: 0, failures: [] as string[] };
  const timed: SlowTest[] = [];
  await new Promise<void>((done) => {
    const runner = mocha.run(() => {
      done();
    });
    runner.on("pass", () => (counts.passed += 1));
    runner.on("test end", (test) => timed.push({ place: test.fullTitle(), milliseconds: test.duration ?? 0 }));
    runner.on("fail", (test, error: unknown) => {
      const thrown = error instanceof Error ? error : new Error(String(error));
      counts.failures.push(failureLine(test.fullTitle(), thrown));
      // Before the reporter prints it, which is after the last test.
      if (thrown.stack !== undefined) thrown.stack = originalStack(thrown.stack);
    });
  });
  writeFileSync(countsFile, JSON.stringify({ ...counts, slowest: slowestOf(timed) }));
  if (counts.failures.length > 0) throw new Error(`${counts.failures.length} tests failed.`);
}
