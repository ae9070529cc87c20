import * as v from "valibot";
import type { ModelUsage } from "../core/models/model.ts";

const tokenCount = v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), undefined);

/** What is said about tokens must not make an answer fail, so whatever is odd there counts as not said. */
const usageSchema = v.fallback(
  v.optional(
    v.object({
      prompt_tokens: tokenCount,
      completion_tokens: tokenCount,
      prompt_tokens_details: v.fallback(v.optional(v.object({ cached_tokens: tokenCount })), undefined),
      completion_tokens_details: v.fallback(
        v.optional(v.object({ accepted_prediction_tokens: tokenCount, rejected_prediction_tokens: tokenCount })),
        undefined,
      ),
    }),
  ),
  undefined,
);

const contentSchema = v.union([
  v.string(),
  // Mistral's reasoning models send parts: text is the answer, thinking is not.
  v.array(
    v.object({
      type: v.string(),
      text: v.optional(v.string()),
      thinking: v.fallback(v.optional(v.array(v.object({ text: v.optional(v.string()) }))), undefined),
    }),
  ),
]);

/** What comes before an answer must not make it fail either. */
const asideSchema = v.fallback(v.optional(v.string()), undefined);

const callSchema = v.object({
  /** Some servers leave it out, or have the same for all of an event. */
  index: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), undefined),
  id: asideSchema,
  function: v.nullish(v.object({ name: asideSchema, arguments: asideSchema })),
  /** What Google wants back with the call. */
  extra_content: v.optional(v.unknown()),
});
/** A part of a call of a tool. */
export type CallPart = v.InferOutput<typeof callSchema>;

const eventSchema = v.object({
  /** Some servers send their errors as an event of this kind. */
  object: v.fallback(v.optional(v.string()), undefined),
  choices: v.nullish(
    v.array(
      v.object({
        delta: v.nullish(
          v.object({
            content: v.nullish(contentSchema),
            reasoning_content: asideSchema,
            reasoning: asideSchema,
            tool_calls: v.nullish(v.array(callSchema)),
          }),
        ),
        /** Completions have their text here. */
        text: v.nullish(v.string()),
        finish_reason: v.nullish(v.string()),
      }),
    ),
  ),
  usage: usageSchema,
  x_groq: v.fallback(v.optional(v.object({ usage: usageSchema })), undefined),
  perf_metrics: v.fallback(v.optional(v.record(v.string(), v.unknown())), undefined),
});

/** One event of a streamed chat answer, as far as any dialect reads it. */
export type ChatEvent = v.InferOutput<typeof eventSchema>;

/** Parses an event of a chat answer; `undefined` if it is not one. */
export function parseChatEvent(raw: unknown): ChatEvent | undefined {
  const result = v.safeParse(eventSchema, raw);
  return result.success ? result.output : undefined;
}

/** Returns the text that an event adds; only the first choice is asked for, and read. */
export function textOfEvent(event: ChatEvent): string {
  const choice = event.choices?.[0];
  const content = choice?.delta?.content ?? choice?.text ?? "";
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
}

/** Returns what an event adds to the reasoning before an answer. Servers that have both fields say the same in them. */
export function reasoningOf(event: ChatEvent): string {
  const { content, reasoning_content, reasoning } = event.choices?.[0]?.delta ?? {};
  const own = reasoning_content ?? reasoning ?? "";
  if (own !== "" || !Array.isArray(content)) return own;
  return content
    .flatMap(({ thinking }) => thinking ?? [])
    .map(({ text }) => text ?? "")
    .join("");
}

/** Reads token counts from where OpenAI, and most others too, put them; `undefined` if the event has no usage. */
export function standardUsage(event: ChatEvent): ModelUsage | undefined {
  const usage = event.usage ?? event.x_groq?.usage;
  if (usage === undefined) return undefined;
  return {
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens,
    acceptedTokens: usage.completion_tokens_details?.accepted_prediction_tokens,
    rejectedTokens: usage.completion_tokens_details?.rejected_prediction_tokens,
  };
}

/** Merges two usages; the later one counts if both know something. */
export function mergeUsage(earlier: ModelUsage | undefined, later: ModelUsage | undefined): ModelUsage | undefined {
  if (earlier === undefined || later === undefined) return later ?? earlier;
  return {
    promptTokens: later.promptTokens ?? earlier.promptTokens,
    completionTokens: later.completionTokens ?? earlier.completionTokens,
    cachedTokens: later.cachedTokens ?? earlier.cachedTokens,
    acceptedTokens: later.acceptedTokens ?? earlier.acceptedTokens,
    rejectedTokens: later.rejectedTokens ?? earlier.rejectedTokens,
  };
}
