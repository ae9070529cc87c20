import type { ModelUsage } from "../../core/models/model.ts";
import { mergeUsage, standardUsage, type ChatEvent } from "../chatEvent.ts";
import { predictionOf, type Dialect } from "./dialect.ts";

/** Always with `max_tokens`: Fireworks would cut the answer at 2,048 tokens. */
export const fireworks: Dialect = {
  fields: (request) => ({
    ...predictionOf(request),
    max_tokens: request.maxTokens,
    temperature: 0,
    context_length_exceeded_behavior: "error",
    perf_metrics_in_response: true,
    stream_options: { include_usage: true },
  }),
  optional: ["prediction"],
  readUsage: (event) => mergeUsage(standardUsage(event), readSpeculation(event)),
  statuses: {
    402: {
      type: "billing",
      message: () => "Fireworks has no credit left for this account. Add credit at https://app.fireworks.ai",
    },
    412: {
      type: "billing",
      message: () => "Fireworks has suspended this account. See https://app.fireworks.ai for the reason",
    },
    429: {
      type: "rate-limited",
      message: (model) =>
        `This account has reached its limit at Fireworks for ${model}. The limit rises with steady use`,
    },
    503: {
      type: "overloaded",
      message: (model) => `Fireworks has no free capacity for ${model} now. This is no limit of your account`,
    },
  },
};

/** The same for a deployment that has no form for chats, as fine-tuned apply models may be. */
export const fireworksCompletions: Dialect = {
  ...fireworks,
  path: "/completions",
  prompt: ({ messages }) => `${messages.map(({ text }) => text).join("\n\n")}\n\n`,
};

/** Fireworks says how much of the prediction came true under names of its own, as numbers or as digits. */
function readSpeculation({ perf_metrics: metrics }: ChatEvent): ModelUsage | undefined {
  const predicted = count(metrics?.["speculation-prompt-tokens"]);
  const matched = count(metrics?.["speculation-prompt-matched-tokens"]);
  if (matched === undefined) return undefined;
  return {
    acceptedTokens: matched,
    rejectedTokens: predicted === undefined ? undefined : Math.max(0, predicted - matched),
  };
}

function count(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
