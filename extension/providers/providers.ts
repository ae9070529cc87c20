import { createChatRewriter } from "../core/apply/chatRewriter.ts";
import { checkEndpoint, describeEndpointFault, type EndpointCheck } from "../core/apply/endpoint.ts";
import type { ModelFailure } from "../core/apply/model.ts";
import type { ProviderChoice, Providers, Rewriter } from "../core/apply/rewriter.ts";
import { createChatModel } from "./chatModel.ts";
import { createCompletionsRewriter } from "./completionsRewriter.ts";
import type { Endpoint } from "./endpoint.ts";
import { setKeyAdvice } from "./failures.ts";
import { familyOf } from "../core/apply/prompts.ts";
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
 * All providers. What is learned of a server, such as that it refuses a prediction, is remembered as long as the result lives.
 * A choice that cannot work, for want of a key, a model or a safe address, gives a rewriter that fails with the reason and
 * sends nothing.
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
  const key = choice.key?.trim();
  // Fireworks' names of models are paths.
  const name = `${entry.name} ${model.split("/").at(-1) ?? ""}`.trim();
  const check = checkEndpoint(choice.baseUrl);
  const failing = (failure: ModelFailure): Rewriter => ({ id, name, limits, rewrite: () => failed(failure) });
  if (check.type === "refused") return failing(addressFailure(entry, describeEndpointFault(check.reason)));
  const failure = choiceFailure(choice, entry, check);
  if (failure !== undefined) return failing(failure);
  const endpoint: Endpoint = {
    name: entry.name,
    url: check.url,
    origin: check.origin,
    model,
    key: key === "" ? undefined : key,
    keyVariable: entry.keyVariables[0],
    chooser: "Choose Apply Provider",
    fetch,
    timing,
  };
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

/** Why nothing can be sent with what the user has set. */
function choiceFailure(
  { model, key = "", allowsPlainHttp = false }: ProviderChoice,
  entry: PresetEntry,
  check: Exclude<EndpointCheck, { readonly type: "refused" }>,
): ModelFailure | undefined {
  if (check.type === "plain-http" && !allowsPlainHttp) {
    return addressFailure(entry, `${check.url} would get code and key without encryption.`);
  }
  if (model.trim() === "") {
    const message = `No model is set for ${entry.name}. Run "Fast Apply: Choose Apply Provider" to name one.`;
    return { type: "not-found", message };
  }
  const enterKey = setKeyAdvice({ keyVariable: entry.keyVariables[0] });
  if (entry.needsKey && key.trim() === "") {
    return { type: "no-key", message: `${entry.name} needs an API key. ${enterKey}` };
  }
  if (/[^\x21-\x7e]/.test(key.trim())) {
    return {
      type: "bad-key",
      message: `The API key for ${entry.name} holds blanks or letters that no key has. ${enterKey}`,
    };
  }
  return undefined;
}

function addressFailure({ name }: PresetEntry, reason: string): ModelFailure {
  const message = `${name} cannot be asked. ${reason} Run "Fast Apply: Choose Apply Provider" to set another address.`;
  return { type: "rejected", message };
}
