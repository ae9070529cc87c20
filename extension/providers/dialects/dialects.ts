import { standardUsage } from "../chatEvent.ts";
import { predictionOf, type Dialect } from "./dialect.ts";

/** What differs from vendor to vendor. */
interface Differences extends Partial<Omit<Dialect, "fields">> {
  /** The field that limits an answer; `undefined`: none is sent. */
  readonly limitField: "max_tokens" | "max_completion_tokens" | undefined;
  readonly takesPrediction: boolean;
  /** Whether the usage has to be asked for; servers without the option send it always. */
  readonly hasUsageOption?: boolean;
}

function dialectOf({ limitField, takesPrediction, hasUsageOption = true, ...own }: Differences): Dialect {
  return {
    fields: (request) => ({
      ...(takesPrediction && predictionOf(request)),
      ...(limitField !== undefined && { [limitField]: request.maxTokens }),
      ...(hasUsageOption && { stream_options: { include_usage: true } }),
      temperature: 0,
    }),
    optional: ["prediction", "stream_options", "temperature"],
    readUsage: standardUsage,
    statuses: {},
    ...own,
  };
}

/** Servers that speak OpenAI's protocol. Whether one takes a prediction, refuses it or ignores it shows when asked. */
export const compatible = dialectOf({ limitField: "max_tokens", takesPrediction: true });

/** The same for those known to make no use of a prediction: their engines find the old text in the prompt. */
export const withoutPrediction = dialectOf({ limitField: "max_tokens", takesPrediction: false });

/** Takes a prediction for some models, and refuses it for others by a status 400. */
export const cerebras = dialectOf({ limitField: "max_completion_tokens", takesPrediction: true });

/** Refuses fields that it does not know, a prediction among them, and calls the token limit by OpenAI's newer name. */
export const groq = dialectOf({ limitField: "max_completion_tokens", takesPrediction: false });

/** Takes a prediction as OpenAI does, refuses fields that it does not know by 422, and always sends its usage. */
export const mistral = dialectOf({
  limitField: "max_tokens",
  takesPrediction: true,
  hasUsageOption: false,
  optional: ["prediction"],
});

/**
 * With a prediction, OpenAI refuses `max_completion_tokens`, tools, several choices and more; its older models know no other
 * token limit that is documented for it. So none is sent: the model's own limit holds.
 */
export const openai = dialectOf({
  limitField: undefined,
  takesPrediction: true,
  optional: ["prediction", "temperature"],
});

/** Relace's apply model behind the chat protocol, which unlike its own interface sends the text while it is written. */
export const relace = dialectOf({
  limitField: "max_tokens",
  takesPrediction: false,
  path: "/apply/chat/completions",
  // Its documentation of this way names none of them.
  optional: ["max_tokens", "stream_options", "temperature"],
  statuses: {
    423: { type: "overloaded", message: () => "Relace is still starting this model" },
  },
});
