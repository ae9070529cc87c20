import { writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { parseArgs } from "node:util";
import { generateCases, type Options } from "./generate.ts";

const { values } = parseArgs({
  options: {
    repositories: { type: "string" },
    out: { type: "string" },
    seed: { type: "string", default: "1" },
    limit: { type: "string", default: "3000" },
    commits: { type: "string", default: "4000" },
  },
});
if (values.repositories === undefined || values.out === undefined) {
  throw new Error("Name the repositories to read and the file to write: --repositories a,b --out cases.jsonl");
}
const options: Options = {
  repositories: values.repositories.split(",").map((directory) => ({ directory, name: repositoryName(directory) })),
  seed: Number(values.seed),
  limit: Number(values.limit),
  commits: Number(values.commits),
};
const cases = await generateCases(options);
await writeFile(values.out, cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
console.log(`${cases.length} cases in ${values.out}`);

function repositoryName(directory: string): string {
  const name = basename(directory);
  return name === "repo" || name === ".git" ? basename(dirname(directory)) : name.replace(/\.git$/, "");
}
