import type { Answer, AnswerFormat } from "./answer.ts";

/** How a vendor's chat answers differ from those of others. */
export interface ChatStyle {
  /** As an event of its own without choices behind the last one, within the last one, or not at all. */
  readonly streamUsage: "own event" | "last event" | "none";
  usage(answer: Answer): Readonly<Record<string, unknown>>;
  /** What a delta has of the reasoning; left out where the vendor keeps it to itself. */
  thoughtDelta?(text: string): Readonly<Record<string, unknown>>;
  /** Text stands in the choice itself, as completions have it. */
  readonly isCompletion?: boolean;
  /** More fields of each event and body. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** More fields of the body, and of the event with the reason to finish. */
  readonly endFields?: (answer: Answer) => Readonly<Record<string, unknown>>;
  readonly wholeHeaders?: AnswerFormat["wholeHeaders"];
}

/** The usage that every chat server gives. */
export function plainUsage({ promptTokens, textTokens, reasoningTokens }: Answer) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: textTokens + reasoningTokens,
    total_tokens: promptTokens + textTokens + reasoningTokens,
  };
}

/** Answers as OpenAI's chat completions have them. */
export function chatFormat(style: ChatStyle): AnswerFormat {
  const head = (answer: Answer, object: string) => ({
    id: answer.id,
    object,
    created: answer.created,
    model: answer.model,
    ...style.fields,
  });
  const { isCompletion = false } = style;
  const piece = isCompletion ? "text_completion" : "chat.completion.chunk";
  const event = (
    answer: Answer,
    delta: { role?: string; content?: string; [field: string]: unknown },
    finish: string | null,
  ) => ({
    ...head(answer, piece),
    choices: [
      isCompletion
        ? { index: 0, text: delta.content ?? "", finish_reason: finish }
        : { index: 0, delta, finish_reason: finish },
    ],
    ...(style.streamUsage === "own event" ? { usage: null } : {}),
  });
  return {
    wholeHeaders: style.wholeHeaders,
    whole: (answer) => ({
      ...head(answer, isCompletion ? "text_completion" : "chat.completion"),
      choices: [
        isCompletion
          ? { index: 0, text: answer.text, finish_reason: answer.finish }
          : { index: 0, message: { role: "assistant", content: answer.text }, finish_reason: answer.finish },
      ],
      usage: style.usage(answer),
      ...style.endFields?.(answer),
    }),
    first: (answer) => (isCompletion ? [] : [event(answer, { role: "assistant", content: "" }, null)]),
    part: (answer, text) => event(answer, { content: text }, null),
    thought: (answer, text) => {
      const delta = style.thoughtDelta?.(text);
      return delta === undefined ? undefined : event(answer, delta, null);
    },
    last: (answer) => {
      const end = { ...event(answer, {}, answer.finish), ...style.endFields?.(answer) };
      const usage = style.usage(answer);
      switch (style.streamUsage) {
        case "own event":
          return [end, { ...head(answer, piece), choices: [], usage }];
        case "last event":
          return [{ ...end, usage }];
        case "none":
          return [end];
      }
    },
  };
}
