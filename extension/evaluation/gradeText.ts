import type { ModelFailure } from "../core/models/model.ts";
import { estimateTokens } from "../core/models/tokens.ts";
import type { CaseResult, EvaluationCase, Grade } from "../core/evaluation/evaluation.ts";
import { canBeGraded, graderWords, GRADE_TOKENS, readGrade, type GradedCase } from "../core/evaluation/grader.ts";
import type { Planner } from "../core/chat/planner.ts";
import { askForAnswer } from "./askPlanner.ts";
import { digestOf } from "./caseSource.ts";
import type { Random } from "./generate/random.ts";
import { createMeter } from "./meter.ts";

/** A text to be graded, by whomever it was written: engines that wrote the same share its grades. */
interface GradedText {
  readonly one: GradedCase;
  readonly text: string;
  readonly key: string;
}

/** One of the two times that a text is graded. */
export interface Grading {
  readonly graded: GradedText;
  readonly asking: 0 | 1;
  /** In which order the grader sees the four texts. */
  readonly order: readonly number[];
}

/** Makes the key that tells a text of a case from others. */
export function textKey(caseId: string, text: string): string {
  return digestOf([caseId, text]);
}

/** Plans all gradings of results, in an order that does not tell who wrote them. The second time, a text is shown the other way round. */
export function planGradings(
  cases: ReadonlyMap<string, EvaluationCase>,
  results: readonly CaseResult[],
  random: Random,
): readonly Grading[] {
  const texts = new Map<string, GradedText>();
  for (const { caseId, text } of results) {
    const one = cases.get(caseId);
    if (one === undefined || !canBeGraded(one) || text === undefined) continue;
    const key = textKey(caseId, text);
    texts.set(key, { one, text, key });
  }
  // Sorted first: the order must not tell which engine was the first to write a text.
  const sorted = [...texts.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const gradings = sorted.flatMap((graded): Grading[] => {
    const order = random.fork(graded.key).shuffle([0, 1, 2, 3]);
    return [
      { graded, asking: 0, order },
      { graded, asking: 1, order: order.toReversed() },
    ];
  });
  return random.shuffle(gradings);
}

/** Reasons may be long, but a grader that goes on and on does not give a grade. */
const MOST_CHARACTERS = 20_000;

/** Asks a grader once. An answer that is not a grade is a refusal. Throws only if `signal` is aborted. */
export async function gradeText(
  given: Planner,
  { graded: { one, text }, order }: Grading,
  signal: AbortSignal,
): Promise<{ readonly grade: Grade; readonly failure: ModelFailure | undefined }> {
  const meter = createMeter();
  const words = graderWords(one, text, order);
  const tokens = words.reduce((sum, message) => sum + estimateTokens(message.text), GRADE_TOKENS);
  if (tokens > given.limits.contextTokens) {
    return { grade: { refused: "The texts are longer than the grader can hold." }, failure: undefined };
  }
  const answer = await askForAnswer(meter.planner(given), words, signal, MOST_CHARACTERS);
  const grade: Grade = answer.type === "failed" ? { refused: answer.message } : readGrade(answer.text);
  return { grade, failure: meter.failure() };
}
