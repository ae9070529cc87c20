// Finds Chromium, or installs Debian's. Imports Node's own modules only.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macOsApplications = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const aptCommands = ["apt-get update", "apt-get install -y --no-install-recommends chromium"];

/**
 * The variable CHROMIUM comes before the usual places.
 *
 * @returns {string | undefined} absolute path of the executable
 */
export function findChromium() {
  if (process.env.CHROMIUM !== undefined) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(":").filter((folder) => folder !== "");
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
    const command = aptCommands.map((line) => `sudo ${line}`).join(" && ");
    return `There is no Chromium on the PATH, and installing it needs root.\nNext step: run this, then repeat the command:\n  ${command}`;
  }
  for (const command of aptCommands) {
    const [program = "", ...args] = command.split(" ");
    const { status } = spawnSync(program, ["-qq", ...args], {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (status !== 0) {
      return `\`${command}\` failed; its own message stands above.\nNext step: run this, then repeat the command:\n  ${aptCommands.join(" && ")}`;
    }
  }
  return undefined;
}
