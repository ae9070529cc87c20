import { standardUsage } from "../chatEvent.ts";
import { predictionOf, type Dialect } from "./dialect.ts";

/** Takes a prediction as OpenAI does, refuses fields that it does not know by 422, and always sends its usage. */
export const mistral: Dialect = {
  fields: (request) => ({
    ...predictionOf(request),
    max_tokens: request.maxTokens,
    temperature: 0,
  }),
  optional: ["prediction"],
  readUsage: standardUsage,
  statuses: {},
};
