// Runs the suites inside VS Code: `npm run test:host -- [--grep text] [--launch name]… [--file text] [--reuse-build]`.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runTests } from "@vscode/test-electron";
import { reportCounts, slowestOf, type SlowTest, type TestCounts } from "../counts.ts";
import { bundleSuites } from "./bundleSuites.ts";
import type { HostRun } from "./hostRun.ts";
import { endWithUsage, readArguments } from "../../scripts/arguments.ts";
import { startGuard } from "./launcher/guard.ts";
import type { Guard } from "./launcher/guard.ts";
import { noLook, writeUserSettings } from "./launcher/settings.ts";
import { launches } from "./launches.ts";
import type { Launch } from "./launches.ts";

const root = join(import.meta.dirname, "../..");
/**
 * VS Code's own git extension shares the host with the tests. When a test has taken its repository away, a question of that extension fails
 * where nobody catches it, and mocha counts it against the test that runs then.
 */
const quietHost = { ...noLook, "git.enabled": false };
const USAGE = `npm run test:host -- [--launch NAME …] [--file NAME] [--grep TEXT] [--reuse-build]\nLaunches: ${launches.map(({ name }) => name).join(", ")}.`;
const { values: options } = readArguments(USAGE, {
  options: {
    grep: { type: "string" },
    launch: { type: "string", multiple: true },
    file: { type: "string" },
    "reuse-build": { type: "boolean" },
  },
});

const guard = startGuard();
try {
  if (options["reuse-build"] !== true) build();
  const total = await runAll(guard, chosenLaunches());
  reportCounts(["host", ...(options.launch ?? [])].join(" "), total);
  if (total.failures.length > 0 || total.passed === 0) process.exitCode = 1;
} finally {
  await guard.end();
}

function build(): void {
  const { status } = spawnSync(process.execPath, ["esbuild.mjs"], { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error("The build failed.");
}

function chosenLaunches(): readonly Launch[] {
  const names = options.launch;
  if (names === undefined) return launches.filter(({ isOnDemand }) => isOnDemand !== true);
  return names.map((name) => {
    const chosen = launches.find((launch) => launch.name === name);
    if (chosen !== undefined) return chosen;
    return endWithUsage(`There is no launch "${name}".`, USAGE);
  });
}

async function runAll(guard: Guard, chosen: readonly Launch[]): Promise<TestCounts> {
  const total = { passed: 0, failures: [] as string[], again: [] as string[], slowest: [] as readonly SlowTest[] };
  mkdirSync(join(root, "dist-test"), { recursive: true });
  for (const launch of chosen) {
    // A folder of its own for each run, so that two runs at the same time do not mix their bundles.
    const bundles = mkdtempSync(join(root, "dist-test/host-"));
    guard.removesFolder(bundles);
    const { entry, suites } = await bundleSuites(
      launch.suites.map((folder) => join(import.meta.dirname, folder)),
      bundles,
      options.file,
    );
    if (suites.length === 0) continue;
    console.log(`\nLaunch "${launch.name}"`);
    const counts = await runLaunch(guard.scratchFolder(), launch, entry, suites);
    total.passed += counts.passed;
    const inLaunch = (line: string): string => `${launch.name}: ${line}`;
    total.failures.push(...counts.failures.map(inLaunch));
    total.again.push(...(counts.again ?? []).map(inLaunch));
    const named = counts.slowest.map(({ place, milliseconds }) => ({
      place: inLaunch(place),
      milliseconds,
    }));
    total.slowest = slowestOf([...total.slowest, ...named]);
  }
  return total;
}

/** A host that ends without leaving counts, or with an exit code that they do not explain, counts as one more failure. */
async function runLaunch(
  scratch: string,
  launch: Launch,
  entry: string,
  suites: readonly string[],
): Promise<TestCounts> {
  const userData = join(scratch, "user");
  writeUserSettings(userData, { ...quietHost, ...launch.settings });
  const workspace = join(scratch, "workspace");
  mkdirSync(workspace);
  const countsFile = join(scratch, "counts.json");
  const hostRun: HostRun = { suites, grep: options.grep, hasColors: process.stdout.isTTY, countsFile };
  const launcher = join(import.meta.dirname, "launcher/codeLauncher.mjs");
  let trouble: string | undefined;
  try {
    await runTests({
      ...(process.env.VSCODE_DESKTOP === "1" ? {} : { vscodeExecutablePath: launcher }),
      extensionDevelopmentPath: root,
      extensionTestsPath: entry,
      extensionTestsEnv: { HOST_RUN: JSON.stringify(hostRun) },
      launchArgs: [
        launch.prepare(workspace),
        `--user-data-dir=${userData}`,
        `--extensions-dir=${join(scratch, "extensions")}`,
      ],
    });
  } catch (error) {
    // To stdout as all the rest, so that the counts come after it.
    trouble = error instanceof Error ? error.message : String(error);
    console.log(trouble);
  }
  const counts = readCounts(countsFile);
  return trouble !== undefined && counts.failures.length === 0 ? { ...counts, failures: [trouble] } : counts;
}

function readCounts(file: string): TestCounts {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as TestCounts;
  } catch {
    return { passed: 0, failures: ["It ended before its tests did."], slowest: [] };
  }
}
