import { createChatRewriter } from "../core/models/chatRewriter.ts";
import type { ModelFailure } from "../core/models/model.ts";
import type { ProviderChoice, Providers, Rewriter } from "../core/models/rewriter.ts";
import { createChatModel } from "./chatModel.ts";
import { createCompletionsRewriter } from "./completionsRewriter.ts";
import { endpointOf } from "./chosenEndpoint.ts";
import { familyOf } from "../core/models/prompts.ts";
import { presets, type PresetEntry } from "./presets.ts";
import { createRefusals, type Refusals } from "./refusals.ts";
import type { Timing } from "./requestWatch.ts";

/** `timing` replaces the usual limits, for tests. */
export interface ProvidersOptions {
  readonly fetch?: typeof fetch;
  readonly timing?: Partial<Timing>;
}

const usualTiming: Timing = { firstByteMs: 30_000, idleMs: 30_000, textMs: 300_000, retryMs: 500 };

/**
 * Creates all providers. What is learned about a server, such as that it refuses a prediction, is remembered as long as the result lives.
 * For a choice that cannot work, for want of a key, a model or a safe address, makes a rewriter that fails with the reason and sends
 * nothing.
 */
export function createProviders({ fetch = globalThis.fetch, timing = {} }: ProvidersOptions = {}): Providers {
  const refusals = createRefusals();
  return {
    presets,
    create(choice) {
      const entry = presets.find(({ id }) => id === choice.preset.id);
      if (entry === undefined) throw new Error(`There is no provider ${choice.preset.id}.`);
      const firstByteMs = entry.firstByteMs ?? usualTiming.firstByteMs;
      return createRewriter(choice, entry, refusals, fetch, { ...usualTiming, firstByteMs, ...timing });
    },
  };
}

function createRewriter(
  choice: ProviderChoice,
  entry: PresetEntry,
  refusals: Refusals,
  fetch: typeof globalThis.fetch,
  timing: Timing,
): Rewriter {
  const { id, limits, protocol } = entry;
  const model = choice.model.trim();
  // Fireworks' names of models are paths.
  const name = `${entry.name} ${model.split("/").at(-1) ?? ""}`.trim();
  const keyVariable = entry.keyVariables[0];
  const chosen = endpointOf(choice, entry, { keyVariable, chooser: "Choose Apply Provider", fetch, timing });
  if (chosen.type === "failed") return { id, name, limits, rewrite: () => failed(chosen.failure) };
  const { endpoint } = chosen;
  switch (protocol.type) {
    case "chat":
      return createChatRewriter({
        id,
        name,
        family: protocol.family ?? familyOf(model),
        model: createChatModel(endpoint, protocol.dialect, limits, refusals),
      });
    case "completions":
      return createCompletionsRewriter({ id, name, endpoint, limits, refusals });
  }
}

// oxlint-disable-next-line typescript/require-await -- a stream of one event
async function* failed(failure: ModelFailure) {
  yield { type: "failed", failure } as const;
}
