import { choiceWords } from "./choiceWords.ts";
import type { Chooser, ChooserEvent } from "./chooser.ts";
import type { ModelEvent, ModelLimits, ModelMessage } from "./model.ts";
import { readChoice } from "./readChoice.ts";

/** A model that answers in words. Its reasoning is ignored here, and it is offered no tools. */
export interface AskedModel {
  readonly id: string;
  readonly name: string;
  readonly limits: ModelLimits;
  /** `maxTokens`: how long the answer may be, if the model can be told. */
  readonly ask: (
    messages: readonly ModelMessage[],
    maxTokens: number,
    signal: AbortSignal,
  ) => AsyncIterable<ModelEvent | { readonly type: "reasoning" | "calls" | "toolless" }>;
}

/** Models write more characters per token only if they write nonsense. */
const CHARACTERS_PER_TOKEN = 8;

/** Makes a chooser that asks a chat model in words. It reads no more of an answer than a choice can take. */
export function createChatChooser({ id, name, limits, ask }: AskedModel): Chooser {
  return {
    id,
    name,
    async *choose(question, signal): AsyncGenerator<ChooserEvent> {
      const words = choiceWords(question, limits);
      if (words === undefined) {
        yield { type: "undecided", reason: "The question is longer than the model can hold." };
        return;
      }
      const { messages, maxTokens } = words;
      let answer = "";
      for await (const event of ask(messages, maxTokens, signal)) {
        if (event.type === "usage" || event.type === "failed") yield event;
        if (event.type === "failed") return;
        if (event.type === "text") answer += event.text;
        const isTooLong = answer.length > maxTokens * CHARACTERS_PER_TOKEN;
        if (isTooLong || (event.type === "end" && event.reason === "length")) {
          yield { type: "undecided", reason: "Its answer is longer than a choice can be." };
          return;
        }
        if (event.type === "end") {
          yield readChoice(answer, question);
          return;
        }
      }
      yield { type: "undecided", reason: "It broke off before the end of its answer." };
    },
  };
}
