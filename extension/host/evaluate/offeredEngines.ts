import { availableParallelism } from "node:os";
import { l10n, QuickPickItemKind, type QuickPickItem } from "vscode";
import { checkEndpoint } from "../../core/apply/endpoint.ts";
import type { Rewriter } from "../../core/apply/rewriter.ts";
import type { EngineToRun } from "../../evaluation/engines.ts";
import type { ConfiguredProviders, ProviderState } from "../providers/configuredProviders.ts";
import { LANGUAGE_MODELS, LOCAL_ENGINE } from "../providers/failureActions.ts";
import { readSettings } from "../providers/providerSettings.ts";

/** An engine that the user can choose. Its model is asked for when it is chosen. */
export interface EngineItem extends QuickPickItem {
  readonly engine: () => Promise<EngineToRun>;
}

/** Requests at a time to a server that is not on this machine. */
const HOSTED_WIDTH = 4;

/** The structural engine, and each provider that has all it needs by the ways in which it can apply. */
export async function offeredEngines(providers: ConfiguredProviders): Promise<(EngineItem | QuickPickItem)[]> {
  const { options } = readSettings();
  const ready = (await providers.states()).filter(({ preset, key, missing, isChosen }) => {
    // A server that was never set up may not be there.
    const isSetUp = preset.needsKey
      ? key !== undefined
      : isChosen || preset.id === LOCAL_ENGINE || options.has(preset.id);
    return missing === undefined && isSetUp;
  });
  return [structuralItem(), ...ready.flatMap((state) => itemsOf(providers, state))];
}

function structuralItem(): EngineItem {
  return {
    label: l10n.t("Structural engine"),
    description: l10n.t("sends nothing"),
    picked: true,
    engine: () =>
      Promise.resolve({
        id: "structural",
        label: "Structural",
        kind: "structural",
        width: availableParallelism(),
        way: { type: "structural" },
      }),
  };
}

function itemsOf(providers: ConfiguredProviders, state: ProviderState): (EngineItem | QuickPickItem)[] {
  const { preset, model } = state;
  const name = model === "" ? preset.name : `${preset.name} · ${model}`;
  const id = model === "" ? preset.id : `${preset.id}/${model}`;
  const isLocal = preset.id === LOCAL_ENGINE;
  const item = (label: string, make: (rewriter: Rewriter) => Omit<EngineToRun, "width" | "address">): EngineItem => ({
    label,
    description: isLocal ? l10n.t("stays on this machine") : "",
    engine: async () => ({
      ...make(await providers.rewriterOf(state)),
      width: isLocal ? 1 : HOSTED_WIDTH,
      address: state.baseUrl,
    }),
  });
  const sentTo = (asking: "auto" | "rewriter") =>
    isLocal ? undefined : { asking, name, origin: originOf(state), price: undefined };
  const rewriting = (draft: "guess" | "original" | "none", label: string): EngineItem =>
    item(label, (rewriter) => ({
      id: `${id}:${draft}`,
      label: `${name}, ${draft === "none" ? "no draft" : `draft: ${draft}`}`,
      kind: isLocal ? "local" : "rewriter",
      draft,
      way: { type: "rewrite", rewriter },
      receiver: sentTo("rewriter"),
    }));
  return [
    { label: name, kind: QuickPickItemKind.Separator },
    item(l10n.t("{0} where the structural engine is not sure", name), (rewriter) => ({
      id: `auto:${id}`,
      label: `${name}, where the merge is not sure`,
      kind: isLocal ? "local" : "choice",
      way: {
        type: "ladder",
        choosers: rewriter.chooser === undefined ? [] : [rewriter.chooser],
        rewriters: [rewriter],
      },
      receiver: sentTo("auto"),
    })),
    rewriting("guess", l10n.t("{0} writes every file, from the guess of the structural engine", name)),
    rewriting("original", l10n.t("{0} writes every file, from the file as it is", name)),
    rewriting("none", l10n.t("{0} writes every file, without a draft", name)),
  ];
}

/** Where its requests go, as a user knows it. */
function originOf({ preset, baseUrl }: ProviderState): string {
  if (preset.id === LANGUAGE_MODELS) return "VS Code";
  const endpoint = checkEndpoint(baseUrl);
  return endpoint.type === "refused" ? baseUrl : endpoint.origin;
}
