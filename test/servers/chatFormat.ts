import type { Answer, AnswerCall, AnswerFormat } from "./answer.ts";
import { tokenize } from "./tokens.ts";

/** How a vendor's chat answers differ from those of others. */
export interface ChatStyle {
  /** As an event of its own without choices behind the last one, within the last one, or not at all. */
  readonly streamUsage: "own event" | "last event" | "none";
  usage(answer: Answer): Readonly<Record<string, unknown>>;
  /** What a delta has of the reasoning; left out where the vendor keeps it to itself. */
  thoughtDelta?(text: string): Readonly<Record<string, unknown>>;
  /** Text stands in the choice itself, as completions have it. */
  readonly isCompletion?: boolean;
  /** Whether a call of a tool streams token by token, as OpenAI has it, or comes whole in one event. */
  readonly callsCome?: "in parts" | "whole";
  /** The id of a call, by its number, where the vendor has rules for it. */
  readonly callId?: (answer: Answer, at: number) => string;
  /** More fields of a call. */
  readonly callFields?: Readonly<Record<string, unknown>>;
  /** How an answer with calls ends, where it is not as OpenAI has it. */
  readonly callsFinish?: string;
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
  const idOf = (answer: Answer, at: number) =>
    style.callId?.(answer, at) ?? `call_${answer.id.replace(/\W/g, "")}${at}`;
  const wholeCall = (answer: Answer, { name, arguments: written }: AnswerCall, at: number) => ({
    id: idOf(answer, at),
    type: "function",
    function: { name, arguments: written },
    ...style.callFields,
  });
  const finishOf = ({ finish }: Answer) => (finish === "tool_calls" ? (style.callsFinish ?? finish) : finish);
  return {
    wholeHeaders: style.wholeHeaders,
    calls: (answer) =>
      style.callsCome === "whole"
        ? answer.calls.map((call, at) =>
            event(answer, { tool_calls: [{ index: at, ...wholeCall(answer, call, at) }] }, null),
          )
        : answer.calls.flatMap((call, at) => {
            const begin = { ...wholeCall(answer, call, at), function: { name: call.name, arguments: "" } };
            return [
              { index: at, ...begin },
              ...tokenize(call.arguments).map(({ text }) => ({ index: at, function: { arguments: text } })),
            ].map((part) => event(answer, { tool_calls: [part] }, null));
          }),
    whole: (answer) => ({
      ...head(answer, isCompletion ? "text_completion" : "chat.completion"),
      choices: [
        isCompletion
          ? { index: 0, text: answer.text, finish_reason: answer.finish }
          : {
              index: 0,
              message: {
                role: "assistant",
                content: answer.calls.length > 0 && answer.text === "" ? null : answer.text,
                ...(answer.calls.length > 0
                  ? { tool_calls: answer.calls.map((call, at) => wholeCall(answer, call, at)) }
                  : {}),
              },
              finish_reason: finishOf(answer),
            },
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
      const end = { ...event(answer, {}, finishOf(answer)), ...style.endFields?.(answer) };
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
