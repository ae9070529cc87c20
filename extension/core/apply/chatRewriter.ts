import type { ChatModel, ModelEvent } from "./model.ts";
import { promptFamilies, wrapDraft, type PromptFamilyName } from "./prompts.ts";
import type { Rewriter, RewriteTask } from "./rewriter.ts";
import { answerRoom } from "./tokens.ts";
import { unwrapAnswer } from "./unwrapAnswer.ts";

/** A rewriter that asks a chat model in the words of a family of models. */
export function createChatRewriter({
  id,
  name,
  family,
  model,
}: {
  readonly id: string;
  readonly name: string;
  readonly family: PromptFamilyName;
  readonly model: ChatModel;
}): Rewriter {
  const { messages, wrapper } = promptFamilies[family];
  const { limits } = model;
  async function* rewrite(task: RewriteTask, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const prediction = wrapDraft(task.draft, wrapper);
    const request = { messages: messages(task), prediction, maxTokens: answerRoom(prediction, limits) };
    const { push, finish } = unwrapAnswer(wrapper, task.original);
    for await (const event of model.stream(request, signal)) {
      const text = event.type === "text" ? push(event.text) : event.type === "end" ? finish() : "";
      if (text !== "") yield { type: "text", text };
      if (event.type !== "text") yield event;
    }
  }
  return { id, name, limits, rewrite };
}
