// Prepares a fresh clone; does nothing when all is in place. `--start` and `--tests` add what these need beyond the node modules;
// `--without-modules` leaves these to another run beside this one.
// Runs before anything is installed, so it imports Node's own modules only.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installChromium, isChromiumInstalled } from "../test/host/install/chromium.mjs";
import { installVsCode, isVsCodeInstalled } from "../test/host/install/vsCode.mjs";
import { findDesktopCode } from "./desktopCode.mjs";
import { runNpm } from "./npm.mjs";

// An old Node.js must get as far as the message, so nothing newer than it is used here.
const self = fileURLToPath(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url));
const isForTests = process.argv.includes("--tests");
const isForStart = process.argv.includes("--start");
const isWithoutModules = process.argv.includes("--without-modules");
const onlyStep = process.argv[process.argv.indexOf("--step") + 1];

/**
 * A step runs when `isDone` says no; `run` answers `undefined`, or what went wrong and what to do next.
 *
 * @typedef {{ name: string, isDone: () => boolean, run: () => string | undefined }} Step
 */

/** @type {Step} */
const nodeVersion = { name: "Node.js", isDone: isNodeNewEnough, run: askForNewerNode };

/** They need nothing of each other, so they run at the same time: most of it is waiting for the network. */
const downloads = /** @type {readonly Step[]} */ ([
  ...(isWithoutModules ? [] : [{ name: "node modules", isDone: areModulesCurrent, run: installModules }]),
  ...(isForTests || (isForStart && findDesktopCode() === undefined)
    ? [{ name: "VS Code from npm", isDone: isVsCodeInstalled, run: installVsCode }]
    : []),
  ...(isForTests ? [{ name: "Chromium", isDone: isChromiumInstalled, run: installChromium }] : []),
]);

if (process.argv.includes("--step")) {
  for (const step of downloads) if (step.name === onlyStep) runStep(step);
} else {
  if (!nodeVersion.isDone()) runStep(nodeVersion);
  const codes = await Promise.all(downloads.filter((step) => !step.isDone()).map(runBesideOthers));
  process.exitCode = codes.find((code) => code !== 0) ?? 0;
}

/**
 * Ends the process where the step fails.
 *
 * @param {Step} step
 */
function runStep({ name, run }) {
  const problem = run();
  if (problem === undefined) return;
  console.error(`\nSetup stopped at ${name}. ${problem}`);
  process.exit(1);
}

/**
 * In a process of its own, which runs that step only.
 *
 * @param {Step} step
 * @returns {Promise<number>} its exit code
 */
function runBesideOthers({ name }) {
  console.log(`Setting up ${name} …`);
  const child = spawn(process.execPath, [self, ...process.argv.slice(2), "--step", name], { stdio: "inherit" });
  return new Promise((done) => {
    child.on("close", (code) => {
      done(code ?? 1);
    });
  });
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
