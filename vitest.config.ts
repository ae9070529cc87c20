import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/unit/**/*.test.ts"],
    globalSetup: ["test/unit/cli/builtCommand.ts"],
    reporters: ["default", ["./test/countsReporter.ts", { run: "unit" }]],
    testTimeout: 30_000,
  },
});
