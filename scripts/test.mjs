// `npm test`: setup, build, the gate, the chat's page in a browser, the suites inside VS Code and the end-to-end tests. The last line is the total of all tests.
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

/**
 * One group after the other. A group has lanes beside each other, and a lane has steps one after the other: what runs in a browser
 * or in VS Code waits half of its time.
 *
 * @type {readonly (readonly (readonly Step[])[])[]}
 */
const groups = [
  [[["setup", "node", "scripts/setup.mjs", "--tests"]]],
  [[["build", "npm", "run", "--silent", "build"]]],
  [[["check", "npm", "run", "--silent", "check"]]],
  [
    [
      ["tests of the page", "npm", "run", "--silent", "test:page"],
      ["tests of runs inside VS Code", "npm", "run", "--silent", "test:runs"],
    ],
    [["tests inside VS Code", "npm", "run", "--silent", "test:host", "--", "--reuse-build"]],
  ],
  // Alone: beside another VS Code both take so much longer that hardly anything is won.
  [[["end-to-end tests", "npm", "run", "--silent", "test:e2e"]]],
];

/** @type {readonly string[]} */
let failed = [];
for (const lanes of groups) {
  failed = (await Promise.all(lanes.map((lane) => failuresOf(lane, lanes.length > 1)))).flat();
  if (failed.length > 0) break;
}

const { passed, failures } = totalOf(countsFolder);
rmSync(countsFolder, { recursive: true });
if (failed.length > 0) console.log(`\nFailed: ${failed.join(", ")}. The steps after that did not run.`);
for (const failure of failures) console.log(`- ${failure}`);
// A step that fails without a failing test, such as lint, is one failure.
const failedCount = Math.max(failures.length, failed.length > 0 ? 1 : 0);
if (failedCount > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failedCount} failed`);

/**
 * @param {readonly Step[]} lane
 * @param {boolean} hasCompany
 * @returns {Promise<readonly string[]>} the steps that failed
 */
async function failuresOf(lane, hasCompany) {
  const names = [];
  for (const step of lane) if (!(await runStep(step, hasCompany))) names.push(step[0]);
  return names;
}

/**
 * @param {Step} step
 * @param {boolean} hasCompany others run beside it, so what it prints comes when it has ended
 */
async function runStep([name, ...command], hasCompany) {
  const start = Date.now();
  const env = { ...process.env, TEST_COUNTS: countsFolder };
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
 * @param {string} folder
 * @returns {import("../test/counts.ts").TestCounts}
 */
function totalOf(folder) {
  let passed = 0;
  const failures = [];
  for (const name of readdirSync(folder)) {
    /** @type {unknown} */
    const read = JSON.parse(readFileSync(join(folder, name), "utf8"));
    const counts = /** @type {import("../test/counts.ts").TestCounts} */ (read);
    passed += counts.passed;
    failures.push(...counts.failures);
  }
  return { passed, failures };
}
