import * as v from "valibot";
import type { ModelList, OfferedModel } from "../core/chat/planner.ts";
import type { Endpoint } from "./endpoint.ts";
import { describeFault } from "./failures.ts";
import type { PlannerPreset } from "./plannerPresets.ts";
import { makeRequest } from "./requests.ts";

/** OpenRouter's list of all models has some hundred kilobytes. */
const mostListBytes = 16_777_216;

/** What is odd in one field makes neither the model nor the list unusable. */
const lenient = <const Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);
const tokenCount = lenient(v.pipe(v.number(), v.integer(), v.minValue(1)));
const price = lenient(
  v.pipe(v.union([v.number(), v.pipe(v.string(), v.transform(Number))]), v.finite(), v.minValue(0)),
);

const modelSchema = v.object({
  id: v.string(),
  // The context of a model, in the words of OpenRouter and Fireworks, vLLM, Mistral, Groq, Anthropic and LM Studio.
  context_length: tokenCount,
  max_model_len: tokenCount,
  max_context_length: tokenCount,
  context_window: tokenCount,
  max_input_tokens: tokenCount,
  loaded_context_length: tokenCount,
  /** In dollars for one token. */
  pricing: lenient(v.object({ prompt: price, completion: price })),
  supports_chat: lenient(v.boolean()),
  capabilities: lenient(v.object({ completion_chat: lenient(v.boolean()) })),
  /** LM Studio and others have models of other kinds in the list. */
  type: lenient(v.string()),
});

/** OpenAI's list, or the bare one that some servers give. */
const listSchema = v.union([v.object({ data: v.array(v.unknown()) }), v.array(v.unknown())]);

/** Asks a provider for the models that can plan, in its order. Never rejects, but with what `signal` aborts with. */
export async function listModels(endpoint: Endpoint, preset: PlannerPreset, signal: AbortSignal): Promise<ModelList> {
  const reply = await makeRequest(
    endpoint,
    (client, attempt) => client.get<unknown>("/models", { signal: attempt }),
    () => false,
    mostListBytes,
    signal,
  );
  if (reply.type === "failed") {
    return { type: "failed", message: describeFault(reply.fault, endpoint, { key: endpoint.key, texts: [] }).message };
  }
  reply.watch.close();
  const list = v.safeParse(listSchema, reply.answer);
  if (!list.success) return { type: "failed", message: `${endpoint.name} gives no list of models at ${endpoint.url}.` };
  const rows = Array.isArray(list.output) ? list.output : list.output.data;
  return { type: "listed", models: rows.flatMap((row) => offeredModel(row, preset)) };
}

function offeredModel(row: unknown, preset: PlannerPreset): readonly OfferedModel[] {
  const read = v.safeParse(modelSchema, row);
  if (!read.success) return [];
  const model = read.output;
  // Google puts the kind of a thing before its name.
  const id = model.id.replace(/^models\//, "");
  const isOther = (model.type ?? "").includes("embed") || model.supports_chat === false;
  if (id === "" || isOther || model.capabilities?.completion_chat === false || !preset.isPlanner(id)) return [];
  const { pricing } = model;
  return [
    {
      id,
      contextTokens:
        model.loaded_context_length ??
        model.context_length ??
        model.max_model_len ??
        model.max_context_length ??
        model.context_window ??
        model.max_input_tokens,
      inputPrice: perMillion(pricing?.prompt),
      outputPrice: perMillion(pricing?.completion),
    },
  ];
}

/** Without the digits that only come of the multiplication. */
function perMillion(perToken: number | undefined): number | undefined {
  return perToken === undefined ? undefined : Number((perToken * 1_000_000).toPrecision(12));
}
