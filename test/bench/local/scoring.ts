import { applySketch } from "../../../extension/core/apply/applySketch.ts";
import type { ApplyRequest } from "../../../extension/core/apply/applyRequest.ts";
import type { Rewriter } from "../../../extension/core/models/rewriter.ts";
import { askAboutPieces } from "../../../extension/core/apply/choiceQuestion.ts";
import { scoreAlternatives } from "../../../extension/core/apply/scoreAlternatives.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import type { WindowScorer } from "../../../extension/core/models/windowScorer.ts";
import type { SyntaxParsers } from "../../../extension/core/text/syntax.ts";
import type { ScoreFigures } from "../../../extension/local/protocol.ts";
import { modelThatWrites, type WritingModel } from "../../models/modelThatWrites.ts";
import type { BenchCase } from "../speculation/benchCases.ts";
import { measuringEngine } from "./measure.ts";
import { answerFor, requestOf, taskOf } from "./windows.ts";
import { localLimits } from "../../../extension/local/localLimits.ts";

const signal = new AbortController().signal;

/** Two ways to decide an open piece, in milliseconds from the question to the decision, the model in memory. */
export interface ScoringTimes {
  readonly name: string;
  /** One window read to its end, as where the model is certain at once; nothing of the file was read before, nor below. */
  readonly decided: number;
  /** Every window read to its end, as where the model cannot tell them apart. */
  readonly scored: number;
  readonly figures: ScoreFigures;
  /** The window of the ladder rewritten. */
  readonly written: number;
}

/** Scores the alternatives of the case's one open piece, and rewrites the window that the ladder would have rewritten, by one engine. */
export async function measureScoring(
  one: BenchCase,
  parsers: SyntaxParsers,
  run: { readonly entry: string; readonly threads: number; readonly kind: WritingModel },
): Promise<ScoringTimes> {
  const request = await requestOf(one, parsers);
  const outcome = applyStructural(request);
  if (outcome.type !== "ambiguous") throw new Error(`${one.id}: the structural engine is sure.`);
  const question = askAboutPieces(request, outcome);
  if (question === undefined) throw new Error(`${one.id}: nothing is open.`);
  const task = await taskOf(request, localLimits);
  const model = await modelThatWrites(run.entry, task, answerFor(one, task), run.kind);
  let figures: ScoreFigures | undefined;
  const onScoreFigures = (measured: ScoreFigures): void => {
    figures = measured;
  };
  const { engine, options } = measuringEngine({ ...run, model, isStrict: false, onScoreFigures });
  const file = { path: model, name: "local" };
  const [scorer, rewriter] = [engine.scorer(file, options), engine.rewriter(file, options)];
  /** Reads something else, so that nothing of the file is there. */
  const forget = (): Promise<void> | undefined =>
    rewriter.prepare?.({ ...task, original: "nothing", sketch: "", path: "other" }, signal);
  const timed = async (work: () => Promise<void>): Promise<number> => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  // What a model with random weights is sure of says nothing: the least and the most that there is to read.
  const decide = async (enough: number | undefined): Promise<void> => {
    const port: WindowScorer = { ...scorer, score: (asked, windows) => scorer.score(asked, windows, enough, signal) };
    const answer = await scoreAlternatives(port, question, signal);
    if (answer.type === "failed") throw new Error(answer.message);
  };
  try {
    await forget();
    const decided = await timed(() => decide(0));
    await forget();
    const scored = await timed(() => decide(undefined));
    if (figures === undefined) throw new Error(`${one.id}: the engine told no figures.`);
    await forget();
    const written = await timed(() => writeAll(request, rewriter));
    return { name: one.id, decided, scored, figures, written };
  } finally {
    await engine.stop();
  }
}

async function writeAll(request: ApplyRequest, rewriter: Rewriter): Promise<void> {
  for await (const event of applySketch(request, { rewriters: [rewriter] }, signal)) {
    if (event.type === "ambiguous" || event.type === "failed") throw new Error(event.reason);
  }
}
