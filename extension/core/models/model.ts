/** One turn of the chat that a sketch comes from. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** A call of a tool, as a model wrote it: nothing of it is checked. */
export interface ToolCall {
  /** Of this request and its answers. */
  readonly id: string;
  readonly name: string;
  /** JSON, or what should be. */
  readonly arguments: string;
  /** What its vendor wants back with the call, as it came: JSON. */
  readonly extra?: string | undefined;
}

/** A tool that a model may call. */
export interface ModelTool {
  readonly name: string;
  /** For the model. */
  readonly description: string;
  /** A JSON schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What a model may do with tools. */
export interface OfferedTools {
  readonly tools: readonly ModelTool[];
  /** Whether it may call them now. They are sent all the same if earlier messages hold calls. */
  readonly mayCall: boolean;
}

/** A message to a chat model. */
export type ModelMessage =
  | {
      readonly role: "system" | "user" | "assistant";
      readonly text: string;
      /** Of an assistant, after its text. Each has a message with its answer. */
      readonly calls?: readonly ToolCall[] | undefined;
    }
  | { readonly role: "tool"; readonly text: string; /** Id of the call that it answers. */ readonly call: string };

/** What a chat model is asked. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** The best guess of the answer to the letter, its fence or tags included; for models that can verify one. */
  readonly prediction: string;
  /** How long the answer may be, in tokens. */
  readonly maxTokens: number;
  readonly offered?: OfferedTools | undefined;
}

/** What an answer has cost, in tokens, as far as the provider says so. */
export interface ModelUsage {
  readonly promptTokens?: number | undefined;
  readonly completionTokens?: number | undefined;
  /** Of the prompt, those that the provider still had from an earlier request. */
  readonly cachedTokens?: number | undefined;
  /** Tokens of the prediction or draft that are in the answer. */
  readonly acceptedTokens?: number | undefined;
  readonly rejectedTokens?: number | undefined;
}

/** Why a provider gave no whole answer. */
export interface ModelFailure {
  readonly type:
    | "no-key"
    | "bad-key"
    | "billing"
    | "rate-limited"
    | "overloaded"
    | "not-found" // the model or the address
    | "too-long" // for the model's context
    | "cut-off"
    | "timeout"
    | "unreachable"
    | "bad-answer"
    | "rejected"; // the provider refuses the request for another reason
  /** What happened, and what the user can do next: one or two sentences that need no context. Never a key, never file content. */
  readonly message: string;
}

/**
 * What comes of a request, in order: text and usage, then `end` or `failed` as the last event. A stream that stops without
 * one of these was cut off.
 */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "usage"; readonly usage: ModelUsage }
  /** The model said that it is through, or that it has reached its limit. */
  | { readonly type: "end"; readonly reason: "stop" | "length" }
  | { readonly type: "failed"; readonly failure: ModelFailure };

/** What a model can hold, in tokens. */
export interface ModelLimits {
  readonly contextTokens: number;
  readonly outputTokens: number;
  /** Whether the chat around a sketch is left out. */
  readonly leavesOutChat?: boolean | undefined;
  /** For models that are slow to read: up to how many lines files are rewritten whole, and how many lines windows have around an edit. */
  readonly window?: { readonly wholeLines: number; readonly marginLines: number } | undefined;
}

/** The port to a chat model. Expected failures are events; throws only what `signal` aborts with. */
export interface ChatModel {
  readonly limits: ModelLimits;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
