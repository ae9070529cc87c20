import { standardUsage } from "../chatEvent.ts";
import { predictionOf, type Dialect } from "./dialect.ts";

/** Servers that speak OpenAI's protocol. Whether one takes a prediction, refuses it or pays no heed to it shows when asked. */
export const compatible: Dialect = {
  fields: (request) => ({
    ...predictionOf(request),
    max_tokens: request.maxTokens,
    stream_options: { include_usage: true },
    temperature: 0,
  }),
  optional: ["prediction", "stream_options", "temperature"],
  readUsage: standardUsage,
  statuses: {},
};

/** The same for those known to make nothing of a prediction: their engines find the old text in the prompt. */
export const withoutPrediction: Dialect = {
  ...compatible,
  fields: (request) => compatible.fields({ ...request, prediction: "" }),
};
