import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Not a part of the tests: `npm run pictures` makes the pictures of the walkthrough anew. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../.."),
    include: ["test/pictures/*.pictures.ts"],
    globalSetup: ["test/e2e/packagedExtension.ts"],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A busy machine is slow; what never comes fails all the same.
    expect: { poll: { timeout: 20_000 } },
  },
});
