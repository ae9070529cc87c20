import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runNpm } from "./npm.mjs";

/** The scope of the packages that hold the local engine's binaries. */
const SCOPE = "@node-llama-cpp";

/**
 * The packages for each target of VS Code that the local engine runs on. Those for CUDA, 140 MB each, are left out: Vulkan drives
 * the same cards.
 *
 * @type {Readonly<Partial<Record<string, readonly string[]>>>}
 */
export const binariesOf = {
  "linux-x64": ["linux-x64", "linux-x64-vulkan"],
  "linux-arm64": ["linux-arm64"],
  "darwin-x64": ["mac-x64"],
  "darwin-arm64": ["mac-arm64-metal"],
  "win32-x64": ["win-x64", "win-x64-vulkan"],
  "win32-arm64": ["win-arm64"],
};

/**
 * The lock file keeps the packages for Vulkan out of development and so does not know them.
 *
 * @typedef {{ readonly version: string, readonly integrity: string }} LockedPackage
 * @type {Readonly<Partial<Record<string, LockedPackage>>>}
 */
const unlocked = {
  "linux-x64-vulkan": {
    version: "3.21.1",
    integrity: "sha512-flEeSzONQ6OIm5bYKLQf4eEnBzcC5WugFbyPUwkCqyyOFZ8pH0H9ulQ7ZNDLSIczeKneMRJornlyY1Hq7d3GDA==",
  },
  "win-x64-vulkan": {
    version: "3.21.1",
    integrity: "sha512-HJ237Azh5m4Sz+w3A1IU/fYLaSDOocskcfn2ILTgqTuuORCB86EMnu3Yt/XsNhRHTtEiwz1Q/E0mO4PLIbZLAA==",
  },
};

/**
 * The packages of a target as a lock file lists them, by name. Throws where those it does not list are of another version.
 *
 * @param {string} root folder of the project
 * @param {string} target
 * @returns {Readonly<Record<string, LockedPackage>>}
 */
export function lockedBinaries(root, target) {
  /** @type {unknown} */
  const read = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { packages } = /** @type {{ packages: Partial<Record<string, LockedPackage>> }} */ (read);
  const entries = (binariesOf[target] ?? []).map((build) => {
    const name = `${SCOPE}/${build}`;
    const locked = unlocked[build] ?? packages[`node_modules/${name}`];
    if (locked === undefined) throw new Error(`package-lock.json has no ${name}.`);
    const { version } = packages[`node_modules/${name.replace(/-vulkan$/, "")}`] ?? {};
    if (build in unlocked && locked.version !== version)
      throw new Error(
        `${name} is of version ${locked.version} in scripts/engineBinaries.mjs, and the lock file has ${version}.`,
      );
    return /** @type {const} */ ([name, { version: locked.version, integrity: locked.integrity }]);
  });
  return Object.fromEntries(entries);
}

/**
 * Fetches the packages of a target, whatever machine this is. Answers `undefined`, or what went wrong and what to do next.
 *
 * @param {string} root folder of the project
 * @param {string} target
 * @param {string} modules the folder `node_modules` that gets them
 * @returns {string | undefined}
 */
export function fetchBinaries(root, target, modules) {
  const folder = mkdtempSync(join(tmpdir(), "fast-apply-binaries-"));
  try {
    const locked = Object.entries(lockedBinaries(root, target));
    const manifest = { dependencies: Object.fromEntries(locked.map(([name, { version }]) => [name, version])) };
    const packages = Object.fromEntries(locked.map(([name, entry]) => [`node_modules/${name}`, entry]));
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    // By a lock file npm installs just these, and refuses what has other bytes.
    const lock = { lockfileVersion: 3, packages: { "": manifest, ...packages } };
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    const [os, cpu] = target.split("-");
    const machine = [`--os=${os}`, `--cpu=${cpu}`, "--libc=glibc"];
    const problem = runNpm(folder, ["ci", "--ignore-scripts", "--prefer-offline", ...machine]);
    if (problem === undefined) cpSync(join(folder, "node_modules", SCOPE), join(modules, SCOPE), { recursive: true });
    return problem;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
