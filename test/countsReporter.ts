import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Prints `N passed, N failed` as the last line of a run. A file that cannot be loaded and an error outside any test count as failures. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const testModule of modules) {
      let failedInModule = 0;
      for (const test of testModule.children.allTests()) {
        if (test.result().state === "passed") passed++;
        if (test.result().state === "failed") failedInModule++;
      }
      failed += testModule.state() === "failed" ? Math.max(failedInModule, 1) : failedInModule;
    }
    // The other reporters print their summaries first.
    process.on("exit", () => {
      process.stdout.write(`${passed} passed, ${failed} failed\n`);
    });
  }
}
