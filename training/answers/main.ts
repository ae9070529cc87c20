// `npm run answers`: writes the stored answers with their files, for a fit or a measurement, or stores more of them without.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { endWithUsage, expectFiles, readArguments } from "../../scripts/arguments.ts";
import { readFileOfCommit } from "./clones.ts";
import { restoreAnswer, storeAnswer, type AnswerCase, type StoredAnswer } from "./storedAnswer.ts";

const USAGE = `npm run answers -- --clones DIRECTORY [--out answers.jsonl] [--remote https://github.com]
npm run answers -- --store FILE [--as NAME]`;
const { values } = readArguments(USAGE, {
  options: {
    clones: { type: "string" },
    out: { type: "string", default: "answers.jsonl" },
    remote: { type: "string", default: "https://github.com" },
    stored: { type: "string", default: join(import.meta.dirname, "stored") },
    store: { type: "string" },
    as: { type: "string", default: "answers" },
  },
});

if (values.store !== undefined) await store(values.store, join(values.stored, `${values.as}.jsonl`));
else if (values.clones !== undefined) await restore({ directory: values.clones, remote: values.remote }, values.out);
else endWithUsage("Name the folder of the clones, or the answers to store.", USAGE);

async function store(file: string, to: string): Promise<void> {
  expectFiles([file], USAGE);
  const answers = (await readLines<AnswerCase>(file)).map(storeAnswer);
  await writeLines(to, answers);
  console.log(`${String(answers.length)} answers are in ${to}.`);
}

async function restore(clones: { readonly directory: string; readonly remote: string }, out: string): Promise<void> {
  const names = (await readdir(values.stored)).filter((name) => name.endsWith(".jsonl")).sort();
  const answers = (await Promise.all(names.map((name) => readLines<StoredAnswer>(join(values.stored, name))))).flat();
  const cases: AnswerCase[] = [];
  for (const answer of answers) {
    const { repository, commit, path } = answer;
    cases.push(restoreAnswer(answer, await readFileOfCommit(clones, repository, commit, path)));
  }
  await writeLines(out, cases);
  console.log(`${String(cases.length)} answers are in ${out}.`);
}

async function readLines<Row>(file: string): Promise<Row[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Row);
}

async function writeLines(file: string, rows: readonly unknown[]): Promise<void> {
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}
