import { withoutPrediction } from "./compatible.ts";
import type { Dialect } from "./dialect.ts";

/** Refuses fields that it does not know, a prediction among them, and calls the token limit by OpenAI's newer name. */
export const groq: Dialect = {
  ...withoutPrediction,
  fields: (request) => ({
    max_completion_tokens: request.maxTokens,
    stream_options: { include_usage: true },
    temperature: 0,
  }),
};
