// `npm run calibrate -- --repositories a,b`: fits the weights of the merge's model, and writes them and a report.
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../extension/providers/treeSitter.ts";
import { endWithUsage, expectFiles, readArguments } from "../scripts/arguments.ts";
import { calibrate, type Weights } from "./fit/calibrate.ts";
import type { Case } from "./fit/prepare.ts";
import { drawCases } from "./drawnCases.ts";
import { readThresholds } from "./fit/thresholds.ts";
import { readOwnCases } from "./ownCases.ts";
import { readKinds, USUAL_KINDS } from "../extension/evaluation/generate/makeCase.ts";
import { generateCases } from "./generate/generate.ts";

/** Random edits of each kind that are drawn, about: `drawCases` tells the kinds. */
const DRAWN = 100;
const USAGE =
  "npm run calibrate -- [--repositories a,b] [--cases FILE,…] [--given FILE,…] [--given-weight 4] [--limit 3000] [--seed 1] [--epochs 14] [--folds 3] [--risk 0.02 | --sure 0.6,0.7,0.3] [--near FILE] [--ablation] [--out FILE] [--report FILE]";
const { values } = readArguments(USAGE, {
  options: {
    repositories: { type: "string", default: "" },
    cases: { type: "string", default: "" },
    given: { type: "string", default: "" },
    "given-weight": { type: "string", default: "4" },
    limit: { type: "string", default: "3000" },
    seed: { type: "string", default: "1" },
    epochs: { type: "string", default: "14" },
    folds: { type: "string", default: "3" },
    risk: { type: "string", default: "0.02" },
    sure: { type: "string" },
    near: { type: "string" },
    ablation: { type: "boolean", default: false },
    out: { type: "string", default: "extension/core/merge/model/weights.json" },
    report: { type: "string", default: "calibration.md" },
  },
});

expectFiles([...pathsIn(values.cases), ...pathsIn(values.given), ...pathsIn(values.near ?? "")], USAGE);
const near = values.near === undefined ? undefined : (JSON.parse(await readFile(values.near, "utf8")) as Weights);
const sure = values.sure === undefined ? undefined : readThresholds(values.sure);
if (sure === "unreadable") endWithUsage(`--sure takes three numbers from 0 to 1, not ${values.sure ?? ""}.`, USAGE);
const seed = Number(values.seed);
const generated =
  values.repositories === ""
    ? []
    : await generateCases(
        {
          repositories: values.repositories.split(",").map((directory) => ({ directory, name: nameOf(directory) })),
          ...{ seed, limit: Number(values.limit), perRepository: undefined, commits: 4000, perName: 6 },
          ...{ smallShare: 0.4, placedShare: 0.08, noChangeShare: 0.01, trapShare: 0.03 },
          kinds: readKinds(USUAL_KINDS),
        },
        console.error,
      );
const cases = [...generated, ...(await readCases(values.cases))];
const given = await readCases(values.given);
if (cases.length + given.length === 0)
  throw new Error(
    "Nothing to fit on: name git repositories (--repositories a,b) or files of cases (--cases, --given).",
  );
const { weights, report } = await calibrate(
  // What the project promises by its own cases counts in the fit, though no fit is sure to keep it.
  {
    ...{ cases, given, givenWeight: Number(values["given-weight"]) },
    ...{ own: await readOwnCases("test/cases"), drawn: drawCases(DRAWN, seed) },
  },
  {
    ...{ seed, epochs: Number(values.epochs), folds: Number(values.folds), risk: Number(values.risk) },
    sure,
    near,
    withAblation: values.ablation,
    parsers: createSyntaxParsers(sourceGrammarsDirectory()),
    report: console.error,
  },
);
await writeFile(values.out, `${JSON.stringify(weights, null, 1)}\n`);
await writeFile(values.report, `${report}\n`);
console.log(`The weights are in ${values.out}, the report in ${values.report}.`);

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
