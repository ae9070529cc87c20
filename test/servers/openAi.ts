import * as v from "valibot";
import type { Answer } from "./answer.ts";
import { askedChat } from "./chatRequests.ts";
import { anything, given, openAiFields, prediction, readFields, textOf } from "./requestFields.ts";
import { plainWords, usualStatus } from "./vendor.ts";
import type { Read, Reason, Refusal, Vendor } from "./vendor.ts";

const chatRequest = v.strictObject({
  ...openAiFields,
  audio: anything,
  modalities: given(v.array(v.picklist(["text", "audio"]))),
  prediction: given(prediction),
  prompt_cache_key: given(v.string()),
  safety_identifier: given(v.string()),
  stream_options: given(
    v.strictObject({ include_usage: v.optional(v.boolean()), include_obfuscation: v.optional(v.boolean()) }),
  ),
  verbosity: given(v.string()),
});

type ChatRequest = v.InferOutput<typeof chatRequest>;

/** The models whose documentation lists predicted outputs. */
const predictingModels = /^gpt-(4o|4o-mini|4\.1|4\.1-mini|4\.1-nano)(-\d{4}-\d{2}-\d{2})?$/;

/** They take one temperature, and the newer name of the limit; what they think is not shown. */
const reasoningModels = /^(o\d|gpt-5(?![\w.-]*-chat))/;

/** OpenAI's chat completions with predicted outputs. */
export const openAi: Vendor = {
  routes: { "/v1/chat/completions": readChat },
  lists: {
    "/v1/models": (models = ["gpt-5", "gpt-4.1", "text-embedding-3-large", "whisper-1", "gpt-5-codex"]) => list(models),
  },
  refuse,
  needsKey: true,
  limits: { contextTokens: 1_047_576, outputTokens: 32_768 },
  streamType: "text/event-stream; charset=utf-8",
  headers: {
    "x-ratelimit-limit-requests": "10000",
    "x-ratelimit-limit-tokens": "2000000",
    "x-ratelimit-remaining-requests": "9999",
    "x-ratelimit-remaining-tokens": "1999000",
    "x-ratelimit-reset-requests": "6ms",
    "x-ratelimit-reset-tokens": "30ms",
  },
  shortens: () => false,
};

function readChat(body: unknown): Read {
  const read = readFields(chatRequest, body);
  if (read.type === "refused") {
    return read;
  }
  const { fields } = read;
  const reason = findUnsupported(fields);
  if (reason !== undefined) {
    return { type: "refused", reason };
  }
  const style = {
    streamUsage: fields.stream_options?.include_usage === true ? "own event" : "none",
    usage,
    fields: { service_tier: "default", system_fingerprint: "fp_000000000000" },
  } as const;
  const prediction = fields.prediction === undefined ? undefined : textOf(fields.prediction.content);
  return askedChat(fields, style, { prediction });
}

function findUnsupported(fields: ChatRequest): Reason | undefined {
  const unsupported = (field: string, message: string): Reason => ({
    type: "unsupported-field",
    path: [field],
    message,
  });
  if (fields.stream_options !== undefined && fields.stream !== true) {
    return unsupported("stream_options", "The 'stream_options' parameter is only allowed when 'stream' is enabled.");
  }
  const most = openAi.limits.outputTokens;
  const tooLarge = (["max_tokens", "max_completion_tokens"] as const).find((field) => (fields[field] ?? 0) > most);
  if (tooLarge !== undefined) {
    const message = `${tooLarge} is too large: this model supports at most ${most} completion tokens.`;
    return { type: "wrong-field", path: [tooLarge], value: fields[tooLarge], message };
  }
  if (reasoningModels.test(fields.model)) {
    if (fields.max_tokens !== undefined) {
      const message =
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
      return unsupported("max_tokens", message);
    }
    if (fields.temperature !== undefined && fields.temperature !== 1) {
      return unsupported(
        "temperature",
        "Unsupported value: 'temperature' does not support this value with this model. Only the default (1) value is supported.",
      );
    }
  }
  if (fields.prediction === undefined) {
    return undefined;
  }
  if (!predictingModels.test(fields.model)) {
    return unsupported("prediction", "Unsupported parameter: 'prediction' is not supported with this model.");
  }
  const clashing = Object.entries({
    n: (fields.n ?? 1) > 1,
    logprobs: fields.logprobs === true,
    presence_penalty: (fields.presence_penalty ?? 0) > 0,
    frequency_penalty: (fields.frequency_penalty ?? 0) > 0,
    audio: fields.audio !== undefined,
    modalities: fields.modalities?.includes("audio") === true,
    max_completion_tokens: fields.max_completion_tokens !== undefined,
    tools: fields.tools !== undefined,
  }).find(([, clashes]) => clashes)?.[0];
  return clashing === undefined
    ? undefined
    : unsupported(clashing, `Unsupported parameter: '${clashing}' is not supported together with 'prediction'.`);
}

function list(models: readonly string[]) {
  return {
    object: "list",
    data: models.map((id) => ({ id, object: "model", created: 1_735_689_600, owned_by: "system" })),
  };
}

/** Tokens of the prediction that are not in the answer are billed, and count as written. */
function usage({ promptTokens, cachedTokens, textTokens, reasoningTokens, speculation }: Answer) {
  const completion = textTokens + reasoningTokens + speculation.rejected;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completion,
    total_tokens: promptTokens + completion,
    prompt_tokens_details: { cached_tokens: cachedTokens, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoningTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: speculation.accepted,
      rejected_prediction_tokens: speculation.rejected,
    },
  };
}

function refuse(reason: Reason): Refusal {
  const field = "path" in reason ? reason.path.join(".") : null;
  const refusal = (message: string, code: string | null, type = "invalid_request_error"): Refusal => ({
    status: usualStatus(reason),
    body: { error: { message, type, param: field, code } },
  });
  switch (reason.type) {
    case "no-key":
      return refusal("Incorrect API key provided.", "invalid_api_key");
    case "no-model":
      return refusal(
        `The model \`${reason.model}\` does not exist or you do not have access to it.`,
        "model_not_found",
      );
    case "too-long":
      return refusal(plainWords(reason), "context_length_exceeded");
    case "unknown-field":
      return refusal(`Unknown parameter: '${field ?? ""}'.`, "unknown_parameter");
    case "missing-field":
      return refusal(`Missing required parameter: '${field ?? ""}'.`, "missing_required_parameter");
    case "wrong-field":
      return refusal(`Invalid value for '${field ?? ""}': ${reason.message}`, "invalid_value");
    case "unsupported-field":
      return refusal(reason.message, "unsupported_parameter");
    case "status":
      return reason.status === 429
        ? refusal(plainWords(reason), "rate_limit_exceeded", "requests")
        : refusal(plainWords(reason), null, reason.status >= 500 ? "server_error" : "invalid_request_error");
    default:
      return refusal(plainWords(reason), null);
  }
}
