// `npm run check`: format, types, lint and unused code one after the other, and beside them the unit tests, since each of the former uses one core.
import { runPrintedWhole } from "./printedWhole.mjs";

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
  for (const script of scripts) {
    const start = Date.now();
    const hasPassed = await runPrintedWhole(["npm", "run", "--silent", script]);
    console.log(`${script}: ${hasPassed ? "passed" : "failed"} after ${Math.round((Date.now() - start) / 1000)} s`);
    if (!hasPassed) failed.push(script);
  }
  return failed;
}
