import { acceptedTokenShare } from "../core/apply/applyFigures.ts";
import { STRUCTURAL, type ApplyEvent, type ApplyPorts } from "../core/apply/applyEvents.ts";
import { applySketch } from "../core/apply/applySketch.ts";
import { outcomeOf, structuralRequest, type EngineOutcome } from "../core/apply/applyToFile.ts";
import { selectForFile } from "../core/targets/fileSketches.ts";
import type { ModelFailure } from "../core/models/model.ts";
import { exactEditsWords } from "../core/evaluation/caseWords.ts";
import type { CaseResult, EvaluationCase } from "../core/evaluation/evaluation.ts";
import { judgeResult, type GivenResult } from "../core/evaluation/judgeResult.ts";
import { readReply } from "../core/sketch/readReply.ts";
import type { SyntaxParsers } from "../core/text/syntax.ts";
import { askForAnswer } from "./askPlanner.ts";
import type { EngineToRun } from "./engines.ts";
import { createMeter, type RequestMeter } from "./meter.ts";
import { lowest } from "./structuralWorker.ts";

export interface ApplyCasePorts {
  readonly parsers: SyntaxParsers;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** A result, and how the model that was asked last failed. */
export interface AppliedCase {
  readonly result: CaseResult;
  readonly failure: ModelFailure | undefined;
}

/** What an engine came to, before it is judged. */
interface Applied {
  readonly given: GivenResult;
  readonly certainty: number | undefined;
}

/** Applies a case by an engine in this process. Expected failures are results; it throws only when `signal` is aborted. */
export async function applyCase(
  engine: EngineToRun,
  one: EvaluationCase,
  { parsers, now }: ApplyCasePorts,
  signal: AbortSignal,
): Promise<AppliedCase> {
  const meter = createMeter();
  engine.takePasses?.();
  // A grammar is read once in a session, and no case should pay for that.
  if (one.language !== "") await parsers.load(one.language);
  const start = now();
  const applied = await applyBy(engine, one, parsers, meter, signal);
  const seconds = (now() - start) / 1_000;
  const [tokens, share, passes] = [meter.tokens(), acceptedTokenShare(meter.lastUsage()), engine.takePasses?.()];
  const result: CaseResult = {
    caseId: one.id,
    engineId: engine.id,
    ...judgeResult(applied.given, one),
    seconds,
    ...(applied.certainty === undefined ? {} : { certainty: applied.certainty }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(share === undefined ? {} : { acceptedShare: share }),
    ...(passes === undefined ? {} : { passes }),
  };
  return { result, failure: meter.failure() };
}

async function applyBy(
  { way, draft }: EngineToRun,
  one: EvaluationCase,
  parsers: SyntaxParsers,
  meter: RequestMeter,
  signal: AbortSignal,
): Promise<Applied> {
  switch (way.type) {
    case "structural":
      return applyWith({ rewriters: [] }, one, parsers, meter, signal);
    case "ladder": {
      const choosers = way.choosers.map(meter.chooser);
      // A chooser that was asked already is not asked again.
      const rewriters = way.rewriters.map((rewriter) => ({ ...meter.rewriter(rewriter), chooser: undefined }));
      return applyWith({ rewriters, choosers, draft }, one, parsers, meter, signal);
    }
    case "rewrite":
      return applyWith(
        { rewriters: [meter.rewriter(way.rewriter)], draft, isModelWanted: true },
        one,
        parsers,
        meter,
        signal,
      );
    case "exact-edits": {
      const words = exactEditsWords(one, way.planner.limits);
      if (words === undefined) return trouble("The file and the change are longer than the model can hold.");
      const answer = await askForAnswer(meter.planner(way.planner), words, signal);
      if (answer.type === "failed") return trouble(answer.message);
      return applyWith({ rewriters: [] }, { ...one, answer: answer.text }, parsers, meter, signal);
    }
  }
}

async function applyWith(
  ports: ApplyPorts,
  one: EvaluationCase,
  parsers: SyntaxParsers,
  meter: RequestMeter,
  signal: AbortSignal,
): Promise<Applied> {
  const { path, original, answer, instruction = "" } = one;
  const sketches = sketchesOf(one, answer);
  const language = one.language === "" ? undefined : one.language;
  const known = { original, sketches, path, language, instruction, conversation: [] };
  const request = { ...(await structuralRequest(parsers, known)), path, instruction, conversation: [] };
  let last: ApplyEvent | undefined;
  for await (const event of applySketch(request, ports, signal)) {
    last = event;
  }
  if (last === undefined || last.type === "step" || last.type === "text" || last.type === "usage")
    return trouble("The apply ended without an outcome.");
  const outcome = outcomeOf(last);
  const isByModel = outcome.engine !== undefined && outcome.engine !== STRUCTURAL;
  if (ports.isModelWanted === true && !isByModel) return trouble(meter.failure()?.message ?? messageOf(outcome));
  return { given: givenBy(outcome), certainty: certaintyOf(outcome) };
}

function sketchesOf({ path, language, original }: EvaluationCase, answer: string) {
  const known = language === "" ? undefined : language;
  return selectForFile(readReply(answer, { path, language: known, original }), path).taken;
}

function givenBy(outcome: EngineOutcome): GivenResult {
  switch (outcome.type) {
    case "merged":
      return { type: "sure", text: outcome.text };
    case "ambiguous":
      return { type: "unsure", text: outcome.draft, message: messageOf(outcome) };
    case "no-sketch":
      return { type: "unsure", text: undefined, message: outcome.reason };
  }
}

/** Says why the last one that was asked gave way, or else why the merge did. */
function messageOf(outcome: EngineOutcome): string {
  const last = outcome.failures?.at(-1);
  if (last !== undefined && last.engine !== STRUCTURAL) return `${last.engine}: ${last.message}`;
  return outcome.type === "merged" ? "" : outcome.reason;
}

function certaintyOf(outcome: EngineOutcome): number | undefined {
  return outcome.type === "no-sketch" ? undefined : lowest(outcome.pieces);
}

function trouble(message: string): Applied {
  return { given: { type: "trouble", message }, certainty: undefined };
}
