import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../.."),
    include: ["test/page/**/*.test.ts"],
    globalSetup: ["test/page/buildPage.ts"],
    reporters: ["default", ["./test/countsReporter.ts", { run: "page" }]],
    // Each file has a browser of its own.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine is slow; what never comes fails all the same.
    expect: { poll: { timeout: 20_000 } },
  },
});
