import {
  CancellationTokenSource,
  l10n,
  LanguageModelError,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  type LanguageModelChat,
} from "vscode";
import type { ChatModel, ModelEvent, ModelFailure, ModelRequest, ToolCall } from "../../core/models/model.ts";
import type { PlannerEvent } from "../../core/chat/planner.ts";
import { SERVERLESS, type ProviderPreset, type Rewriter } from "../../core/models/rewriter.ts";
import { LANGUAGE_MODELS } from "./failureActions.ts";
import { chatMessages } from "./languageModelMessages.ts";
import { inTime, Overdue, type Patience } from "./patience.ts";

/** VS Code does not say how much a model may write; most of its models write at least this much. */
const OUTPUT_TOKENS = 16_000;

const PATIENCE: Patience = { firstByteMs: 30_000, idleMs: 30_000 };

/** Describes the models of VS Code itself as a provider: those of Copilot, or of other extensions. */
export function languageModelsPreset(): ProviderPreset {
  return {
    id: LANGUAGE_MODELS,
    name: l10n.t("Language models of VS Code"),
    ...SERVERLESS,
    privacy: l10n.t(
      "The file, its path, the sketch and the chat around it go through VS Code to the provider of the model, such as GitHub Copilot.",
    ),
  };
}

/** Names a model of VS Code as the settings do: `vendor/id`. */
export function nameOfLanguageModel({ vendor, id }: LanguageModelChat): string {
  return `${vendor}/${id}`;
}

/** Creates a rewriter that only says why it cannot be asked, so that the user learns it from the apply. */
export function failing(id: string, name: string, failure: ModelFailure): Rewriter {
  return {
    id,
    name,
    limits: { contextTokens: Number.MAX_SAFE_INTEGER, outputTokens: Number.MAX_SAFE_INTEGER },
    // oxlint-disable-next-line typescript/require-await -- The port wants a stream.
    async *rewrite() {
      yield { type: "failed", failure };
    },
  };
}

/** Wraps a model of VS Code as a chat model. It gets no prediction, since VS Code has no way to send one. */
export function languageModel(
  model: LanguageModelChat,
  patience: Patience = PATIENCE,
  justification = l10n.t("Fast Apply lets the model write the new text of the file that you apply a sketch to."),
): ChatModel {
  return {
    limits: { contextTokens: model.maxInputTokens, outputTokens: Math.min(model.maxInputTokens, OUTPUT_TOKENS) },
    stream: async function* (request, signal): AsyncGenerator<ModelEvent> {
      for await (const event of streamModel(model, request, patience, justification, signal)) {
        // It is offered no tools, so that it calls none.
        if (event.type !== "reasoning" && event.type !== "calls" && event.type !== "toolless") yield event;
      }
    },
  };
}

/** Asks a model of VS Code one question, and yields what it answers. Failures are events. */
export async function* streamModel(
  model: LanguageModelChat,
  { messages, offered }: Pick<ModelRequest, "messages" | "offered">,
  patience: Patience,
  justification: string,
  signal: AbortSignal,
): AsyncGenerator<PlannerEvent> {
  signal.throwIfAborted();
  const source = new CancellationTokenSource();
  const cancel = (): void => {
    source.cancel();
  };
  signal.addEventListener("abort", cancel, { once: true });
  // VS Code has no way to say that tools are not to be called now; a model that does not see them cannot call them.
  const tools = offered?.mayCall === true ? offered.tools : [];
  const calls: ToolCall[] = [];
  try {
    const ask = async (): Promise<AsyncIterable<unknown>> => {
      const options = {
        justification,
        ...(tools.length === 0
          ? {}
          : {
              tools: tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
            }),
      };
      const response = await model.sendRequest(chatMessages(messages), options, source.token);
      return tools.length === 0 ? response.text : response.stream;
    };
    for await (const part of inTime(ask, patience, signal)) {
      signal.throwIfAborted();
      if (typeof part === "string") yield { type: "text", text: part };
      if (part instanceof LanguageModelTextPart) yield { type: "text", text: part.value };
      if (part instanceof LanguageModelToolCallPart) calls.push(callOf(part));
    }
    signal.throwIfAborted();
    yield calls.length > 0 ? { type: "calls", calls } : { type: "end", reason: "stop" };
  } catch (error) {
    signal.throwIfAborted();
    const isRefusal = tools.length > 0 && /\btools?\b|function.?call/i.test(reasonOf(error));
    yield isRefusal ? { type: "toolless" } : { type: "failed", failure: failureOf(error, model.name) };
  } finally {
    signal.removeEventListener("abort", cancel);
    // A reader that has left early wants no more.
    source.cancel();
    source.dispose();
  }
}

function callOf({ callId, name, input }: LanguageModelToolCallPart): ToolCall {
  return { id: callId, name, arguments: JSON.stringify(input) };
}

/** Explains why a model of VS Code did not answer. */
export function failureOf(error: unknown, name: string): ModelFailure {
  if (error instanceof Overdue) return { type: "timeout", message: overdueMessage(error, name) };
  if (!(error instanceof LanguageModelError)) {
    return { type: "bad-answer", message: l10n.t("{0} stopped: {1}", name, reasonOf(error)) };
  }
  switch (error.code) {
    case "NoPermissions":
      return {
        type: "bad-key",
        message: l10n.t("VS Code does not let Fast Apply use {0}. Try again and allow it when VS Code asks.", name),
      };
    case "Blocked":
      return {
        type: "rate-limited",
        message: l10n.t("{0} takes no request now, since a limit is reached. Try again later.", name),
      };
    case "NotFound":
      return noModel(name);
    default:
      return { type: "bad-answer", message: l10n.t("{0} stopped: {1}", name, reasonOf(error)) };
  }
}

function overdueMessage({ phase, ms }: Overdue, name: string): string {
  const seconds = Math.ceil(ms / 1000);
  return phase === "first-byte"
    ? l10n.t(
        "{0} has not begun to answer within {1} s. If VS Code asks whether Fast Apply may use it, allow it, and try again.",
        name,
        seconds,
      )
    : l10n.t("{0} has stopped in the middle of its answer for {1} s. Try again, or choose another one.", name, seconds);
}

/** Explains that VS Code has no model of this name; with an empty name, that it has none at all. */
export function noModel(name: string): ModelFailure {
  const message =
    name === ""
      ? l10n.t("VS Code has no language model. Sign in to GitHub Copilot, or choose another provider.")
      : l10n.t("VS Code has no language model {0} any more. Choose another one.", name);
  return { type: "not-found", message };
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.length <= 200 ? reason : `${reason.slice(0, 200)}…`;
}
