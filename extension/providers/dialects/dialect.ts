import type { ModelFailure, ModelRequest, ModelUsage } from "../../core/models/model.ts";
import type { ChatEvent } from "../chatEvent.ts";

/** What a vendor does in its own way, in a protocol that is otherwise OpenAI's. */
export interface Dialect {
  /** Below the base URL, if it is not `/chat/completions`. */
  readonly path?: string;
  /** Makes the prompt that stands in the body where others have `messages`, for a model without a form for chats. */
  readonly prompt?: (request: ModelRequest) => string;
  /** What the body holds beside `model`, `messages` and `stream`. */
  readonly fields: (request: ModelRequest) => Readonly<Record<string, unknown>>;
  /** Which of these a server or model may refuse; it is then asked without them, once and for all. */
  readonly optional: readonly string[];
  readonly readUsage: (event: ChatEvent) => ModelUsage | undefined;
  /** Returns an event's part of the reasoning, for those who want it. */
  readonly readReasoning?: (event: ChatEvent) => string;
  /** Whether calls of tools go back with what came along with them. */
  readonly echoesExtra?: boolean;
  /** Whether the vendor keeps the beginning of a request for the next one only as far as marks say. */
  readonly marksPrefixes?: boolean;
  /** HTTP statuses by which this vendor means something of its own. */
  readonly statuses: Readonly<Partial<Record<number, StatusMeaning>>>;
}

export interface StatusMeaning {
  readonly type: ModelFailure["type"];
  /** Begins a message that goes on with what can be done; `model` is the one that was asked. */
  readonly message: (model: string) => string;
}

/** Makes the field of a prediction, as all who take one expect it; no field for an empty one. */
export function predictionOf({ prediction }: ModelRequest): Readonly<Record<string, unknown>> {
  return prediction === "" ? {} : { prediction: { type: "content", content: prediction } };
}
