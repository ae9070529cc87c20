import { basename } from "node:path";
import type { LocalEngine } from "../core/apply/localEngine.ts";
import type { Providers, RewriteTask } from "../core/apply/rewriter.ts";
import type { Planners } from "../core/chat/planner.ts";
import { nameOfModel, readModelName, type EngineName, type ModelName } from "../core/evaluation/engineNames.ts";
import type { Asking, Price } from "../core/evaluation/sendings.ts";
import type { AskedPlanner, EngineToRun } from "../evaluation/engines.ts";
import { readProviderFlags, type ChosenProvider } from "./provider.ts";

/** What engines are made of, and what the command line and the environment say of them. */
export interface EngineParts {
  readonly providers: Providers;
  readonly planners: Planners;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Addresses by provider; that of no provider is for all. */
  readonly addresses: ReadonlyMap<string | undefined, string>;
  /** Prices by model, as it is named in the list; that of no model is for all. */
  readonly prices: ReadonlyMap<string | undefined, Price>;
  /** A model file on this machine, by its absolute path, and the engine that runs it. */
  readonly local:
    { readonly path: string; readonly engine: LocalEngine; readonly takePasses: () => number | undefined } | undefined;
}

export interface Unfit {
  readonly type: "unfit";
  readonly message: string;
  readonly next: string;
}

/** How many requests a hosted model gets at a time. A server on this machine gets one: two would slow each other down. */
const WIDTH = 4;
const LOCAL = "local";

const DRAFTS = { guess: "drafts from the merge", original: "drafts from the file", none: "no drafts" } as const;

/** A task that only has a model loaded. */
const SMALLEST: RewriteTask = {
  ...{ original: "a\n", sketch: "a\n", draft: "a\n" },
  ...{ instruction: "", conversation: [], path: undefined, language: undefined },
};

/** The engine of a name. `first`: the first model of the list, which `auto` and `choice` ask where they name none. */
export function createEngine(name: EngineName, first: ModelName | undefined, parts: EngineParts): EngineToRun | Unfit {
  const { id } = name;
  if (name.type === "structural") {
    return { id, label: "Structural", kind: "structural", width: 1, way: { type: "structural" } };
  }
  const model = name.model ?? first;
  if (model === undefined) {
    return unfit(`${id} needs a model to ask.`, `name one, such as ${id}:openai/gpt-4.1-mini, or leave ${id} out.`);
  }
  if (name.type === "exact") {
    const asked = createAsked(model, "exact-edits", parts);
    if (asked.type === "unfit") return asked;
    const { planner, ...rest } = asked.asked;
    const label = `${planner.name}, exact edits`;
    return { id, label, kind: "exact-edits", ...rest, way: { type: "exact-edits", planner } };
  }
  return model.provider === LOCAL ? localEngine(name, parts) : remoteEngine(name, model, parts);
}

type Applying = Extract<EngineName, { type: "auto" | "choice" | "rewriter" }>;

function remoteEngine(name: Applying, model: ModelName, parts: EngineParts): EngineToRun | Unfit {
  const { id } = name;
  const chosen = choose(model, parts.providers.presets, parts);
  if (chosen.type === "unfit") return chosen;
  const rewriter = parts.providers.create(chosen.choice);
  const asking = name.type === "rewriter" ? "rewriter" : name.type;
  const rest = reached(chosen.choice.baseUrl, model, asking, rewriter.name, parts);
  if (name.type === "rewriter") {
    const { draft } = name;
    const label = `${rewriter.name}, ${DRAFTS[draft]}`;
    return { id, label, kind: "rewriter", draft, ...rest, way: { type: "rewrite", rewriter } };
  }
  const { chooser } = rewriter;
  if (chooser === undefined && name.type === "choice") {
    return unfit(`${rewriter.name} cannot be asked for a choice.`, "it was made for rewrites: name it by itself.");
  }
  const choosers = chooser === undefined ? [] : [chooser];
  const rewriters = name.type === "auto" ? [rewriter] : [];
  const label = name.type === "auto" ? `Automatic with ${rewriter.name}` : `Choice by ${rewriter.name}`;
  return { id, label, kind: "choice", ...rest, way: { type: "ladder", choosers, rewriters } };
}

function localEngine(name: Applying, { local }: EngineParts): EngineToRun | Unfit {
  const { id } = name;
  if (local === undefined) return unfit(`${id} needs a model file.`, "name one with --local-model model.gguf.");
  const file = basename(local.path);
  const model = { path: local.path, name: file.replace(/\.gguf$/i, "") };
  const rewriter = local.engine.rewriter(model, { usesGpu: true, isStrict: false, idleMs: 0 });
  const begin = async (signal: AbortSignal): Promise<void> => rewriter.prepare?.(SMALLEST, signal);
  const known = { id, kind: "local", width: 1, address: file, begin, takePasses: local.takePasses } as const;
  if (name.type === "rewriter") {
    const { draft } = name;
    return { ...known, label: `${model.name} here, ${DRAFTS[draft]}`, draft, way: { type: "rewrite", rewriter } };
  }
  const choosers = rewriter.chooser === undefined ? [] : [rewriter.chooser];
  const rewriters = name.type === "auto" ? [rewriter] : [];
  const label = name.type === "auto" ? `Automatic with ${model.name} here` : `Choice by ${model.name} here`;
  return { ...known, label, way: { type: "ladder", choosers, rewriters } };
}

/** The chat model of a name such as `openai/gpt-4.1`, to plan, to grade or to write exact edits. */
export function createAsked(
  model: ModelName,
  asking: Asking,
  parts: EngineParts,
): { readonly type: "asked"; readonly asked: AskedPlanner } | Unfit {
  const chosen = choose(model, parts.planners.presets, parts);
  if (chosen.type === "unfit") return chosen;
  const planner = parts.planners.create(chosen.choice);
  return { type: "asked", asked: { planner, ...reached(chosen.choice.baseUrl, model, asking, planner.name, parts) } };
}

function choose(model: ModelName, presets: Providers["presets"], parts: EngineParts): ChosenProvider {
  const { provider } = model;
  const baseUrl = parts.addresses.get(provider) ?? parts.addresses.get(undefined);
  const preset = presets.find(({ id }) => id === provider);
  if (preset === undefined) {
    const names = presets.map(({ id }) => id).join(", ");
    return unfit(
      `there is no engine and no model "${nameOfModel(model)}".`,
      `name models as provider/model, of ${names}.`,
    );
  }
  if (model.model === undefined && preset.model === "") {
    return unfit(`${preset.name} needs a model.`, `name it as ${provider}/model.`);
  }
  return readProviderFlags(presets, { provider, model: model.model, baseUrl }, parts.environment);
}

function reached(
  baseUrl: string,
  model: ModelName,
  asking: Asking,
  name: string,
  { prices }: EngineParts,
): Omit<AskedPlanner, "planner"> {
  const { origin, hostname } = new URL(baseUrl);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const price = prices.get(nameOfModel(model)) ?? prices.get(undefined);
  return { receiver: { asking, name, origin, price }, width: isHere ? 1 : WIDTH, address: baseUrl };
}

function unfit(message: string, next: string): Unfit {
  return { type: "unfit", message, next };
}

/** Reads `[provider=]url`; none where it is no address. */
export function readAddress(text: string): readonly [provider: string | undefined, url: string] | undefined {
  const [, provider, url = ""] = /^(?:([\w-]+)=)?(.+)$/s.exec(text) ?? [];
  return URL.canParse(url) ? [provider, url] : undefined;
}

/** Reads `[provider/model=]sent,answered`: US dollars for a million tokens. */
export function readPrice(text: string): readonly [model: string | undefined, price: Price] | undefined {
  const at = text.lastIndexOf("=");
  const numbers = text.slice(at + 1).split(",");
  const [sent = NaN, answered = NaN] = numbers.map((number) => (number.trim() === "" ? NaN : Number(number)));
  if (numbers.length !== 2 || !(sent >= 0) || !(answered >= 0)) return undefined;
  return [at < 0 ? undefined : nameOfModel(readModelName(text.slice(0, at))), { sent, answered }];
}
