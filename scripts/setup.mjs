// Prepares a fresh clone; does nothing when all is in place. `--start` and `--tests` add what these need beyond the node modules.
// Runs before anything is installed, so it imports Node's own modules only.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installChromium, isChromiumInstalled } from "../test/host/install/chromium.mjs";
import { installVsCode, isVsCodeInstalled } from "../test/host/install/vsCode.mjs";
import { findDesktopCode } from "./desktopCode.mjs";
import { runNpm } from "./npm.mjs";

// An old Node.js must get as far as the message, so nothing newer than it is used here.
const root = fileURLToPath(new URL("..", import.meta.url));
const isForTests = process.argv.includes("--tests");
const isForStart = process.argv.includes("--start");

/**
 * A step runs when `isDone` says no; `run` answers `undefined`, or what went wrong and what to do next.
 *
 * @typedef {{ name: string, isDone: () => boolean, run: () => string | undefined }} Step
 */

/** @type {readonly Step[]} */
const steps = [
  { name: "Node.js", isDone: isNodeNewEnough, run: askForNewerNode },
  { name: "node modules", isDone: areModulesCurrent, run: installModules },
  ...(isForTests || (isForStart && findDesktopCode() === undefined)
    ? [{ name: "VS Code from npm", isDone: isVsCodeInstalled, run: installVsCode }]
    : []),
  ...(isForTests ? [{ name: "Chromium", isDone: isChromiumInstalled, run: installChromium }] : []),
];

for (const step of steps) {
  if (step.isDone()) continue;
  console.log(`Setting up ${step.name} …`);
  const problem = step.run();
  if (problem !== undefined) {
    console.error(`\nSetup stopped at ${step.name}. ${problem}`);
    process.exit(1);
  }
}

function isNodeNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

function askForNewerNode() {
  return `This is Node.js ${process.versions.node}.\nNext step: install Node.js 20.19 or newer (https://nodejs.org) and repeat the command.`;
}

function modulesHashFile() {
  return join(root, "node_modules", ".setup-hash");
}

function lockHash() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

function areModulesCurrent() {
  const hashFile = modulesHashFile();
  return existsSync(hashFile) && readFileSync(hashFile, "utf8").trim() === lockHash();
}

function installModules() {
  // The flag undoes what the environment may have set: production installs without the tools.
  const problem = runNpm(root, ["ci", "--include=dev", "--prefer-offline"]);
  if (problem === undefined) writeFileSync(modulesHashFile(), `${lockHash()}\n`);
  return problem;
}
