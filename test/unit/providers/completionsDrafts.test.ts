import { afterAll, describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import type { RewriteTask } from "../../../extension/core/models/rewriter.ts";
import { createCompletionsRewriter } from "../../../extension/providers/completionsRewriter.ts";
import { alignTexts } from "../../../extension/providers/completionsVocabulary.ts";
import { createRefusals } from "../../../extension/providers/refusals.ts";
import { startCompletionsServer } from "../../servers/completionsServer.ts";

const answer = [
  "def price(items):",
  "    total = sum(item.price for item in items)",
  '    label = "Prix : 🦩🦚 żółć 𠜎"',
  "    return total, label",
  "",
  "def count(items):",
  "\treturn len(items)  # größer",
  "",
].join("\n");

/** Pieces of the answer and of other texts, in any order. */
const Text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...answer.split("\n").map((line) => `${line}\n`)),
      fc.tuple(fc.nat(answer.length), fc.nat(30)).map(([start, length]) => answer.slice(start, start + length)),
      fc.constantFrom("🦩🦚", "def other():\n", "    ", "\n\n", "</updated-code>", "<updated>", "\r\n"),
    ),
    { maxLength: 8 },
  )
  // Half a pair of surrogates is no text that could be sent.
  .map((pieces) => pieces.join("").replace(/\p{Surrogate}/gu, ""));

describe.each(["vllm", "sglang", "fireworks", "together"] as const)("%s", (dialect) => {
  const started = startCompletionsServer(dialect, { answer: `${answer}</updated-code>\nand more` });
  afterAll(async () => {
    await (await started).close();
  });

  it("the answer is the model's, whatever the draft is", async () => {
    const { url } = await started;
    const endpoint = {
      name: "Server",
      url,
      origin: new URL(url).origin,
      model: "model",
      key: undefined,
      keyVariable: undefined,
      chooser: "Choose Apply Provider" as const,
      fetch,
      timing: { firstByteMs: 20_000, idleMs: 20_000, textMs: 20_000, retryMs: 5 },
    };
    const limits = { contextTokens: 100_000, outputTokens: 10_000 };
    const rewriter = createCompletionsRewriter({ id: "c", name: "C", endpoint, limits, refusals: createRefusals() });
    await fc.assert(
      fc.asyncProperty(Text, Text, Text, async (draft, original, sketch) => {
        fc.pre(![draft, original, sketch].some((text) => text.includes("</updated-code>")));
        const task: RewriteTask = {
          draft,
          original,
          sketch,
          instruction: "",
          conversation: [],
          path: undefined,
          language: "python",
        };
        let text = "";
        let last: unknown;
        for await (const event of rewriter.rewrite(task, new AbortController().signal)) {
          if (event.type === "text") text += event.text;
          last = event;
        }
        expect(last).toEqual({ type: "end", reason: "stop" });
        expect(text).toBe(answer);
      }),
      runs(25),
    );
  });
});

describe("texts of tokens", () => {
  const check = (name: string, tokens: readonly string[], text: string, want: readonly string[]): void => {
    it(name, () => {
      expect(alignTexts(tokens, text)).toEqual(want);
    });
  };
  check("are theirs where each is whole", ["a", " b", "\n"], "a b\n", ["a", " b", "\n"]);
  check("go to the last token of a character", ["x", "\uFFFD", "\uFFFD", "y"], "x🦩y", ["x", "", "🦩", "y"]);
  check("go to the last token at the end", ["x", "", ""], "x🦩", ["x", "", "🦩"]);
  check("stop where a token is not in the text", ["x", "z"], "xy", ["x"]);
  check("stop where a character is not whole", ["x", "\uFFFD"], "x\uFFFD", ["x"]);
});
