// `npm run calibrate:placing -- --answers a.jsonl,b.jsonl`: fits where short blocks of whole answers go, and writes the weights.
import { readFile, writeFile } from "node:fs/promises";
import { expectFiles, readArguments } from "../scripts/arguments.ts";
import type { Case } from "./fit/prepare.ts";
import { readOwnCases } from "./ownCases.ts";
import { calibratePlacing } from "./placing/calibratePlacing.ts";

const USAGE =
  "npm run calibrate:placing -- --answers FILE,… [--held-out FILE,…] [--own-weight 3] [--rounds 250] [--decay 1.2] [--near FILE] [--out FILE]";
const { values } = readArguments(USAGE, {
  options: {
    answers: { type: "string", default: "" },
    "held-out": { type: "string", default: "" },
    "own-weight": { type: "string", default: "3" },
    rounds: { type: "string", default: "250" },
    decay: { type: "string", default: "1.2" },
    near: { type: "string" },
    out: { type: "string", default: "extension/core/placing/weights.json" },
  },
});
const [answers, heldOut] = [pathsIn(values.answers), pathsIn(values["held-out"])];
expectFiles([...answers, ...heldOut, ...pathsIn(values.near ?? "")], USAGE);
if (answers.length === 0)
  throw new Error("Nothing to fit on: name files of whole answers (--answers a.jsonl,b.jsonl).");
const near =
  values.near === undefined
    ? {}
    : (JSON.parse(await readFile(values.near, "utf8")) as Readonly<Record<string, number>>);
const own = await readOwnCases("test/cases");
const { weights, report } = calibratePlacing(
  [...(await readCases(answers)), ...Array.from({ length: Number(values["own-weight"]) }, () => own).flat()],
  await readCases(heldOut),
  { rounds: Number(values.rounds), decay: Number(values.decay), rate: 0.05, means: new Map(Object.entries(near)) },
);
await writeFile(values.out, `${JSON.stringify(weights, null, 1)}\n`);
console.log(report);

function pathsIn(list: string): readonly string[] {
  return list.split(",").filter((path) => path !== "");
}

async function readCases(files: readonly string[]): Promise<Case[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return texts.flatMap((text) => text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Case])));
}
