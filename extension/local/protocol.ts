import * as v from "valibot";
import type { ModelEvent } from "../core/models/model.ts";

/** Messages between the extension and the engine's process. Both sides parse what they get. */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const id = count;

const costSchema = v.object({ tokens: count, ms: v.number() });

/** Which model does the work, and how. The engine has one at a time; another one takes its place. */
const loadSchema = v.object({
  path: v.string(),
  usesGpu: v.boolean(),
  isStrict: v.boolean(),
  /** `undefined`: as many as suit the machine. */
  threads: v.optional(count),
  /** What passes cost when the model was loaded before; measured where it is absent. */
  costs: v.optional(v.array(costSchema)),
});
export type Load = v.InferOutput<typeof loadSchema>;

const taskSchema = v.object({
  original: v.string(),
  sketch: v.string(),
  instruction: v.string(),
  path: v.optional(v.string()),
  language: v.optional(v.string()),
  draft: v.string(),
  /** Texts that the answer may repeat, the likeliest first; for comparison. Absent: draft, original and sketch. */
  drafts: v.optional(v.array(v.string())),
});
export type LocalTask = v.InferOutput<typeof taskSchema>;

/** The most windows that are scored together, and the longest text that goes with them, in characters: more than any context holds. */
const MOST_WINDOWS = 16;
const LONGEST_TEXT = 200_000;
const shortText = v.pipe(v.string(), v.maxLength(LONGEST_TEXT));

const scoreTaskSchema = v.object({
  original: shortText,
  sketch: shortText,
  instruction: shortText,
  path: v.optional(shortText),
  language: v.optional(shortText),
});

/** To the engine. Each one with an `id` is answered by messages with the same one. */
const requestSchema = v.variant("type", [
  /** Answered by `event`, the last of which ends it. */
  v.object({ type: v.literal("rewrite"), id, load: loadSchema, task: taskSchema }),
  /** Loads the model and reads the task's prompt. Answered by `prepared` or `failed`; a rewrite ends it. */
  v.object({ type: v.literal("prepare"), id, load: loadSchema, task: taskSchema }),
  /** Tells how likely the model finds windows as answers to a task. Answered by `scored` or `failed`. */
  v.object({
    type: v.literal("score"),
    id,
    load: loadSchema,
    task: scoreTaskSchema,
    windows: v.pipe(v.array(shortText), v.minLength(2), v.maxLength(MOST_WINDOWS)),
    /** Scoring ends as soon as one window is this certain; `undefined`: when all are read. */
    enough: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  }),
  /** Answered by `facts` or `failed`. */
  v.object({ type: v.literal("inspect"), id, path: v.string() }),
  /** Ends that request within one batch of tokens; a rewrite then has no last event, other work fails. */
  v.object({ type: v.literal("cancel"), id }),
  /** Answered by `health`. */
  v.object({ type: v.literal("health"), id }),
  /** The model leaves memory, and the process ends. */
  v.object({ type: v.literal("unload") }),
]);
export type EngineRequest = v.InferOutput<typeof requestSchema>;

const usageSchema = v.object({
  promptTokens: v.optional(count),
  completionTokens: v.optional(count),
  acceptedTokens: v.optional(count),
  rejectedTokens: v.optional(count),
});

const failureSchema = v.object({
  type: v.picklist(["not-found", "too-long", "cut-off", "unreachable", "bad-answer", "rejected"]),
  message: v.string(),
});
export type EngineFailure = v.InferOutput<typeof failureSchema>;

const eventSchema = v.variant("type", [
  v.object({ type: v.literal("text"), text: v.string() }),
  v.object({ type: v.literal("usage"), usage: usageSchema }),
  v.object({ type: v.literal("end"), reason: v.picklist(["stop", "length"]) }),
  v.object({ type: v.literal("failed"), failure: failureSchema }),
]) satisfies v.GenericSchema<unknown, ModelEvent>;
export type EngineEvent = v.InferOutput<typeof eventSchema>;

/** What a rewrite took: times in milliseconds, reading the prompt apart. */
const figuresSchema = v.object({
  promptTokens: count,
  /** Tokens of the prompt that were read already. */
  cachedTokens: count,
  prefillMs: v.number(),
  decodeMs: v.number(),
  tokens: count,
  passes: count,
  drafted: count,
  accepted: count,
});
export type RewriteFigures = v.InferOutput<typeof figuresSchema>;

const scoreSchema = v.object({ logLikelihood: v.pipe(v.number(), v.maxValue(0)), isWhole: v.boolean() });

/** What scoring took: times in milliseconds, reading what all windows begin with apart. */
const scoreFiguresSchema = v.object({
  promptTokens: count,
  /** Tokens of the prompt that were read already. */
  cachedTokens: count,
  prefillMs: v.number(),
  scoreMs: v.number(),
  /** Tokens of windows that were read. */
  tokens: count,
});
export type ScoreFigures = v.InferOutput<typeof scoreFiguresSchema>;

const factsSchema = v.object({
  title: v.string(),
  architecture: v.string(),
  neededBytes: count,
  freeBytes: count,
});

/** From the engine. */
const answerSchema = v.variant("type", [
  v.object({ type: v.literal("event"), id, event: eventSchema }),
  /** Before the last event of a rewrite that came to its end. */
  v.object({ type: v.literal("figures"), id, figures: figuresSchema }),
  v.object({ type: v.literal("prepared"), id, promptTokens: count }),
  v.object({ type: v.literal("scored"), id, scores: v.array(scoreSchema), figures: scoreFiguresSchema }),
  v.object({ type: v.literal("facts"), id, facts: factsSchema }),
  v.object({ type: v.literal("failed"), id, failure: failureSchema }),
  v.object({ type: v.literal("health"), id, memoryBytes: count }),
  /** A model is in memory. */
  v.object({ type: v.literal("loaded"), load: loadSchema, memoryBytes: count, costs: v.array(costSchema) }),
]);
export type EngineAnswer = v.InferOutput<typeof answerSchema>;

/** Parses a request to the engine; `undefined` if it is not one. */
export function parseRequest(raw: unknown): EngineRequest | undefined {
  const parsed = v.safeParse(requestSchema, raw);
  return parsed.success ? parsed.output : undefined;
}

/** Parses an answer of the engine; `undefined` if it is not one. */
export function parseAnswer(raw: unknown): EngineAnswer | undefined {
  const parsed = v.safeParse(answerSchema, raw);
  return parsed.success ? parsed.output : undefined;
}

/** Finds the id of the request that an unreadable message belongs to, so that nobody waits for ever; `undefined` if it has none. */
export function requestOf(raw: unknown): number | undefined {
  const parsed = v.safeParse(v.object({ id }), raw);
  return parsed.success ? parsed.output.id : undefined;
}
