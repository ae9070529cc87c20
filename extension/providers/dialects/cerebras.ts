import { standardUsage } from "../chatEvent.ts";
import { predictionOf, type Dialect } from "./dialect.ts";

/** Takes a prediction for some models, and refuses it for others by a status 400. */
export const cerebras: Dialect = {
  fields: (request) => ({
    ...predictionOf(request),
    max_completion_tokens: request.maxTokens,
    stream_options: { include_usage: true },
    temperature: 0,
  }),
  optional: ["prediction", "stream_options", "temperature"],
  readUsage: standardUsage,
  statuses: {},
};
