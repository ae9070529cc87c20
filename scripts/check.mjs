// `npm run check`: format, types, lint and unused code one after the other, and beside them the unit tests, since each of the former uses one core.
import { runQuietly } from "./runQuietly.mjs";

/** @type {readonly (readonly string[])[]} */
const lanes = [["check:format", "check:types", "check:lint", "check:knip"], ["unit"]];

/** @typedef {{ readonly script: string, readonly printed: Buffer }} Failure */

const failures = (await Promise.all(lanes.map(failuresOf))).flat();
// Last of all, where they are looked for.
for (const { printed } of failures) process.stdout.write(printed);
if (failures.length > 0) {
  process.exitCode = 1;
  console.log(`\nFailed: ${failures.map(({ script }) => script).join(", ")}.`);
}

/**
 * Runs scripts of the package one after the other, and prints what those say that pass.
 *
 * @param {readonly string[]} scripts
 * @returns {Promise<readonly Failure[]>}
 */
async function failuresOf(scripts) {
  const failures = [];
  for (const script of scripts) {
    const start = Date.now();
    const { hasPassed, printed } = await runQuietly(["npm", "run", "--silent", script]);
    if (hasPassed) process.stdout.write(printed);
    else failures.push({ script, printed });
    console.log(`${script}: ${hasPassed ? "passed" : "failed"} after ${Math.round((Date.now() - start) / 1000)} s`);
  }
  return failures;
}
