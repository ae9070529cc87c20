/** Folders of `extension/core`, and the tests that have to notice a fault in them: pure ones, quick enough to run for each fault. */
export const mutatedFolders: Readonly<Record<string, readonly string[]>> = {
  diff: ["test/unit/diff/**/*.test.ts", "test/unit/properties/{lines,streamingDiff,undoBatch}.test.ts"],
  proof: ["test/unit/proof/**/*.test.ts", "test/unit/properties/proof.test.ts"],
  review: [
    "test/unit/review/**/*.test.ts",
    "test/unit/properties/{openPieces,review,reviewEdits,reviewStream,undoBatch}.test.ts",
    "test/unit/tools/judgeHunks.test.ts",
  ],
  speculation: ["test/unit/speculation/**/*.test.ts"],
};
