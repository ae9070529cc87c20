import { standardUsage } from "../chatEvent.ts";
import type { Dialect } from "./dialect.ts";

/** Relace's apply model behind the chat protocol, which unlike its own interface gives the text while it is written. */
export const relace: Dialect = {
  path: "/apply/chat/completions",
  fields: (request) => ({
    max_tokens: request.maxTokens,
    stream_options: { include_usage: true },
    temperature: 0,
  }),
  // Its documentation of this way names none of them.
  optional: ["max_tokens", "stream_options", "temperature"],
  readUsage: standardUsage,
  statuses: {
    423: { type: "overloaded", message: () => "Relace is still starting this model" },
  },
};
