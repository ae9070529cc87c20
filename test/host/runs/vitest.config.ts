import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../../.."),
    include: ["test/host/runs/**/*.test.ts"],
    reporters: ["verbose", ["./test/countsReporter.ts", { run: "runs" }]],
    // Each test is a VS Code of its own.
    maxConcurrency: 2,
  },
});
