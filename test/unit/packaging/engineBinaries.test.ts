import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { binariesOf, binariesProject } from "../../../scripts/engineBinaries.mjs";

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
  const { manifest, lock } = binariesProject(root, target);
  const entries = Object.entries<Partial<Locked>>(lock.packages).filter(([path]) => path !== "");

  test("are of the library's version, which refuses any other", () => {
    const version = packages["node_modules/node-llama-cpp"]?.version;
    expect(Object.values(manifest.dependencies)).toEqual(entries.map(() => version));
    expect(entries.map(([, entry]) => entry.version)).toEqual(entries.map(() => version));
  });

  test("are checked for their bytes", () => {
    for (const [, { integrity }] of entries) expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/);
  });

  test("run there", () => {
    const [os = "", cpu = ""] = target.split("-");
    const locked = entries.flatMap(([path]) => packages[path] ?? []).filter((entry) => !("name" in entry));
    expect(locked).toHaveLength(1);
    expect(locked[0]?.os).toContain(os);
    expect(locked[0]?.cpu).toContain(cpu);
  });
});
