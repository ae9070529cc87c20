// Prepares a fresh clone; does nothing when all is in place. Runs before anything is installed, so it imports Node's own modules only.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * A step runs when `isDone` says no; `run` answers `undefined`, or what went wrong and what to do next.
 *
 * @typedef {{ name: string, isDone: () => boolean, run: () => string | undefined }} Step
 */

/** @type {readonly Step[]} */
const steps = [
  { name: "Node.js", isDone: isNodeNewEnough, run: askForNewerNode },
  { name: "node modules", isDone: areModulesCurrent, run: installModules },
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
  // The flags undo what the environment may have set: silent output, and production installs without the tools.
  const flags = ["ci", "--include=dev", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  // Under `npm run` npm says where it is; on Windows `npm` alone is a script that only a shell can start.
  const npm = process.env.npm_execpath;
  const options = { cwd: root, stdio: /** @type {const} */ ("inherit") };
  const result = npm?.endsWith("npm-cli.js")
    ? spawnSync(process.execPath, [npm, ...flags], options)
    : spawnSync("npm", flags, { ...options, shell: process.platform === "win32" });
  if (result.error !== undefined) {
    return `npm could not be started (${result.error.message}).\nNext step: install npm (it comes with Node.js) and repeat the command.`;
  }
  if (result.status !== 0) {
    const how =
      result.status === null ? `was stopped by ${result.signal ?? "a signal"}` : `exited with ${result.status}`;
    return `npm ci ${how}; its own message stands above.\nNext step: check that the package registry can be reached, then run \`npm run setup\` again.`;
  }
  writeFileSync(modulesHashFile(), `${lockHash()}\n`);
  return undefined;
}
