import type { Chooser } from "./chooser.ts";
import type { ModelEvent, ModelLimits, Turn } from "./model.ts";

/** What a rewriter is asked for: the whole new text of a file, or of the window of it that is given. Line ends are `\n`. */
export interface RewriteTask {
  readonly original: string;
  /** What the chat model wrote, markers included. */
  readonly sketch: string;
  /** What the user asked for; empty if nothing is known. */
  readonly instruction: string;
  /** The chat so far, oldest first. */
  readonly conversation: readonly Turn[];
  readonly path: string | undefined;
  /** VS Code language id. */
  readonly language: string | undefined;
  /** The best guess of the new text, for speculation. */
  readonly draft: string;
  /** Nothing is speculated, for comparison: the draft only tells about how long the text will be. */
  readonly isUnaided?: true;
}

/**
 * The port to whatever writes a new text from an old one and a sketch. Its events carry the new text alone, without fence or
 * tags. Expected failures are events; it throws only what `signal` aborts with.
 */
export interface Rewriter {
  /** As the settings name it. */
  readonly id: string;
  /** As the user reads it: provider and model. */
  readonly name: string;
  readonly limits: ModelLimits;
  rewrite(task: RewriteTask, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /**
   * Reads ahead of time what a rewrite of such a task would have to read, if that saves time: the sketch and the draft may still be
   * incomplete. It writes nothing and gives way to a rewrite, which also reports what fails here; it throws only what `signal` aborts with.
   */
  prepare?(task: RewriteTask, signal: AbortSignal): Promise<void>;
  /** The same model as one that decides open pieces, if it can. It has the rewriter's id. */
  readonly chooser?: Chooser | undefined;
}

/** A provider that a user can choose. */
export interface ProviderPreset {
  /** As the settings and the command line name it. */
  readonly id: string;
  readonly name: string;
  /** Empty if the user has to give it. */
  readonly baseUrl: string;
  /** The model that is used when none is chosen; empty if the user has to give it. */
  readonly model: string;
  /** Models to choose from; others can be typed. */
  readonly models: readonly string[];
  readonly needsKey: boolean;
  /** Where a user gets a key. */
  readonly keyPage: string | undefined;
  /** Environment variables that the command line reads the key from, the first that is set. */
  readonly keyVariables: readonly string[];
  /** One sentence: what is sent where. */
  readonly privacy: string;
}

/** What the presets of models without a server of their own share: there is nothing to set. */
export const SERVERLESS = {
  baseUrl: "",
  model: "",
  models: [],
  needsKey: false,
  keyPage: undefined,
  keyVariables: [],
} as const satisfies Partial<ProviderPreset>;

/** A preset with what the user has set. */
export interface ProviderChoice {
  readonly preset: ProviderPreset;
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | undefined;
  /** The user has confirmed that `baseUrl` may be spoken to in the clear, though it is another machine. */
  readonly allowsPlainHttp?: boolean | undefined;
}

/** All providers there are. Composition roots hand it to those who let the user choose. */
export interface Providers {
  readonly presets: readonly ProviderPreset[];
  create(choice: ProviderChoice): Rewriter;
}
