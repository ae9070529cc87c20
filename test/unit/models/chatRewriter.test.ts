import { describe, expect, it } from "vitest";
import { createChatRewriter } from "../../../extension/core/models/chatRewriter.ts";
import type { ModelEvent, ModelRequest } from "../../../extension/core/models/model.ts";
import type { PromptFamilyName } from "../../../extension/core/models/prompts.ts";
import type { RewriteTask } from "../../../extension/core/models/rewriter.ts";

const task: RewriteTask = {
  original: "a();",
  sketch: "a();\nb();",
  instruction: "Call b.",
  conversation: [{ role: "user", text: "Please call b." }],
  path: "src/a.js",
  language: "javascript",
  draft: "a();\nb();",
};

interface Asked {
  readonly request: ModelRequest | undefined;
  readonly events: readonly ModelEvent[];
  readonly prompt: string;
}

/** What the model is asked, and what comes of its answer. */
async function ask(family: PromptFamilyName, answer: readonly ModelEvent[]): Promise<Asked> {
  const requests: ModelRequest[] = [];
  const rewriter = createChatRewriter({
    id: "test",
    name: "Test model",
    family,
    model: {
      limits: { contextTokens: 10_000, outputTokens: 5_000 },
      // oxlint-disable-next-line typescript/require-await -- A script has nothing to wait for.
      async *stream(request) {
        requests.push(request);
        yield* answer;
      },
    },
  });
  const events: ModelEvent[] = [];
  for await (const event of rewriter.rewrite(task, new AbortController().signal)) events.push(event);
  const [request] = requests;
  return { request, events, prompt: request?.messages.map(({ text }) => text).join("\n") ?? "" };
}

const stop: ModelEvent = { type: "end", reason: "stop" };
const text = (value: string): ModelEvent => ({ type: "text", text: value });

describe("createChatRewriter", () => {
  it.each([
    ["general", "<updated-code>\na();\nb();\n</updated-code>", ["a();", "Call b.", "Please call b.", "src/a.js"]],
    ["kortix", "<updated-code>a();\nb();\n</updated-code>", ["<code>a();</code>", "<update>a();\nb();</update>"]],
    ["osmosis", "<code>\na();\nb();\n</code>", ["<code>\na();\n</code>", "<edit>\na();\nb();\n</edit>"]],
    [
      "aixapply",
      "<update_file>a();\nb();\n</update_file>",
      [
        "<language>javascript</language>",
        "<source_file>a();</source_file>",
        "<update_snippet>a();\nb();</update_snippet>",
      ],
    ],
    ["morph", "a();\nb();", ["<instruction>Call b.</instruction>", "<code>a();</code>", "<update>a();\nb();</update>"]],
  ] as const)("asks the family %s in its words, with the answer that is likely", async (family, prediction, parts) => {
    const { request, events, prompt } = await ask(family, [text(prediction), stop]);
    expect(request?.prediction).toBe(prediction);
    for (const part of parts) expect(prompt).toContain(part);
    const rewritten = events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("");
    expect(rewritten.trimEnd()).toBe("a();\nb();");
    expect(events.at(-1)).toEqual(stop);
  });

  it("says first what stays from apply to apply, so that a model that keeps what it has read goes on from there", async () => {
    const { prompt } = await ask("general", [stop]);
    const places = [
      "complete new text",
      "src/a.js",
      "<code>\na();\n</code>",
      "Please call b.",
      "Call b.\n</inst",
      "<update>",
    ];
    expect(places.map((part) => prompt.indexOf(part)).filter((at) => at < 0)).toEqual([]);
    expect(places.toSorted((a, b) => prompt.indexOf(a) - prompt.indexOf(b))).toEqual(places);
  });

  it("leaves room for what the sketch adds", async () => {
    const { request } = await ask("general", [text("<updated-code>\na();\n</updated-code>"), stop]);
    expect(request?.maxTokens).toBeGreaterThan(600);
    expect(request?.maxTokens).toBeLessThanOrEqual(5_000);
  });

  it("takes an answer without its closing tag for one that is cut off, whatever the server says", async () => {
    const { events } = await ask("general", [text("<updated-code>\na();\n"), stop]);
    expect(events.at(-1)).toMatchObject({ type: "failed", failure: { type: "cut-off" } });
  });
});
