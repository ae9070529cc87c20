// `npm test`: setup, one build, and then all checks and tests in two lanes beside each other, each as soon as what it needs is there.
// The last lines are the slowest tests and the total.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runQuietly } from "./runQuietly.mjs";

/** Each run of tests leaves its counts here; see test/counts.ts. */
const countsFolder = mkdtempSync(join(tmpdir(), "fast-apply-counts-"));

/** @typedef {readonly [name: string, ...command: string[]]} Step */

/** @type {(script: string, ...args: string[]) => readonly string[]} */
const npmRun = (script, ...args) => ["npm", "run", "--silent", script, ...args];

/** All that follows needs them. */
const preparation = /** @type {readonly Step[]} */ ([
  ["setup", "node", "scripts/setup.mjs"],
  ["build", ...npmRun("build")],
]);
/** What only the tests in a window need: it is the longer part of a setup, and needs nothing of the rest. */
const windowPreparation = /** @type {readonly Step[]} */ ([
  ["setup of VS Code and the browser", "node", "scripts/setup.mjs", "--tests", "--without-modules"],
]);

const checks = /** @type {readonly Step[]} */ ([
  ["unit tests", ...npmRun("unit")],
  ["format", ...npmRun("check:format")],
  ["types", ...npmRun("check:types")],
  ["lint", ...npmRun("check:lint")],
  ["unused code", ...npmRun("check:knip")],
]);
/** They wait half of their time: one at a time, since two of them beside each other take as long as one after the other. */
const windowTests = /** @type {readonly Step[]} */ ([
  ["end-to-end tests", ...npmRun("test:e2e")],
  ["tests inside VS Code", ...npmRun("test:host", "--", "--reuse-build")],
  ["tests of the page", ...npmRun("test:page")],
  ["tests of runs inside VS Code", ...npmRun("test:runs")],
]);

/** @type {string[]} */
const failed = [];
const isPrepared = prepare(preparation);
const areWindowsPrepared = prepare(windowPreparation);
await Promise.all([runLane(checks, [isPrepared]), runLane(windowTests, [isPrepared, areWindowsPrepared])]);

const { passed, failures, slowest } = totalOf(countsFolder);
rmSync(countsFolder, { recursive: true });
if (slowest.length > 0) console.log("\nThe slowest tests:");
for (const { place, milliseconds } of slowest)
  console.log(`${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${place}`);
if (failed.length > 0) console.log(`\nFailed: ${failed.join(", ")}.`);
for (const failure of failures) console.log(`- ${failure}`);
// A step that fails without a failing test, such as lint, is one failure.
const failedCount = Math.max(failures.length, failed.length > 0 ? 1 : 0);
if (failedCount > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failedCount} failed`);

/**
 * One after the other, up to the first that fails.
 *
 * @param {readonly Step[]} steps
 * @returns {Promise<boolean>} whether all is there
 */
async function prepare(steps) {
  for (const step of steps) if (!(await runStep(step))) return false;
  return true;
}

/**
 * All steps one after the other, beside those of the other lane.
 *
 * @param {readonly Step[]} steps
 * @param {readonly Promise<boolean>[]} preparations what they need
 */
async function runLane(steps, preparations) {
  const areThere = await Promise.all(preparations);
  if (areThere.every(Boolean)) for (const step of steps) await runStep(step);
  else failed.push(...steps.map(([name]) => `${name} (not run)`));
}

/**
 * What it prints comes when it has ended, since others run beside it.
 *
 * @param {Step} step
 * @returns {Promise<boolean>} whether it has passed
 */
async function runStep([name, ...command]) {
  const start = Date.now();
  console.log(`\n--- ${name}`);
  const env = { ...process.env, TEST_COUNTS: countsFolder, FAST_APPLY_BUILT: "1" };
  const { hasPassed, printed } = await runQuietly(command, env);
  process.stdout.write(printed);
  if (!hasPassed) failed.push(name);
  console.log(`--- ${name}: ${hasPassed ? "done" : "failed"} after ${Math.round((Date.now() - start) / 1000)} s`);
  return hasPassed;
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
