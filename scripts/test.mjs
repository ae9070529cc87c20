// `npm test`: setup, one build, and then all checks and tests, three at a time, each as soon as what it needs is there.
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
/** What the tests in a window need, and a few of the unit tests: it is the longer part of a setup, and needs nothing of the rest. */
const windowPreparation = /** @type {readonly Step[]} */ ([
  ["setup of VS Code and the browser", "node", "scripts/setup.mjs", "--tests", "--without-modules"],
]);

/** They ask for all of the processor, as do those after them, and need nothing but node modules. */
const earlyChecks = /** @type {Step[]} */ ([
  ["lint", ...npmRun("check:lint")],
  ["types", ...npmRun("check:types")],
]);
/** The unit tests that search by VS Code's ripgrep are skipped where it is not there yet. */
const checks = /** @type {Step[]} */ ([
  ["unit tests", ...npmRun("unit")],
  ["format", ...npmRun("check:format")],
  ["unused code", ...npmRun("check:knip")],
]);
/** They wait half of their time, the longest last. */
const windowTests = /** @type {Step[]} */ ([
  ["tests of the page", ...npmRun("test:page")],
  ["tests of runs inside VS Code", ...npmRun("test:runs")],
  ["tests inside VS Code", ...npmRun("test:host", "--", "--reuse-build")],
  ["end-to-end tests", ...npmRun("test:e2e")],
]);

/** @type {string[]} */
const failed = [];
const areWindowsPrepared = prepare(windowPreparation);
if (await prepare(preparation)) {
  // One check at a time, beside it two of those that wait; whoever is done first takes what is left of the other kind.
  const checksFirst = takeAll(() => earlyChecks.shift())
    .then(() => areWindowsPrepared)
    .then(() => takeAll(() => checks.shift()))
    .then(() => takeWindowTests(() => windowTests.shift()));
  const windowsFirst = [1, 2].map(() =>
    takeWindowTests(() => windowTests.pop()).then(() => takeAll(() => checks.pop())),
  );
  await Promise.all([checksFirst, ...windowsFirst]);
} else {
  await areWindowsPrepared;
  console.log("\nNothing after that was run.");
}

const { passed, failures, again = [], slowest } = totalOf(countsFolder);
rmSync(countsFolder, { recursive: true });
if (slowest.length > 0) console.log("\nThe slowest tests:");
for (const { place, milliseconds } of slowest)
  console.log(`${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${place}`);
if (again.length > 0) console.log("\nFailed, and passed when tried again:");
for (const place of again) console.log(`- ${place}`);
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

/** @param {() => Step | undefined} take the next one; none when there is no more */
async function takeAll(take) {
  for (let step = take(); step !== undefined; step = take()) await runStep(step);
}

/** @param {() => Step | undefined} take as above; none is run where what they need is not there */
async function takeWindowTests(take) {
  if (await areWindowsPrepared) await takeAll(take);
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
    again: counts.flatMap(({ again = [] }) => again),
    slowest: counts
      .flatMap(({ slowest }) => slowest)
      .sort((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, 10),
  };
}
