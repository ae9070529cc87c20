import type { ModelLimits } from "../core/models/model.ts";

const thousand = 1_000;

/** What is assumed of a model whose name tells nothing. */
const cautious: ModelLimits = { contextTokens: 32 * thousand, outputTokens: 8 * thousand };

/**
 * Known families of models by their names; the first that fits counts. If a vendor limits input and output separately, the context is so
 * small that no question is longer than that limit.
 */
const families: readonly (readonly [name: RegExp, contextTokens: number, outputTokens: number])[] = [
  [/claude-3-(opus|sonnet|haiku)/, 200 * thousand, 4_096],
  [/claude-3[.-]5/, 200 * thousand, 8_192],
  [/claude/, 200 * thousand, 32 * thousand],
  [/gpt-5[\w.-]*-chat/, 128 * thousand, 16_384],
  [/gpt-5/, 272 * thousand, 64 * thousand],
  [/gpt-4\.1/, 1_000 * thousand, 32_768],
  [/gpt-4o|chatgpt-4o/, 128 * thousand, 16_384],
  [/gpt-oss/, 128 * thousand, 32 * thousand],
  [/gpt-4-turbo/, 128 * thousand, 4_096],
  [/gpt-4/, 8_192, 4_096],
  [/gpt-3\.5/, 16 * thousand, 4_096],
  [/^(.*\/)?o[134](-mini|-pro)?(-|$)/, 200 * thousand, 64 * thousand],
  [/gemini-(1|2\.0)/, 1_000 * thousand, 8_192],
  [/gemini/, 1_000 * thousand, 64 * thousand],
  [/gemma/, 32 * thousand, 8_192],
  [/magistral/, 40 * thousand, 32 * thousand],
  [/codestral|devstral|mistral-(large|medium|small)|ministral|pixtral/, 128 * thousand, 32 * thousand],
  [/deepseek/, 128 * thousand, 32 * thousand],
  [/qwen-?3-coder/, 256 * thousand, 64 * thousand],
  [/qwen-?3/, 128 * thousand, 32 * thousand],
  [/kimi|glm-\d|minimax-m|grok|llama-?(v?3[.p][123]|v?4)/, 128 * thousand, 32 * thousand],
];

/** Looks up what a model can hold by its name, with or without a vendor's path before it; cautious limits for unknown names. */
export function knownLimits(model: string): ModelLimits {
  const name = model.toLowerCase();
  const family = families.find(([pattern]) => pattern.test(name));
  return family === undefined ? cautious : { contextTokens: family[1], outputTokens: family[2] };
}
