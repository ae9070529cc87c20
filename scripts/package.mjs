// Packages what `npm run build` made: `node scripts/package.mjs [--target linux-x64] [--out file.vsix]`. With a target the
// package is for that platform alone and has the local engine's binaries for it; without, it is for every platform and has none.
import { PackageManager, createVSIX, listFiles } from "@vscode/vsce";
import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { binariesOf, fetchBinaries } from "./engineBinaries.mjs";
import { binaryLicences } from "./licences.mjs";

const root = join(import.meta.dirname, "..");
const { values } = parseArgs({ options: { target: { type: "string" }, out: { type: "string" } } });
const { target } = values;
const out = resolve(values.out ?? (target === undefined ? "fast-apply.vsix" : `fast-apply-${target}.vsix`));

if (target === undefined) await packageFolder(root);
else if (target in binariesOf) await packageFor(target);
else {
  console.error(`There is no target ${target}.\nNext step: take one of ${Object.keys(binariesOf).join(", ")}.`);
  process.exitCode = 1;
}

/**
 * Works on a copy, so that the binaries of a foreign platform never lie in the project.
 *
 * @param {string} target
 */
async function packageFor(target) {
  const copy = mkdtempSync(join(tmpdir(), "fast-apply-package-"));
  try {
    const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
    for (const file of [".vscodeignore", ...files]) {
      cpSync(join(root, file), join(copy, file));
    }
    const problem = fetchBinaries(root, target, join(copy, "dist", "local", "node_modules"));
    if (problem === undefined) {
      appendFileSync(join(copy, "dist", "third-party-licenses.txt"), `\n${"-".repeat(80)}\n\n${binaryLicences()}`);
      await packageFolder(copy, target);
    } else {
      console.error(`\nNo package was made. ${problem}`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/**
 * @param {string} cwd
 * @param {string} [target]
 */
async function packageFolder(cwd, target) {
  await createVSIX({
    cwd,
    packagePath: out,
    // Everything is bundled, so no package is shipped beside it.
    dependencies: false,
    // The readme's links stay relative; where it is published is not known here.
    rewriteRelativeLinks: false,
    allowMissingRepository: true,
    ...(target !== undefined && { target }),
  });
}
