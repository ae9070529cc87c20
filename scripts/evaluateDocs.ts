// `npm run evaluate:docs`: writes docs/evaluation.md and its plots from the summaries in docs/evaluation. `--check` only says what is out of date.
// `-- --run` evaluates first: the repositories of docs/evaluation/repositories.json (or `--repositories file`) at their commits, from clones in
// the folder of `--clones`, which has or gets one by each name; `--only name` one of them. `--scripted` measures models on this machine by ones that are
// made for it and always mean the right thing. `--add name=folder` takes over a report of `fast-apply eval`.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { format } from "prettier";
import * as v from "valibot";
import { parseEvaluation } from "../extension/core/evaluation/evaluation.ts";
import { summarize } from "../extension/core/evaluation/report/summarize.ts";
import { parseSummary } from "../extension/core/evaluation/report/summary.ts";
import { plannerPresets } from "../extension/providers/plannerPresets.ts";
import { presets } from "../extension/providers/presets.ts";
import { readArguments } from "./arguments.ts";
import { unfoundCommits } from "./unfoundCommits.ts";
import { fillDocument, renderSections, strayFigures, type StoredRun } from "./evaluationDocument.ts";

const root = join(import.meta.dirname, "..");

const repositoriesSchema = v.array(
  v.object({
    name: v.pipe(v.string(), v.regex(/^[\w.-]+$/)),
    url: v.string(),
    /** Whose history, up to it, the cases come from. */
    commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/)),
  }),
);

const USAGE =
  "npm run evaluate:docs -- [--check] [--docs FOLDER] [--add NAME=FOLDER …]\n" +
  "npm run evaluate:docs -- --run [--repositories FILE] [--clones FOLDER] [--only NAME] [--edits 450] [--engines structural,…] [--command dist/cli.js]\n" +
  "npm run evaluate:docs -- --scripted [--tiny] [--command dist/cli.js]";
const { values } = readArguments(USAGE, {
  options: {
    check: { type: "boolean", default: false },
    docs: { type: "string", default: join(root, "docs") },
    run: { type: "boolean", default: false },
    repositories: { type: "string" },
    clones: { type: "string", default: join(root, ".vscode-test", "clones") },
    only: { type: "string" },
    edits: { type: "string", default: "450" },
    engines: { type: "string", default: "structural" },
    scripted: { type: "boolean", default: false },
    /** So small that the figures mean nothing. */
    tiny: { type: "boolean", default: false },
    command: { type: "string", default: join(root, "dist", "cli.js") },
    add: { type: "string", multiple: true, default: [] },
  },
});
const providers = [
  ...presets.map((preset) => ({ ...preset, plans: false })),
  ...plannerPresets
    .filter(({ id }) => presets.every((preset) => preset.id !== id))
    .map((preset) => ({ ...preset, plans: true })),
];
const docs = resolve(values.docs);
const stored = join(docs, "evaluation");
const document = join(docs, "evaluation.md");
mkdirSync(stored, { recursive: true });

if (values.run) await evaluateRepositories();
if (values.scripted) await evaluateScripted();
for (const added of values.add) {
  const [name = "", folder = ""] = added.split("=");
  await storeSummary(name, folder);
}
const wanted = await wantedFiles();
if (values.check) {
  const outdated = [...wanted].filter(([path, text]) => !existsSync(path) || readFileSync(path, "utf8") !== text);
  const stale = strayPlots(wanted);
  const figures = strayFigures(readFileSync(document, "utf8"));
  for (const path of [...outdated.map(([path]) => path), ...stale]) console.error(`Out of date: ${path}`);
  for (const line of figures) console.error(`No run is behind this figure: ${line}`);
  const unfound = unfoundCommits(
    root,
    storedRuns().map(({ name, summary: { made } }) => ({ name, made })),
  );
  for (const run of unfound) console.error(`Not to be made again: ${run}.`);
  if (outdated.length + stale.length + figures.length + unfound.length > 0) {
    console.error(`Next step: npm run evaluate:docs${unfound.length > 0 ? " -- --run, and -- --scripted" : ""}`);
    process.exitCode = 1;
  }
} else {
  for (const path of strayPlots(wanted)) rmSync(path);
  for (const [path, text] of wanted) writeFileSync(path, text);
}

/** The document and its plots as they should be, by their paths. */
async function wantedFiles(): Promise<Map<string, string>> {
  const { sections, plots } = renderSections(storedRuns(), providers);
  const text = await format(fillDocument(readFileSync(document, "utf8"), sections), {
    parser: "markdown",
    printWidth: 120,
  });
  return new Map([
    [document, text],
    ...Object.entries(plots).map(([file, plot]) => [join(stored, file), plot] as const),
  ]);
}

function strayPlots(files: ReadonlyMap<string, string>): string[] {
  const plots = readdirSync(stored).filter((name) => name.endsWith(".svg"));
  return plots.map((name) => join(stored, name)).filter((path) => !files.has(path));
}

function storedRuns(): StoredRun[] {
  const names = readdirSync(stored).filter((name) => name.endsWith(".json") && name !== "repositories.json");
  return names.sort().map((file) => {
    const summary = parseSummary(JSON.parse(readFileSync(join(stored, file), "utf8")));
    if (summary === undefined) throw new Error(`${join(stored, file)} is no summary of an evaluation.`);
    return { name: basename(file, ".json"), summary };
  });
}

/** Keeps the figures of a report, and none of its texts. */
async function storeSummary(name: string, folder: string, command?: string): Promise<void> {
  const evaluation = parseEvaluation(JSON.parse(readFileSync(join(folder, "evaluation.json"), "utf8")));
  if (evaluation === undefined) throw new Error(`There is no evaluation in ${folder}.`);
  const { made, ...summary } = summarize(evaluation);
  const text = JSON.stringify({ ...summary, made: { ...made, ...(command !== undefined && { command }) } });
  writeFileSync(join(stored, `${name}.json`), await format(text, { parser: "json", printWidth: 120 }));
}

async function evaluateRepositories(): Promise<void> {
  const list = resolve(values.repositories ?? join(stored, "repositories.json"));
  const repositories = v.parse(repositoriesSchema, JSON.parse(readFileSync(list, "utf8")));
  for (const { name, url, commit } of repositories) {
    if (values.only !== undefined && values.only !== name) continue;
    const scratch = mkdtempSync(join(tmpdir(), "evaluate-docs-"));
    try {
      const clone = join(values.clones, name);
      if (!existsSync(clone)) git("clone", "--bare", "--quiet", url, clone);
      // Its history ends with the commit, whatever the clone has on top.
      const repository = join(scratch, name);
      git("clone", "--bare", "--quiet", "--shared", clone, repository);
      git("--git-dir", repository, "update-ref", "--no-deref", "HEAD", commit);
      const out = join(scratch, "report");
      const options = ["--edits", values.edits, "--engines", values.engines, "--out", out];
      console.error(`${name}: ${values.edits} edits`);
      evaluate("--repository", repository, ...options);
      await storeSummary(name, out);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }
}

async function evaluateScripted(): Promise<void> {
  // Only who measures needs what the tests have for it.
  const [{ scriptedRuns }, { trainedVocabulary }] = await Promise.all([
    import("../test/bench/local/scriptedRuns.ts"),
    import("../test/models/vocabulary.ts"),
  ]);
  const shape = values.tiny ? "tiny" : "halfBillion";
  const kind = { shape, quantization: "Q8_0", vocabulary: await trainedVocabulary() } as const;
  const scratch = mkdtempSync(join(tmpdir(), "evaluate-docs-"));
  try {
    for (const run of await scriptedRuns(join(dirname(resolve(values.command)), "local", "engine.js"), kind)) {
      const [cases, out] = [join(scratch, `${run.name}.jsonl`), join(scratch, run.name)];
      const model = join(scratch, "scripted.gguf");
      writeFileSync(cases, JSON.stringify(run.case));
      rmSync(model, { force: true });
      symlinkSync(run.model, model);
      console.error(`${run.name}: ${run.engines}`);
      evaluate("--cases", cases, "--engines", run.engines, "--local-model", model, "--out", out);
      await storeSummary(run.name, out, "npm run evaluate:docs -- --scripted");
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function evaluate(...args: readonly string[]): void {
  execFileSync(process.execPath, [values.command, "eval", ...args], { stdio: ["ignore", "inherit", "inherit"] });
}

function git(...args: readonly string[]): void {
  execFileSync("git", ["-c", "safe.directory=*", ...args], { stdio: ["ignore", "inherit", "inherit"] });
}
