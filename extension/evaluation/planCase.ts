import type { ModelFailure } from "../core/models/model.ts";
import { planningWords, readWholeFile, wholeFileWords } from "../core/evaluation/caseWords.ts";
import { chooseFormat } from "../core/chat/plannerFormat.ts";
import type { Planner } from "../core/chat/planner.ts";
import { askForAnswer } from "./askPlanner.ts";
import type { SourceCase } from "./caseSource.ts";
import { createMeter } from "./meter.ts";

/** What a planner made of a case: its answer and the file that it means by that, or why that is not a case. */
export type PlannedCase = { readonly answer: string; readonly expected: string } | { readonly skipped: string };

/**
 * Has a planner make the change that a commit's message names, as the chat would, and then write the file that it means by that. Only this
 * second answer says what is right: what the commit itself did is one of many ways.
 */
export async function planCase(
  given: Planner,
  { one, message }: SourceCase,
  signal: AbortSignal,
): Promise<{ readonly plan: PlannedCase; readonly failure: ModelFailure | undefined }> {
  const meter = createMeter();
  const planner = meter.planner(given);
  const plan = await planBy(planner, { one, message }, signal);
  return { plan, failure: meter.failure() };
}

async function planBy(planner: Planner, { one, message }: SourceCase, signal: AbortSignal): Promise<PlannedCase> {
  const words = planningWords(one, message, chooseFormat("auto", planner), planner.limits);
  if (words === undefined) return { skipped: "file that is longer than the planner can hold" };
  const answer = await askForAnswer(planner, words, signal);
  if (answer.type === "failed") return { skipped: "question that the planner did not answer" };
  const whole = await askForAnswer(planner, wholeFileWords(words, answer.text, one.path), signal);
  if (whole.type === "failed") return { skipped: "answer of the planner without the whole file that it means" };
  const expected = readWholeFile(whole.text, one.original);
  if (expected === undefined) return { skipped: "answer of the planner without the whole file that it means" };
  if (expected === one.original) return { skipped: "answer of the planner that changes nothing" };
  return { answer: answer.text, expected };
}
