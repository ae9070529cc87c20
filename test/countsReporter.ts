import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { reportCounts } from "./counts.ts";

/** Reports how many tests passed and failed, last of all. A file that cannot be loaded and an error outside any test count as failures. */
export default class CountsReporter implements Reporter {
  readonly #run: string;

  constructor({ run }: { readonly run: string }) {
    this.#run = run;
  }

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
      reportCounts(this.#run, { passed, failed });
    });
  }
}
