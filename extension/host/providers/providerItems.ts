import { l10n, type QuickPickItem } from "vscode";
import type { ProviderState } from "./configuredProviders.ts";

/** A provider in a list. */
export interface ProviderItem extends QuickPickItem {
  readonly state: ProviderState;
}

/** Makes the items of a list of providers: whether each can be asked, and what it is sent. */
export function providerItems(states: readonly ProviderState[]): readonly ProviderItem[] {
  return states.map((state) => ({
    label: state.isChosen ? `$(check) ${state.preset.name}` : state.preset.name,
    description: [stateText(state), state.model].filter((part) => part !== "").join(" · "),
    detail: state.preset.privacy,
    state,
  }));
}

/** Says whether a provider can be asked, in a few words. */
function stateText({ preset, missing, key }: ProviderState): string {
  if (missing === "plain-http") return l10n.t("not encrypted, not allowed yet");
  if (missing === "path") return l10n.t("the path of the model is not absolute");
  if (missing !== undefined) return l10n.t("not configured");
  return key === undefined && !preset.needsKey ? l10n.t("no key needed") : l10n.t("key set");
}
