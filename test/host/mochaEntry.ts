// Runs in the extension host, on the npm VS Code and on the desktop alike: the bundled suites of one launch, by mocha.
import { writeFileSync } from "node:fs";
import Mocha from "mocha";
import type { HostRun } from "./hostRun.ts";
import { originalStack } from "./originalStack.ts";

/** Called by VS Code. Leaves the counts in a file, so that a host that dies on the way cannot look like success. */
export async function run(): Promise<void> {
  const { suites, grep, hasColors, countsFile } = JSON.parse(process.env.HOST_RUN ?? "") as HostRun;
  const mocha = new Mocha({ ui: "bdd", timeout: 60_000, slow: 1000, color: hasColors, forbidOnly: true });
  if (grep !== undefined) mocha.grep(grep);
  for (const suite of suites) mocha.addFile(suite);
  const counts = { passed: 0, failed: 0 };
  await new Promise<void>((done) => {
    const runner = mocha.run(() => {
      done();
    });
    runner.on("pass", () => (counts.passed += 1));
    runner.on("fail", (_test, error: unknown) => {
      counts.failed += 1;
      // Before the reporter prints it, which is after the last test.
      if (error instanceof Error && error.stack !== undefined) error.stack = originalStack(error.stack);
    });
  });
  writeFileSync(countsFile, JSON.stringify(counts));
  if (counts.failed > 0) throw new Error(`${counts.failed} tests failed.`);
}
