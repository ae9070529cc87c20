import * as v from "valibot";
import { plainUsage } from "./chatFormat.ts";
import { askedChat } from "./chatRequests.ts";
import { anything, callOf, chatFields, given, messagesWith, positive, readFields, whole } from "./requestFields.ts";
import { plainWords, usualStatus } from "./vendor.ts";
import type { Read, Reason, Refusal, Vendor } from "./vendor.ts";

/** What its models want back with their own calls. */
const signature = v.strictObject({ google: v.strictObject({ thought_signature: v.string() }) });

const chatRequest = v.strictObject({
  ...chatFields,
  messages: messagesWith(callOf(v.string(), { extra_content: v.optional(signature) }), {}),
  max_completion_tokens: given(positive),
  reasoning_effort: given(v.string()),
  seed: given(whole),
  stream_options: given(v.strictObject({ include_usage: v.optional(v.boolean()) })),
  extra_body: anything,
});

const chatPath = "/v1beta/openai/chat/completions";

/** Google's compatibility with OpenAI's chat completions. What a model thinks is not shown unless it is asked for. */
export const google: Vendor = {
  basePath: "/v1beta/openai",
  routes: { [chatPath]: readChat },
  lists: {
    "/v1beta/openai/models": (models = ["gemini-2.5-pro", "gemini-embedding-001", "veo-3.0-generate-001"]) => ({
      object: "list",
      data: models.map((id) => ({ id: `models/${id}`, object: "model", owned_by: "google", display_name: id })),
    }),
  },
  refuse,
  needsKey: true,
  streamType: "text/event-stream",
  limits: { contextTokens: 1_048_576, outputTokens: 65_536 },
  headers: { "server-timing": "gfet4t7; dur=100" },
  shortens: () => true,
};

function readChat(body: unknown): Read {
  const read = readFields(chatRequest, body);
  if (read.type === "refused") return read;
  const { fields } = read;
  // Those of earlier questions may come from another vendor's model.
  const asked = fields.messages.findLastIndex(({ role }) => role === "user");
  const unsigned = fields.messages
    .slice(asked)
    .some(
      (message) =>
        "tool_calls" in message && message.tool_calls?.some((call) => call.extra_content === undefined) === true,
    );
  if (unsigned && /^(models\/)?gemini-[3-9]/.test(fields.model)) {
    const message = "Function call is missing a thought_signature in functionCall parts.";
    return { type: "refused", reason: { type: "wrong-field", path: ["messages"], value: fields.messages, message } };
  }
  return askedChat(fields, {
    streamUsage: fields.stream_options?.include_usage === true ? "last event" : "none",
    usage: plainUsage,
    callsCome: "whole",
    callFields: { extra_content: { google: { thought_signature: "c2lnbmF0dXJl" } } },
    callsFinish: "stop",
  });
}

const statusNames: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

/** Errors come as the one thing of a list. A wrong key is an invalid argument. */
function refuse(reason: Reason): Refusal {
  const status = reason.type === "no-key" ? 400 : usualStatus(reason);
  const refusal = (message: string, details: readonly unknown[] = []): Refusal => ({
    status,
    body: [
      {
        error: {
          code: status,
          message,
          status: statusNames[status] ?? "UNKNOWN",
          ...(details.length > 0 ? { details } : {}),
        },
      },
    ],
  });
  switch (reason.type) {
    case "no-key":
      return refusal("API key not valid. Please pass a valid API key.", [
        { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID", domain: "googleapis.com" },
      ]);
    case "no-model":
      return refusal(
        `models/${reason.model} is not found for API version v1main, or is not supported for generateContent.`,
      );
    case "too-long":
      return refusal(
        `The input token count (${reason.tokens}) exceeds the maximum number of tokens allowed (${reason.limit}).`,
      );
    case "unknown-field":
      return refusal(`Invalid JSON payload received. Unknown name "${reason.path.join(".")}": Cannot find field.`);
    case "status":
      return reason.status === 429
        ? refusal("You exceeded your current quota, please check your plan and billing details.", [
            { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" },
          ])
        : refusal(plainWords(reason));
    default:
      return refusal(plainWords(reason));
  }
}
