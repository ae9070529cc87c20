import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/unit/**/*.test.ts"],
    globalSetup: ["test/unit/cli/builtCommand.ts"],
    reporters: ["default", ["./test/countsReporter.ts", { run: "unit" }]],
    // All cores: without this one stays free, on a machine of two that is half of them.
    maxWorkers: "100%",
    testTimeout: 30_000,
    // A busy machine is slow; what never comes fails all the same.
    expect: { poll: { timeout: 15_000 } },
  },
});
