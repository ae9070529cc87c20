import { followPrediction } from "./prediction.ts";
import type { Speculation } from "./prediction.ts";
import { countTokens, tokenize } from "./tokens.ts";

/** A request that the vendor accepts. */
export interface Asked {
  readonly model: string;
  readonly stream: boolean;
  /** All that the model reads. */
  readonly prompt: string;
  /** The beginnings of the prompt that the request wants to be kept; `undefined`: the server keeps what it likes. */
  readonly keeps?: readonly string[] | undefined;
  /** Undefined where none is given, or where the vendor does not use it. */
  readonly prediction: string | undefined;
  /** Undefined where only the model's own limit holds. */
  readonly maxTokens: number | undefined;
  /** Names of the tools that the model is offered. */
  readonly tools?: readonly string[];
  readonly mayCall?: boolean;
  readonly format: AnswerFormat;
}

/** A call of a tool that a model wants to make: its arguments to the letter, or what they are made from. */
export interface SaidCall {
  readonly name: string;
  readonly arguments: string | object;
}

/** What a model is to say: a text, or a text and calls. */
export type Said = string | { readonly text?: string; readonly calls: readonly SaidCall[] };

/** A call in an answer. */
export interface AnswerCall {
  readonly name: string;
  readonly arguments: string;
}

/** What the model says to a request, with its figures. */
export interface Answer {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
  readonly text: string;
  /** Behind the text. */
  readonly calls: readonly AnswerCall[];
  readonly finish: "stop" | "length" | "tool_calls";
  readonly promptTokens: number;
  /** Those of the prompt that the server still has from an earlier request. */
  readonly cachedTokens: number;
  /** What the model thinks before it answers; empty for most. */
  readonly reasoning: string;
  readonly reasoningTokens: number;
  /** Tokens of the text alone. */
  readonly textTokens: number;
  readonly speculation: Speculation;
}

/** How a vendor writes an answer. */
export interface AnswerFormat {
  /** The body where the request asks for no stream. */
  whole(answer: Answer): unknown;
  readonly wholeHeaders?: ((answer: Answer) => Readonly<Record<string, string>>) | undefined;
  /** The events of a stream: those before the text, one with a part of the text, those after it. `[DONE]` comes by itself. */
  first(answer: Answer): readonly unknown[];
  part(answer: Answer, text: string): unknown;
  /** A part of the reasoning; `undefined`: the vendor keeps it to itself. */
  thought?(answer: Answer, text: string): unknown;
  /** The events of the calls. */
  calls(answer: Answer): readonly unknown[];
  last(answer: Answer): readonly unknown[];
}

/** `text` as the answer, after `reasoning`: both together up to `limit` tokens. */
export function makeAnswer(
  asked: Asked,
  said: Said,
  limit: number,
  id: string,
  reasoning = "",
  cachedTokens = 0,
): Answer {
  const text = typeof said === "string" ? said : (said.text ?? "");
  const calls = typeof said === "string" ? [] : said.calls;
  for (const { name } of calls) {
    if (asked.tools?.includes(name) !== true && !name.startsWith("no_such")) {
      throw new Error(`The test lets the model call ${name}, which it is not offered.`);
    }
  }
  const thoughts = tokenize(reasoning).slice(0, limit);
  const tokens = tokenize(text);
  const kept = tokens.slice(0, limit - thoughts.length);
  return {
    id,
    created: Math.floor(Date.now() / 1000),
    model: asked.model,
    text: kept.map((token) => token.text).join(""),
    calls: calls.map((call) => ({
      name: call.name,
      arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
    })),
    finish: kept.length < tokens.length ? "length" : calls.length > 0 ? "tool_calls" : "stop",
    promptTokens: countTokens(asked.prompt),
    cachedTokens,
    reasoning: thoughts.map((token) => token.text).join(""),
    reasoningTokens: thoughts.length,
    textTokens: kept.length,
    speculation: followPrediction(kept, tokenize(asked.prediction ?? "")),
  };
}
