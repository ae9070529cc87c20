import type { ModelLimits } from "../core/models/model.ts";
import type { ProviderPreset } from "../core/models/rewriter.ts";
import { knownLimits } from "./plannerLimits.ts";
import { presets } from "./presets.ts";
import { reasoningOf, standardUsage } from "./chatEvent.ts";
import type { Dialect } from "./dialects/dialect.ts";
import { fireworks } from "./dialects/fireworks.ts";

/** A provider of planning models, and how its servers are spoken to. */
export interface PlannerPreset extends ProviderPreset {
  /** The field that limits an answer. */
  readonly limitField: "max_tokens" | "max_completion_tokens";
  /** The server would cut answers short, or refuse, without a limit. Others get one only if the user has set it. */
  readonly needsLimit: boolean;
  /** How the usage is asked for in a stream; servers without the option send it always. */
  readonly hasUsageOption: boolean;
  readonly statuses: Dialect["statuses"];
  /** Path of the list of models, below the base URL. */
  readonly listPath: string;
  /** Makes the headers that have the key in the request for the list, if they are different. */
  readonly listHeaders?: (key: string) => Readonly<Record<string, string>>;
  /** Path where a server of the user's own says how much context its loaded models have, from the root of the server. */
  readonly contextsPath?: string;
  /** What its models can hold if the user has not said it. */
  readonly limitsOf: (model: string) => ModelLimits;
  /** Whether its models have to be loaded before they answer. */
  readonly isLocal: boolean;
  /** Whether a model of its list is one to plan with, by its name. */
  readonly isPlanner: (model: string) => boolean;
}

const usual = {
  limitField: "max_tokens",
  needsLimit: false,
  hasUsageOption: true,
  statuses: {},
  limitsOf: knownLimits,
  isLocal: false,
  listPath: "/models",
  isPlanner: (model) => !/embed|whisper|tts|rerank|moderation|image|audio|video|ocr|transcri/i.test(model),
} as const satisfies Partial<PlannerPreset>;

function privacyOf(company: string): string {
  return `Your questions, the chat so far, what you attach to it and what you let the model read of the workspace go to ${company}, under your account there.`;
}

/** A provider that applies as well: its address and its key are the same. */
function shared(id: string, company: string, own: Partial<PlannerPreset>): PlannerPreset {
  const preset = presets.find((candidate) => candidate.id === id);
  if (preset === undefined) throw new Error(`There is no preset ${id}.`);
  const { name, baseUrl, needsKey, keyPage, keyVariables } = preset;
  const known = { id, name, baseUrl, needsKey, keyPage, keyVariables };
  return { ...usual, ...known, model: "", models: [], privacy: privacyOf(company), ...own };
}

function ownServer(id: string, name: string, own: Partial<PlannerPreset>): PlannerPreset {
  const privacy = `Your questions, the chat so far, what you attach to it and what you let the model read of the workspace go to your own server, ${name}, and nowhere else.`;
  return shared(id, name, {
    privacy,
    isLocal: true,
    limitsOf: () => ({ contextTokens: 32_768, outputTokens: 16_384 }),
    ...own,
  });
}

/** All providers of planning models, in the order in which a user chooses. Models are named by the provider's own list. */
export const plannerPresets: readonly PlannerPreset[] = [
  shared("openai", "OpenAI", {
    limitField: "max_completion_tokens",
    // The others speak other protocols, or do not write text.
    isPlanner: (model) =>
      /^(gpt-|chatgpt-|o\d|ft:)/.test(model) &&
      !/audio|realtime|image|transcribe|tts|search|instruct|codex|deep-research|-pro(-|$)/.test(model),
  }),
  {
    ...usual,
    id: "anthropic",
    name: "Anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    model: "",
    models: [],
    needsKey: true,
    keyPage: "https://console.anthropic.com/settings/keys",
    keyVariables: ["ANTHROPIC_API_KEY"],
    privacy: privacyOf("Anthropic"),
    needsLimit: true,
    // The list is not of OpenAI's protocol; without a limit it has 20 models.
    listPath: "/models?limit=1000",
    listHeaders: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
    statuses: {
      529: {
        type: "overloaded",
        message: (model) => `Anthropic is overloaded and does not take requests for ${model} now`,
      },
    },
  },
  {
    ...usual,
    id: "google",
    name: "Google",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    model: "",
    models: [],
    needsKey: true,
    keyPage: "https://aistudio.google.com/apikey",
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    privacy: privacyOf("Google"),
    isPlanner: (model) =>
      /^(gemini|gemma)-/.test(model) && !/embed|image|tts|live|audio|robotics|computer-use/.test(model),
  },
  shared("openrouter", "OpenRouter", {
    privacy:
      "Your questions, the chat so far, what you attach to it and what you let the model read of the workspace go to OpenRouter and, from there, to the company that runs the model.",
  }),
  shared("fireworks", "Fireworks AI", { needsLimit: true, statuses: fireworks.statuses }),
  shared("mistral", "Mistral AI", { hasUsageOption: false }),
  // Unlike the others it drops what does not fit and says nothing, so its default has to be enough.
  ownServer("ollama", "Ollama", {
    limitsOf: () => ({ contextTokens: 4_096, outputTokens: 2_048 }),
    contextsPath: "/api/ps",
  }),
  ownServer("lmstudio", "LM Studio", { contextsPath: "/api/v0/models" }),
  ownServer("openai-compatible", "OpenAI-compatible server", {
    privacy:
      "Your questions, the chat so far, what you attach to it and what you let the model read of the workspace go to the server at the address that you give, and nowhere else.",
  }),
];

/** Makes the dialect in which a model of a provider is asked. `sendsLimit`: the answer is limited as the request says. */
export function plannerDialect(preset: PlannerPreset, model: string, sendsLimit: boolean): Dialect {
  return {
    // Models that reason refuse a temperature.
    fields: ({ maxTokens }) => ({
      ...(preset.hasUsageOption ? { stream_options: { include_usage: true } } : {}),
      ...(sendsLimit ? { [preset.limitField]: maxTokens } : {}),
    }),
    optional: ["stream_options", preset.limitField],
    echoesExtra: preset.id === "google",
    // The other models there keep what they like by themselves.
    marksPrefixes: preset.id === "openrouter" && model.startsWith("anthropic/"),
    readUsage: standardUsage,
    readReasoning: reasoningOf,
    statuses: preset.statuses,
  };
}
