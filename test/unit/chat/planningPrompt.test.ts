import { describe, expect, test } from "vitest";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { answerBlocks } from "../../../extension/core/chat/answerBlocks.ts";
import { chooseFormat, type FormatSetting, type PlannerFormat } from "../../../extension/core/chat/plannerFormat.ts";
import { planningPrompt } from "../../../extension/core/chat/planningPrompt.ts";

const LOOP = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map((name) => `      sum += item.${name};`);
const LEGACY = Array.from({ length: 14 }, (_, index) => `    this.old(${index});`);
const CART = [
  "export class Cart {",
  "  total(): number {",
  "    let sum = 0;",
  "    for (const item of this.items) {",
  ...LOOP,
  "    }",
  "    return sum;",
  "  }",
  "",
  "  legacyTotal(): number {",
  ...LEGACY,
  "  }",
  "",
  "  clear(): void {}",
  "}",
  "",
].join("\n");
const CHANGED = [
  "export class Cart {",
  "  total(): number {",
  "    let sum = 0;",
  "    if (this.isOpen) {",
  "      for (const item of this.items) {",
  ...LOOP.map((line) => `  ${line}`),
  "      }",
  "    }",
  "    return sum - this.discount;",
  "  }",
  "",
  "  clear(): void {}",
  "}",
  "",
].join("\n");

test("the example of the prompt does what the prompt says of it", () => {
  const [block] = answerBlocks(planningPrompt("exact"));
  const sketches = block?.sketches ?? [];
  expect(sketches.map(({ path }) => path)).toEqual(["src/cart.ts"]);
  const outcome = applyStructural({ original: CART, sketches, language: "typescript", parser: undefined });
  expect(outcome).toMatchObject({ type: "merged", text: CHANGED });
});

test.each<PlannerFormat>(["exact", "sketch"])(
  "the prompt for %s edits says what goes wrong without being said",
  (format) => {
    const prompt = planningPrompt(format).replaceAll(/\s+/g, " ");
    for (const words of [
      "path of the file, relative to the workspace",
      "A new file",
      "rename or delete a file, say so",
      "```sh",
      "without a prompt or output",
      "only an example or a quotation is no change",
      "use a longer fence around it",
      "have not seen a file that must change, say which file you need",
    ]) {
      expect(prompt).toContain(words);
    }
  },
);

describe("a planner is asked for", () => {
  function check(id: string, contextTokens: number, setting: FormatSetting, want: PlannerFormat): void {
    expect(chooseFormat(setting, { id, limits: { contextTokens, outputTokens: 4_096 } })).toBe(want);
  }

  test.each([
    "anthropic/claude-sonnet-4-5",
    "openai/gpt-5-mini",
    "openai/o3",
    "google/gemini-2.5-flash",
    "openrouter/qwen/qwen3-235b-a22b",
    "ollama/qwen3-coder:30b-a3b",
    "ollama/gpt-oss:20b",
    "mistral/mixtral-8x7b",
    "openrouter/meta-llama/llama-3.1-70b-instruct",
    "vscode/copilot/gpt-4.1",
    "openai-compatible/model-b12b4c",
    "",
  ])("exact edits: %s", (id) => {
    check(id, 128_000, "auto", "exact");
  });

  test.each([
    "ollama/llama3.1:8b",
    "ollama/qwen2.5-coder:1.5b",
    "lmstudio/qwen2.5-coder-7b-instruct",
    "openrouter/google/gemma-3n-e4b-it",
    "fireworks/accounts/fireworks/models/llama-v3p2-3b-instruct",
    "openai-compatible/Qwen3-4B-Instruct",
    "openai-compatible/0.5b",
  ])("sketches, since it is small: %s", (id) => {
    check(id, 128_000, "auto", "sketch");
  });

  test("sketches, since its window is small", () => {
    check("ollama/gpt-oss:20b", 4_096, "auto", "sketch");
    check("openai/gpt-4", 8_192, "auto", "sketch");
    check("ollama/gpt-oss:20b", 16_384, "auto", "exact");
  });

  test("what the user has set, whatever it is", () => {
    check("ollama/qwen2.5-coder:1.5b", 4_096, "exact", "exact");
    check("openai/gpt-5", 272_000, "sketch", "sketch");
  });
});
