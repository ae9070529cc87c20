import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../.."),
    include: ["test/page/**/*.test.ts"],
    globalSetup: ["test/page/buildPage.ts"],
    reporters: ["default", ["./test/countsReporter.ts", { run: "page" }]],
    // Each worker has one browser for all its files.
    maxWorkers: 2,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine is slow; what never comes fails all the same.
    expect: { poll: { timeout: 20_000 } },
  },
});
