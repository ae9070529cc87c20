// Applies the bundled samples on the command line and shows what would change. Nothing is written.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const samples = "test/samples";
const suffix = ".sketch.md";

/** What the exit codes of the command mean for a sample; any other code is a fault. */
const outcomes = new Map([
  [0, "applied"],
  [1, "not sure, so nothing would be written"],
]);

const names = readdirSync(join(root, samples))
  .filter((name) => name.endsWith(suffix))
  .map((name) => name.slice(0, -suffix.length));

for (const name of names) {
  const file = `${samples}/${name}`;
  console.log(`\n$ fast-apply apply --file ${file} --sketch ${file}${suffix} --diff\n`);
  const args = ["dist/cli.js", "apply", "--file", file, "--sketch", `${file}${suffix}`, "--diff"];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  const outcome = outcomes.get(status ?? -1);
  if (outcome === undefined) {
    console.error(`\n${name}: the command failed with exit code ${String(status)}.`);
    process.exit(1);
  }
  console.log(`\n${name}: ${outcome}.`);
}
