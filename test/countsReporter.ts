import { relative } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { failureLine, reportCounts, slowestOf, type SlowTest } from "./counts.ts";

/** Reports how many tests passed and which failed, last of all. A file that cannot be loaded and an error outside any test are failures. */
export default class CountsReporter implements Reporter {
  readonly #run: string;

  constructor({ run }: { readonly run: string }) {
    this.#run = run;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    let passed = 0;
    const failures = unhandledErrors.map((error) => failureLine("outside any test", error));
    const timed: SlowTest[] = [];
    const again: string[] = [];
    for (const testModule of modules) {
      const file = relative(process.cwd(), testModule.moduleId);
      const ofModule: string[] = [];
      for (const test of testModule.children.allTests()) {
        const { state, errors } = test.result();
        const place = `${file} > ${test.fullName}`;
        timed.push({ place, milliseconds: test.diagnostic()?.duration ?? 0 });
        if (state === "passed") passed++;
        if (test.diagnostic()?.flaky === true) again.push(failureLine(place, errors?.[0]));
        if (state === "failed") ofModule.push(failureLine(place, errors[0]));
      }
      if (testModule.state() === "failed" && ofModule.length === 0)
        ofModule.push(failureLine(file, testModule.errors()[0]));
      failures.push(...ofModule);
    }
    // The other reporters print their summaries first.
    process.on("exit", () => {
      reportCounts(this.#run, { passed, failures, again, slowest: slowestOf(timed) });
    });
  }
}
