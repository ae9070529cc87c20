import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { binariesOf, lockedBinaries } from "../../../scripts/engineBinaries.mjs";

interface Locked {
  readonly version: string;
  readonly integrity: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

const root = join(import.meta.dirname, "../../..");
const lockFile = readFileSync(join(root, "package-lock.json"), "utf8");
const { packages } = JSON.parse(lockFile) as { packages: Readonly<Record<string, Locked>> };

describe.each(Object.keys(binariesOf))("the binaries for %s", (target) => {
  const entries = Object.entries(lockedBinaries(root, target));

  test("are of the library's version, which refuses any other", () => {
    const version = packages["node_modules/node-llama-cpp"]?.version;
    expect(entries.map(([, entry]) => entry.version)).toEqual(entries.map(() => version));
  });

  test("are checked for their bytes", () => {
    for (const [, { integrity }] of entries) expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/);
  });

  test("run there", () => {
    const [os = "", cpu = ""] = target.split("-");
    const locked = entries
      .flatMap(([name]) => packages[`node_modules/${name}`] ?? [])
      .filter((entry) => !("name" in entry));
    expect(locked).toHaveLength(1);
    expect(locked[0]?.os).toContain(os);
    expect(locked[0]?.cpu).toContain(cpu);
  });
});

test("the ones for Vulkan are refused where the lock file has another version", () => {
  const folder = mkdtempSync(join(tmpdir(), "binaries-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const other = { ...packages, "node_modules/@node-llama-cpp/linux-x64": { version: "99.0.0", integrity: "" } };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: other }));
  expect(() => lockedBinaries(folder, "linux-x64")).toThrow(/linux-x64-vulkan is of version .* has 99\.0\.0/);
});
