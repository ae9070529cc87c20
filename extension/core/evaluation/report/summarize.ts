import { mean, quantile, sum } from "./statistics.ts";
import { RISK_STEPS, type Counts, type CurvePoint, type EngineSummary, type EvaluationSummary } from "./summary.ts";
import { graderAgreement, scoresOf, type GraderAgreement } from "../graderAgreement.ts";
import { isLenientlyEqual } from "../judgeResult.ts";
import type { CaseResult, EvaluatedEngine, Evaluation, EvaluationCase } from "../evaluation.ts";

/** Groups beyond this many become one group: nobody reads a chart with more. */
const MOST_GROUPS = 12;
/** Steps of a curve beyond this many cannot be seen. */
const MOST_CURVE_POINTS = 60;

/** A result with its case. */
interface Judged {
  readonly result: CaseResult;
  readonly of: EvaluationCase;
}

/** Computes all figures of an evaluation. A result whose case is not among the cases counts nowhere. */
export function summarize(evaluation: Evaluation): EvaluationSummary {
  const { source, made, engines, cases, results, skipped } = evaluation;
  const byId = new Map(cases.map((one) => [one.id, one]));
  const judged = results.flatMap((result): Judged[] => {
    const of = byId.get(result.caseId);
    return of === undefined ? [] : [{ result, of }];
  });
  const groupings = {
    byLanguage: groupNames(cases, (one) => [languageOf(one)]),
    byKind: groupNames(cases, kindsOf),
    byLength: (["short", "long"] as const).filter((split) => cases.some((one) => one.split === split)),
  };
  const grading = gradingOf(evaluation);
  return {
    version: 1,
    source,
    made,
    cases: cases.length,
    engines: engines.map((engine) =>
      summarizeEngine(
        engine,
        judged.filter(({ result }) => result.engineId === engine.id),
        groupings,
      ),
    ),
    ...(grading && { grading }),
    skipped,
  };
}

const OTHERS = "others";

function languageOf({ language }: EvaluationCase): string {
  return language === "" ? "unknown" : language;
}

/** An edit that is made of several kinds counts with each. */
function kindsOf({ kind }: EvaluationCase): string[] {
  return kind === "" ? ["unknown"] : [...new Set(kind.split("+"))];
}

/** Lists the names of groups, the most frequent first, by name if they are equally frequent; what is beyond the bound goes to `OTHERS`. */
function groupNames(
  cases: readonly EvaluationCase[],
  namesOf: (one: EvaluationCase) => readonly string[],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of cases.flatMap(namesOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts]
    .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .map(([name]) => name);
  return names.length <= MOST_GROUPS ? names : [...names.slice(0, MOST_GROUPS - 1), OTHERS];
}

function summarizeEngine(
  engine: EvaluatedEngine,
  judged: readonly Judged[],
  groupings: Readonly<Record<"byLanguage" | "byKind" | "byLength", readonly string[]>>,
): EngineSummary {
  const results = judged.map(({ result }) => result);
  const ended = results.filter(({ outcome }) => outcome !== "failed");
  const sure = ended.filter(({ outcome }) => outcome !== "refused" && outcome !== "declined");
  const [p50, p95] = [0.5, 0.95].map((share) =>
    quantile(
      ended.map(({ seconds }) => seconds),
      share,
    ),
  );
  const sureSeconds = sum(sure.map(({ seconds }) => seconds));
  const tokens = reported(results, ({ tokens: some }) => some);
  const passes = mean(reported(results, ({ passes: some }) => some));
  const acceptedShare = mean(reported(results, ({ acceptedShare: some }) => some));
  const costs = reported(results, ({ cost }) => cost);
  const scores = judged.flatMap(({ result }) => scoresOf(result.grades));
  const score = mean(scores);
  const grouped = (
    names: readonly string[],
    namesOf: (one: EvaluationCase) => readonly string[],
  ): EngineSummary["byKind"] => {
    const isOther = (name: string): boolean => !names.includes(name);
    return names.map((name) => {
      const isIn = (own: string): boolean => own === name || (name === OTHERS && isOther(own));
      return { name, counts: countOutcomes(judged.filter(({ of }) => namesOf(of).some(isIn))) };
    });
  };
  return {
    ...engine,
    counts: countOutcomes(judged),
    ...(p50 !== undefined && p95 !== undefined && { seconds: { p50, p95 } }),
    ...(sureSeconds > 0 && { speed: sum(sure.map(({ characters }) => characters)) / sureSeconds }),
    ...(tokens.length > 0 && {
      tokens: { sent: sum(tokens.map(({ sent }) => sent)), answered: sum(tokens.map(({ answered }) => answered)) },
    }),
    ...(passes !== undefined && { passes }),
    ...(acceptedShare !== undefined && { acceptedShare }),
    ...(costs.length > 0 && { cost: sum(costs) }),
    ...(score !== undefined && { score: { mean: score, count: scores.length } }),
    byLanguage: grouped(groupings.byLanguage, (one) => [languageOf(one)]),
    byKind: grouped(groupings.byKind, kindsOf),
    byLength: grouped(groupings.byLength, ({ split }) => [split]),
    curve: riskCurve(judged),
  };
}

/** Reads something from the results that tell it. */
function reported<Value>(results: readonly CaseResult[], read: (result: CaseResult) => Value | undefined): Value[] {
  return results.map(read).filter((value) => value !== undefined);
}

function countOutcomes(judged: readonly Judged[]): Counts {
  const counts = { exact: 0, lenient: 0, declined: 0, wrong: 0, refused: 0, failed: 0 };
  for (const { result } of judged) counts[result.outcome]++;
  return counts;
}

/**
 * Computes, for each certainty, how many texts are at least that certain, and how many of them are wrong. What the engine refused for want
 * of certainty counts with the text that it would have guessed. Equal certainties are one step.
 */
function riskCurve(judged: readonly Judged[]): CurvePoint[] {
  const guesses = judged
    .flatMap(({ result, of }) =>
      result.certainty === undefined || result.text === undefined
        ? []
        : [{ certainty: result.certainty, isRight: isRight(result, of) }],
    )
    .sort((one, other) => other.certainty - one.certainty);
  const points: CurvePoint[] = [];
  let [taken, wrong] = [0, 0];
  guesses.forEach(({ certainty, isRight: right }, at) => {
    taken++;
    if (!right) wrong++;
    if (guesses[at + 1]?.certainty !== certainty) points.push({ certainty, taken, wrong });
  });
  return thinned(points);
}

/** Picks points evenly, the first and the last among them, and those that the table of risks reads. */
function thinned(points: CurvePoint[]): CurvePoint[] {
  if (points.length <= MOST_CURVE_POINTS) return points;
  const step = (points.length - 1) / (MOST_CURVE_POINTS - 1);
  const even = Array.from({ length: MOST_CURVE_POINTS }, (_, at) => Math.round(at * step));
  const kept = new Set([
    ...even,
    ...RISK_STEPS.map((from) => points.findLastIndex(({ certainty }) => certainty >= from)),
  ]);
  return points.filter((_, at) => kept.has(at));
}

function isRight({ outcome, text }: CaseResult, { expected }: EvaluationCase): boolean {
  if (outcome === "exact" || outcome === "lenient") return true;
  return outcome === "refused" && text !== undefined && expected !== null && isLenientlyEqual(text, expected);
}

/** Computes the agreement of the grades; `undefined` if nobody was asked to grade. */
function gradingOf(evaluation: Evaluation): GraderAgreement | undefined {
  return evaluation.results.some(({ grades }) => grades !== undefined) ? graderAgreement(evaluation) : undefined;
}
