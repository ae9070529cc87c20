import { commands, l10n, lm, QuickPickItemKind, window, type QuickPickItem } from "vscode";
import { askForAccess, storeKey } from "./askForAccess.ts";
import type { ConfiguredProviders, ProviderState } from "./configuredProviders.ts";
import { ADD_LOCAL_MODEL, LOCAL_ENGINE } from "./failureActions.ts";
import { languageModelsPreset, nameOfLanguageModel } from "./languageModels.ts";
import { providerItems, type ProviderItem } from "./providerItems.ts";
import { readSettings, saveEngine, saveProvider } from "./providerSettings.ts";

interface ActionItem extends QuickPickItem {
  readonly action: "structural" | "test" | "key" | "sign-out";
}

/**
 * Lets the user choose the provider that is asked first, with its address, key and model unless they are known. Nothing is stored before
 * the last answer. `test` if the user wants to test the provider instead; `undefined` if there is no new choice.
 */
export async function chooseProvider(
  providers: ConfiguredProviders,
  setKey: () => Promise<void>,
  signOut: () => Promise<void>,
): Promise<ProviderState | "test" | undefined> {
  const states = await providers.states();
  const chosen = states.find(({ isChosen }) => isChosen);
  const items: (ProviderItem | ActionItem | QuickPickItem)[] = [
    structuralItem(),
    ...providerItems(states),
    { label: "", kind: QuickPickItemKind.Separator },
    ...(chosen ? [{ label: `$(zap) ${l10n.t("Test {0}", chosen.preset.name)}`, action: "test" as const }] : []),
    { label: `$(key) ${l10n.t("Set API Key…")}`, action: "key" as const },
    { label: `$(sign-out) ${l10n.t("Sign Out…")}`, action: "sign-out" as const },
  ];
  const item = await window.showQuickPick(items, {
    title: l10n.t("Choose Apply Provider"),
    placeHolder: l10n.t("Which model is asked where the structural engine is not sure?"),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (item === undefined) return undefined;
  if ("state" in item) return setUp(providers, item.state);
  if (!("action" in item)) return undefined;
  if (item.action === "test") return "test";
  if (item.action === "structural") await saveEngine("structural");
  if (item.action === "key") await setKey();
  if (item.action === "sign-out") await signOut();
  return undefined;
}

function structuralItem(): ActionItem {
  const name = l10n.t("Structural engine only");
  return {
    label: readSettings().engine === "structural" ? `$(check) ${name}` : name,
    description: l10n.t("no key needed"),
    detail: l10n.t("Works on this machine, and sends nothing. Where it is not sure, it says so."),
    action: "structural",
  };
}

/** Makes a provider the one that is asked first, and asks for what is open. `undefined` if the user leaves, or goes another way. */
export async function setUp(providers: ConfiguredProviders, state: ProviderState): Promise<ProviderState | undefined> {
  const { preset } = state;
  if (preset.id === LOCAL_ENGINE) {
    if (state.missing === undefined) {
      await saveProvider(preset.id, {});
      return state;
    }
    await commands.executeCommand(ADD_LOCAL_MODEL);
    return undefined;
  }
  if (preset.id === languageModelsPreset().id) {
    const model = await chooseLanguageModel(state.model);
    if (model === undefined) return undefined;
    await saveProvider(preset.id, { model });
    return { ...state, model };
  }
  const access = await askForAccess(providers, state);
  if (access === undefined) return undefined;
  const model = await askForModel(state);
  if (model === undefined) return undefined;
  await storeKey(providers, access);
  const options = {
    ...(access.url === preset.baseUrl ? {} : { baseUrl: access.url }),
    ...(model === preset.model ? {} : { model }),
  };
  await saveProvider(preset.id, options);
  return {
    ...state,
    baseUrl: access.url,
    model,
    key: access.key,
    missing: undefined,
    isChosen: true,
  };
}

async function askForModel({ preset, model }: ProviderState): Promise<string | undefined> {
  const known = [...new Set([model, preset.model, ...preset.models])].filter((name) => name !== "");
  const title = l10n.t("Model of {0}", preset.name);
  const other = l10n.t("Other…");
  if (known.length > 0) {
    const answer = await window.showQuickPick([...known, other], {
      title,
      placeHolder: l10n.t("Which model rewrites?"),
    });
    if (answer !== other) return answer;
  }
  const text = await window.showInputBox({
    title,
    prompt: l10n.t("The name of the model, as the server knows it."),
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === "" ? l10n.t("The name is empty.") : undefined),
  });
  return text?.trim();
}

async function chooseLanguageModel(chosen: string): Promise<string | undefined> {
  const models = await lm.selectChatModels();
  if (models.length === 0) {
    void window.showWarningMessage(
      l10n.t("VS Code has no language model. Sign in to GitHub Copilot, or choose another provider."),
    );
    return undefined;
  }
  const items = models.map((model) => ({
    label: nameOfLanguageModel(model) === chosen ? `$(check) ${model.name}` : model.name,
    description: model.vendor,
    model: nameOfLanguageModel(model),
  }));
  const title = l10n.t("Model of {0}", languageModelsPreset().name);
  const item = await window.showQuickPick(items, { title, placeHolder: l10n.t("Which model rewrites?") });
  return item?.model;
}
