// `npm run calibrate -- --repositories a,b`: fits the weights of the merge's model, and writes them and a report.
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Thresholds } from "../extension/core/merge/model/readByModel.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../extension/providers/treeSitter.ts";
import { expectFiles, readArguments } from "../scripts/arguments.ts";
import { calibrate } from "./fit/calibrate.ts";
import type { Case } from "./fit/prepare.ts";
import { readOwnCases } from "./ownCases.ts";
import { readKinds, USUAL_KINDS } from "../extension/evaluation/generate/makeCase.ts";
import { generateCases } from "./generate/generate.ts";

const USAGE =
  "npm run calibrate -- [--repositories a,b] [--cases FILE,…] [--given FILE,…] [--given-weight 4] [--limit 3000] [--seed 1] [--epochs 6] [--folds 3] [--risk 0.02 | --sure 0.7,0.8,0.15] [--ablation] [--out FILE] [--report FILE]";
const { values } = readArguments(USAGE, {
  options: {
    repositories: { type: "string", default: "" },
    cases: { type: "string", default: "" },
    given: { type: "string", default: "" },
    "given-weight": { type: "string", default: "4" },
    limit: { type: "string", default: "3000" },
    seed: { type: "string", default: "1" },
    epochs: { type: "string", default: "6" },
    folds: { type: "string", default: "3" },
    risk: { type: "string", default: "0.02" },
    sure: { type: "string" },
    ablation: { type: "boolean", default: false },
    out: { type: "string", default: "extension/core/merge/model/weights.json" },
    report: { type: "string", default: "calibration.md" },
  },
});

expectFiles([...pathsIn(values.cases), ...pathsIn(values.given)], USAGE);
const seed = Number(values.seed);
const generated =
  values.repositories === ""
    ? []
    : await generateCases(
        {
          repositories: values.repositories.split(",").map((directory) => ({ directory, name: nameOf(directory) })),
          ...{ seed, limit: Number(values.limit), perRepository: undefined, commits: 4000, perName: 6 },
          ...{ smallShare: 0.4, noChangeShare: 0.01, trapShare: 0.03 },
          kinds: readKinds(USUAL_KINDS),
        },
        console.error,
      );
const cases = [...generated, ...(await readCases(values.cases))];
const answers = await readCases(values.given);
if (cases.length + answers.length === 0)
  throw new Error(
    "Nothing to fit on: name git repositories (--repositories a,b) or files of cases (--cases, --given).",
  );
// What the project promises by its own cases has to come out right with any weights.
const given = [...answers, ...(await readOwnCases("test/cases"))];
const { weights, report } = await calibrate(
  { cases, given, givenWeight: Number(values["given-weight"]) },
  {
    ...{ seed, epochs: Number(values.epochs), folds: Number(values.folds), risk: Number(values.risk) },
    sure: readThresholds(values.sure),
    withAblation: values.ablation,
    parsers: createSyntaxParsers(sourceGrammarsDirectory()),
    report: console.error,
  },
);
await writeFile(values.out, `${JSON.stringify(weights, null, 1)}\n`);
await writeFile(values.report, `${report}\n`);
console.log(`The weights are in ${values.out}, the report in ${values.report}.`);

/** The thresholds of `--sure`: what counts alone, against the rules, and together with them. */
function readThresholds(given: string | undefined): Thresholds | undefined {
  const [alone, against, together] = (given ?? "").split(",").map(Number);
  return against === undefined || together === undefined ? undefined : { alone: alone ?? 1, against, together };
}

function pathsIn(list: string): readonly string[] {
  return list.split(",").filter((path) => path !== "");
}

/** Cases of one or several files, a JSON object in each line. */
async function readCases(files: string): Promise<Case[]> {
  const cases: Case[] = [];
  for (const file of pathsIn(files))
    for (const line of (await readFile(file, "utf8")).split("\n"))
      if (line.trim() !== "") cases.push(JSON.parse(line) as Case);
  return cases;
}

/** A bare repository in a folder of its own has the folder's name. */
function nameOf(directory: string): string {
  const name = basename(directory);
  return name === "repo" || name === ".git" ? basename(dirname(directory)) : name.replace(/\.git$/, "");
}
