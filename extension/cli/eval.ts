import { createHash } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readEngineNames, readModelName } from "../core/evaluation/engineNames.ts";
import type { Evaluation } from "../core/evaluation/evaluation.ts";
import type { Price, Sending } from "../core/evaluation/sendings.ts";
import type { CaseSource } from "../evaluation/caseSource.ts";
import type { AskedPlanner, EngineToRun } from "../evaluation/engines.ts";
import { builtCommit } from "../evaluation/builtFrom.ts";
import { countPasses } from "../evaluation/countPasses.ts";
import { evaluationCommand } from "../evaluation/evaluationCommand.ts";
import { FolderTrouble } from "../evaluation/folderTrouble.ts";
import { runEvaluation } from "../evaluation/runEvaluation.ts";
import type { EvaluationOptions, EvaluationProgress } from "../evaluation/evaluationPorts.ts";
import { writeReport } from "../evaluation/writeReport.ts";
import { plain } from "../node/plainText.ts";
import { askYesOrNo } from "./askYesOrNo.ts";
import { checkNamed, createAsked, createEngine, type EngineParts, type Unfit } from "./evalEngines.ts";
import { createProgress, describeSendings, summarizePlainly } from "./evalProgress.ts";
import { EXIT, print, type CommandProcess, type ExitCode, type Surroundings } from "./surroundings.ts";

/** What the command line says about an evaluation. */
export interface EvalFlags {
  readonly repository?: string;
  readonly cases?: string;
  readonly edits?: number;
  readonly engines: string;
  readonly planner?: string;
  readonly grader?: string;
  readonly baseUrl?: ReadonlyMap<string | undefined, string>;
  readonly price?: ReadonlyMap<string | undefined, Price>;
  readonly localModel?: string;
  readonly seed: number;
  readonly out: string;
  readonly yes?: true;
}

interface EvalSurroundings extends Omit<CommandProcess, "createParsers" | "outliveReader"> {
  readonly parsers: () => Promise<Surroundings["parsers"]>;
  readonly version: string;
}

/** Evaluates engines and writes the report into a folder. Returns the exit code. */
export async function evaluate(surroundings: EvalSurroundings, flags: EvalFlags): Promise<ExitCode> {
  const { cwd, stdout, stderr } = surroundings;
  const tell = (message: string, next: string): void => {
    stderr.write(`fast-apply: ${message}\n  Next: ${next}\n`);
  };
  const parts = await createParts(surroundings, flags);
  try {
    const chosen = chooseAll(flags, parts);
    if (chosen.type === "unfit") {
      tell(chosen.message, chosen.next);
      return EXIT.usage;
    }
    const ending = new AbortController();
    const stop = (): void => {
      ending.abort();
    };
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
    const folder = resolve(cwd, flags.out);
    try {
      const options = { ...chosen, ...(await optionsOf(flags, cwd, surroundings.version)), folder };
      const end = await follow(options, surroundings, flags.yes === true, ending.signal);
      if (typeof end === "number") return end;
      const files = await writeReport(folder, end);
      await print(stdout, summarizePlainly(end));
      stderr.write(`fast-apply: ${files.map((name) => plain(join(flags.out, name))).join(", ")}\n`);
      return EXIT.applied;
    } catch (error) {
      if (error instanceof FolderTrouble) {
        tell(plain(error.message), error.next);
        return EXIT.fileTrouble;
      }
      if (!ending.signal.aborted) throw error;
      tell("stopped.", "what is done is kept: give the same command again to go on.");
      return EXIT.notSure;
    } finally {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    }
  } finally {
    await parts.local?.engine.stop();
  }
}

/** Runs an evaluation to its end and returns it, or the exit code that says why there is none. */
async function follow(
  options: EvaluationOptions,
  { stdin, stderr, parsers, program, environment, now }: EvalSurroundings,
  isAgreed: boolean,
  signal: AbortSignal,
): Promise<Evaluation | ExitCode> {
  const showProgress = createProgress(stderr, environment.TERM);
  let parsersAtWork: ReturnType<EvalSurroundings["parsers"]> | undefined;
  let isUnanswered = false;
  const mayBeSent = async (sendings: readonly Sending[]): Promise<boolean> => {
    stderr.write(describeSendings(sendings));
    if (isAgreed) return true;
    isUnanswered = stdin.isTTY !== true || stderr.isTTY !== true;
    return !isUnanswered && (await askYesOrNo("Send it?", stdin, stderr, signal));
  };
  const ports = {
    parsers: () => (parsersAtWork ??= parsers()),
    worker: { ...program, env: environment },
    mayBeSent,
    now,
    today: () => new Date().toISOString(),
  };
  for await (const event of runEvaluation(options, ports, signal)) {
    const ended = showEvent(event, stderr, showProgress, isUnanswered);
    if (ended !== undefined) return ended;
  }
  throw new Error("The evaluation ended without a result.");
}

function showEvent(
  event: EvaluationProgress,
  stderr: EvalSurroundings["stderr"],
  showProgress: ReturnType<typeof createProgress>,
  isUnanswered: boolean,
): Evaluation | ExitCode | undefined {
  switch (event.type) {
    case "progress":
      showProgress(event);
      return undefined;
    case "found": {
      const kept =
        event.kept > 0 ? `, ${event.kept} ${event.kept === 1 ? "result is" : "results are"} there already` : "";
      stderr.write(`fast-apply: ${event.cases} ${event.cases === 1 ? "edit" : "edits"}${kept}.\n`);
      for (const remark of event.remarks) stderr.write(`  ${remark}\n`);
      return undefined;
    }
    case "done":
      return event.evaluation;
    case "declined": {
      const next = isUnanswered
        ? "there is no terminal to ask on: say --yes where it may be."
        : "leave the models out, or say yes.";
      stderr.write(`fast-apply: nothing was sent.\n  Next: ${next}\n`);
      return isUnanswered ? EXIT.usage : EXIT.notSure;
    }
    case "failed":
      stderr.write(`fast-apply: ${plain(event.message)}\n  Next: ${plain(event.next)}\n`);
      return event.kind === "stopped" ? EXIT.notSure : EXIT.fileTrouble;
  }
}

async function createParts({ cwd, environment }: EvalSurroundings, flags: EvalFlags): Promise<EngineParts> {
  const [{ createProviders }, { createPlanners }] = await Promise.all([
    import("../providers/providers.ts"),
    import("../providers/planners.ts"),
  ]);
  const { baseUrl: addresses = new Map(), price: prices = new Map() } = flags;
  const known = { environment, addresses, prices };
  return { ...known, providers: createProviders(), planners: createPlanners(), local: await localParts(cwd, flags) };
}

async function localParts(cwd: string, { localModel }: EvalFlags): Promise<EngineParts["local"]> {
  if (localModel === undefined) return undefined;
  const { createLocalEngine } = await import("../local/localEngine.ts");
  const { onFigures, takePasses } = countPasses();
  const entry = fileURLToPath(new URL("./local/engine.js", import.meta.url));
  const engine = createLocalEngine({ entry, onFigures });
  return { path: resolve(cwd, localModel), engine, takePasses };
}

interface Chosen {
  readonly type: "chosen";
  readonly engines: readonly EngineToRun[];
  readonly planner: AskedPlanner | undefined;
  readonly grader: AskedPlanner | undefined;
}

function chooseAll({ engines: list, planner, grader }: EvalFlags, parts: EngineParts): Chosen | Unfit {
  const read = readEngineNames(list);
  if (read.type === "wrong") {
    const next =
      "name engines with commas between them: structural,auto:openai/gpt-4.1-mini,exact:openai/gpt-4.1-mini.";
    return { type: "unfit", message: `"${read.name}" in --engines: ${read.why}`, next };
  }
  const [planned, graded] = [planner, grader].map((name) => (name === undefined ? undefined : readModelName(name)));
  const models = read.names.map((name) => (name.type === "structural" ? undefined : name.model));
  const wrong = checkNamed(
    [...models, planned, graded].filter((model) => model !== undefined),
    parts,
  );
  if (wrong !== undefined) return wrong;
  const engines: EngineToRun[] = [];
  for (const name of read.names) {
    const engine = createEngine(name, parts);
    if ("type" in engine) return engine;
    engines.push(engine);
  }
  const planning = planned && createAsked(planned, "planner", parts);
  const grading = graded && createAsked(graded, "grader", parts);
  if (planning?.type === "unfit") return planning;
  if (grading?.type === "unfit") return grading;
  return { type: "chosen", engines, planner: planning?.asked, grader: grading?.asked };
}

async function optionsOf(
  flags: EvalFlags,
  cwd: string,
  version: string,
): Promise<Pick<EvaluationOptions, "source" | "edits" | "seed" | "made" | "build">> {
  const { cases, repository = ".", edits, seed } = flags;
  const program = await realpath(process.argv[1] ?? "");
  const build = createHash("sha256")
    .update(await readFile(program))
    .digest("hex");
  const source: CaseSource =
    cases === undefined
      ? { type: "repository", directory: resolve(cwd, repository) }
      : { type: "file", path: resolve(cwd, cases) };
  const command = evaluationCommand({
    ...{ source, edits, seed, planner: flags.planner, grader: flags.grader, localModel: flags.localModel },
    engines: [flags.engines],
    addresses: flags.baseUrl ?? new Map(),
    prices: flags.price ?? new Map(),
  });
  return { source, edits, seed, made: { version, command, ...builtCommit }, build };
}
