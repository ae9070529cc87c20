import type { KnipConfig } from "knip";

const config: KnipConfig = {
  entry: [
    "extension/local/engine/main.ts",
    "webview/page.{tsx,css}",
    "scripts/*.{mjs,ts}",
    "training/generate/{main,measure}.ts",
    "test/unit/**/*.test.ts",
    "test/unit/local/models/downloadProcess.ts",
    "test/host/{run,mochaEntry}.ts",
    "test/host/{suite,brokenSuites}/**/*.test.ts",
    "test/host/launcher/{codeLauncher.mjs,launch.ts,guard.mjs}",
    "test/e2e/**/*.test.ts",
    "test/page/**/*.test.ts",
    "test/bench/review/{driver/driver,page/paintSampler}.ts",
  ],
  project: ["**/*.{ts,tsx,mjs,css}", "!test/{cases,samples}/**", "!test/unit/lintFixtures/**"],
  // What a style imports is used, as what a module imports.
  compilers: {
    ".css": (text: string) => [...text.matchAll(/@import "[^"]+";/g)].map(([line]) => line.replace("@", "")).join("\n"),
  },
  vitest: { config: ["vitest.config.ts", "test/*/vitest.config.ts"] },
  ignoreBinaries: ["apt-get"],
  // Called by its path, see scripts/checkTypes.mjs; and found by Stryker, see test/mutation/run.ts.
  ignoreDependencies: ["typescript-native", "@stryker-mutator/vitest-runner"],
};

export default config;
