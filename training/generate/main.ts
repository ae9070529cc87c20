// `npx tsx training/generate/main.ts --repositories a,b --out cases.jsonl`: cases for the fit, from the history of git repositories.
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { parseArgs } from "node:util";
import { readKinds, USUAL_KINDS } from "../../extension/evaluation/generate/makeCase.ts";
import { generateCases, type Options } from "./generate.ts";
import { mixed } from "./mix.ts";

const { values } = parseArgs({
  options: {
    repositories: { type: "string" },
    out: { type: "string" },
    seed: { type: "string", default: "1" },
    limit: { type: "string", default: "3000" },
    "per-repository": { type: "string" },
    "per-name": { type: "string", default: "6" },
    commits: { type: "string", default: "4000" },
    "small-share": { type: "string", default: "0.4" },
    "placed-share": { type: "string", default: "0.08" },
    "no-change-share": { type: "string", default: "0.01" },
    "trap-share": { type: "string", default: "0.03" },
    kinds: { type: "string", default: USUAL_KINDS },
    mix: { type: "string" },
    "mix-share": { type: "string", default: "0.2" },
  },
});
if (values.repositories === undefined || values.out === undefined) {
  throw new Error("Name the repositories to read and the file to write: --repositories a,b --out cases.jsonl");
}
const perRepository = values["per-repository"];
const options: Options = {
  repositories: values.repositories.split(",").map((directory) => ({ directory, name: repositoryName(directory) })),
  seed: Number(values.seed),
  limit: Number(values.limit),
  perRepository: perRepository === undefined ? undefined : Number(perRepository),
  perName: Number(values["per-name"]),
  commits: Number(values.commits),
  smallShare: Number(values["small-share"]),
  placedShare: Number(values["placed-share"]),
  noChangeShare: Number(values["no-change-share"]),
  trapShare: Number(values["trap-share"]),
  kinds: readKinds(values.kinds),
};
const generated = (
  await generateCases(options, (line) => {
    console.error(line);
  })
).map((one) => JSON.stringify(one));
const real =
  values.mix === undefined ? [] : (await readFile(values.mix, "utf8")).split("\n").filter((line) => line !== "");
const lines = mixed(generated, real, Number(values["mix-share"]), options.seed);
await writeFile(values.out, lines.map((line) => `${line}\n`).join(""));
console.log(
  `${generated.length} generated cases and ${lines.length - generated.length} given ones are in ${values.out}.`,
);

/** A bare repository in a folder of its own has the folder's name. */
function repositoryName(directory: string): string {
  const name = basename(directory);
  return name === "repo" || name === ".git" ? basename(dirname(directory)) : name.replace(/\.git$/, "");
}
