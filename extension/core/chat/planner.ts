import type { ModelEvent, ModelLimits, ModelMessage, OfferedTools, ToolCall } from "../models/model.ts";
import type { ProviderChoice, ProviderPreset } from "../models/rewriter.ts";

/** What comes of a question, in order; `reasoning` is what some models write before the answer. */
export type PlannerEvent =
  | ModelEvent
  | { readonly type: "reasoning"; readonly text: string }
  /** The last event if the model wants answers to these before it goes on: at least one. */
  | { readonly type: "calls"; readonly calls: readonly ToolCall[] }
  /** The last event if the provider has refused the tools: the question has to be put without them. */
  | { readonly type: "toolless" };

/** The port to the frontier model that plans. Expected failures are events; throws only what `signal` aborts with. */
export interface Planner {
  /** `provider/model`, as the settings name it. */
  readonly id: string;
  /** As the user reads it. */
  readonly name: string;
  readonly limits: ModelLimits;
  /** False once its provider has refused tools: it is remembered as long as the planners live. */
  readonly takesTools: boolean;
  stream(messages: readonly ModelMessage[], signal: AbortSignal, offered?: OfferedTools): AsyncIterable<PlannerEvent>;
}

/** A planning model that a user has chosen, with what is needed to ask it. */
export interface PlannerChoice extends ProviderChoice {
  /** What the user has set for the model; else what is known of it. */
  readonly limits?: Partial<ModelLimits> | undefined;
}

/** A model that a provider offers. */
export interface OfferedModel {
  /** As the provider names it. */
  readonly id: string;
  readonly contextTokens?: number | undefined;
  /** For a million tokens, in dollars. */
  readonly inputPrice?: number | undefined;
  readonly outputPrice?: number | undefined;
}

/** What a provider answers when asked for its models. */
export type ModelList =
  | { readonly type: "listed"; readonly models: readonly OfferedModel[] }
  /** In words that need no context. */
  | { readonly type: "failed"; readonly message: string };

/** All providers that have planning models. Composition roots hand it to those who let the user choose. */
export interface Planners {
  readonly presets: readonly ProviderPreset[];
  create(choice: PlannerChoice): Planner;
  /** Asks the provider for its models. Rejects only with what `signal` aborts with. */
  listModels(choice: PlannerChoice, signal: AbortSignal): Promise<ModelList>;
}
