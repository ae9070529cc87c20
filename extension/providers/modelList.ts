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
  // The context of a model, in the words of OpenRouter and Fireworks, vLLM, Mistral, Groq, and Anthropic.
  context_length: tokenCount,
  max_model_len: tokenCount,
  max_context_length: tokenCount,
  context_window: tokenCount,
  max_input_tokens: tokenCount,
  /** In dollars for one token. */
  pricing: lenient(v.object({ prompt: price, completion: price })),
  supports_chat: lenient(v.boolean()),
  capabilities: lenient(v.object({ completion_chat: lenient(v.boolean()) })),
});

/** OpenAI's list, or the bare one that some servers give. */
const listSchema = v.union([v.object({ data: v.array(v.unknown()) }), v.array(v.unknown())]);

/** What servers of the user's own say about the models that they have loaded: Ollama by name, LM Studio by id. */
const loadedSchema = v.object({
  id: v.optional(v.string()),
  name: v.optional(v.string()),
  loaded_context_length: tokenCount,
  context_length: tokenCount,
});
const loadedListSchema = v.object({ data: lenient(v.array(v.unknown())), models: lenient(v.array(v.unknown())) });

/** Asks a provider for the models that can plan, in its order. Rejects only with the reason of an abort of `signal`. */
export async function listModels(endpoint: Endpoint, preset: PlannerPreset, signal: AbortSignal): Promise<ModelList> {
  const reply = await get(endpoint, preset.listPath, signal);
  if (reply.type === "failed") {
    return { type: "failed", message: describeFault(reply.fault, endpoint, { key: endpoint.key, texts: [] }).message };
  }
  const list = v.safeParse(listSchema, reply.answer);
  if (!list.success) return { type: "failed", message: `${endpoint.name} gives no list of models at ${endpoint.url}.` };
  const rows = Array.isArray(list.output) ? list.output : list.output.data;
  const models = rows.flatMap((row) => offeredModel(row, preset));
  if (preset.contextsPath === undefined) return { type: "listed", models };
  const contexts = await loadedContexts(endpoint, preset.contextsPath, signal);
  return {
    type: "listed",
    models: models.map((model) => ({ ...model, contextTokens: contexts.get(model.id) ?? model.contextTokens })),
  };
}

/** By model. A server that does not say, such as another one at this address, makes the list no worse. */
async function loadedContexts(
  endpoint: Endpoint,
  path: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const contexts = new Map<string, number>();
  const reply = await get(endpoint, new URL(path, endpoint.origin).href, signal);
  const list = v.safeParse(loadedListSchema, reply.type === "failed" ? undefined : reply.answer);
  if (!list.success) return contexts;
  for (const row of list.output.data ?? list.output.models ?? []) {
    const read = v.safeParse(loadedSchema, row);
    const name = read.success ? (read.output.id ?? read.output.name) : undefined;
    const tokens = read.success ? (read.output.loaded_context_length ?? read.output.context_length) : undefined;
    if (name !== undefined && tokens !== undefined) contexts.set(name, tokens);
  }
  return contexts;
}

async function get(endpoint: Endpoint, path: string, signal: AbortSignal) {
  const reply = await makeRequest(
    endpoint,
    async (ask) => valueOf(await ask(path)),
    () => false,
    mostListBytes,
    signal,
  );
  if (reply.type === "answered") reply.watch.close();
  return reply;
}

/** Returns what an answer holds; its text if it is not JSON. */
async function valueOf(response: Response): Promise<unknown> {
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get("content-type") ?? "");
  const text = await response.text();
  return isJson ? (JSON.parse(text) as unknown) : text;
}

function offeredModel(row: unknown, preset: PlannerPreset): readonly OfferedModel[] {
  const read = v.safeParse(modelSchema, row);
  if (!read.success) return [];
  const model = read.output;
  // Google puts the kind of a thing before its name.
  const id = model.id.replace(/^models\//, "");
  const isOther = model.supports_chat === false || model.capabilities?.completion_chat === false;
  if (id === "" || isOther || !preset.isPlanner(id)) return [];
  const { pricing } = model;
  return [
    {
      id,
      contextTokens:
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
