import { createChatChooser, type AskedModel } from "./chatChooser.ts";
import type { ChatModel, ModelEvent, ModelFailure } from "./model.ts";
import { promptFamilies, wrapDraft, type PromptFamilyName } from "./prompts.ts";
import type { Rewriter, RewriteTask } from "./rewriter.ts";
import { answerRoom } from "./tokens.ts";
import { unwrapAnswer } from "./unwrapAnswer.ts";

/**
 * Makes a rewriter that asks a chat model in the words of a family of models. It has a chooser only for the general family: models that
 * were trained for rewrites alone are asked nothing else.
 */
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
    const drafted = wrapDraft(task.draft, wrapper);
    const prediction = task.isUnaided === true ? "" : drafted;
    const request = { messages: messages(task), prediction, maxTokens: answerRoom(drafted, task.sketch, limits) };
    const { push, finish, isClosed } = unwrapAnswer(wrapper, task.original);
    for await (const event of model.stream(request, signal)) {
      const text = event.type === "text" ? push(event.text) : event.type === "end" ? finish() : "";
      if (text !== "") yield { type: "text", text };
      if (event.type === "end" && event.reason === "stop" && !isClosed())
        yield { type: "failed", failure: cutOff(name) };
      else if (event.type !== "text") yield event;
    }
  }
  const rewriter = { id, name, limits, rewrite };
  if (family !== "general") return rewriter;
  const ask: AskedModel["ask"] = (asked, maxTokens, signal) =>
    model.stream({ messages: asked, prediction: "", maxTokens }, signal);
  return { ...rewriter, chooser: createChatChooser({ id, name, limits, ask }) };
}

/** Not every server says that it has reached a limit. */
function cutOff(name: string): ModelFailure {
  return { type: "cut-off", message: `${name} broke off its answer before the closing tag. Try again.` };
}
