import { l10n } from "vscode";
import type { LocalEngine, ModelStore, StoredModel } from "../../core/apply/localEngine.ts";
import type { ProviderPreset } from "../../core/apply/rewriter.ts";
import { LOCAL } from "../providers/failureActions.ts";

type DownloadEnd = Awaited<ReturnType<ModelStore["download"]>>;

/** A store that tells of what it has stored whether anybody had named a digest to check it by. */
export interface CheckingModelStore extends ModelStore {
  download(
    ...request: Parameters<ModelStore["download"]>
  ): Promise<
    | Exclude<DownloadEnd, { readonly type: "stored" }>
    | { readonly type: "stored"; readonly model: StoredModel; readonly isDigestChecked: boolean }
  >;
}

/** The engine and the models on this machine. Each loads when it is first asked for. */
export interface LocalParts {
  readonly engine: () => Promise<LocalEngine>;
  readonly store: () => Promise<CheckingModelStore>;
  /** Where downloaded models are. */
  readonly directory: string;
}

/** The local engine among the providers. */
export function localPreset(): ProviderPreset {
  return {
    id: LOCAL,
    name: l10n.t("On this machine"),
    baseUrl: "",
    model: "",
    models: [],
    needsKey: false,
    keyPage: undefined,
    keyVariables: [],
    privacy: l10n.t("A model in a file of yours runs on this machine. Nothing is sent anywhere."),
  };
}
