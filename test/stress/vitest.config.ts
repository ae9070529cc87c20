import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** `npm run test:stress`: the tests that `test/unit/stress.ts` makes small for the gate, in full. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../.."),
    include: [
      "test/unit/growth/**/*.test.ts",
      "test/unit/local/strictMode.test.ts",
      "test/unit/mcp/{hostile,parallel}.test.ts",
      "test/unit/properties/**/*.test.ts",
      "test/unit/providers/{cancel,manyApplies,treeSitter}.test.ts",
    ],
    env: { STRESS: "full" },
    globalSetup: ["test/unit/cli/builtCommand.ts"],
    reporters: ["default", ["./test/countsReporter.ts", { run: "stress" }]],
    testTimeout: 300_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
