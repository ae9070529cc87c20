// `npm test`: setup, build, the gate, the chat's page in a browser, the suites inside VS Code and the end-to-end tests. The last line is the total of all tests.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Each run of tests leaves its counts here; see test/counts.ts. */
const countsFolder = mkdtempSync(join(tmpdir(), "fast-apply-counts-"));

/** @type {readonly (readonly [name: string, ...command: string[]])[]} */
const steps = [
  ["setup", "node", "scripts/setup.mjs", "--tests"],
  ["build", "npm", "run", "--silent", "build"],
  ["check", "npm", "run", "--silent", "check"],
  ["tests of the page", "npm", "run", "--silent", "test:page"],
  ["tests inside VS Code", "npm", "run", "--silent", "test:host", "--", "--reuse-build"],
  ["end-to-end tests", "npm", "run", "--silent", "test:e2e"],
];

const failed = steps.find(([name, command = "", ...args]) => {
  const start = Date.now();
  console.log(`\n--- ${name}`);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, TEST_COUNTS: countsFolder },
    shell: process.platform === "win32",
  });
  console.log(`--- ${name}: ${status === 0 ? "done" : "failed"} after ${Math.round((Date.now() - start) / 1000)} s`);
  return status !== 0;
});

const total = totalOf(countsFolder);
rmSync(countsFolder, { recursive: true });
if (failed !== undefined) {
  process.exitCode = 1;
  console.log(`\n${failed[0]} failed; the steps after it did not run.`);
}
// A step that fails without a failing test, such as lint, is one failure.
const failures = failed !== undefined && total.failed === 0 ? 1 : total.failed;
console.log(`${total.passed} passed, ${failures} failed`);

/** @param {string} folder */
function totalOf(folder) {
  const sum = { passed: 0, failed: 0 };
  for (const name of readdirSync(folder)) {
    /** @type {unknown} */
    const read = JSON.parse(readFileSync(join(folder, name), "utf8"));
    const { passed, failed } = /** @type {typeof sum} */ (read);
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}
