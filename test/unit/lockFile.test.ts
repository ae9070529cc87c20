import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface LockedPackage {
  /** Where it is another package than its path says. */
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lockFile = readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8");
const packages = (JSON.parse(lockFile) as { packages: Record<string, LockedPackage> }).packages;

// A registry that lacks the build for some platform leaves a gap in the lock file, and `npm ci` refuses it on every other machine.
test("the lock file names the builds for every platform", () => {
  const wanted = Object.values(packages).flatMap((locked) => Object.keys(locked.optionalDependencies ?? {}));
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

test("the lock file names no registry but the public one", () => {
  const origins = Object.values(packages).flatMap(({ resolved }) =>
    resolved === undefined ? [] : [new URL(resolved).origin],
  );
  expect(origins.filter((origin) => origin !== "https://registry.npmjs.org")).toEqual([]);
});

// They are half a gigabyte. JSON has no comments: in their place `overrides` puts a build for a processor that no developer has,
// so that npm, which leaves out optional packages for other machines, installs none.
test("the engine's builds for graphics cards are not installed for development", () => {
  const builds = Object.entries(packages).filter(([path]) => /@node-llama-cpp\/.*-(cuda|cuda-ext|vulkan)$/.test(path));
  expect(builds).not.toEqual([]);
  expect(builds.map(([, { name }]) => name)).toEqual(builds.map(() => "@node-llama-cpp/linux-riscv64"));
});
