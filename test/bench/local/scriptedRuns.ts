import type { Rewriter, RewriteTask } from "../../../extension/core/models/rewriter.ts";
import { createScoreChooser } from "../../../extension/core/apply/scoreAlternatives.ts";
import type { ScoreTask, WindowScorer } from "../../../extension/core/models/windowScorer.ts";
import type { EvaluationCase } from "../../../extension/core/evaluation/evaluation.ts";
import { applyCase } from "../../../extension/evaluation/applyCase.ts";
import { ladderEngine, localPlace, rewritingEngine } from "../../../extension/evaluation/makeEngines.ts";
import { createLocalEngine } from "../../../extension/local/localEngine.ts";
import { localLimits } from "../../../extension/local/localLimits.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { modelThatWrites, type WritingModel } from "../../models/modelThatWrites.ts";
import { scriptedModel } from "../../models/scriptedModel.ts";
import { tokenize } from "../../models/vocabulary.ts";
import type { BenchCase } from "../speculation/benchCases.ts";
import { doubtfulCase, openCase } from "./editCase.ts";
import { answerFor } from "./windows.ts";

/** One edit, and a model that means the right thing: what engines come to with it is given, what it takes them is not. */
export interface ScriptedRun {
  readonly name: string;
  readonly case: EvaluationCase;
  /** As `fast-apply eval` takes them. */
  readonly engines: string;
  /** Path of the model's file. */
  readonly model: string;
}

/** The places that the edit of the run of choices fits. */
const PLACES = 6;

const HERE = localPlace("scripted.gguf");
const QUIET = { usesGpu: false, isStrict: false, idleMs: 0 } as const;
const signal = new AbortController().signal;
const ports = { parsers: createSyntaxParsers(sourceGrammarsDirectory()), now: () => performance.now() };

/** A rewrite by each draft, and a choice by scoring. `entry`: the program of the local engine. */
export async function scriptedRuns(entry: string, kind: WritingModel): Promise<readonly ScriptedRun[]> {
  const [doubtful, open] = [doubtfulCase(), openCase(PLACES)];
  return [
    {
      name: "scripted-rewrite",
      case: caseOf(doubtful),
      engines: "local:none,local:original,local",
      model: await modelForRewrite(doubtful, entry, kind),
    },
    {
      name: "scripted-choice",
      case: caseOf(open),
      engines: "choice:local",
      model: await modelForChoice(open, entry, kind),
    },
  ];
}

function caseOf({ id, original, sketch, expected, path = "", language }: BenchCase): EvaluationCase {
  const known = { id, path, language: language ?? "", kind: "given", split: "short" } as const;
  // A sketch that is a whole reply has its own fence.
  const answer = sketch.includes("```") ? sketch : `\`\`\`${language ?? ""}\n${sketch}\n\`\`\`\n`;
  return { ...known, original, answer, expected };
}

async function modelForRewrite(one: BenchCase, entry: string, kind: WritingModel): Promise<string> {
  let asked: RewriteTask | undefined;
  const recorder: Rewriter = {
    ...{ id: "local", name: "local", limits: localLimits },
    // oxlint-disable-next-line typescript/require-await -- a stream of one event
    async *rewrite(task) {
      asked = task;
      yield { type: "failed", failure: { type: "rejected", message: "Only the task was wanted." } };
    },
  };
  await applyCase(rewritingEngine("local", "guess", recorder, HERE), caseOf(one), ports, signal);
  if (asked === undefined) throw new Error(`${one.id}: no rewrite was asked for.`);
  return modelThatWrites(entry, asked, answerFor(one, asked), kind);
}

async function modelForChoice(one: BenchCase, entry: string, kind: WritingModel): Promise<string> {
  let asked: { readonly task: ScoreTask; readonly windows: readonly string[] } | undefined;
  const recorder: WindowScorer = {
    name: "local",
    score: (task, windows) => {
      asked = { task, windows };
      return Promise.resolve({ type: "failed", message: "Only the windows were wanted." });
    },
  };
  const rewriter: Rewriter = {
    ...{ id: "local", name: "local", limits: localLimits, chooser: createScoreChooser("local", recorder) },
    rewrite: () => {
      throw new Error("A choice writes nothing.");
    },
  };
  await applyCase(ladderEngine("choice:local", "choice", rewriter, HERE), caseOf(one), ports, signal);
  const meant = asked?.windows.find((window) => isWithin(window, one.expected));
  if (asked === undefined || meant === undefined) throw new Error(`${one.id}: no window has the expected text.`);
  const { vocabulary } = kind;
  const promptTokens = await promptTokensOf(entry, asked.task, asked.windows, kind);
  const script = tokenize(vocabulary, `${meant}\n</updated-code>`);
  return scriptedModel({ ...kind, promptTokens, script, vocabulary });
}

/** Whether all lines of a window, which leaves out lines between its places, stand in a text in this order. */
function isWithin(window: string, text: string): boolean {
  const lines = text.split("\n");
  let at = 0;
  return window.split("\n").every((line) => {
    if (line === "") return true;
    at = lines.indexOf(line, at) + 1;
    return at > 0;
  });
}

/** How long the prompt of a choice is, as another model with the same vocabulary reads it. */
async function promptTokensOf(
  entry: string,
  task: ScoreTask,
  windows: readonly string[],
  { vocabulary }: WritingModel,
): Promise<number> {
  const tiny = { shape: "tiny", quantization: "F32" } as const;
  const silent = await scriptedModel({ ...tiny, promptTokens: 16_000, script: [], vocabulary });
  let promptTokens = 0;
  const engine = createLocalEngine({
    ...{ entry, threads: 1, costs: [] },
    onScoreFigures: (figures) => {
      promptTokens = figures.promptTokens;
    },
  });
  try {
    const scoring = await engine.scorer({ path: silent, name: "silent" }, QUIET).score(task, windows, 0, signal);
    if (scoring.type === "failed") throw new Error(scoring.message);
    return promptTokens;
  } finally {
    await engine.stop();
  }
}
