import * as v from "valibot";
import { plainUsage } from "./chatFormat.ts";
import { askedChat } from "./chatRequests.ts";
import { callOf, chatFields, given, messagesWith, prediction, readFields, textOf, whole } from "./requestFields.ts";
import { plainWords, usualStatus } from "./vendor.ts";
import type { Read, Reason, Refusal, Vendor } from "./vendor.ts";

/** Its ids of calls have one form, also where another vendor's model has made them. */
const callId = v.pipe(
  v.string(),
  v.regex(/^[a-zA-Z0-9]{9}$/, "Tool call id must be a-z, A-Z, 0-9, with a length of 9."),
);

/** There are no stream options: the last event of a stream always has the usage. */
const chatRequest = v.strictObject({
  ...chatFields,
  messages: messagesWith(callOf(callId, {}), {}),
  metadata: given(v.record(v.string(), v.unknown())),
  prediction: given(prediction),
  prompt_mode: given(v.string()),
  random_seed: given(whole),
  safe_prompt: given(v.boolean()),
});

/** Mistral's chat completions with predicted outputs, which come without figures. */
export const mistral: Vendor = {
  routes: { "/v1/chat/completions": readChat },
  lists: {
    "/v1/models": (models = ["mistral-large-latest", "codestral-latest", "mistral-embed"]) => ({
      object: "list",
      data: models.map((id) => ({
        id,
        object: "model",
        created: 1_735_689_600,
        owned_by: "mistralai",
        capabilities: { completion_chat: !id.includes("embed"), completion_fim: id.startsWith("codestral") },
        max_context_length: 131_072,
      })),
    }),
  },
  refuse,
  needsKey: true,
  streamType: "text/event-stream; charset=utf-8",
  limits: { contextTokens: 262_144, outputTokens: 262_144 },
  headers: { "x-ratelimit-limit-req-minute": "60", "x-ratelimit-remaining-req-minute": "59" },
  shortens: () => false,
};

/** What it thinks comes as a part of the content. */
const thoughtDelta = (text: string) => ({ content: [{ type: "thinking", thinking: [{ type: "text", text }] }] });

function readChat(body: unknown): Read {
  const read = readFields(chatRequest, body);
  if (read.type === "refused") return read;
  const { fields } = read;
  return askedChat(
    fields,
    {
      streamUsage: "last event",
      usage: plainUsage,
      thoughtDelta,
      callsCome: "whole",
      callId: ({ created }, at) => `c${String(created % 1e6).padStart(6, "0")}${String(at % 100).padStart(2, "0")}`,
    },
    {
      prediction: fields.prediction === undefined ? undefined : textOf(fields.prediction.content),
    },
  );
}

function refuse(reason: Reason): Refusal {
  const refusal = (status: number, message: unknown, type: string, code: string | null = null): Refusal => ({
    status,
    body: { object: "error", message, type, param: null, code },
  });
  const invalid = (path: readonly string[], type: string, msg: string, input: unknown = null) => {
    const loc = ["body", ...path.map((key) => (/^\d+$/.test(key) ? Number(key) : key))];
    return refusal(422, { detail: [{ type, loc, msg, input }] }, "invalid_request_error");
  };
  switch (reason.type) {
    case "unknown-field":
      return invalid(reason.path, "extra_forbidden", "Extra inputs are not permitted", reason.value);
    case "missing-field":
      return invalid(reason.path, "missing", "Field required");
    case "wrong-field":
      return invalid(reason.path, "value_error", reason.message, reason.value);
    case "no-key":
      return { status: 401, body: { message: "Unauthorized", request_id: "0" } };
    case "no-model":
      return refusal(400, `Invalid model: ${reason.model}`, "invalid_model", "1500");
    case "status":
      return reason.status === 429
        ? refusal(429, "Requests rate limit exceeded", "rate_limited", "1300")
        : refusal(
            reason.status,
            plainWords(reason),
            reason.status >= 500 ? "internal_server_error" : "invalid_request_error",
          );
    default:
      return refusal(usualStatus(reason), plainWords(reason), "invalid_request_error");
  }
}
