import { l10n } from "vscode";
import type { LocalEngine, ModelStore } from "../../core/models/localEngine.ts";
import { SERVERLESS, type ProviderPreset } from "../../core/models/rewriter.ts";
import { LOCAL_ENGINE } from "../providers/failureActions.ts";

/** The engine and the models on this machine. Each loads when it is first asked for. */
export interface LocalParts {
  readonly engine: () => Promise<LocalEngine>;
  readonly store: () => Promise<ModelStore>;
  /** Returns the passes of a model since the last call. */
  readonly takePasses: () => number | undefined;
  /** Where downloaded models are. */
  readonly directory: string;
}

/** Describes the local engine as a provider. */
export function localPreset(): ProviderPreset {
  return {
    id: LOCAL_ENGINE,
    name: l10n.t("On this machine"),
    ...SERVERLESS,
    privacy: l10n.t("A model in a file of yours runs on this machine. Nothing is sent anywhere."),
  };
}
