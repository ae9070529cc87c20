import { CancellationTokenSource, l10n, lm, type LanguageModelChat } from "vscode";
import type { ModelFailure, ModelMessage, ModelUsage, OfferedTools } from "../../core/models/model.ts";
import type { Planner, PlannerEvent } from "../../core/chat/planner.ts";
import { LANGUAGE_MODELS } from "./failureActions.ts";
import { languageModel, languageModelsPreset, noModel, streamModel } from "./languageModels.ts";
import { soon, type Patience } from "./patience.ts";

/** Extensions that bring models may have to start first. */
const FIND_MS = 10_000;
/** Models that reason say nothing for long, and their user can see that and stop them. */
const PATIENCE: Patience = { firstByteMs: 180_000, idleMs: 180_000 };
/** An answer does not wait longer for its figures. */
const COUNT_MS = 2_000;

/**
 * Creates the planner over a model of VS Code, `vendor/id`. The first question makes VS Code ask the user for consent, so it must come
 * from an action of the user. If VS Code no longer has the model, the planner says so. `toolless`: ids of models that have refused tools,
 * to which more are added.
 */
export async function languageModelPlanner(name: string, toolless: Set<string>): Promise<Planner> {
  const [vendor = "", ...rest] = name.split("/");
  const id = `${LANGUAGE_MODELS}/${name}`;
  let models: readonly LanguageModelChat[];
  try {
    models = await soon(lm.selectChatModels({ vendor, id: rest.join("/") }), FIND_MS);
  } catch {
    const message = l10n.t("VS Code does not say which language models it has. Ask again, or choose another model.");
    return failing(id, { type: "unreachable", message });
  }
  const [model] = models;
  return model === undefined ? failing(id, noModel(name)) : plannerOf(id, model, toolless);
}

/** Wraps a model of VS Code as a planner. VS Code counts its usage, as far as that is quick. */
export function plannerOf(
  id: string,
  model: LanguageModelChat,
  toolless = new Set<string>(),
  patience: Patience = PATIENCE,
): Planner {
  const justification = l10n.t(
    "Fast Apply asks the model what you write in its chat, with what you attach to it and what you let it read of the workspace.",
  );
  const { limits } = languageModel(model, patience, justification);
  async function* stream(
    messages: readonly ModelMessage[],
    signal: AbortSignal,
    offered?: OfferedTools,
  ): AsyncGenerator<PlannerEvent> {
    let answer = "";
    for await (const event of streamModel(model, { messages, offered }, patience, justification, signal)) {
      if (event.type === "toolless") toolless.add(id);
      if (event.type === "text") answer += event.text;
      if (event.type === "end" || event.type === "calls") {
        const usage = await countUsage(model, messages, answer);
        signal.throwIfAborted();
        if (usage !== undefined) yield { type: "usage", usage };
      }
      yield event;
    }
  }
  return { id, name: model.name, limits, takesTools: !toolless.has(id), stream };
}

async function countUsage(
  model: LanguageModelChat,
  messages: readonly ModelMessage[],
  answer: string,
): Promise<ModelUsage | undefined> {
  const source = new CancellationTokenSource();
  try {
    const texts = [messages.map(({ text }) => text).join("\n"), answer];
    const [promptTokens, completionTokens] = await soon(
      Promise.all(texts.map((text) => model.countTokens(text, source.token))),
      COUNT_MS,
    );
    return { promptTokens, completionTokens };
  } catch {
    // An answer is whole without its figures.
    return undefined;
  } finally {
    source.cancel();
    source.dispose();
  }
}

function failing(id: string, failure: ModelFailure): Planner {
  return {
    id,
    name: languageModelsPreset().name,
    limits: { contextTokens: Number.MAX_SAFE_INTEGER, outputTokens: Number.MAX_SAFE_INTEGER },
    takesTools: false,
    // oxlint-disable-next-line typescript/require-await -- The port wants a stream.
    async *stream() {
      yield { type: "failed", failure };
    },
  };
}
