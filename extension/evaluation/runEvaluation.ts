import { availableParallelism, cpus, totalmem } from "node:os";
import type { CaseResult, EvaluatedEngine, Evaluation, EvaluationCase, Grade } from "../core/evaluation/evaluation.ts";
import { canBeGraded, GRADER_VERSION } from "../core/evaluation/grader.ts";
import { estimateSending, type Sending } from "../core/evaluation/sendings.ts";
import type { SyntaxParsers } from "../core/text/syntax.ts";
import { applyCase } from "./applyCase.ts";
import { digestOf, findCases, type SourceCase } from "./caseSource.ts";
import type { AskedPlanner, EngineToRun } from "./engines.ts";
import { createRandom } from "./generate/random.ts";
import { gradeText, planGradings, textKey } from "./gradeText.ts";
import { countSkipped } from "./countSkipped.ts";
import { inParallel } from "./inParallel.ts";
import { planCase, type PlannedCase } from "./planCase.ts";
import { applyOnWorkers } from "./applyOnWorkers.ts";
import { isPassing, watchFailures, type Stop } from "./stops.ts";
import { openRun, type StoredRun } from "./storedRun.ts";
import type {
  EvaluationEnd,
  EvaluationOptions,
  EvaluationPorts,
  EvaluationProgress,
  EvaluationStep,
} from "./evaluationPorts.ts";

/**
 * Evaluates engines on cases: finds these, asks before anything is sent, has planned, applied and graded what an earlier run has not, and
 * gives all of it as one value. Expected failures are events; it throws only when `signal` is aborted. What is done is kept then, too.
 */
export async function* runEvaluation(
  options: EvaluationOptions,
  ports: EvaluationPorts,
  signal: AbortSignal,
): AsyncGenerator<EvaluationProgress> {
  yield yield* goThrough(options, ports, signal);
}

async function* goThrough(
  options: EvaluationOptions,
  ports: EvaluationPorts,
  signal: AbortSignal,
): AsyncGenerator<EvaluationStep, EvaluationEnd> {
  const { engines, planner, grader, seed, folder, build } = options;
  const found = await findCases(options.source, { ...options, isPlanned: planner !== undefined }, signal);
  if (found.type === "failed") return { ...found, kind: "source" };
  const planned = planner && [planner.planner.id, planner.address];
  const digest = digestOf([build, seed, planned ?? null, found.source.commit ?? null, ...found.cases]);
  const run = await openRun(folder, digest);
  if (run.type === "failed") {
    const next = "name a folder that you may write to with --out.";
    return {
      type: "failed",
      kind: "folder",
      message: `the run cannot be kept in ${folder}: ${run.message}.`,
      next,
    };
  }
  const done = readRun(run, engines, grader);
  yield { type: "found", cases: found.cases.length, remarks: found.remarks, kept: done.results.size };

  const sendings = toBeSent(found.cases, options, done).filter(({ requests }) => requests > 0);
  if (sendings.length > 0 && !(await ports.mayBeSent(sendings))) return { type: "declined" };
  const at = done.at ?? ports.today();
  if (done.at === undefined) run.keep({ type: "begun", at });

  const work: Work = { ...ports, run, done, signal };
  if (planner !== undefined) {
    const stop = yield* plan(found.cases, planner, work);
    if (stop !== undefined) return { ...stop, kind: "stopped" };
  }
  const skipped = countSkipped(found.skipped);
  const cases = found.cases.flatMap(({ one }): EvaluationCase[] => {
    const plan = done.plans.get(one.id);
    if (plan !== undefined && "skipped" in plan) skipped.add(plan.skipped);
    if (planner === undefined) return [one];
    return plan === undefined || "skipped" in plan ? [] : [{ ...one, ...plan }];
  });
  const stopped = yield* applyAll(cases, engines, work);
  if (stopped !== undefined) return { ...stopped, kind: "stopped" };
  const results = inOrder(cases, engines, done);
  if (grader !== undefined) {
    const stop = yield* grade(cases, results, grader, seed, work);
    if (stop !== undefined) return { ...stop, kind: "stopped" };
  }
  const evaluation: Evaluation = {
    version: 1,
    source: { ...found.source, ...(found.remarks.length > 0 && { remarks: [...found.remarks] }) },
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

/** What is done, of this run and of earlier ones. */
interface Done {
  at: string | undefined;
  readonly plans: Map<string, PlannedCase>;
  /** By engine and case. */
  readonly results: Map<string, CaseResult>;
  /** By text and asking. */
  readonly grades: Map<string, Grade>;
}

interface Work extends EvaluationPorts {
  readonly run: StoredRun;
  readonly done: Done;
  readonly signal: AbortSignal;
}

const keyOf = (one: string, other: string | number): string => JSON.stringify([one, other]);

/** What tells an engine from another one under the same name. */
function engineDigest({ id, kind, draft, address }: EngineToRun): string {
  return digestOf([id, kind, draft ?? null, address ?? null]).slice(0, 12);
}

function graderDigest({ planner, address }: AskedPlanner): string {
  return digestOf([GRADER_VERSION, planner.id, address ?? null]).slice(0, 12);
}

function readRun({ lines }: StoredRun, engines: readonly EngineToRun[], grader: AskedPlanner | undefined): Done {
  const done: Done = { at: undefined, plans: new Map(), results: new Map(), grades: new Map() };
  const known = new Map(engines.map((engine) => [engineDigest(engine), engine]));
  const ownGrader = grader && graderDigest(grader);
  for (const line of lines) {
    if (line.type === "begun") done.at = line.at;
    else if (line.type === "planned") done.plans.set(line.caseId, line.plan);
    else if (line.type === "grade" && line.grader === ownGrader)
      done.grades.set(keyOf(line.text, line.asking), line.grade);
    else if (line.type === "result") {
      const engine = known.get(line.engine);
      if (engine !== undefined) done.results.set(keyOf(engine.id, line.result.caseId), line.result);
    }
  }
  return done;
}

/** The most that is still to be sent, to each receiver. */
function toBeSent(
  found: readonly SourceCase[],
  { engines, planner, grader }: EvaluationOptions,
  done: Done,
): Sending[] {
  const cases = found.map(({ one }) => one);
  const unplanned = planner === undefined ? [] : cases.filter(({ id }) => !done.plans.has(id));
  const ofPlanner = planner === undefined ? [] : [estimateSending(planner.receiver, unplanned)];
  const ofEngines = engines.flatMap((engine) => {
    const left = cases.filter(({ id }) => !done.results.has(keyOf(engine.id, id)));
    return engine.receiver === undefined ? [] : [estimateSending(engine.receiver, left)];
  });
  const isGraded = ({ id }: EvaluationCase): boolean =>
    engines.every((engine) => {
      const result = done.results.get(keyOf(engine.id, id));
      if (result === undefined) return false;
      const key = result.text === undefined ? undefined : textKey(id, result.text);
      return key === undefined || [0, 1].every((asking) => done.grades.has(keyOf(key, asking)));
    });
  const ungraded = grader === undefined ? [] : cases.filter((one) => canBeGraded(one) && !isGraded(one));
  const ofGrader = grader === undefined ? [] : [estimateSending(grader.receiver, ungraded, engines.length)];
  return [...ofPlanner, ...ofEngines, ...ofGrader];
}

async function* plan(
  cases: readonly SourceCase[],
  { planner, receiver, width }: AskedPlanner,
  { run, done, now, signal }: Work,
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
    if (!isPassing(failure)) run.keep({ type: "planned", caseId, plan });
    yield tell();
  }
  return undefined;
}

async function* applyAll(
  cases: readonly EvaluationCase[],
  engines: readonly EngineToRun[],
  work: Work,
): AsyncGenerator<EvaluationStep, Stop | undefined> {
  const { run, done, now, worker, signal } = work;
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
      if (!isPassing(failure)) run.keep({ type: "result", engine: digest, result });
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
  { run, done, now, signal }: Work,
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
    if (!isPassing(failure)) run.keep({ type: "grade", grader: digest, text: graded.key, asking, grade });
    yield tell();
  }
  return undefined;
}

/** Counts what is done, and tells how long the rest takes if it goes on as it went so far. */
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

/** By case, and for each case by engine: the order in which they came is that of a machine's mood. */
function inOrder(cases: readonly EvaluationCase[], engines: readonly EngineToRun[], { results }: Done): CaseResult[] {
  return cases.flatMap(({ id }) => engines.flatMap((engine) => results.get(keyOf(engine.id, id)) ?? []));
}

function withGrades(result: CaseResult, { grades }: Done): CaseResult {
  if (result.text === undefined) return result;
  const key = textKey(result.caseId, result.text);
  const [first, second] = [grades.get(keyOf(key, 0)), grades.get(keyOf(key, 1))];
  return first === undefined || second === undefined ? result : { ...result, grades: [first, second] };
}

function describeEngine({ id, label, kind, draft }: EngineToRun): EvaluatedEngine {
  return { id, label, kind, ...(draft === undefined ? {} : { draft }) };
}

function thisMachine(): Evaluation["made"]["machine"] {
  return { cores: availableParallelism(), processor: cpus()[0]?.model.trim() ?? "", memory: totalmem() };
}
