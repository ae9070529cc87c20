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
 * A manifest and a lock file by which npm installs just the packages of a target, and refuses any whose bytes are not the locked
 * ones.
 *
 * @param {string} root folder of the project
 * @param {string} target
 */
export function binariesProject(root, target) {
  /** @type {unknown} */
  const read = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { packages } = /** @type {{ packages: Partial<Record<string, LockedPackage>> }} */ (read);
  /** @type {Record<string, string>} */
  const dependencies = {};
  /** @type {Record<string, LockedPackage>} */
  const entries = {};
  for (const name of binariesOf[target] ?? []) {
    const path = `node_modules/${SCOPE}/${name}`;
    const locked = unlocked[name] ?? packages[path];
    if (locked === undefined) throw new Error(`package-lock.json has no ${SCOPE}/${name}.`);
    dependencies[`${SCOPE}/${name}`] = locked.version;
    entries[path] = { version: locked.version, integrity: locked.integrity };
  }
  const manifest = { dependencies };
  return { manifest, lock: { lockfileVersion: 3, packages: { "": manifest, ...entries } } };
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
    const { manifest, lock } = binariesProject(root, target);
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
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
