import { defineConfig } from "vitest/config";

/** The core and the readers of the page: they start no process and no server, so they need no build and share one set of loaded modules. */
const pure = [
  "apply",
  "cases",
  "chat",
  "diff",
  "evaluation/report",
  "merge",
  "models",
  "placing",
  "proof",
  "properties",
  "review",
  "sketch",
  "speculation",
  "targets",
  "text",
  "tools",
  "training",
  "webview",
].map((folder) => `test/unit/${folder}/**/*.test.ts`);

/** Files that need a process of their own. */
const alone = [
  // It counts the steps only of modules that are loaded after its counter is there.
  "test/unit/growth/**/*.test.ts",
  // The library of models is native code, and stays loaded.
  "test/unit/testModels/**/*.test.ts",
  // It replaces a module of Node.
  "test/unit/node/replaceFile.test.ts",
  // They change the environment. One whose time is over while it waits goes on with that, in the middle of another file.
  "test/unit/evaluation/caseSource.test.ts",
  "test/unit/mcp/{directEdit,handOver,handOverWindow,roots}.test.ts",
  "test/unit/node/{askGit,contentSearch,runtimeFolder}.test.ts",
  "test/unit/providers/safety.test.ts",
];

export default defineConfig({
  test: {
    reporters: ["default", ["./test/countsReporter.ts", { run: "unit" }]],
    // All cores: without this one stays free, on a machine of two that is half of them.
    maxWorkers: "100%",
    // A busy machine is slow; what never comes fails all the same.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: "pure", include: pure, pool: "threads", isolate: false } },
      {
        extends: true,
        test: {
          name: "process",
          include: ["test/unit/**/*.test.ts"],
          exclude: [...pure, ...alone],
          globalSetup: ["test/unit/cli/builtCommand.ts"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "alone", include: alone, globalSetup: ["test/unit/cli/builtCommand.ts"] },
      },
    ],
  },
});
