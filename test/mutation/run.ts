// Tests the tests: `npm run mutate -- [folder or file below extension/core]…` makes one fault after the other there, and lists those that no test notices.
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { endWithUsage, readArguments } from "../../scripts/arguments.ts";
import { mutatedFolders } from "./folders.ts";

type Results = Awaited<ReturnType<Stryker["runMutationTest"]>>;

/** The least share of the faults in a folder that its tests have to notice, in percent. */
const LEAST_SCORE = 85;

process.chdir(join(import.meta.dirname, "../.."));
const folders = Object.keys(mutatedFolders);
const USAGE = `npm run mutate -- [folder or file below extension/core]…    of ${folders.join(", ")}`;
const { positionals } = readArguments(USAGE, { allowPositionals: true });
for (const path of positionals) {
  if (mutatedFolders[folderOf(path)] === undefined) endWithUsage(`No tests are named for ${path}.`, USAGE);
}
let isWeak = false;
for (const path of positionals.length > 0 ? positionals : folders) {
  const began = Date.now();
  const { score, line } = summarize(await mutate(path));
  console.log(`${path}: ${line}, ${Math.round((Date.now() - began) / 60_000)} min`);
  if (score < LEAST_SCORE) isWeak = true;
}
if (isWeak) {
  console.log(
    `Less than ${LEAST_SCORE} % is too little. The reports in .cache/mutation show the faults that survived, in the code.`,
  );
  process.exitCode = 1;
}

/** Makes the faults, also those in one file of a folder. What has not changed since the last run is taken from it. */
async function mutate(path: string): Promise<Results> {
  const folder = folderOf(path);
  process.env.MUTATED_FOLDER = folder;
  const reports = `.cache/mutation/${path.replace("/", "-")}`;
  const stryker = new Stryker({
    mutate: [path.endsWith(".ts") ? `extension/core/${path}` : `extension/core/${path}/**/*.ts`],
    testRunner: "vitest",
    vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    // The tests read some of the copied files as texts.
    disableTypeChecks: false,
    concurrency: 2,
    // Endless loops are found by counting. The clock is for what else never ends, and a busy machine is slow.
    timeoutMS: 60_000,
    timeoutFactor: 5,
    incremental: true,
    incrementalFile: `${reports}/incremental.json`,
    tempDirName: `${reports}/sandbox`,
    cleanTempDir: "always",
    // The faults are made in a copy, which needs the core, the parsers of its proof and its tests.
    ignorePatterns: [
      "**",
      "!extension/core/**",
      "!extension/providers/**",
      "!test/cases/**",
      "!test/unit/**",
      "!test/mutation/**",
      "!*.json",
    ],
    reporters: ["html", "progress-append-only"],
    htmlReporter: { fileName: `${reports}/report.html` },
  });
  return stryker.runMutationTest();
}

function folderOf(path: string): string {
  return path.split("/")[0] ?? "";
}

/** What became of the faults. The score is the share of those that were noticed, in percent. */
function summarize(results: Results): { readonly score: number; readonly line: string } {
  const count = (status: Results[number]["status"]): number =>
    results.filter((result) => result.status === status).length;
  const [killed, survived, endless, uncovered] = [
    count("Killed"),
    count("Survived"),
    count("Timeout"),
    count("NoCoverage"),
  ];
  const score = (100 * (killed + endless)) / (killed + endless + survived + uncovered);
  const line = `${score.toFixed(1)} % noticed: ${killed} by a test, ${endless} by never ending; ${survived} survived, ${uncovered} in lines that no test runs`;
  return { score, line };
}
