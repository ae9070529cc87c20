import { existsSync } from "node:fs";
import { basename } from "node:path";
import { checkEndpoint, describeEndpointFault } from "../core/models/endpoint.ts";
import type { LocalEngine } from "../core/models/localEngine.ts";
import type { Providers, Rewriter } from "../core/models/rewriter.ts";
import type { Planner, Planners } from "../core/chat/planner.ts";
import { nameOfModel, readModelName, type EngineName, type ModelName } from "../core/evaluation/engineNames.ts";
import type { Asking, Price } from "../core/evaluation/sendings.ts";
import type { AskedPlanner, EngineToRun } from "../evaluation/engines.ts";
import {
  askedPlanner,
  exactEngine,
  ladderEngine,
  localPlace,
  rewritingEngine,
  serverPlace,
  structuralEngine,
  type ModelPlace,
  type ServerPlace,
} from "../evaluation/makeEngines.ts";
import { readProviderFlags, type ChosenProvider } from "./provider.ts";

/** What engines are made of, and what the command line and the environment say about them. */
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

const LOCAL = "local";

/** Creates the engine that a name of `--engines` means; `unfit`, with what to do, if it lacks a model or cannot use it so. */
export function createEngine(name: EngineName, parts: EngineParts): EngineToRun | Unfit {
  if (name.type === "structural") return structuralEngine();
  const { id, model } = name;
  if (model === undefined) {
    return unfit(`${id} needs a model to ask.`, `name one, such as ${id}:openai/gpt-4.1-mini, or leave ${id} out.`);
  }
  if (name.type === "exact") {
    const asked = createPlanner(model, parts);
    return asked.type === "unfit" ? asked : exactEngine(id, asked.planner, asked.place);
  }
  const found = model.provider === LOCAL ? localRewriter(id, parts) : remoteRewriter(model, parts);
  if (found.type === "unfit") return found;
  const { rewriter, place } = found;
  if (name.type === "rewriter") return rewritingEngine(id, name.draft, rewriter, place);
  if (rewriter.chooser === undefined && name.type === "choice") {
    return unfit(`${rewriter.name} cannot be asked for a choice.`, "it was made for rewrites: name it by itself.");
  }
  return ladderEngine(id, name.type, rewriter, place);
}

type FoundRewriter = { readonly type: "found"; readonly rewriter: Rewriter; readonly place: ModelPlace } | Unfit;

function remoteRewriter(model: ModelName, parts: EngineParts): FoundRewriter {
  const { providers, planners } = parts;
  const isOf = ({ id }: { readonly id: string }): boolean => id === model.provider;
  if (!providers.presets.some(isOf) && planners.presets.some(isOf)) {
    const exact = `exact:${model.provider}/${model.model ?? "MODEL"}`;
    return unfit(`${model.provider} is a chat provider: ${exact}.`, `name it as ${exact}, which writes exact edits.`);
  }
  const chosen = choose(model, providers.presets, parts);
  if (chosen.type === "unfit") return chosen;
  const { choice } = chosen;
  return { type: "found", rewriter: parts.providers.create(choice), place: placeOf(choice.baseUrl, model, parts) };
}

function localRewriter(id: string, { local }: EngineParts): FoundRewriter {
  if (local === undefined) return unfit(`${id} needs a model file.`, "name one with --local-model model.gguf.");
  if (!existsSync(local.path)) {
    return unfit(`there is no file ${local.path}.`, "name a model file with --local-model model.gguf.");
  }
  const model = { path: local.path, name: basename(local.path).replace(/\.gguf$/i, "") };
  const rewriter = local.engine.rewriter(model, { usesGpu: true, isStrict: false, idleMs: 0 });
  return { type: "found", rewriter, place: localPlace(local.path, local.takePasses) };
}

/** Creates the chat model that a name such as `openai/gpt-4.1` means, to plan or to grade. */
export function createAsked(
  model: ModelName,
  asking: Asking,
  parts: EngineParts,
): { readonly type: "asked"; readonly asked: AskedPlanner } | Unfit {
  const created = createPlanner(model, parts);
  if (created.type === "unfit") return created;
  return { type: "asked", asked: askedPlanner(created.planner, asking, created.place) };
}

function createPlanner(
  model: ModelName,
  parts: EngineParts,
): { readonly type: "planner"; readonly planner: Planner; readonly place: ServerPlace } | Unfit {
  if (model.provider === LOCAL) {
    return unfit("local models cannot write exact edits, plan or grade.", "name a chat model, as provider/model.");
  }
  const chosen = choose(model, parts.planners.presets, parts);
  if (chosen.type === "unfit") return chosen;
  const { choice } = chosen;
  return { type: "planner", planner: parts.planners.create(choice), place: placeOf(choice.baseUrl, model, parts) };
}

function placeOf(baseUrl: string, model: ModelName, { prices }: EngineParts): ServerPlace {
  return serverPlace(baseUrl, prices.get(nameOfModel(model)) ?? prices.get(undefined));
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

/**
 * Finds what is wrong with addresses and prices: an address that a report could not show, or a value for a name that has no part in the
 * evaluation, such as a misspelt one, since code would then go elsewhere. No message repeats an address, which may hold a password.
 * `undefined` if nothing is wrong.
 */
export function checkNamed(
  models: readonly ModelName[],
  { addresses, prices }: Pick<EngineParts, "addresses" | "prices">,
): Unfit | undefined {
  const keyOf = (key: string | undefined): string => (key === undefined ? "" : ` ${key}=…`);
  for (const [provider, address] of addresses) {
    const check = checkEndpoint(address);
    if (check.type !== "refused") continue;
    return unfit(`--base-url${keyOf(provider)}: ${describeEndpointFault(check.reason)}`, "give the address alone.");
  }
  const strayKey = (option: string, keys: Iterable<string | undefined>, names: ReadonlySet<string>): Unfit[] =>
    [...keys].flatMap((key) => {
      if (key === undefined || names.has(key)) return [];
      const known = names.size === 0 ? "none is asked." : `those that are asked: ${[...names].join(", ")}.`;
      return [unfit(`${option}${keyOf(key)}: no engine, planner or grader has this name.`, known)];
    });
  const providers = new Set(models.map(({ provider }) => provider).filter((provider) => provider !== LOCAL));
  const names = new Set(models.filter(({ provider }) => provider !== LOCAL).map(nameOfModel));
  return [...strayKey("--base-url", addresses.keys(), providers), ...strayKey("--price", prices.keys(), names)][0];
}

function unfit(message: string, next: string): Unfit {
  return { type: "unfit", message, next };
}

/** Reads `[provider=]url`. Leaves it to `checkNamed` to check the address, since a parser of options repeats what it refuses. */
export function readAddress(text: string): readonly [provider: string | undefined, url: string] {
  const [, provider, url = ""] = /^(?:([\w-]+)=)?(.*)$/s.exec(text) ?? [];
  return [provider, url];
}

/** Reads `[provider/model=]sent,answered`, in US dollars per million tokens; `undefined` if it is not of this form. */
export function readPrice(text: string): readonly [model: string | undefined, price: Price] | undefined {
  const at = text.lastIndexOf("=");
  const numbers = text.slice(at + 1).split(",");
  const [sent = NaN, answered = NaN] = numbers.map((number) => (number.trim() === "" ? NaN : Number(number)));
  if (numbers.length !== 2 || !(sent >= 0) || !(answered >= 0)) return undefined;
  return [at < 0 ? undefined : nameOfModel(readModelName(text.slice(0, at))), { sent, answered }];
}
