import type { CaseResult, Evaluation, Grade } from "./evaluation.ts";
import { isLenientlyEqual } from "./judgeResult.ts";
import { mean, ratio } from "./report/statistics.ts";

/** How far grades can be trusted. All shares are from 0 to 1, and `undefined` if there is nothing to share. */
export interface GraderAgreement {
  /** Texts with two grades: what several engines wrote is graded once. */
  readonly graded: number;
  /** Questions that got no grade. */
  readonly refusals: number;
  readonly withItself: {
    /** Of the texts with two grades, those with the same one twice, and those whose grades are one apart at most. */
    readonly same: number | undefined;
    readonly near: number | undefined;
  };
  readonly withEquality: {
    /** Of single grades of texts that equal the expected text: how many there are, and the share of fives. */
    readonly equal: { readonly count: number; readonly fives: number | undefined; readonly mean: number | undefined };
    /** The same of texts that do not; some of these may be as right. */
    readonly other: { readonly count: number; readonly fives: number | undefined; readonly mean: number | undefined };
    /**
     * How likely it is that a text that equals the expected text has a better grade than one that does not, equal grades counted half: 0.5
     * says that the grades tell nothing.
     */
    readonly separation: number | undefined;
  };
}

/**
 * Computes how the grades of an evaluation agree with each other, and with equality, which nobody can argue with. Equal is what
 * `isLenientlyEqual` says of the text, even if the engine was not sure of it.
 */
export function graderAgreement({ cases, results }: Pick<Evaluation, "cases" | "results">): GraderAgreement {
  const expected = new Map(cases.map((one) => [one.id, one.expected]));
  const isEqual = ({ caseId, text }: CaseResult): boolean =>
    text !== undefined && isLenientlyEqual(text, expected.get(caseId) ?? "");
  const graded = results.filter((result) => result.grades !== undefined);
  const asked = [...new Map(graded.map((result) => [JSON.stringify([result.caseId, result.text]), result])).values()];
  const pairs = asked.flatMap(({ grades }) => {
    const scores = scoresOf(grades);
    return scores.length === 2 ? [scores] : [];
  });
  const apart = pairs.map(([first = 0, second = 0]) => Math.abs(first - second));
  const equal = asked.filter(isEqual).flatMap(({ grades }) => scoresOf(grades));
  const other = asked.filter((result) => !isEqual(result)).flatMap(({ grades }) => scoresOf(grades));
  return {
    graded: pairs.length,
    refusals: asked.length * 2 - equal.length - other.length,
    withItself: { same: shareOf(apart, (far) => far === 0), near: shareOf(apart, (far) => far <= 1) },
    withEquality: { equal: standing(equal), other: standing(other), separation: separationOf(equal, other) },
  };
}

/** Picks the grades among what a grader answered; refusals are left out. */
export function scoresOf(grades: readonly Grade[] = []): number[] {
  return grades.flatMap((grade) => ("score" in grade ? [grade.score] : []));
}

function standing(scores: readonly number[]): GraderAgreement["withEquality"]["equal"] {
  return { count: scores.length, fives: shareOf(scores, (score) => score === 5), mean: mean(scores) };
}

function shareOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): number | undefined {
  return ratio({ count: items.filter(holds).length, of: items.length });
}

function separationOf(better: readonly number[], worse: readonly number[]): number | undefined {
  if (better.length === 0 || worse.length === 0) return undefined;
  const won = better.reduce(
    (sum, high) => sum + worse.reduce((wins, low) => wins + (high > low ? 1 : high === low ? 0.5 : 0), 0),
    0,
  );
  return won / (better.length * worse.length);
}
