import * as v from "valibot";
import type { Answer, Asked } from "./answer.ts";
import { chatFormat, plainUsage } from "./chatFormat.ts";
import { askedChat } from "./chatRequests.ts";
import { anything, given, openAiFields, prediction, readFields, textOf, upTo, whole } from "./requestFields.ts";
import { plainWords, usualStatus } from "./vendor.ts";
import type { Read, Reason, Refusal, Vendor } from "./vendor.ts";

const chatRequest = v.strictObject({
  ...openAiFields,
  context_length_exceeded_behavior: v.optional(v.picklist(["error", "truncate"])),
  echo: given(v.boolean()),
  echo_last: given(whole),
  ignore_eos: given(v.boolean()),
  logprobs: given(v.union([v.boolean(), upTo(0, 5)])),
  min_p: given(upTo(0, 1)),
  mirostat_lr: given(v.number()),
  mirostat_target: given(v.number()),
  perf_metrics_in_response: given(v.boolean()),
  prediction: given(v.union([v.string(), prediction])),
  prompt_cache_isolation_key: given(v.string()),
  prompt_cache_key: given(v.string()),
  prompt_truncate_len: given(whole),
  raw_output: given(v.boolean()),
  reasoning_effort: given(v.union([v.string(), v.number(), v.boolean()])),
  reasoning_history: given(v.string()),
  repetition_penalty: given(upTo(0, 2)),
  return_token_ids: given(v.boolean()),
  safe_tokenization: given(v.boolean()),
  speculation: given(v.union([v.string(), v.array(whole)])),
  thinking: anything,
  top_k: given(upTo(0, 100)),
  top_logprobs: given(upTo(0, 5)),
  typical_p: given(upTo(0, 1)),
});

const completionRequest = v.strictObject({
  ...v.omit(chatRequest, ["messages", "tools", "tool_choice", "parallel_tool_calls"]).entries,
  prompt: v.string(),
});

/** An answer ends here where the request does not say how long it may be. */
const defaultMaxTokens = 2048;

/** Fireworks' completions, of chats and of prompts, with predicted outputs and their figures. */
export const fireworks: Vendor = {
  routes: {
    "/inference/v1/chat/completions": readChat,
    "/v1/chat/completions": readChat,
    "/inference/v1/completions": readCompletion,
    "/v1/completions": readCompletion,
  },
  lists: { "/inference/v1/models": list, "/v1/models": list },
  refuse,
  needsKey: true,
  limits: { contextTokens: 131_072, outputTokens: 131_072 },
  streamType: "text/event-stream; charset=utf-8",
  headers: {
    "x-ratelimit-limit-tokens-prompt": "3600000",
    "x-ratelimit-limit-tokens-cache-adjusted-prompt": "900000",
    "x-ratelimit-limit-tokens-generated": "36000",
    "x-ratelimit-over-limit": "no",
  },
  shortens: (body) => !v.is(v.looseObject({ context_length_exceeded_behavior: v.literal("error") }), body),
};

function list(models: readonly string[] = ["accounts/fireworks/models/any"]) {
  return {
    object: "list",
    data: models.map((id) => ({
      id,
      object: "model",
      owned_by: "fireworks",
      created: 1_735_689_600,
      kind: "HF_BASE_MODEL",
      supports_chat: !id.includes("flux"),
      supports_image_input: false,
      supports_tools: true,
      context_length: 131_072,
    })),
  };
}

function readChat(body: unknown): Read {
  const read = readFields(chatRequest, body);
  if (read.type === "refused") return read;
  const { fields } = read;
  const chat = askedChat(fields, { streamUsage: "none", usage: plainUsage });
  if (chat.type === "refused") return chat;
  const { prompt, tools = [], mayCall = false } = chat.asked;
  return readAsked(fields, prompt, false, { tools, mayCall });
}

function readCompletion(body: unknown): Read {
  const read = readFields(completionRequest, body);
  return read.type === "refused" ? read : readAsked(read.fields, read.fields.prompt, true);
}

function readAsked(
  fields: Omit<v.InferOutput<typeof completionRequest>, "prompt">,
  prompt: string,
  isCompletion: boolean,
  offered: Pick<Asked, "tools" | "mayCall"> = {},
): Read {
  if (fields.max_tokens !== undefined && fields.max_completion_tokens !== undefined) {
    const message = "cannot be given together with max_tokens";
    return { type: "refused", reason: { type: "unsupported-field", path: ["max_completion_tokens"], message } };
  }
  const predicted = fields.prediction ?? fields.speculation;
  const withMetrics = fields.perf_metrics_in_response === true;
  return {
    type: "asked",
    asked: {
      model: fields.model,
      stream: fields.stream === true,
      prompt,
      ...offered,
      prediction: predictionText(predicted),
      maxTokens: fields.max_tokens ?? fields.max_completion_tokens ?? defaultMaxTokens,
      format: chatFormat({
        isCompletion,
        streamUsage: fields.stream_options?.include_usage === true ? "own event" : "last event",
        thoughtDelta: (text) => ({ reasoning_content: text }),
        usage: (answer) => ({ ...plainUsage(answer), prompt_tokens_details: { cached_tokens: 0 } }),
        endFields: (answer) => (withMetrics ? { perf_metrics: metrics(answer, predicted !== undefined) } : {}),
        wholeHeaders: (answer) =>
          Object.fromEntries(
            Object.entries(metrics(answer, predicted !== undefined)).map(([name, value]) => [
              `fireworks-${name}`,
              `${value}`,
            ]),
          ),
      }),
    },
  };
}

function predictionText(predicted: v.InferOutput<typeof chatRequest>["prediction"] | number[]): string | undefined {
  if (predicted === undefined || typeof predicted === "string") {
    return predicted;
  }
  // Token ids of the vendor's own vocabulary say nothing to this one.
  return Array.isArray(predicted) ? "" : textOf(predicted.content);
}

function metrics({ promptTokens, speculation }: Answer, isPredicted: boolean): Record<string, number> {
  return {
    "prompt-tokens": promptTokens,
    "cached-prompt-tokens": 0,
    "server-time-to-first-token": 0.05,
    "server-processing-time": 0.1,
    ...(isPredicted
      ? {
          "speculation-prompt-tokens": speculation.predictionTokens,
          "speculation-prompt-matched-tokens": speculation.accepted,
        }
      : {}),
  };
}

function refuse(reason: Reason): Refusal {
  const status = usualStatus(reason);
  const refusal = (message: string, type = "invalid_request_error"): Refusal => ({
    status,
    body: { error: { object: "error", type, code: type, message } },
  });
  switch (reason.type) {
    case "unknown-field":
      return refusal(`${plainWords(reason)}, value: ${JSON.stringify(reason.value)}`);
    case "no-key":
      return refusal("The API key you provided is invalid.", "UNAUTHORIZED");
    case "no-model":
      return refusal("Model not found, inaccessible, and/or not deployed", "NOT_FOUND");
    case "status":
      return refusal(plainWords(reason), status >= 500 ? "internal_server_error" : "invalid_request_error");
    default:
      return refusal(plainWords(reason));
  }
}
