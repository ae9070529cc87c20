import * as v from "valibot";
import type { Answer } from "./answer.ts";
import { plainUsage } from "./chatFormat.ts";
import { askedChat } from "./chatRequests.ts";
import {
  anything,
  callOf,
  given,
  messagesWith,
  openAiFields,
  prediction,
  promptOf,
  readFields,
  upTo,
} from "./requestFields.ts";
import { plainWords, usualStatus } from "./vendor.ts";
import type { Read, Reason, Refusal, Vendor } from "./vendor.ts";

/** Behind a marked part the model's vendor keeps what it has read, for the models of Anthropic. */
const mark = v.strictObject({ type: v.literal("ephemeral"), ttl: v.optional(v.picklist(["5m", "1h"])) });
const content = v.union([
  v.string(),
  v.array(
    v.strictObject({
      type: v.literal("text"),
      text: v.pipe(v.string(), v.minLength(1)),
      cache_control: v.optional(mark),
    }),
  ),
]);
const messages = v.pipe(
  messagesWith(callOf(v.string(), {}), { name: v.optional(v.string()) }, content),
  v.check((all) => all.filter(isMarked).length <= 4, "A maximum of 4 blocks with cache_control may be provided."),
);

const chatRequest = v.strictObject({
  ...openAiFields,
  messages,
  include_reasoning: given(v.boolean()),
  min_p: given(upTo(0, 1)),
  models: given(v.array(v.string())),
  prediction: given(prediction),
  provider: anything,
  reasoning: anything,
  repetition_penalty: given(upTo(0, 2)),
  top_a: given(upTo(0, 1)),
  top_k: given(v.number()),
  transforms: anything,
  usage: anything,
});

/** OpenRouter's chat completions: reasoning twice in each event, comments while it waits, usage always, with its cost. */
export const openRouter: Vendor = {
  basePath: "/api/v1",
  routes: { "/api/v1/chat/completions": readChat },
  lists: { "/api/v1/models": list },
  refuse,
  needsKey: true,
  streamType: "text/event-stream",
  limits: { contextTokens: 200_000, outputTokens: 64_000 },
  headers: { "x-clerk-auth-status": "signed-out" },
  shortens: () => false,
};

function readChat(body: unknown): Read {
  const read = readFields(chatRequest, body);
  if (read.type === "refused") return read;
  const { fields } = read;
  const asked = askedChat(fields, {
    streamUsage: "own event",
    usage: (answer) => ({
      ...plainUsage(answer),
      cost: costOf(answer),
      prompt_tokens_details: { cached_tokens: answer.cachedTokens },
      completion_tokens_details: { reasoning_tokens: answer.reasoningTokens },
    }),
    fields: { provider: "Anthropic" },
    thoughtDelta: (text) => ({
      role: "assistant",
      content: "",
      reasoning: text,
      reasoning_details: [{ type: "reasoning.text", text, format: "anthropic-claude-v1", index: 0 }],
    }),
  });
  if (asked.type === "refused" || !fields.model.startsWith("anthropic/")) return asked;
  const { prompt } = asked.asked;
  const offered = prompt.slice(0, prompt.length - promptOf(fields.messages).length);
  const keeps = fields.messages.flatMap((message, at) =>
    isMarked(message) ? [offered + promptOf(fields.messages.slice(0, at + 1))] : [],
  );
  return { ...asked, asked: { ...asked.asked, keeps } };
}

function isMarked({ content: said }: { readonly content?: v.InferOutput<typeof content> | null | undefined }): boolean {
  return Array.isArray(said) && said.some(({ cache_control: own }) => own !== undefined);
}

function costOf({ promptTokens, textTokens, reasoningTokens }: Answer): number {
  return (promptTokens * 3 + (textTokens + reasoningTokens) * 15) / 1_000_000;
}

/** Prices are texts, for one token. */
function list(models: readonly string[] = ["anthropic/claude-sonnet-4.5", "openai/gpt-5"]) {
  return {
    data: models.map((id) => ({
      id,
      canonical_slug: id,
      name: id,
      created: 1_735_689_600,
      description: "",
      context_length: 1_000_000,
      architecture: {
        modality: "text->text",
        input_modalities: ["text"],
        output_modalities: ["text"],
        tokenizer: "Other",
      },
      pricing: { prompt: "0.000003", completion: "0.000015", request: "0", image: "0" },
      top_provider: { context_length: 1_000_000, max_completion_tokens: 64_000, is_moderated: false },
      per_request_limits: null,
      supported_parameters: ["max_tokens", "reasoning", "temperature"],
    })),
  };
}

function refuse(reason: Reason): Refusal {
  const status = reason.type === "no-model" ? 400 : reason.type === "no-tools" ? 404 : usualStatus(reason);
  const refusal = (message: string, metadata?: unknown): Refusal => ({
    status,
    body: { error: { message, code: status, ...(metadata === undefined ? {} : { metadata }) }, user_id: "user_0" },
  });
  switch (reason.type) {
    case "no-key":
      return refusal("No auth credentials found");
    case "no-model":
      return refusal(`${reason.model} is not a valid model ID`);
    case "no-tools":
      return refusal(
        "No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing",
      );
    case "too-long":
      return refusal(
        `This endpoint's maximum context length is ${reason.limit} tokens. However, you requested about ${reason.tokens} tokens.`,
      );
    case "status":
      return reason.status === 402
        ? refusal("Insufficient credits. Add more using https://openrouter.ai/settings/credits")
        : refusal("Provider returned error", { raw: plainWords(reason), provider_name: "Anthropic" });
    default:
      return refusal(plainWords(reason));
  }
}
