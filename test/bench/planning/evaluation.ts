import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { readProviderFlags, type ProviderFlags } from "../../../extension/cli/provider.ts";
import { estimateTokens } from "../../../extension/core/models/tokens.ts";
import type { Planner } from "../../../extension/core/chat/planner.ts";
import type { PlannerFormat } from "../../../extension/core/chat/plannerFormat.ts";
import { PLANNING_PROMPT_VERSION } from "../../../extension/core/chat/planningPrompt.ts";
import { createPlanners } from "../../../extension/providers/planners.ts";
import { judgeAnswer, requestOf, tasks, VERDICTS, type Verdict } from "./tasks.ts";
import type { Case } from "../../unit/cases/readCases.ts";

const formats = ["exact", "sketch"] as const satisfies readonly PlannerFormat[];

const answerLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ id: v.picklist(tasks.map(({ name }) => name)), prompt: v.picklist(formats), answer: v.string() }),
);

/** Of questions that are printed, as nobody is asked. */
const usualLimits = { contextTokens: 128_000, outputTokens: 16_000 };

/** One answer, and what became of it. */
interface Judged {
  readonly task: string;
  readonly format: PlannerFormat;
  readonly verdict: Verdict;
  /** With a mark where they are estimated. */
  readonly asked: number | undefined;
  readonly written: number;
  readonly isEstimated: boolean;
  readonly seconds: number | undefined;
}

const USAGE = `npm run eval:planning                       prints what planners are to be asked, one JSON object a line
npm run eval:planning -- ANSWERS.jsonl      judges answers: {"id", "prompt": "exact" or "sketch", "answer"} a line
npm run eval:planning -- --provider ID --model NAME [--base-url URL] [--context-tokens N] [--prompt exact|sketch] [--save FILE]
                                            asks a planner each task with both prompts, or with one, and judges what it writes`;

type Environment = Readonly<Record<string, string | undefined>>;
type Print = (line: string) => void;

/** What whoever started it can mend, in words for them. */
class WrongUsage extends Error {}

/**
 * Compares the planning prompts by what becomes of the answers. `args`: those of the command line; `print` gets each line. Gives the exit
 * code: 0, 1 where a question failed, 2 for wrong usage.
 */
export async function evaluatePlanning(
  args: readonly string[],
  environment: Environment,
  print: Print,
): Promise<number> {
  try {
    const flags = readFlags(args);
    const wanted = formats.filter((format) => flags.prompt === undefined || flags.prompt === format);
    if (flags.file !== undefined) {
      summarize(await judgeFile(flags.file, print), print);
      return 0;
    }
    if (flags.provider === undefined) {
      for (const task of tasks) for (const format of wanted) print(JSON.stringify(printedRequest(task, format)));
      return 0;
    }
    const planner = choosePlanner({ ...flags, provider: flags.provider }, environment);
    const judged = await askAll(planner, wanted, flags.save, print);
    summarize(judged, print);
    return judged.some(({ verdict }) => verdict.type === "failed") ? 1 : 0;
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    print(`${error.message}\n${USAGE}`);
    return 2;
  }
}

interface Flags extends Partial<ProviderFlags> {
  readonly file: string | undefined;
  readonly prompt: string | undefined;
  readonly contextTokens: number | undefined;
  readonly save: string | undefined;
}

function readFlags(args: readonly string[]): Flags {
  const text = { type: "string" } as const;
  const provider = { provider: text, model: text, "base-url": text };
  const options = { ...provider, "context-tokens": text, prompt: text, save: text };
  let read;
  try {
    read = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = read;
  const { prompt, "context-tokens": context } = values;
  if (prompt !== undefined && !v.is(v.picklist(formats), prompt))
    throw new WrongUsage(`There is no prompt "${prompt}".`);
  if (context !== undefined && !/^[1-9]\d{0,8}$/.test(context))
    throw new WrongUsage(`"${context}" is no number of tokens.`);
  const { provider: id, model, "base-url": baseUrl, save } = values;
  const contextTokens = context === undefined ? undefined : Number(context);
  return {
    ...(id !== undefined && { provider: id }),
    model,
    baseUrl,
    prompt,
    contextTokens,
    save,
    file: positionals[0],
  };
}

function choosePlanner({ contextTokens, ...flags }: Flags & ProviderFlags, environment: Environment): Planner {
  const planners = createPlanners();
  const chosen = readProviderFlags(planners.presets, flags, environment);
  if (chosen.type === "unfit") throw new WrongUsage(`${chosen.message}\nNext: ${chosen.next}`);
  return planners.create({ ...chosen.choice, ...(contextTokens !== undefined && { limits: { contextTokens } }) });
}

/** Asks each task with each prompt, one after the other, so that the times are those of one question. */
async function askAll(
  planner: Planner,
  wanted: readonly PlannerFormat[],
  save: string | undefined,
  print: Print,
): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  const answers: string[] = [];
  for (const task of tasks) {
    for (const format of wanted) {
      const { answer, ...one } = await askAndJudge(planner, task, format);
      judged.push(one);
      answers.push(JSON.stringify({ id: task.name, prompt: format, answer }));
      print(lineOf(one));
    }
  }
  if (save !== undefined) writeFileSync(save, `${answers.join("\n")}\n`);
  return judged;
}

function printedRequest(task: Case, format: PlannerFormat): unknown {
  const { messages } = requestOf(task, format, usualLimits);
  const wire = messages.map(({ role, text: content }) => ({ role, content }));
  return { id: task.name, prompt: format, promptVersion: PLANNING_PROMPT_VERSION, messages: wire };
}

async function judgeFile(file: string, print: Print): Promise<readonly Judged[]> {
  let lines: readonly string[];
  try {
    lines = readFileSync(file, "utf8").split("\n");
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
  const judged: Judged[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const read = v.safeParse(answerLine, line);
    if (!read.success) throw new WrongUsage(`Line ${index + 1} is no answer: ${v.summarize(read.issues)}`);
    const { id, prompt: format, answer } = read.output;
    for (const task of tasks.filter(({ name }) => name === id)) {
      const written = estimateTokens(answer);
      const verdict = await judgeAnswer(task, answer);
      const one = { task: id, format, verdict, asked: undefined, written, isEstimated: true, seconds: undefined };
      judged.push(one);
      print(lineOf(one));
    }
  }
  return judged;
}

/** Asks as the chat does, and takes the time. */
async function askAndJudge(
  planner: Planner,
  task: Case,
  format: PlannerFormat,
): Promise<Judged & { readonly answer: string }> {
  const { messages, tokens, fits } = requestOf(task, format, planner.limits);
  const began = performance.now();
  let answer = "";
  let usage: { promptTokens?: number | undefined; completionTokens?: number | undefined } = {};
  let failure = fits ? "the answer broke off" : "the question is too long for the model";
  if (fits) {
    for await (const event of planner.stream(messages, new AbortController().signal)) {
      if (event.type === "text") answer += event.text;
      else if (event.type === "usage") usage = event.usage;
      else if (event.type === "failed") failure = event.failure.message;
      else if (event.type === "end") failure = event.reason === "stop" ? "" : "the answer has reached its limit";
    }
  }
  const seconds = (performance.now() - began) / 1000;
  const verdict: Verdict = failure === "" ? await judgeAnswer(task, answer) : { type: "failed", detail: failure };
  const { promptTokens, completionTokens } = usage;
  return {
    task: task.name,
    format,
    verdict,
    asked: promptTokens ?? tokens,
    written: completionTokens ?? estimateTokens(answer),
    isEstimated: completionTokens === undefined,
    seconds,
    answer,
  };
}

function lineOf({ task, format, verdict, asked, written, isEstimated, seconds }: Judged): string {
  const tokens = `${asked === undefined ? "" : `${asked} -> `}${isEstimated ? "~" : ""}${written} tokens`;
  const time = seconds === undefined ? "" : `${seconds.toFixed(1)} s`;
  const words = verdict.detail === "" ? verdict.type : `${verdict.type}: ${verdict.detail}`;
  return [task.padEnd(24), format.padEnd(6), tokens.padStart(20), time.padStart(8), words].join("  ").trimEnd();
}

/** One line for each prompt that was judged: how many answers of each kind, and what they cost together. */
function summarize(judged: readonly Judged[], print: Print): void {
  print("");
  print(["prompt", ...VERDICTS, "tokens asked", "written", "seconds"].join("  "));
  for (const format of formats) {
    const all = judged.filter((one) => one.format === format);
    if (all.length === 0) continue;
    const sum = (of: (one: Judged) => number | undefined): number =>
      all.reduce((total, one) => total + (of(one) ?? 0), 0);
    const cells = [
      ...VERDICTS.map((type) => [type, String(sum(({ verdict }) => (verdict.type === type ? 1 : 0)))] as const),
      ["tokens asked", all.some(({ asked }) => asked !== undefined) ? String(sum(({ asked }) => asked)) : "-"] as const,
      ["written", `${all.some(({ isEstimated }) => isEstimated) ? "~" : ""}${sum(({ written }) => written)}`] as const,
      [
        "seconds",
        all.some(({ seconds }) => seconds !== undefined) ? sum(({ seconds }) => seconds).toFixed(1) : "-",
      ] as const,
    ];
    print([format.padEnd(6), ...cells.map(([title, cell]) => cell.padStart(title.length))].join("  "));
  }
}
