import { followPrediction } from "./prediction.ts";
import type { Speculation } from "./prediction.ts";
import { countTokens, tokenize } from "./tokens.ts";

/** A request that the vendor accepts. */
export interface Asked {
  readonly model: string;
  readonly stream: boolean;
  /** All that the model reads. */
  readonly prompt: string;
  /** Undefined where none is given, or where the vendor does not use it. */
  readonly prediction: string | undefined;
  /** Undefined where only the model's own limit holds. */
  readonly maxTokens: number | undefined;
  readonly format: AnswerFormat;
}

/** What the model says to a request, with its figures. */
export interface Answer {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
  readonly text: string;
  readonly finish: "stop" | "length";
  readonly promptTokens: number;
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
  last(answer: Answer): readonly unknown[];
}

/** `text` as the answer, after `reasoning`: both together up to `limit` tokens. */
export function makeAnswer(asked: Asked, text: string, limit: number, id: string, reasoning = ""): Answer {
  const thoughts = tokenize(reasoning).slice(0, limit);
  const tokens = tokenize(text);
  const kept = tokens.slice(0, limit - thoughts.length);
  return {
    id,
    created: Math.floor(Date.now() / 1000),
    model: asked.model,
    text: kept.map((token) => token.text).join(""),
    finish: kept.length < tokens.length ? "length" : "stop",
    promptTokens: countTokens(asked.prompt),
    reasoning: thoughts.map((token) => token.text).join(""),
    reasoningTokens: thoughts.length,
    textTokens: kept.length,
    speculation: followPrediction(kept, tokenize(asked.prediction ?? "")),
  };
}
