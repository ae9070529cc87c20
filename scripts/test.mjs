// `npm test`: setup, one build, and then all checks and tests in two lanes beside each other. The last lines are the slowest tests and the total.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runQuietly } from "./runQuietly.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Each run of tests leaves its counts here; see test/counts.ts. */
const countsFolder = mkdtempSync(join(tmpdir(), "fast-apply-counts-"));

/** @typedef {readonly [name: string, ...command: string[]]} Step */

/** @type {(script: string, ...args: string[]) => readonly string[]} */
const npmRun = (script, ...args) => ["npm", "run", "--silent", script, ...args];

/** @type {readonly Step[]} */
const preparation = [
  ["setup", "node", "scripts/setup.mjs", "--tests"],
  ["build", ...npmRun("build")],
];

/**
 * A lane has steps one after the other. In the second one are those that start a browser or VS Code, which wait half of their time: one at
 * a time, since two of them beside each other take as long as one after the other.
 *
 * @type {readonly (readonly Step[])[]}
 */
const lanes = [
  [
    ["unit tests", ...npmRun("unit")],
    ["format", ...npmRun("check:format")],
    ["types", ...npmRun("check:types")],
    ["lint", ...npmRun("check:lint")],
    ["unused code", ...npmRun("check:knip")],
  ],
  [
    ["end-to-end tests", ...npmRun("test:e2e")],
    ["tests inside VS Code", ...npmRun("test:host", "--", "--reuse-build")],
    ["tests of the page", ...npmRun("test:page")],
    ["tests of runs inside VS Code", ...npmRun("test:runs")],
  ],
];

/** @type {string[]} */
let failed = [];
for (const step of preparation) if (failed.length === 0 && !(await runStep(step, false))) failed.push(step[0]);
const isPrepared = failed.length === 0;
if (isPrepared) failed = (await Promise.all(lanes.map(failuresOf))).flat();

const { passed, failures, slowest } = totalOf(countsFolder);
rmSync(countsFolder, { recursive: true });
if (slowest.length > 0) console.log("\nThe slowest tests:");
for (const { place, milliseconds } of slowest)
  console.log(`${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${place}`);
if (failed.length > 0)
  console.log(`\nFailed: ${failed.join(", ")}.${isPrepared ? "" : " Nothing after that was run."}`);
for (const failure of failures) console.log(`- ${failure}`);
// A step that fails without a failing test, such as lint, is one failure.
const failedCount = Math.max(failures.length, failed.length > 0 ? 1 : 0);
if (failedCount > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failedCount} failed`);

/**
 * @param {readonly Step[]} lane
 * @returns {Promise<readonly string[]>} the steps that failed
 */
async function failuresOf(lane) {
  const names = [];
  for (const step of lane) if (!(await runStep(step, true))) names.push(step[0]);
  return names;
}

/**
 * @param {Step} step
 * @param {boolean} hasCompany others run beside it, so what it prints comes when it has ended
 */
async function runStep([name, ...command], hasCompany) {
  const start = Date.now();
  const env = { ...process.env, TEST_COUNTS: countsFolder, FAST_APPLY_BUILT: "1" };
  console.log(`\n--- ${name}`);
  const hasPassed = hasCompany ? await runAndPrint(command, env) : runAsItPrints(command, env);
  console.log(`--- ${name}: ${hasPassed ? "done" : "failed"} after ${Math.round((Date.now() - start) / 1000)} s`);
  return hasPassed;
}

/**
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} env
 */
async function runAndPrint(command, env) {
  const { hasPassed, printed } = await runQuietly(command, env);
  process.stdout.write(printed);
  return hasPassed;
}

/**
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} env
 */
function runAsItPrints([command = "", ...args], env) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  return status === 0;
}

/**
 * The counts of all runs together.
 *
 * @param {string} folder
 * @returns {import("../test/counts.ts").TestCounts}
 */
function totalOf(folder) {
  const counts = readdirSync(folder).map((name) => {
    /** @type {unknown} */
    const read = JSON.parse(readFileSync(join(folder, name), "utf8"));
    return /** @type {import("../test/counts.ts").TestCounts} */ (read);
  });
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failures: counts.flatMap(({ failures }) => failures),
    slowest: counts
      .flatMap(({ slowest }) => slowest)
      .sort((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, 10),
  };
}
