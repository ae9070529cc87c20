import type { ModelFailure, ModelMessage, ModelUsage } from "../../../extension/core/models/model.ts";
import type { Planner, PlannerChoice, PlannerEvent, Planners } from "../../../extension/core/chat/planner.ts";
import { createPlanners } from "../../../extension/providers/planners.ts";
import type { ProvidersOptions } from "../../../extension/providers/providers.ts";
import { key } from "./asking.ts";

/** Planners with limits of time that a test can wait for. */
export function quickPlanners({ timing, ...options }: ProvidersOptions = {}): Planners {
  return createPlanners({ timing: { retryMs: 5, ...timing }, ...options });
}

/** What a user has chosen. */
export function choiceAt(planners: Planners, id: string, own: Partial<PlannerChoice> = {}): PlannerChoice {
  const preset = planners.presets.find((candidate) => candidate.id === id);
  if (preset === undefined) throw new Error(`no preset ${id}`);
  return { preset, baseUrl: preset.baseUrl, model: "some-model", key, ...own };
}

/** A planner at another address. */
export function plannerAt(id: string, own: Partial<PlannerChoice & ProvidersOptions> = {}): Planner {
  const { timing, fetch, ...choice } = own;
  const planners = quickPlanners({ ...(timing ? { timing } : {}), ...(fetch ? { fetch } : {}) });
  return planners.create(choiceAt(planners, id, choice));
}

export const question: readonly ModelMessage[] = [
  { role: "system", text: "You answer briefly." },
  { role: "user", text: "How much is one and one?" },
];

export interface Planned {
  readonly text: string;
  readonly reasoning: string;
  readonly usage: ModelUsage | undefined;
  readonly last: PlannerEvent | undefined;
  readonly failure: ModelFailure | undefined;
}

/** Reads what comes of a question to its end. */
export async function plan(
  planner: Planner,
  messages: readonly ModelMessage[] = question,
  signal = new AbortController().signal,
): Promise<Planned> {
  let [text, reasoning] = ["", ""];
  let usage: ModelUsage | undefined;
  let last: PlannerEvent | undefined;
  for await (const event of planner.stream(messages, signal)) {
    if (last?.type === "end" || last?.type === "failed") throw new Error("an event after the last one");
    if (event.type === "text") text += event.text;
    if (event.type === "reasoning") reasoning += event.text;
    if (event.type === "usage") usage = event.usage;
    last = event;
  }
  return { text, reasoning, usage, last, failure: last?.type === "failed" ? last.failure : undefined };
}
