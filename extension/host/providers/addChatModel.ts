import { l10n, lm, window, type QuickPickItem } from "vscode";
import { checkEndpoint } from "../../core/models/endpoint.ts";
import type { ModelList, OfferedModel } from "../../core/chat/planner.ts";
import { cancellable } from "../cancellable.ts";
import { askForAccess, storeKey, type Access } from "./askForAccess.ts";
import type { ConfiguredPlanners } from "./configuredPlanners.ts";
import type { ProviderState } from "./configuredProviders.ts";
import { LANGUAGE_MODELS } from "./failureActions.ts";
import { languageModelsPreset, nameOfLanguageModel } from "./languageModels.ts";
import { CHAT_MODELS, idOf, readChatModels, saveChatSetting, type ChatModelEntry } from "./plannerSettings.ts";
import { providerItems } from "./providerItems.ts";
import { readSettings } from "./providerSettings.ts";

/**
 * Lets the user add a planning model: the provider, its address and key unless they are known, and the model, which is then the chosen
 * one. Nothing is stored before the last answer. Resolves to its id; `undefined` if the user leaves.
 */
export async function addChatModel(planners: ConfiguredPlanners): Promise<string | undefined> {
  const { providers } = planners;
  const settings = readSettings();
  const states = [...(await planners.states()), await providers.stateOf(chatLanguageModels(), settings)];
  const item = await window.showQuickPick(providerItems(states.map((state) => ({ ...state, isChosen: false }))), {
    title: l10n.t("Add Chat Model"),
    placeHolder: l10n.t("Whose model shall answer in the chat?"),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (item === undefined) return undefined;
  const { state } = item;
  if (state.preset.id === LANGUAGE_MODELS) return chooseLanguageModel(planners);

  const access = await askForAccess(providers, state);
  if (access === undefined) return undefined;
  const model = await askForModel(planners, state, access);
  if (model === undefined) return undefined;
  const known = await withContext(state, { ...model, provider: state.preset.id, model: model.id });
  if (known === undefined) return undefined;
  await storeKey(providers, access);
  // Whoever else asks this provider goes on to ask it where they did.
  const usual = checkEndpoint(state.baseUrl);
  const isUsual = usual.type !== "refused" && usual.url === access.url;
  const entry = isUsual ? known : { ...known, baseUrl: access.url };
  const id = idOf(entry);
  await saveChatSetting(CHAT_MODELS, [...readChatModels().filter((other) => idOf(other) !== id), entry]);
  await planners.choose(id);
  return id;
}

/**
 * Lets the user choose a model to remove from the settings; its key stays. If it was the chosen one, it stays named, so that the chat
 * asks which one is to answer, and does not ask another company by itself.
 */
export async function removeChatModel(): Promise<void> {
  const entries = readChatModels();
  if (entries.length === 0) {
    void window.showInformationMessage(l10n.t("No chat model is added."));
    return;
  }
  const items = entries.map((entry) => ({ label: entry.name ?? entry.model, description: entry.provider, entry }));
  const item = await window.showQuickPick(items, {
    title: l10n.t("Remove Chat Model"),
    placeHolder: l10n.t("Which model shall the chat no longer offer?"),
  });
  if (item === undefined) return;
  const id = idOf(item.entry);
  const left = readChatModels().filter((entry) => idOf(entry) !== id);
  await saveChatSetting(CHAT_MODELS, left.length === 0 ? undefined : left);
}

/** Describes the models of VS Code, with what is sent to them in a chat. */
function chatLanguageModels(): ProviderState["preset"] {
  return {
    ...languageModelsPreset(),
    privacy: l10n.t(
      "Your questions, the chat so far, what you attach to it and what you let the model read of the workspace go through VS Code to the provider of the model, such as GitHub Copilot.",
    ),
  };
}

/** Lets the user choose a model of VS Code, which is there without being added. */
async function chooseLanguageModel(planners: ConfiguredPlanners): Promise<string | undefined> {
  const models = await lm.selectChatModels();
  if (models.length === 0) {
    void window.showWarningMessage(
      l10n.t("VS Code has no language model. Sign in to GitHub Copilot, or choose another provider."),
    );
    return undefined;
  }
  const items = models.map((model) => ({ label: model.name, description: model.vendor, model }));
  const item = await window.showQuickPick(items, {
    title: l10n.t("Model of {0}", languageModelsPreset().name),
    placeHolder: l10n.t("Which model shall answer?"),
  });
  if (item === undefined) return undefined;
  const id = `${LANGUAGE_MODELS}/${nameOfLanguageModel(item.model)}`;
  await planners.choose(id);
  return id;
}

/** Offers the provider's own list, and asks for a name if it has none or another model is wanted. */
async function askForModel(
  planners: ConfiguredPlanners,
  { preset }: ProviderState,
  access: Access,
): Promise<OfferedModel | undefined> {
  const list = await listModels(planners, preset, access);
  const title = l10n.t("Model of {0}", preset.name);
  if (list?.type === "listed" && list.models.length > 0) {
    const other: QuickPickItem = { label: l10n.t("Other…") };
    const items = list.models.map((model) => ({ label: model.id, description: figuresOf(model), model }));
    const item = await window.showQuickPick([...items, other], {
      title,
      placeHolder: l10n.t("Which model shall answer?"),
      matchOnDescription: true,
    });
    if (item === undefined) return undefined;
    if ("model" in item) return item.model;
  }
  const name = l10n.t("The name of the model, as the server knows it.");
  const typed = await window.showInputBox({
    title,
    prompt: list?.type === "failed" ? `${list.message} ${name}` : name,
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === "" ? l10n.t("The name is empty.") : undefined),
  });
  return typed === undefined ? undefined : { id: typed.trim() };
}

/** Lists the models of a provider; `undefined` if the user does not wait for that. */
async function listModels(
  planners: ConfiguredPlanners,
  preset: ProviderState["preset"],
  { url, key }: Access,
): Promise<ModelList | undefined> {
  const loaded = await planners.load();
  const choice = { preset, baseUrl: url, model: "", key, allowsPlainHttp: true };
  const title = l10n.t("Asking {0} for its models", preset.name);
  return cancellable(title, (signal) => loaded.listModels(choice, signal));
}

/** Summarizes what the provider's list says of a model. */
function figuresOf({ contextTokens, inputPrice, outputPrice }: OfferedModel): string {
  const context = contextTokens === undefined ? "" : l10n.t("{0} tokens", contextTokens.toLocaleString());
  const isPriced = inputPrice !== undefined && outputPrice !== undefined;
  const price = isPriced ? l10n.t("${0} in, ${1} out for a million", inputPrice, outputPrice) : "";
  return [context, price].filter((part) => part !== "").join(" · ");
}

/** Asks for the context of a server of the user's own: it is what it was started with, which its list of models often does not say. */
async function withContext(
  { preset }: ProviderState,
  {
    provider,
    model,
    contextTokens,
    inputPrice,
    outputPrice,
  }: OfferedModel & Pick<ChatModelEntry, "provider" | "model">,
): Promise<ChatModelEntry | undefined> {
  const known = {
    provider,
    model,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(inputPrice === undefined ? {} : { inputPrice }),
    ...(outputPrice === undefined ? {} : { outputPrice }),
  };
  if (preset.needsKey || contextTokens !== undefined) return known;
  const isOllama = preset.id === "ollama";
  const text = await window.showInputBox({
    title: l10n.t("Context of {0}", model),
    prompt: isOllama
      ? l10n.t(
          "How many tokens Ollama gives the model. It drops what is more and says nothing. Its default is 4,096, or OLLAMA_CONTEXT_LENGTH where that is set.",
        )
      : l10n.t("How many tokens the server was started with. What does not fit is left out, and named."),
    value: isOllama ? "4096" : "32768",
    ignoreFocusOut: true,
    validateInput: (value) =>
      readCount(value) === undefined ? l10n.t("A number of tokens, such as 32768.") : undefined,
  });
  const context = text === undefined ? undefined : readCount(text);
  return context === undefined ? undefined : { ...known, contextTokens: context };
}

/** Reads a number as people write it, with separators; `undefined` unless it has 3 to 8 digits. */
function readCount(text: string): number | undefined {
  const digits = text.replace(/[\s.,_]/g, "");
  return /^\d{3,8}$/.test(digits) ? Number(digits) : undefined;
}
