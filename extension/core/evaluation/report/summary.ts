import * as v from "valibot";
import {
  amountSchema as amount,
  countSchema as count,
  engineSchema,
  madeSchema,
  skippedSchema,
  sourceSchema,
} from "../evaluation.ts";

const shareOf = v.pipe(amount, v.maxValue(1));

/** How many results ended in which way. */
const countsSchema = v.object({
  exact: count,
  lenient: count,
  // Earlier summaries have no cases that have to be refused.
  declined: v.optional(count, 0),
  wrong: count,
  refused: count,
  failed: count,
});

const groupSchema = v.object({ name: v.string(), counts: countsSchema });

/** What comes of taking every text whose certainty is at least this one. */
const curvePointSchema = v.object({ certainty: shareOf, taken: count, wrong: count });

/** Figures of one engine. What is `undefined`, no result tells. */
const engineSummarySchema = v.object({
  ...engineSchema.entries,
  counts: countsSchema,
  /** From the click to the end, of all results that did not fail. */
  seconds: v.optional(v.object({ p50: amount, p95: amount })),
  /** Characters of whole new texts per second since the click, the wait for the first token included, of all texts that it was sure of. */
  speed: v.optional(amount),
  /** Of all its cases. */
  tokens: v.optional(v.object({ sent: count, answered: count })),
  /** Of a model on this machine, on average of the cases that needed one. */
  passes: v.optional(amount),
  acceptedShare: v.optional(shareOf),
  /** US dollars, of all its cases. */
  cost: v.optional(amount),
  /** Of the grader, from 1 to 5. */
  score: v.optional(v.object({ mean: amount, count })),
  byLanguage: v.array(groupSchema),
  byKind: v.array(groupSchema),
  byLength: v.array(groupSchema),
  /** From the highest certainty down; empty if it tells none. */
  curve: v.array(curvePointSchema),
});

const gradedSchema = v.object({ count, fives: v.optional(shareOf), mean: v.optional(amount) });

/** What the grader's word is worth: a `GraderAgreement`. */
const gradingSchema = v.object({
  graded: count,
  refusals: count,
  withItself: v.object({ same: v.optional(shareOf), near: v.optional(shareOf) }),
  withEquality: v.object({ equal: gradedSchema, other: gradedSchema, separation: v.optional(shareOf) }),
});

/** An evaluation without its texts: every figure that a report shows, and what they were counted from. */
const summarySchema = v.object({
  version: v.literal(1),
  source: sourceSchema,
  made: madeSchema,
  /** How many there are. */
  cases: count,
  engines: v.array(engineSummarySchema),
  grading: v.optional(gradingSchema),
  skipped: v.array(skippedSchema),
});

export type EvaluationSummary = v.InferOutput<typeof summarySchema>;
export type EngineSummary = v.InferOutput<typeof engineSummarySchema>;
export type Counts = v.InferOutput<typeof countsSchema>;
export type CurvePoint = v.InferOutput<typeof curvePointSchema>;
export type Outcome = keyof Counts;

/** Certainties at which a reader may want to know the risk: a curve has the figures of each to the letter. */
export const RISK_STEPS = [0.99, 0.95, 0.9, 0.8, 0.5, 0] as const;

/** From the best to the worst. */
export const OUTCOMES = [
  "exact",
  "lenient",
  "declined",
  "refused",
  "failed",
  "wrong",
] as const satisfies readonly Outcome[];

/**
 * Lists the outcomes that a report of these counts shows: a case can be declined only if it has to be refused, so `declined` may be left
 * out.
 */
export function shownOutcomes(all: readonly Counts[]): readonly Outcome[] {
  const hasDeclined = all.some(({ declined }) => declined > 0);
  return OUTCOMES.filter((outcome) => outcome !== "declined" || hasDeclined);
}

/** Reads a summary as it was stored; `undefined` if it is not one, or of another version. */
export function parseSummary(stored: unknown): EvaluationSummary | undefined {
  const parsed = v.safeParse(summarySchema, stored);
  return parsed.success ? parsed.output : undefined;
}
