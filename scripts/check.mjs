// `npm run check`: format, types, lint and unused code one after the other, and beside them the unit tests, since each of the former uses one core.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** @type {readonly (readonly string[])[]} */
const lanes = [["check:format", "check:types", "check:lint", "check:knip"], ["unit"]];

const failed = (await Promise.all(lanes.map(runLane))).flat();
if (failed.length > 0) {
  process.exitCode = 1;
  console.log(`\nFailed: ${failed.join(", ")}.`);
}

/**
 * Runs scripts of the package one after the other. Gives those that failed.
 *
 * @param {readonly string[]} scripts
 */
async function runLane(scripts) {
  const failed = [];
  for (const script of scripts) if (!(await succeeds(script))) failed.push(script);
  return failed;
}

/**
 * What a script prints comes as a whole, so that the lanes do not mix.
 *
 * @param {string} script
 * @returns {Promise<boolean>}
 */
function succeeds(script) {
  return new Promise((done) => {
    /** @type {Buffer[]} */
    const printed = [];
    const child = spawn("npm", ["run", "--silent", script], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const keep = (/** @type {Buffer} */ part) => printed.push(part);
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => {
      console.log(`${script}: ${error.message}`);
      done(false);
    });
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(printed));
      console.log(`${script}: ${code === 0 ? "passed" : "failed"}`);
      done(code === 0);
    });
  });
}
