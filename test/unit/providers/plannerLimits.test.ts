import { expect, test } from "vitest";
import { knownLimits } from "../../../extension/providers/plannerLimits.ts";

test.each([
  ["claude-opus-4-6", 200_000, 32_000],
  ["anthropic/claude-sonnet-4.5", 200_000, 32_000],
  ["claude-3-5-sonnet-latest", 200_000, 8_192],
  ["anthropic/claude-3.5-haiku", 200_000, 8_192],
  ["claude-3-opus-20240229", 200_000, 4_096],
  ["gpt-5", 272_000, 64_000],
  ["openai/gpt-5.2-mini", 272_000, 64_000],
  ["gpt-5-chat-latest", 128_000, 16_384],
  ["gpt-4.1-mini", 1_000_000, 32_768],
  ["gpt-4o-2024-08-06", 128_000, 16_384],
  ["gpt-4", 8_192, 4_096],
  ["o3", 200_000, 64_000],
  ["openai/o4-mini", 200_000, 64_000],
  ["accounts/fireworks/models/gpt-oss-120b", 128_000, 32_000],
  ["gemini-2.5-pro", 1_000_000, 64_000],
  ["gemini-2.0-flash", 1_000_000, 8_192],
  ["codestral-latest", 128_000, 32_000],
  ["accounts/fireworks/models/qwen3-coder-480b-a35b-instruct", 256_000, 64_000],
  ["accounts/fireworks/models/deepseek-v3p1", 128_000, 32_000],
  ["meta-llama/Llama-3.3-70B-Instruct", 128_000, 32_000],
  ["pro4", 32_000, 8_000],
  ["my-own-model", 32_000, 8_000],
])("%s holds %d tokens and writes %d", (model, contextTokens, outputTokens) => {
  expect(knownLimits(model)).toEqual({ contextTokens, outputTokens });
});
