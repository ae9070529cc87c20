import type { ModelLimits, ModelMessage, OfferedTools } from "../core/models/model.ts";
import { estimateTokens } from "../core/models/tokens.ts";
import type { ModelList, Planner, PlannerChoice, PlannerEvent, Planners } from "../core/chat/planner.ts";
import { streamChat, TOOLS } from "./chatModel.ts";
import { endpointOf, type ChosenEndpoint } from "./chosenEndpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import { listModels } from "./modelList.ts";
import { plannerDialect, plannerPresets, type PlannerPreset } from "./plannerPresets.ts";
import type { ProvidersOptions } from "./providers.ts";
import { createRefusals, type Refusals } from "./refusals.ts";
import type { Timing } from "./requestWatch.ts";
import { withThinking } from "./thinking.ts";

/** Models that reason may be silent for minutes, and their user can see that and stop them. */
const usualTiming: Timing = { firstByteMs: 180_000, idleMs: 180_000, textMs: 600_000, retryMs: 500 };
/** Models that must be loaded first, and read a long question slowly. */
const localFirstByteMs = 600_000;
/** A user waits for a list. */
const listMs = 15_000;

/** Beyond what any model writes: if no limit is sent, an answer is still not read forever. In tokens. */
const mostAnswerTokens = 200_000;
/** A limit below this would leave no answer; the server may then say itself that the question is too long. */
const leastAnswerTokens = 256;

/**
 * Creates all planners. What is learned about a server, such as that it refuses a field, is remembered as long as the result lives. For a
 * choice that cannot work, for want of a key, a model or a safe address, makes a planner that fails with the reason and sends nothing.
 */
export function createPlanners({ fetch = globalThis.fetch, timing = {} }: ProvidersOptions = {}): Planners {
  const refusals = createRefusals();
  const read = (choice: PlannerChoice) => {
    const preset = plannerPresets.find(({ id }) => id === choice.preset.id);
    if (preset === undefined) throw new Error(`There is no provider ${choice.preset.id}.`);
    const firstByteMs = preset.isLocal ? localFirstByteMs : usualTiming.firstByteMs;
    const patience = { ...usualTiming, firstByteMs, ...timing };
    const ways = { keyVariable: undefined, chooser: "Add Chat Model", fetch, timing: patience } as const;
    return { preset, endpoint: endpointOf(choice, preset, ways) };
  };
  return {
    presets: plannerPresets,
    create(choice) {
      const { preset, endpoint } = read(choice);
      return createPlanner(choice, preset, endpoint, refusals);
    },
    async listModels(choice, signal): Promise<ModelList> {
      // Which model is asked does not matter here.
      const { preset, endpoint } = read({ ...choice, model: choice.model || "models" });
      if (endpoint.type === "failed") return { type: "failed", message: endpoint.failure.message };
      const patient = { firstByteMs: listMs, idleMs: listMs, textMs: listMs, retryMs: usualTiming.retryMs, ...timing };
      const listing: Endpoint = { ...endpoint.endpoint, keyHeaders: preset.listHeaders, timing: patient };
      return listModels(listing, preset, signal);
    },
  };
}

function createPlanner(
  { model, limits: own }: PlannerChoice,
  preset: PlannerPreset,
  endpoint: ChosenEndpoint,
  refusals: Refusals,
): Planner {
  const known = preset.limitsOf(model);
  const contextTokens = own?.contextTokens ?? known.contextTokens;
  const limits: ModelLimits = {
    contextTokens,
    outputTokens: Math.min(own?.outputTokens ?? known.outputTokens, Math.ceil(contextTokens / 2)),
  };
  const sendsLimit = preset.needsLimit || own?.outputTokens !== undefined;
  const dialect = plannerDialect(preset, model.trim(), sendsLimit);
  async function* stream(
    messages: readonly ModelMessage[],
    signal: AbortSignal,
    offered?: OfferedTools,
  ): AsyncGenerator<PlannerEvent> {
    signal.throwIfAborted();
    if (endpoint.type === "failed") {
      yield endpoint;
      return;
    }
    const maxTokens = sendsLimit ? answerTokens(messages, limits) : mostAnswerTokens;
    const request = { messages, prediction: "", maxTokens, offered };
    yield* withThinking(streamChat(endpoint.endpoint, dialect, refusals, request, signal));
  }
  return {
    id: `${preset.id}/${model}`,
    name: model.split("/").at(-1) ?? model,
    limits,
    get takesTools() {
      return endpoint.type === "failed" || !refusals.of(endpoint.endpoint).has(TOOLS);
    },
    stream,
  };
}

/** Computes what the answer may have beside the question, which servers refuse to go beyond. */
function answerTokens(messages: readonly ModelMessage[], { contextTokens, outputTokens }: ModelLimits): number {
  const asked = messages.reduce((sum, { text }) => sum + estimateTokens(text) + 4, 0);
  return Math.max(leastAnswerTokens, Math.min(outputTokens, contextTokens - asked));
}
