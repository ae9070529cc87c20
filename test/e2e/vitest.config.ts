import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../.."),
    include: ["test/e2e/**/*.test.ts"],
    globalSetup: ["test/e2e/packagedExtension.ts"],
    reporters: ["verbose", ["./test/countsReporter.ts", { run: "e2e" }]],
    // One process for all files, one after the other: they share a workbench, which is a server, a browser and an extension host.
    fileParallelism: false,
    isolate: false,
    // Longer than what each step of a test waits at most, so that a failure names the step.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A click on a lens that VS Code draws anew in that moment does nothing, for a person too, who clicks again. What needed it is named at the end.
    retry: 1,
    // A busy machine is slow; what never comes fails all the same.
    expect: { poll: { timeout: 20_000 } },
  },
});
