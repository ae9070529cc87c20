import { defineConfig } from "vitest/config";
import { mutatedFolders } from "./folders.ts";

export default defineConfig({
  test: {
    include: [...(mutatedFolders[process.env.MUTATED_FOLDER ?? ""] ?? [])],
    // A fault breaks many of the values that a property draws, and nobody reads which.
    env: { PROPERTY_SCALE: "0.05", PROPERTY_SHRINK: "no" },
    // What these tests share is loaded once for all of them.
    isolate: false,
    testTimeout: 60_000,
  },
});
