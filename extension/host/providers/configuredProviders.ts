import { l10n, type LogOutputChannel } from "vscode";
import { checkEndpoint } from "../../core/models/endpoint.ts";
import type { ModelFailure } from "../../core/models/model.ts";
import type { LocalEngine } from "../../core/models/localEngine.ts";
import type { ProviderPreset, Providers, Rewriter } from "../../core/models/rewriter.ts";
import { localPreset } from "../local/localPreset.ts";
import { readLocalSettings } from "../local/localSettings.ts";
import { LOCAL_ENGINE } from "./failureActions.ts";
import type { KeyStore } from "./keyStore.ts";
import { failing, languageModelsPreset } from "./languageModels.ts";
import type { PlainHttp } from "./plainHttp.ts";
import { readSettings, type ProviderSettings } from "./providerSettings.ts";

/** What is missing before a provider can be asked. */
type Missing = "address" | "plain-http" | "model" | "path" | "key";

/** A provider with what the user has set. */
export interface ProviderState {
  readonly preset: ProviderPreset;
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | undefined;
  readonly missing: Missing | undefined;
  /** Whether it is the one that is asked first. */
  readonly isChosen: boolean;
}

/** The providers as the settings and the stored keys have them now. */
export class ConfiguredProviders {
  readonly keys: KeyStore;
  readonly plainHttp: PlainHttp;
  readonly #load: () => Promise<Providers>;
  readonly #local: () => Promise<LocalEngine>;
  readonly #log: Pick<LogOutputChannel, "warn">;
  #isFailureReported = false;

  /** `load` and `local`: bring the providers and the engine on this machine when they are first asked for. */
  constructor(
    load: () => Promise<Providers>,
    local: () => Promise<LocalEngine>,
    keys: KeyStore,
    plainHttp: PlainHttp,
    log: Pick<LogOutputChannel, "warn">,
  ) {
    this.#load = load;
    this.#local = local;
    this.#log = log;
    this.keys = keys;
    this.plainHttp = plainHttp;
  }

  /**
   * Lists the rewriters for an apply that begins now: the chosen provider, then the others that have all they need. The chosen one is
   * there even if it lacks something: it says what. Empty if no provider is set up, or the providers or their keys cannot be read, which
   * is logged once. Never rejects.
   */
  async configuredRewriters(): Promise<readonly Rewriter[]> {
    try {
      return await this.#rewriters();
    } catch (error) {
      if (!this.#isFailureReported) {
        this.#isFailureReported = true;
        // The message of an error may hold anything.
        const kind = error instanceof Error ? error.constructor.name : typeof error;
        this.#log.warn(`The providers or their keys cannot be read (${kind}), so no model is asked.`);
      }
      return [];
    }
  }

  async #rewriters(): Promise<readonly Rewriter[]> {
    const settings = readSettings();
    const chosen = chosenId(settings);
    if (settings.engine === "structural") return [];
    const isNothingSet = chosen === "" && settings.options.size === 0 && readLocalSettings().model === undefined;
    if (isNothingSet && (await this.keys.origins()).length === 0) return [];
    const states = (await this.states()).filter(({ preset, isChosen, key, missing }) => {
      if (isChosen) return true;
      // One that needs no key would be asked without ever having been set up.
      const isSetUp = preset.needsKey
        ? key !== undefined
        : preset.id === LOCAL_ENGINE || settings.options.has(preset.id);
      return settings.engine === "auto" && preset.id !== languageModelsPreset().id && isSetUp && missing === undefined;
    });
    const ordered = states.sort((a, b) => Number(b.isChosen) - Number(a.isChosen));
    const rewriters = await Promise.all(ordered.map((state) => this.rewriterOf(state)));
    const isKnown = chosen === "" || states.some(({ isChosen }) => isChosen);
    return isKnown ? rewriters : [unknownProvider(chosen), ...rewriters];
  }

  /** Lists all providers: this machine, then the others in the order of their presets, the models of VS Code last. */
  async states(): Promise<readonly ProviderState[]> {
    const { presets } = await this.#load();
    const settings = readSettings();
    const all = [localPreset(), ...presets, languageModelsPreset()];
    return Promise.all(all.map((preset) => this.stateOf(preset, settings)));
  }

  /** Determines how a provider stands under these settings. */
  async stateOf(preset: ProviderPreset, settings: ProviderSettings): Promise<ProviderState> {
    const options = settings.options.get(preset.id) ?? {};
    const baseUrl = options.baseUrl?.trim() ?? "";
    const known = { preset, baseUrl: baseUrl === "" ? preset.baseUrl : baseUrl, model: options.model ?? preset.model };
    const isChosen = chosenId(settings) === preset.id;
    if (preset.id === LOCAL_ENGINE) {
      const { model, isPathRelative } = readLocalSettings();
      return {
        ...known,
        model: model?.name ?? "",
        key: undefined,
        missing: model !== undefined ? undefined : isPathRelative ? "path" : "model",
        isChosen,
      };
    }
    if (preset.id === languageModelsPreset().id) return { ...known, key: undefined, missing: undefined, isChosen };
    const endpoint = checkEndpoint(known.baseUrl);
    const key = await this.keys.keyFor(known.baseUrl);
    const missing =
      endpoint.type === "refused"
        ? "address"
        : !this.plainHttp.allows(endpoint)
          ? "plain-http"
          : preset.needsKey && key === undefined
            ? "key"
            : known.model === ""
              ? "model"
              : undefined;
    return { ...known, key, missing, isChosen };
  }

  /** Creates the rewriter of a provider; if something is missing, one that says what. */
  async rewriterOf({ preset, baseUrl, model, key, missing }: ProviderState): Promise<Rewriter> {
    if (missing !== undefined) return failing(preset.id, preset.name, missingFailure(preset, baseUrl, missing));
    if (preset.id === languageModelsPreset().id) {
      const { languageModelRewriter } = await import("../firstUse.ts");
      return languageModelRewriter(model);
    }
    const local = readLocalSettings();
    if (preset.id === LOCAL_ENGINE && local.model !== undefined) {
      return (await this.#local()).rewriter(local.model, local.options);
    }
    const providers = await this.#load();
    // What the user has not agreed to is missing.
    return providers.create({ preset, baseUrl, model, key, allowsPlainHttp: true });
  }
}

/** Returns the id of the provider that is asked first; empty if none is chosen. */
function chosenId({ engine, provider }: ProviderSettings): string {
  return engine === "auto" || engine === "structural" ? provider : engine;
}

function unknownProvider(id: string): Rewriter {
  const message = l10n.t("The settings name the provider {0}, which Fast Apply does not know. Choose another one.", id);
  return failing(id, id, { type: "rejected", message });
}

function missingFailure({ id, name }: ProviderPreset, baseUrl: string, missing: Missing): ModelFailure {
  switch (missing) {
    case "address":
      return {
        type: "not-found",
        message: l10n.t("{0} has no address that requests can go to. Choose the provider again to set it.", name),
      };
    case "plain-http":
      return {
        type: "rejected",
        message: l10n.t(
          "{0} is not encrypted and on another machine, so nothing was sent. Choose the provider again to allow it.",
          baseUrl,
        ),
      };
    case "model":
      if (id === LOCAL_ENGINE) {
        return { type: "rejected", message: l10n.t("No model on this machine is chosen yet. Add one to use it.") };
      }
      return { type: "not-found", message: l10n.t("No model is chosen for {0}. Choose the provider again.", name) };
    case "path":
      return {
        type: "rejected",
        message: l10n.t(
          "The path in {0} is not absolute, so no model is used. Choose one again.",
          "fastApply.local.model",
        ),
      };
    case "key":
      return { type: "no-key", message: l10n.t("There is no API key for {0} yet. Set it to use the provider.", name) };
  }
}
