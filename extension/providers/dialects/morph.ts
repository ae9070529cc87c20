import { standardUsage } from "../chatEvent.ts";
import type { Dialect } from "./dialect.ts";

/** An apply model behind the chat protocol: what it starts from is in the message, so there is no prediction. */
export const morph: Dialect = {
  fields: (request) => ({
    max_tokens: request.maxTokens,
    stream_options: { include_usage: true },
    temperature: 0,
  }),
  optional: ["stream_options", "temperature"],
  readUsage: standardUsage,
  statuses: {},
};
