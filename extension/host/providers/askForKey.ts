import { l10n, window } from "vscode";
import type { ProviderState } from "./configuredProviders.ts";
import { readKey } from "./keyStore.ts";

/** Asks for a key. Empty if there is none; `undefined` if the user leaves. */
export async function askForKey({ preset }: ProviderState, origin: string): Promise<string | undefined> {
  const page = preset.keyPage === undefined ? "" : l10n.t("You get one at {0}.", preset.keyPage);
  const none = preset.needsKey ? "" : l10n.t("Leave it empty if the server needs none.");
  const text = await window.showInputBox({
    title: l10n.t("API Key for {0}", preset.name),
    prompt: l10n.t("It is kept in VS Code's secret storage, and sent to {0} alone. {1}", origin, page + none).trim(),
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) =>
      value === "" || readKey(value) !== undefined
        ? undefined
        : l10n.t("A key has no blanks and no special characters."),
  });
  return text === undefined || text === "" ? text : readKey(text);
}
