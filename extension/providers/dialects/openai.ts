import { standardUsage } from "../chatEvent.ts";
import { predictionOf, type Dialect } from "./dialect.ts";

/**
 * With a prediction, OpenAI refuses `max_completion_tokens`, tools, several choices and more; its older models know no other
 * token limit that is documented for it. So none is sent: the model's own limit holds.
 */
export const openai: Dialect = {
  fields: (request) => ({
    ...predictionOf(request),
    stream_options: { include_usage: true },
    temperature: 0,
  }),
  optional: ["prediction", "temperature"],
  readUsage: standardUsage,
  statuses: {},
};
