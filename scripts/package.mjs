// Packages what `npm run build` made: `node scripts/package.mjs [--target linux-x64] [--out file.vsix]`. With a target the
// package is for that platform alone and has the local engine's binaries for it; without, it is for every platform and has none.
import { createVSIX } from "@vscode/vsce";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { binariesOf, fetchBinaries } from "./engineBinaries.mjs";
import { binaryLicences } from "./licences.mjs";

const root = join(import.meta.dirname, "..");
const { values } = parseArgs({ options: { target: { type: "string" }, out: { type: "string" } } });
const { target } = values;
const out = resolve(values.out ?? (target === undefined ? "fast-apply.vsix" : `fast-apply-${target}.vsix`));

if (target === undefined || target in binariesOf) await packageCopy();
else {
  console.error(`There is no target ${target}.\nNext step: take one of ${Object.keys(binariesOf).join(", ")}.`);
  process.exitCode = 1;
}

/**
 * Works on a copy, so that the binaries of a foreign platform never lie in the project, and that the packager, which looks at every file
 * of a folder before it leaves most of them out, does not look at VS Code's and those of npm's packages.
 */
async function packageCopy() {
  const copy = mkdtempSync(join(tmpdir(), "fast-apply-package-"));
  try {
    copyShipped(copy);
    const problem =
      target === undefined ? undefined : fetchBinaries(root, target, join(copy, "dist", "local", "node_modules"));
    if (problem === undefined) {
      if (target !== undefined)
        appendFileSync(join(copy, "dist", "third-party-licenses.txt"), `\n${"-".repeat(80)}\n\n${binaryLicences()}`);
      await packageFolder(copy);
    } else {
      console.error(`\nNo package was made. ${problem}`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/**
 * At least all that is shipped: `.vscodeignore` names it after `!`, and the packager goes by the rest of that file.
 *
 * @param {string} copy an empty folder
 */
function copyShipped(copy) {
  const ignored = readFileSync(join(root, ".vscodeignore"), "utf8");
  const starts = [".vscodeignore", ...[...ignored.matchAll(/^!([^/*\n]+)/gm)].map(([, start = ""]) => start)];
  for (const name of readdirSync(root))
    if (starts.some((start) => name.startsWith(start))) cpSync(join(root, name), join(copy, name), { recursive: true });
}

/** @param {string} cwd */
async function packageFolder(cwd) {
  await createVSIX({
    cwd,
    packagePath: out,
    // Everything is bundled, so no package is shipped beside it. The readme's links become those of the repository in package.json.
    dependencies: false,
    ...(target !== undefined && { target }),
  });
}
