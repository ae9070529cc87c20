import type { IncomingHttpHeaders } from "node:http";
import * as v from "valibot";
import { plainUsage } from "./chatFormat.ts";
import { askedChat } from "./chatRequests.ts";
import { anything, openAiFields, prediction, given, readFields } from "./requestFields.ts";
import { plainWords, usualStatus } from "./vendor.ts";
import type { Read, Reason, Refusal, Vendor } from "./vendor.ts";

/** Fields that are documented as ignored are taken, as are those of its own. */
const chatRequest = v.strictObject({
  ...openAiFields,
  audio: anything,
  modalities: anything,
  prediction: given(prediction),
  thinking: anything,
});

/** How much each of its families writes at most. */
const outputLimits: readonly (readonly [RegExp, number])[] = [
  [/^claude-3-(opus|sonnet|haiku)/, 4_096],
  [/^claude-3-5/, 8_192],
  [/^claude-opus-4(-1)?(-\d{8})?$/, 32_000],
  [/^/, 64_000],
];

/** Anthropic's compatibility with OpenAI's chat completions. What a model thinks is not shown there. The list is its own API. */
export const anthropic: Vendor = {
  routes: { "/v1/chat/completions": readChat },
  lists: { "/v1/models": list },
  keyOf,
  refuse,
  needsKey: true,
  streamType: "text/event-stream; charset=utf-8",
  limits: { contextTokens: 200_000, outputTokens: 64_000 },
  headers: {
    "request-id": "req_000000000000000000000000",
    "anthropic-ratelimit-requests-limit": "4000",
    "anthropic-ratelimit-requests-remaining": "3999",
    "anthropic-ratelimit-tokens-limit": "480000",
  },
  shortens: () => true,
};

/** The key comes as OpenAI has it for chats, and in a header of its own, with a version, for the list. */
function keyOf(headers: IncomingHttpHeaders, method: string): string | undefined {
  if (method === "POST") {
    return /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
  }
  const key = headers["x-api-key"];
  return headers["anthropic-version"] === "2023-06-01" && headers.authorization === undefined && typeof key === "string"
    ? key
    : undefined;
}

function readChat(body: unknown): Read {
  const read = readFields(chatRequest, body);
  if (read.type === "refused") {
    return read;
  }
  const { fields } = read;
  const refused = (field: string, value: unknown, message: string): Read => ({
    type: "refused",
    reason: { type: "wrong-field", path: [field], value, message },
  });
  if ((fields.n ?? 1) !== 1) {
    return refused("n", fields.n, "must be 1");
  }
  if (fields.tools === undefined && fields.messages.some(({ role }) => role === "tool")) {
    return refused("tools", undefined, "Requests which have tool_use or tool_result blocks must define tools.");
  }
  const maxTokens = fields.max_completion_tokens ?? fields.max_tokens;
  const most = outputLimits.find(([family]) => family.test(fields.model))?.[1] ?? 0;
  if (maxTokens !== undefined && maxTokens > most) {
    const message = `${maxTokens} > ${most}, which is the maximum allowed number of output tokens for ${fields.model}`;
    return refused("max_tokens", maxTokens, message);
  }
  return askedChat(fields, {
    streamUsage: fields.stream_options?.include_usage === true ? "own event" : "none",
    usage: plainUsage,
  });
}

function list(models: readonly string[] = ["claude-opus-4-6", "claude-haiku-4-5-20251001"]) {
  return {
    data: models.map((id) => ({
      type: "model",
      id,
      display_name: id,
      created_at: "2026-02-01T00:00:00Z",
      max_input_tokens: 200_000,
      max_tokens: 64_000,
      capabilities: { thinking: { supported: true } },
    })),
    first_id: models[0] ?? null,
    last_id: models.at(-1) ?? null,
    has_more: false,
  };
}

function refuse(reason: Reason): Refusal {
  const status = usualStatus(reason);
  const refusal = (type: string, message: string): Refusal => ({
    status,
    body: { type: "error", error: { type, message }, request_id: "req_000000000000000000000000" },
  });
  switch (reason.type) {
    case "no-key":
      return refusal("authentication_error", "invalid x-api-key");
    case "no-model":
      return refusal("not_found_error", `model: ${reason.model}`);
    case "no-route":
      return refusal("not_found_error", "Not Found");
    case "too-long":
      return refusal("invalid_request_error", `prompt is too long: ${reason.tokens} tokens > ${reason.limit} maximum`);
    case "status":
      return refusal(statusTypes[status] ?? "invalid_request_error", plainWords(reason));
    default:
      return refusal("invalid_request_error", plainWords(reason));
  }
}

const statusTypes: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  529: "overloaded_error",
};
