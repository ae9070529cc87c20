import {
  LanguageModelChatMessage,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
} from "vscode";
import type { ModelMessage, ToolCall } from "../../core/models/model.ts";

/**
 * Converts messages to those of VS Code, which has no system message and advises to begin with one of the user instead. The answers to
 * all calls of a message go together into one message of the user.
 */
export function chatMessages(messages: readonly ModelMessage[]): LanguageModelChatMessage[] {
  const reported: LanguageModelChatMessage[] = [];
  let results: LanguageModelToolResultPart[] = [];
  const tellResults = (): void => {
    if (results.length > 0) reported.push(LanguageModelChatMessage.User(results));
    results = [];
  };
  for (const message of messages) {
    if (message.role === "tool") {
      results.push(new LanguageModelToolResultPart(message.call, [new LanguageModelTextPart(message.text)]));
      continue;
    }
    tellResults();
    const { role, text, calls = [] } = message;
    if (role !== "assistant") reported.push(LanguageModelChatMessage.User(text));
    else if (calls.length === 0) reported.push(LanguageModelChatMessage.Assistant(text));
    else {
      const said = text === "" ? [] : [new LanguageModelTextPart(text)];
      reported.push(LanguageModelChatMessage.Assistant([...said, ...calls.map(callPart)]));
    }
  }
  tellResults();
  return reported;
}

function callPart({ id, name, arguments: written }: ToolCall): LanguageModelToolCallPart {
  return new LanguageModelToolCallPart(id, name, objectOf(written));
}

/** Reads what a model has written as arguments; an empty object if that cannot be read. */
function objectOf(written: string): object {
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
