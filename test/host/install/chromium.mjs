// Finds Chromium, or installs Debian's. Imports Node's own modules only.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Chromium without the parts that only a window needs: it draws the same, and needs a third of the time for a page. */
const headlessShell = "chromium-headless-shell";
const withWindow = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macOsApplications = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const install = (/** @type {string} */ name) => `apt-get install -y --no-install-recommends ${name}`;

/**
 * The variable CHROMIUM comes before the usual places.
 *
 * @param {{ hasWindow?: boolean }} [wanted] `hasWindow`: its window is to be shown
 * @returns {string | undefined} absolute path of the executable
 */
export function findChromium({ hasWindow = false } = {}) {
  if (process.env.CHROMIUM !== undefined) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(":").filter((folder) => folder !== "");
  const names = hasWindow ? withWindow : [headlessShell, ...withWindow];
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macOsApplications];
  return candidates.find((candidate) => existsSync(candidate));
}

export function isChromiumInstalled() {
  const chromium = findChromium();
  return chromium !== undefined && existsSync(chromium);
}

/** @returns {string | undefined} what went wrong and what to do next */
export function installChromium() {
  const wrongVariable = process.env.CHROMIUM;
  if (wrongVariable !== undefined) {
    return `CHROMIUM names ${wrongVariable}, which does not exist.\nNext step: correct the variable or unset it.`;
  }
  if (spawnSync("apt-get", ["--version"]).error !== undefined) {
    return "There is no Chromium on the PATH, and no apt-get to install it.\nNext step: install Chromium or Chrome, or set CHROMIUM to its executable, and repeat the command.";
  }
  if (process.getuid?.() !== 0) {
    return `There is no Chromium on the PATH, and installing it needs root.\nNext step: run this, then repeat the command:\n  sudo apt-get update && sudo ${install("chromium")}`;
  }
  // Where nothing has been installed yet the lists of packages are empty; not every distribution has the shell.
  run("apt-get update");
  if (run(install(headlessShell)) || run(install("chromium"))) return undefined;
  return `\`${install("chromium")}\` failed; its own message stands above.\nNext step: run this, then repeat the command:\n  apt-get update && ${install("chromium")}`;
}

/**
 * @param {string} command
 * @returns {boolean} it did what it should
 */
function run(command) {
  const [program = "", ...args] = command.split(" ");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, ["-qq", ...args], { stdio: "inherit", env }).status === 0;
}
