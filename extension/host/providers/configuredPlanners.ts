import { EventEmitter, l10n, lm, workspace, type Disposable, type Event, type LanguageModelChat } from "vscode";
import type { AskedModel } from "../../core/models/chatChooser.ts";
import type { Chooser } from "../../core/models/chooser.ts";
import { checkEndpoint } from "../../core/models/endpoint.ts";
import type { ModelFailure } from "../../core/models/model.ts";
import type { ProviderPreset } from "../../core/models/rewriter.ts";
import type { ModelView } from "../../core/chat/chatProtocol.ts";
import type { Planner, PlannerChoice, Planners } from "../../core/chat/planner.ts";
import type { FormatSetting } from "../../core/chat/plannerFormat.ts";
import type { ConfiguredProviders, ProviderState } from "./configuredProviders.ts";
import { LANGUAGE_MODELS } from "./failureActions.ts";
import { languageModelPlanner } from "./languageModelPlanner.ts";
import { languageModelsPreset, nameOfLanguageModel } from "./languageModels.ts";
import { soon } from "./patience.ts";
import {
  CHAT_MODEL,
  CHAT_MODELS,
  idOf,
  readChatModels,
  readChosenModel,
  readAsksForChoice,
  readEditFormat,
  saveChatSetting,
  type ChatModelEntry,
} from "./plannerSettings.ts";
import { readSettings } from "./providerSettings.ts";

/** Extensions that bring models may have to start first; the list of models does not wait for them longer. */
const FIND_MS = 2_000;

/** The planning models as the settings, the stored keys and VS Code have them now. */
export class ConfiguredPlanners implements Disposable {
  readonly load: () => Promise<Planners>;
  readonly providers: ConfiguredProviders;
  readonly #change = new EventEmitter<void>();
  readonly #listeners: readonly Disposable[];
  /** Models of VS Code that have refused tools. */
  readonly #toolless = new Set<string>();

  /** `load`: brings the planners when they are first asked for, as their client takes time to load. */
  constructor(load: () => Promise<Planners>, providers: ConfiguredProviders) {
    this.load = load;
    this.providers = providers;
    this.#listeners = [
      workspace.onDidChangeConfiguration((event) => {
        const settings = [CHAT_MODELS, CHAT_MODEL, "fastApply.providerOptions"];
        if (settings.some((setting) => event.affectsConfiguration(setting))) this.#change.fire();
      }),
      lm.onDidChangeChatModels(() => {
        this.#change.fire();
      }),
    ];
  }

  /** Fires when the list of models, or which one is chosen, may have changed. */
  readonly onDidChange: Event<void> = (...listener) => this.#change.event(...listener);

  /** Lists all models that can be asked: those of the settings, then those of VS Code. Never asks the network. */
  async models(): Promise<readonly ModelView[]> {
    const planners = await this.load();
    const own = readChatModels().flatMap((entry): readonly ModelView[] => {
      const preset = planners.presets.find(({ id }) => id === entry.provider);
      if (preset === undefined) return [];
      const { limits } = planners.create(choiceOf(preset, entry));
      const { contextTokens } = limits;
      return [{ id: idOf(entry), name: entry.name ?? shortName(entry.model), provider: preset.name, contextTokens }];
    });
    const { name: provider } = languageModelsPreset();
    const others = (await languageModels()).map((model) => ({
      id: `${LANGUAGE_MODELS}/${nameOfLanguageModel(model)}`,
      name: model.name,
      provider,
      contextTokens: model.maxInputTokens,
    }));
    return [...own, ...others];
  }

  /** Lists the providers of planning models. None of them has a chosen model here, nor counts as lacking one. */
  async states(): Promise<readonly ProviderState[]> {
    const { presets } = await this.load();
    const settings = readSettings();
    return Promise.all(
      presets.map(async (preset) => {
        const { missing, ...state } = await this.providers.stateOf(preset, settings);
        return { ...state, model: "", missing: missing === "model" ? undefined : missing, isChosen: false };
      }),
    );
  }

  /**
   * Finds the id of the model that is asked: the one that the user has chosen, or the first if they never chose one. Empty if there is
   * none: no other model is asked in place of one that is gone, since it may be another company's.
   */
  async chosen(): Promise<string> {
    const chosen = readChosenModel();
    // VS Code may bring it later.
    if (chosen.startsWith(`${LANGUAGE_MODELS}/`)) return chosen;
    const models = await this.models();
    if (chosen === "") return models[0]?.id ?? "";
    return models.some(({ id }) => id === chosen) ? chosen : "";
  }

  /** Returns the id of the model that the settings name, even if it is gone; empty if they name none. */
  wanted(): string {
    return readChosenModel();
  }

  async choose(id: string): Promise<void> {
    await saveChatSetting(CHAT_MODEL, id);
  }

  /** Creates the planner of a model; if something is missing, one that says what. `undefined` if the settings have no such model. */
  async planner(id: string, signal: AbortSignal): Promise<Planner | undefined> {
    signal.throwIfAborted();
    if (id.startsWith(`${LANGUAGE_MODELS}/`)) {
      return languageModelPlanner(id.slice(LANGUAGE_MODELS.length + 1), this.#toolless);
    }
    const found = await this.#entryOf(id);
    signal.throwIfAborted();
    if (found === undefined) return undefined;
    const { planners, entry, preset, baseUrl, key } = found;
    const endpoint = checkEndpoint(baseUrl);
    const allowsPlainHttp = endpoint.type !== "refused" && this.providers.plainHttp.allows(endpoint);
    const planner = planners.create({ ...choiceOf(preset, entry), baseUrl, key, allowsPlainHttp });
    const named = entry.name === undefined ? planner : { ...planner, name: entry.name };
    return preset.needsKey && key === undefined ? refusing(named, noKey(preset.name)) : named;
  }

  /**
   * Finds the model that may be asked what open pieces of an answer mean: the one that wrote it, or the chosen one if that is gone. None
   * if the user wants that, or only one particular engine, or if its key is missing: for a choice nobody is asked to set anything up.
   * Never rejects.
   */
  async choosers(writer: string): Promise<readonly Chooser[]> {
    try {
      if (!readAsksForChoice() || readSettings().engine !== "auto") return [];
      const isThere = (await this.models()).some(({ id }) => id === writer);
      const id = isThere ? writer : await this.chosen();
      const found = await this.#entryOf(id);
      if (found?.preset.needsKey === true && found.key === undefined) return [];
      const planner = id === "" ? undefined : await this.planner(id, new AbortController().signal);
      if (planner === undefined) return [];
      const { createChatChooser } = await import("../firstUse.ts");
      const { name, limits } = planner;
      const ask: AskedModel["ask"] = (messages, _maxTokens, signal) => planner.stream(messages, signal);
      return [createChatChooser({ id, name, limits, ask })];
    } catch {
      // The settings or keys cannot be read, which other requests report.
      return [];
    }
  }

  /** Lists the addresses that single models have of their own, each as its provider there. */
  async ownAddresses(): Promise<readonly ProviderState[]> {
    const { presets } = await this.load();
    const states = await Promise.all(
      readChatModels().map(async (entry) => {
        const preset = presets.find(({ id }) => id === entry.provider);
        if (preset === undefined || entry.baseUrl === undefined) return [];
        const { missing, ...state } = await this.#stateOf(preset, entry);
        const named = { ...preset, name: `${preset.name}, ${entry.baseUrl}` };
        return [
          { ...state, preset: named, model: "", missing: missing === "model" ? undefined : missing, isChosen: false },
        ];
      }),
    );
    return [...new Map(states.flat().map((state) => [state.preset.name, state])).values()];
  }

  /** Returns how planners are asked to write changes, as the user has set it. */
  format(): FormatSetting {
    return readEditFormat();
  }

  /** Returns what a million tokens cost; `undefined` unless the user's settings say both prices. */
  priceOf(id: string): { readonly input: number; readonly output: number } | undefined {
    const entry = readChatModels().find((candidate) => idOf(candidate) === id);
    const { inputPrice: input, outputPrice: output } = entry ?? {};
    return input === undefined || output === undefined ? undefined : { input, output };
  }

  /** Finds where a model of the settings is asked, and its provider; `undefined` if VS Code has the model, or nobody. */
  async addressOf(id: string): Promise<{ readonly preset: ProviderPreset; readonly baseUrl: string } | undefined> {
    const found = await this.#entryOf(id);
    return found && { preset: found.preset, baseUrl: found.baseUrl };
  }

  /** Lets the user add a model, which is then the chosen one. Resolves to its id; `undefined` if the user leaves. */
  async add(): Promise<string | undefined> {
    // What a user rarely asks for loads when they do.
    const { addChatModel } = await import("../firstUse.ts");
    return addChatModel(this);
  }

  /** Finds a model of the settings with what is needed to ask it; `undefined` if they have no such model. */
  async #entryOf(id: string) {
    const entry = readChatModels().find((candidate) => idOf(candidate) === id);
    const planners = await this.load();
    const preset = planners.presets.find((candidate) => candidate.id === entry?.provider);
    if (entry === undefined || preset === undefined) return undefined;
    const { baseUrl, key } = await this.#stateOf(preset, entry);
    return { planners, entry, preset, baseUrl, key };
  }

  /** Returns the provider of a model, at the model's own address if it has one. */
  #stateOf(preset: PlannerChoice["preset"], { baseUrl }: ChatModelEntry): Promise<ProviderState> {
    const settings = readSettings();
    if (baseUrl === undefined) return this.providers.stateOf(preset, settings);
    const own = { ...settings.options.get(preset.id), baseUrl };
    return this.providers.stateOf(preset, { ...settings, options: new Map(settings.options).set(preset.id, own) });
  }

  dispose(): void {
    this.#change.dispose();
    for (const listener of this.#listeners) listener.dispose();
  }
}

function choiceOf(preset: PlannerChoice["preset"], entry: ChatModelEntry): PlannerChoice {
  const { model, contextTokens, outputTokens } = entry;
  const limits = {
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
  return { preset, baseUrl: preset.baseUrl, model, key: undefined, limits };
}

/** Drops the path that some providers put before the name. */
function shortName(model: string): string {
  return model.split("/").at(-1) ?? model;
}

/** Lists the models that VS Code has; none if it does not answer in time. */
async function languageModels(): Promise<readonly LanguageModelChat[]> {
  try {
    return await soon(lm.selectChatModels(), FIND_MS);
  } catch {
    return [];
  }
}

function noKey(provider: string): ModelFailure {
  const message = l10n.t('There is no API key for {0} yet. Run "Fast Apply: Set API Key", then ask again.', provider);
  return { type: "no-key", message };
}

/** Makes a planner that only says why it cannot be asked. */
function refusing(planner: Planner, failure: ModelFailure): Planner {
  return {
    ...planner,
    // oxlint-disable-next-line typescript/require-await -- The port wants a stream.
    async *stream() {
      yield { type: "failed", failure };
    },
  };
}
