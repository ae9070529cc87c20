import { availableParallelism, cpus, totalmem } from "node:os";
import type { ModelFailure } from "../core/models/model.ts";
import type {
  CaseResult,
  EvaluatedEngine,
  Evaluation,
  EvaluationCase,
  Skipped,
} from "../core/evaluation/evaluation.ts";
import type { SyntaxParsers } from "../core/text/syntax.ts";
import { applyCase } from "./applyCase.ts";
import { digestOf, findCases, type FoundCases, type SourceCase } from "./caseSource.ts";
import type { AskedPlanner, EngineToRun } from "./engines.ts";
import {
  engineDigest,
  graderDigest,
  inOrder,
  isAnswered,
  keyOf,
  knownCases,
  readRun,
  toBeSent,
  withGrades,
  type Done,
} from "./doneWork.ts";
import { createRandom } from "./generate/random.ts";
import { gradeText, planGradings } from "./gradeText.ts";
import { countSkipped } from "./countSkipped.ts";
import { inParallel } from "./inParallel.ts";
import { planCase } from "./planCase.ts";
import { applyOnWorkers } from "./applyOnWorkers.ts";
import { FolderTrouble } from "./folderTrouble.ts";
import { isPassing, stopFor, watchFailures, type Stop } from "./stops.ts";
import { openRun, type StoredRun } from "./storedRun.ts";
import type {
  EvaluationEnd,
  EvaluationOptions,
  EvaluationPorts,
  EvaluationProgress,
  EvaluationStep,
} from "./evaluationPorts.ts";

/**
 * Evaluates engines on cases: finds them, asks before anything is sent, plans, applies and grades what an earlier run has not, and yields
 * all of it as one value. Expected failures are events; it throws only if `signal` is aborted. Even then, what is done is kept.
 */
export async function* runEvaluation(
  options: EvaluationOptions,
  ports: EvaluationPorts,
  signal: AbortSignal,
): AsyncGenerator<EvaluationProgress> {
  try {
    yield yield* goThrough(options, ports, signal);
  } catch (error) {
    if (!(error instanceof FolderTrouble)) throw error;
    yield { type: "failed", kind: "folder", message: error.message, next: error.next };
  }
}

async function* goThrough(
  options: EvaluationOptions,
  ports: EvaluationPorts,
  signal: AbortSignal,
): AsyncGenerator<EvaluationStep, EvaluationEnd> {
  const { planner, seed, folder, build } = options;
  const found = await findCases(options.source, { ...options, isPlanned: planner !== undefined }, signal);
  if (found.type === "failed") return { ...found, kind: "source" };
  const planned = planner && [planner.planner.id, planner.address];
  const digest = digestOf([build, seed, planned ?? null, found.source.commit ?? null, ...found.cases]);
  const run = await openRun(folder, digest);
  try {
    return yield* goOn(run, found, options, ports, signal);
  } finally {
    await run.close();
  }
}

/** Does what a run lacks. */
async function* goOn(
  run: StoredRun,
  found: FoundCases,
  options: EvaluationOptions,
  ports: EvaluationPorts,
  signal: AbortSignal,
): AsyncGenerator<EvaluationStep, EvaluationEnd> {
  const { engines, planner, grader, seed } = options;
  const done = readRun(run, engines, grader);
  yield { type: "found", cases: found.cases.length, remarks: found.remarks, kept: done.results.size };

  const sendings = toBeSent(found.cases, options, done).filter(({ requests }) => requests > 0);
  if (sendings.length > 0 && !(await ports.mayBeSent(sendings))) return { type: "declined" };
  const at = done.at ?? ports.today();
  if (done.at === undefined) run.keep({ type: "begun", at });

  const work: Work = { ...ports, run, done, signal, passing: [] };
  if (planner !== undefined) {
    const stop = yield* plan(found.cases, planner, work);
    if (stop !== undefined) return { ...stop, kind: "stopped" };
  }
  const skipped = countSkipped(found.skipped);
  const left = countSkipped();
  for (const plan of done.plans.values()) if ("skipped" in plan) left.add(plan.skipped);
  for (const { reason, count } of left.all()) skipped.add(reason, count);
  const cases = knownCases(found.cases, options, done).filter(isAnswered);
  if (planner !== undefined && cases.length === 0) return noCase(planner, left.all(), work);
  const stopped = yield* applyAll(cases, engines, work);
  if (stopped !== undefined) return { ...stopped, kind: "stopped" };
  const results = inOrder(cases, engines, done);
  if (grader !== undefined) {
    const stop = yield* grade(cases, results, grader, seed, work);
    if (stop !== undefined) return { ...stop, kind: "stopped" };
  }
  const remarks = [...found.remarks, ...remarkOn(work)];
  const evaluation: Evaluation = {
    version: 1,
    source: { ...found.source, ...(remarks.length > 0 && { remarks }) },
    made: {
      ...{ at, ...options.made, machine: thisMachine() },
      ...(planner && { planner: planner.receiver.name }),
      ...(grader && { grader: grader.receiver.name }),
    },
    engines: engines.map(describeEngine),
    cases,
    results: results.map((result) => withGrades(result, done)),
    skipped: skipped.all(),
  };
  return { type: "done", evaluation };
}

interface Work extends EvaluationPorts {
  readonly run: StoredRun;
  readonly done: Done;
  readonly signal: AbortSignal;
  /** Failures of this run that say nothing about an engine: what came of them is not kept. */
  readonly passing: ModelFailure[];
}

/** The end of a run whose planner answered nothing that could be applied. */
function noCase({ receiver }: AskedPlanner, skipped: readonly Skipped[], { passing }: Work): EvaluationEnd {
  const failure = passing.at(-1);
  if (failure !== undefined) return { ...stopFor(receiver.name, failure), kind: "stopped" };
  const reasons = skipped.map(({ reason, count }) => `${reason} (${count})`).join(", ");
  const message = `${receiver.name} left no case: ${reasons}.`;
  return { type: "failed", kind: "source", message, next: "name another planner, or more edits with --edits." };
}

function remarkOn({ passing: { length } }: Work): string[] {
  if (length === 0) return [];
  const requests = length === 1 ? "1 request" : `${length} requests`;
  return [
    `${requests} failed for the moment, and ${length === 1 ? "counts" : "count"} as if there were no answer: repeating the command completes the figures.`,
  ];
}

async function* plan(
  cases: readonly SourceCase[],
  { planner, receiver, width }: AskedPlanner,
  { run, done, now, signal, passing }: Work,
): AsyncGenerator<EvaluationStep, Stop | undefined> {
  const left = cases.filter(({ one }) => !done.plans.has(one.id));
  const tell = progressOf("planning", receiver.name, cases.length, left.length, now);
  const watch = watchFailures(receiver.name);
  const plans = inParallel(
    left,
    slots(width),
    async (each, _, ending) => ({ caseId: each.one.id, ...(await planCase(planner, each, ending)) }),
    signal,
  );
  for await (const { caseId, plan, failure } of plans) {
    const stop = watch.note(failure);
    if (stop !== undefined) return stop;
    done.plans.set(caseId, plan);
    if (isPassing(failure)) passing.push(failure);
    else run.keep({ type: "planned", caseId, plan });
    yield tell();
  }
  return undefined;
}

async function* applyAll(
  cases: readonly EvaluationCase[],
  engines: readonly EngineToRun[],
  work: Work,
): AsyncGenerator<EvaluationStep, Stop | undefined> {
  const { run, done, now, worker, signal, passing } = work;
  for (const engine of engines) {
    const left = cases.filter(({ id }) => !done.results.has(keyOf(engine.id, id)));
    if (left.length === 0) continue;
    const tell = progressOf("applying", engine.label, cases.length, left.length, now);
    const watch = watchFailures(engine.label);
    const digest = engineDigest(engine);
    await engine.begin?.(signal);
    const applied =
      engine.way.type === "structural"
        ? applyOnWorkers(left, engine.id, worker, signal)
        : applyHere(left, engine, await work.parsers(), now, signal);
    for await (const { result, failure } of applied) {
      const stop = watch.note(failure);
      if (stop !== undefined) return stop;
      done.results.set(keyOf(engine.id, result.caseId), result);
      if (isPassing(failure)) passing.push(failure);
      else run.keep({ type: "result", engine: digest, result });
      yield tell();
    }
  }
  return undefined;
}

function applyHere(
  cases: readonly EvaluationCase[],
  engine: EngineToRun,
  parsers: SyntaxParsers,
  now: () => number,
  signal: AbortSignal,
): ReturnType<typeof applyOnWorkers> {
  const apply = (one: EvaluationCase, _: number, ending: AbortSignal) =>
    applyCase(engine, one, { parsers, now }, ending);
  return inParallel(cases, slots(engine.width), apply, signal);
}

async function* grade(
  cases: readonly EvaluationCase[],
  results: readonly CaseResult[],
  grader: AskedPlanner,
  seed: number,
  { run, done, now, signal, passing }: Work,
): AsyncGenerator<EvaluationStep, Stop | undefined> {
  const { planner, receiver, width } = grader;
  const byId = new Map(cases.map((one) => [one.id, one]));
  const all = planGradings(byId, results, createRandom(seed).fork("grades"));
  const left = all.filter(({ graded, asking }) => !done.grades.has(keyOf(graded.key, asking)));
  const tell = progressOf("grading", receiver.name, all.length, left.length, now);
  const watch = watchFailures(receiver.name);
  const digest = graderDigest(grader);
  const grades = inParallel(
    left,
    slots(width),
    async (grading, _, ending) => ({ ...grading, ...(await gradeText(planner, grading, ending)) }),
    signal,
  );
  for await (const { graded, asking, grade, failure } of grades) {
    const stop = watch.note(failure);
    if (stop !== undefined) return stop;
    done.grades.set(keyOf(graded.key, asking), grade);
    if (isPassing(failure)) passing.push(failure);
    else run.keep({ type: "grade", grader: digest, text: graded.key, asking, grade });
    yield tell();
  }
  return undefined;
}

/** Counts what is done, and tells how long the rest takes if it goes on as before. */
function progressOf(
  stage: "planning" | "applying" | "grading",
  who: string,
  total: number,
  left: number,
  now: () => number,
): () => EvaluationStep {
  const start = now();
  let count = 0;
  return () => {
    count++;
    const secondsLeft = ((now() - start) / 1_000 / count) * (left - count);
    return { type: "progress", stage, who, done: total - left + count, total, secondsLeft };
  };
}

function slots(width: number): readonly number[] {
  return Array.from({ length: width }, (_, slot) => slot);
}

function describeEngine({ id, label, kind, draft }: EngineToRun): EvaluatedEngine {
  return { id, label, kind, ...(draft === undefined ? {} : { draft }) };
}

function thisMachine(): Evaluation["made"]["machine"] {
  return { cores: availableParallelism(), processor: cpus()[0]?.model.trim() ?? "", memory: totalmem() };
}
