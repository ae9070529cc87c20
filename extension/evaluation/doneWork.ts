import type { CaseResult, EvaluationCase, Grade } from "../core/evaluation/evaluation.ts";
import { canBeGraded, GRADER_VERSION } from "../core/evaluation/grader.ts";
import { costOf, estimateSending, type CaseToSend, type Sending } from "../core/evaluation/sendings.ts";
import { digestOf, type SourceCase } from "./caseSource.ts";
import type { AskedPlanner, EngineToRun } from "./engines.ts";
import type { EvaluationOptions } from "./evaluationPorts.ts";
import { textKey } from "./gradeText.ts";
import type { PlannedCase } from "./planCase.ts";
import type { StoredRun } from "./storedRun.ts";

/** What is done, of this run and of earlier ones. */
export interface Done {
  at: string | undefined;
  readonly plans: Map<string, PlannedCase>;
  /** By engine and case. */
  readonly results: Map<string, CaseResult>;
  /** By text and asking. */
  readonly grades: Map<string, Grade>;
}

/** Makes the key of a result, by engine and case, or of a grade, by text and asking. */
export const keyOf = (one: string, other: string | number): string => JSON.stringify([one, other]);

/** Computes a digest that tells an engine from another one of the same name. */
export function engineDigest({ id, kind, draft, address }: EngineToRun): string {
  return digestOf([id, kind, draft ?? null, address ?? null]).slice(0, 12);
}

/** Computes a digest that tells a grader from another one of the same name. */
export function graderDigest({ planner, address }: AskedPlanner): string {
  return digestOf([GRADER_VERSION, planner.id, address ?? null]).slice(0, 12);
}

/** Collects what is kept of a run, as far as it belongs to these engines and this grader. */
export function readRun({ lines }: StoredRun, engines: readonly EngineToRun[], grader: AskedPlanner | undefined): Done {
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

/** Estimates what is still to be sent to each receiver. */
export function toBeSent(
  found: readonly SourceCase[],
  { engines, planner, grader }: EvaluationOptions,
  done: Done,
): Sending[] {
  const cases = knownCases(found, { planner }, done);
  const unplanned = cases.filter(({ answer }) => answer === undefined);
  const ofPlanner = planner === undefined ? [] : [estimateSending(planner.receiver, unplanned)];
  const ofEngines = engines.flatMap((engine) => {
    const left = cases.filter(({ id }) => !done.results.has(keyOf(engine.id, id)));
    return engine.receiver === undefined ? [] : [estimateSending(engine.receiver, left)];
  });
  const isGraded = ({ id }: Pick<EvaluationCase, "id">): boolean =>
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

/** A case whose answer a planner may still have to write. */
type KnownCase = Omit<EvaluationCase, "answer"> & Pick<CaseToSend, "answer">;

/**
 * Returns the cases as far as planning has come: with the planner's answer, or `undefined` if it is still to be written; without those
 * that planning skipped. Without a planner, all of them as they are.
 */
export function knownCases(
  found: readonly SourceCase[],
  { planner }: Pick<EvaluationOptions, "planner">,
  { plans }: Done,
): KnownCase[] {
  return found.flatMap(({ one }): KnownCase[] => {
    const plan = plans.get(one.id);
    if (planner === undefined) return [one];
    if (plan === undefined) return [{ ...one, answer: undefined }];
    return "skipped" in plan ? [] : [{ ...one, ...plan }];
  });
}

/** Checks whether there is an answer to apply. */
export function isAnswered(one: KnownCase): one is EvaluationCase {
  return one.answer !== undefined;
}

/** Lists the results by case and, for each case, by engine, with costs: the order in which they came depends on the machine's mood. */
export function inOrder(
  cases: readonly EvaluationCase[],
  engines: readonly EngineToRun[],
  { results }: Done,
): CaseResult[] {
  return cases.flatMap(({ id }) =>
    engines.flatMap((engine) => {
      const result = results.get(keyOf(engine.id, id));
      return result === undefined ? [] : [withCost(result, engine)];
    }),
  );
}

/** Adds the cost at the current price: what is kept from earlier may have been asked for at another. */
function withCost(result: CaseResult, { receiver }: EngineToRun): CaseResult {
  const { tokens } = result;
  const price = receiver?.price;
  return tokens === undefined || price === undefined ? result : { ...result, cost: costOf(tokens, price) };
}

/** Returns a result with the two grades of its text, if both are there, otherwise as it is. */
export function withGrades(result: CaseResult, { grades }: Done): CaseResult {
  if (result.text === undefined) return result;
  const key = textKey(result.caseId, result.text);
  const [first, second] = [grades.get(keyOf(key, 0)), grades.get(keyOf(key, 1))];
  return first === undefined || second === undefined ? result : { ...result, grades: [first, second] };
}
