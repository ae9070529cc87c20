// `npm run answers`: writes the stored answers with their files, for a fit or a measurement, or stores others without. The files are not
// the project's, so that they go to a folder that git ignores.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { endWithUsage, expectFiles, readArguments } from "../../scripts/arguments.ts";
import { readFileOfCommit } from "./clones.ts";
import { restoreAnswer, storeAnswer, type AnswerCase, type StoredAnswer } from "./storedAnswer.ts";

const USAGE = `npm run answers -- --clones DIRECTORY [--out .cache/answers.jsonl] [--remote https://github.com]
npm run answers -- --store FILE [--as NAME]`;
const { values } = readArguments(USAGE, {
  options: {
    clones: { type: "string" },
    out: { type: "string", default: join(".cache", "answers.jsonl") },
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
  const missing = new Map<string, number>();
  for (const answer of answers) {
    const { repository, commit, path } = answer;
    try {
      cases.push(restoreAnswer(answer, await readFileOfCommit(clones, repository, commit, path)));
    } catch (error) {
      if (!missing.has(repository)) console.error(error instanceof Error ? error.message : String(error));
      missing.set(repository, (missing.get(repository) ?? 0) + 1);
    }
  }
  await mkdir(dirname(out), { recursive: true });
  await writeLines(out, cases);
  console.log(`${String(cases.length)} answers are in ${out}.`);
  for (const [repository, count] of missing) console.error(`${String(count)} of ${repository} are missing.`);
  if (missing.size > 0) process.exitCode = 1;
}

async function readLines<Row>(file: string): Promise<Row[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Row);
}

async function writeLines(file: string, rows: readonly unknown[]): Promise<void> {
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}
