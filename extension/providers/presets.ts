import type { ModelLimits } from "../core/models/model.ts";
import type { PromptFamilyName } from "../core/models/prompts.ts";
import type { ProviderPreset } from "../core/models/rewriter.ts";
import type { Dialect } from "./dialects/dialect.ts";
import { cerebras, compatible, groq, mistral, openai, relace, withoutPrediction } from "./dialects/dialects.ts";
import { fireworks, fireworksCompletions } from "./dialects/fireworks.ts";

/** A preset, and how its servers are spoken to. */
export interface PresetEntry extends ProviderPreset {
  readonly protocol:
    | {
        readonly type: "chat";
        readonly dialect: Dialect;
        /** The words for all of its models, if their names do not tell. */
        readonly family?: PromptFamilyName;
      }
    | { readonly type: "completions" };
  readonly limits: ModelLimits;
  /** Time to the first byte, in milliseconds, if 30 seconds are too few: models that must be loaded first. */
  readonly firstByteMs?: number;
}

const thousand = 1_000;

/** Such a server runs the model that its owner has started, so the user names it. */
function localServer(id: string, name: string, port: number, dialect: Dialect, limits: ModelLimits): PresetEntry {
  return {
    id,
    name,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: "",
    models: [],
    needsKey: false,
    keyPage: undefined,
    keyVariables: [],
    privacy: `The file, its path, the sketch and the chat around it go to your own server, ${name}, and nowhere else.`,
    protocol: { type: "chat", dialect },
    limits,
    firstByteMs: 120 * thousand,
  };
}

function privacyOf(company: string): string {
  return `The file, its path, the sketch and the chat around it go to ${company}, under your account there.`;
}

/** Servers with unknown limits; they refuse what is too much for them. */
const usualLimits: ModelLimits = { contextTokens: 32_768, outputTokens: 16_384 };

/** All providers, in the order in which a user chooses. One more server that speaks OpenAI's protocol is one more entry. */
export const presets: readonly PresetEntry[] = [
  {
    id: "fireworks",
    name: "Fireworks",
    baseUrl: "https://api.fireworks.ai/inference/v1",
    model: "accounts/fireworks/models/qwen3-coder-480b-a35b-instruct",
    models: [
      "accounts/fireworks/models/qwen3-coder-480b-a35b-instruct",
      "accounts/fireworks/models/qwen3-coder-30b-a3b-instruct",
      "accounts/fireworks/models/kimi-k2-instruct-0905",
      "accounts/fireworks/models/deepseek-v3p1",
    ],
    needsKey: true,
    keyPage: "https://app.fireworks.ai/settings/users/api-keys",
    keyVariables: ["FIREWORKS_API_KEY"],
    privacy: privacyOf("Fireworks AI"),
    protocol: { type: "chat", dialect: fireworks },
    limits: { contextTokens: 128 * thousand, outputTokens: 32 * thousand },
  },
  {
    id: "fireworks-completions",
    name: "Fireworks completions",
    baseUrl: "https://api.fireworks.ai/inference/v1",
    model: "",
    models: [],
    needsKey: true,
    keyPage: "https://app.fireworks.ai/settings/users/api-keys",
    keyVariables: ["FIREWORKS_API_KEY"],
    privacy: privacyOf("Fireworks AI"),
    protocol: { type: "chat", dialect: fireworksCompletions },
    limits: { contextTokens: 32_768, outputTokens: 16_384 },
  },
  {
    id: "morph",
    name: "Morph",
    baseUrl: "https://api.morphllm.com/v1",
    model: "morph-v3-fast",
    models: ["morph-v3-fast", "morph-v3-large", "auto"],
    needsKey: true,
    keyPage: "https://morphllm.com/dashboard/api-keys",
    keyVariables: ["MORPH_API_KEY"],
    privacy: "The file, its path, the sketch and your instruction go to Morph, under your account there.",
    // An apply model behind the chat protocol: what it starts from is in the message.
    protocol: { type: "chat", dialect: withoutPrediction, family: "morph" },
    limits: { contextTokens: 81_900, outputTokens: 16_400 },
  },
  {
    id: "relace",
    name: "Relace",
    baseUrl: "https://instantapply.endpoint.relace.run/v1",
    model: "relace-apply-3",
    models: ["relace-apply-3"],
    needsKey: true,
    keyPage: "https://app.relace.ai/settings/api-keys",
    keyVariables: ["RELACE_API_KEY"],
    privacy: "The file, its path, the sketch and your instruction go to Relace, under your account there.",
    protocol: { type: "chat", dialect: relace, family: "morph" },
    limits: { contextTokens: 256 * thousand, outputTokens: 128 * thousand },
  },
  {
    id: "openai",
    name: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    model: "gpt-4.1-mini",
    models: ["gpt-4.1-mini", "gpt-4.1", "gpt-4o-mini", "gpt-4o"],
    needsKey: true,
    keyPage: "https://platform.openai.com/api-keys",
    keyVariables: ["OPENAI_API_KEY"],
    privacy: privacyOf("OpenAI"),
    protocol: { type: "chat", dialect: openai },
    limits: { contextTokens: 128 * thousand, outputTokens: 16_384 },
  },
  {
    id: "mistral",
    name: "Mistral",
    baseUrl: "https://api.mistral.ai/v1",
    model: "codestral-latest",
    models: ["codestral-latest", "mistral-large-2411"],
    needsKey: true,
    keyPage: "https://console.mistral.ai/api-keys",
    keyVariables: ["MISTRAL_API_KEY"],
    privacy: privacyOf("Mistral AI"),
    protocol: { type: "chat", dialect: mistral },
    limits: { contextTokens: 128 * thousand, outputTokens: 32 * thousand },
  },
  {
    id: "cerebras",
    name: "Cerebras",
    baseUrl: "https://api.cerebras.ai/v1",
    model: "gpt-oss-120b",
    models: ["gpt-oss-120b"],
    needsKey: true,
    keyPage: "https://cloud.cerebras.ai",
    keyVariables: ["CEREBRAS_API_KEY"],
    privacy: privacyOf("Cerebras"),
    protocol: { type: "chat", dialect: cerebras },
    limits: { contextTokens: 65_536, outputTokens: 32_768 },
  },
  {
    id: "groq",
    name: "Groq",
    baseUrl: "https://api.groq.com/openai/v1",
    model: "openai/gpt-oss-120b",
    models: ["openai/gpt-oss-120b", "openai/gpt-oss-20b", "moonshotai/kimi-k2-instruct-0905"],
    needsKey: true,
    keyPage: "https://console.groq.com/keys",
    keyVariables: ["GROQ_API_KEY"],
    privacy: privacyOf("Groq"),
    protocol: { type: "chat", dialect: groq },
    limits: { contextTokens: 131_072, outputTokens: 16_384 },
  },
  {
    id: "together",
    name: "Together",
    baseUrl: "https://api.together.xyz/v1",
    model: "Qwen/Qwen3-Coder-480B-A35B-Instruct-FP8",
    models: ["Qwen/Qwen3-Coder-480B-A35B-Instruct-FP8", "moonshotai/Kimi-K2-Instruct-0905"],
    needsKey: true,
    keyPage: "https://api.together.ai/settings/api-keys",
    keyVariables: ["TOGETHER_API_KEY"],
    privacy: privacyOf("Together AI"),
    protocol: { type: "chat", dialect: compatible },
    limits: { contextTokens: 128 * thousand, outputTokens: 32 * thousand },
  },
  {
    id: "openrouter",
    name: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    model: "morph/morph-v3-fast",
    models: ["morph/morph-v3-fast", "morph/morph-v3-large", "relace/relace-apply-3", "openai/gpt-4.1-mini"],
    needsKey: true,
    keyPage: "https://openrouter.ai/settings/keys",
    keyVariables: ["OPENROUTER_API_KEY"],
    privacy:
      "The file, its path, the sketch and the chat around it go to OpenRouter and, from there, to the company that runs the model.",
    protocol: { type: "chat", dialect: compatible },
    limits: { contextTokens: 81_900, outputTokens: 16_384 },
  },
  localServer("vllm", "vLLM", 8000, withoutPrediction, usualLimits),
  localServer("sglang", "SGLang", 30000, withoutPrediction, usualLimits),
  localServer("llama-server", "llama.cpp server", 8080, withoutPrediction, usualLimits),
  localServer("lmstudio", "LM Studio", 1234, compatible, usualLimits),
  {
    // Unlike the others it drops what does not fit and says nothing, so its default has to be enough.
    ...localServer("ollama", "Ollama", 11434, withoutPrediction, { contextTokens: 4_096, outputTokens: 2_048 }),
    models: ["Osmosis/Osmosis-Apply-1.7B", "qwen2.5-coder:7b", "qwen3-coder:30b"],
  },
  {
    ...localServer("openai-compatible", "OpenAI-compatible server", 0, compatible, usualLimits),
    baseUrl: "",
    keyVariables: ["FAST_APPLY_API_KEY"],
    privacy:
      "The file, its path, the sketch and the chat around it go to the server at the address that you give, and nowhere else.",
  },
  {
    // The draft is verified from here, on vLLM, SGLang, Fireworks, Together and others that echo a prompt with log probabilities.
    ...localServer("completions", "Completions server", 0, withoutPrediction, usualLimits),
    baseUrl: "",
    keyVariables: ["FAST_APPLY_API_KEY"],
    privacy:
      "The file, its path, the sketch and your instruction go to the server at the address that you give, and nowhere else.",
    protocol: { type: "completions" },
  },
];
