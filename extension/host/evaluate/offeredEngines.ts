import { l10n, QuickPickItemKind, type QuickPickItem } from "vscode";
import type { Rewriter } from "../../core/models/rewriter.ts";
import type { EngineToRun } from "../../evaluation/engines.ts";
import {
  editorPlace,
  exactEngine,
  ladderEngine,
  localPlace,
  rewritingEngine,
  serverPlace,
  structuralEngine,
} from "../../evaluation/makeEngines.ts";
import { readLocalSettings } from "../local/localSettings.ts";
import type { ProviderState } from "../providers/configuredProviders.ts";
import { LANGUAGE_MODELS, LOCAL_ENGINE } from "../providers/failureActions.ts";
import { readSettings } from "../providers/providerSettings.ts";
import { priceOf, type NamedModel, type OfferedChatModel } from "./chatModels.ts";
import type { EvaluateParts } from "./evaluateParts.ts";

type Models = Pick<EvaluateParts, "providers" | "planners" | "takePasses">;

/** An engine that the user can choose. */
export interface EngineItem extends QuickPickItem {
  readonly engine: () => Promise<EngineToRun>;
  /** `undefined` if it needs none. */
  readonly model: NamedModel | undefined;
}

/** Lists the structural engine, each provider that has all it needs with the ways in which it can apply, and `chats`: the chat's models. */
export async function offeredEngines(
  models: Models,
  chats: readonly OfferedChatModel[],
): Promise<(EngineItem | QuickPickItem)[]> {
  const { options } = readSettings();
  const ready = (await models.providers.states()).filter(({ preset, key, missing, isChosen }) => {
    // A server that was never set up may not be there.
    const isSetUp = preset.needsKey
      ? key !== undefined
      : isChosen || preset.id === LOCAL_ENGINE || options.has(preset.id);
    return missing === undefined && isSetUp;
  });
  const applying = await Promise.all(ready.map((state) => itemsOf(models, state)));
  const writing = chats.map(exactItem);
  const heading = { label: l10n.t("Models of the chat"), kind: QuickPickItemKind.Separator };
  return [structuralItem(), ...applying.flat(), ...(writing.length === 0 ? [] : [heading, ...writing])];
}

function structuralItem(): EngineItem {
  return {
    label: l10n.t("Structural engine"),
    description: l10n.t("sends nothing"),
    picked: true,
    engine: () => Promise.resolve(structuralEngine()),
    model: undefined,
  };
}

function exactItem({ name, provider, model, ask }: OfferedChatModel): EngineItem {
  return {
    label: l10n.t("{0} writes exact edits", name),
    description: provider,
    engine: async () => exactEngine(`exact:${model.name}`, (await ask("exact-edits")).planner, model.place),
    model,
  };
}

async function itemsOf(models: Models, state: ProviderState): Promise<(EngineItem | QuickPickItem)[]> {
  const { preset, model: chosen } = state;
  const name = chosen === "" ? preset.name : `${preset.name} · ${chosen}`;
  const rewriter = await models.providers.rewriterOf(state);
  const model = modelOf(state, rewriter, models);
  const { place } = model;
  const item = (label: string, make: (rewriter: Rewriter) => EngineToRun): EngineItem => ({
    label,
    description: place.type === "here" ? l10n.t("stays on this machine") : "",
    engine: () => Promise.resolve(make(rewriter)),
    model,
  });
  const ladder = (type: "auto" | "choice", label: string): EngineItem =>
    item(label, (found) => ladderEngine(`${type}:${model.name}`, type, found, place));
  const rewriting = (draft: "guess" | "original" | "none", label: string): EngineItem =>
    item(label, (found) =>
      rewritingEngine(draft === "guess" ? model.name : `${model.name}:${draft}`, draft, found, place),
    );
  return [
    { label: name, kind: QuickPickItemKind.Separator },
    ladder("auto", l10n.t("{0} where the structural engine is not sure", name)),
    ...(rewriter.chooser === undefined
      ? []
      : [ladder("choice", l10n.t("{0} only chooses where the structural engine is not sure", name))]),
    rewriting("guess", l10n.t("{0} writes every file, from the guess of the structural engine", name)),
    rewriting("original", l10n.t("{0} writes every file, from the file as it is", name)),
    rewriting("none", l10n.t("{0} writes every file, without a draft", name)),
  ];
}

function modelOf({ preset, baseUrl, model }: ProviderState, rewriter: Rewriter, models: Models): NamedModel {
  const { id: provider } = preset;
  const known = { provider, ownAddress: baseUrl === preset.baseUrl ? undefined : baseUrl };
  if (provider === LOCAL_ENGINE) {
    const path = readLocalSettings().model?.path ?? "";
    return { provider, name: provider, ownAddress: undefined, place: localPlace(path, models.takePasses) };
  }
  const name = model === "" ? provider : `${provider}/${model}`;
  const price = priceOf(models.planners, name);
  // If none is set, VS Code takes the first model that it has, and the next time it may be another one.
  return {
    ...known,
    name,
    place: provider === LANGUAGE_MODELS ? editorPlace(rewriter.name, price) : serverPlace(baseUrl, price),
  };
}
