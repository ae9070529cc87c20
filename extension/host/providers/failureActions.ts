import { commands, l10n, window } from "vscode";
import type { ModelFailure } from "../../core/models/model.ts";
import { shown } from "../shownText.ts";

export const SET_KEY = "fastApply.setApiKey";
export const CHOOSE_PROVIDER = "fastApply.chooseProvider";
export const TEST_PROVIDER = "fastApply.testProvider";
export const SHOW_LOG = "fastApply.showLog";
export const ADD_LOCAL_MODEL = "fastApply.addLocalModel";
export const MANAGE_LOCAL_MODELS = "fastApply.manageLocalModels";
export const UNLOAD_LOCAL_MODEL = "fastApply.unloadLocalModel";

/** The id of the models that VS Code itself has. */
export const LANGUAGE_MODELS = "vscode";

/** The id of the engine on this machine. */
export const LOCAL_ENGINE = "local";

/** A button below a message, and the command that it runs. */
export interface MessageAction {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** Finds the action by which a user can mend a failure of a provider. `id`: the provider's. */
export function actionFor({ type }: ModelFailure, id: string): MessageAction {
  if (id === LOCAL_ENGINE) return localActionFor(type);
  switch (type) {
    case "no-key":
    case "bad-key":
      return id === LANGUAGE_MODELS
        ? chooseAction()
        : { title: l10n.t("Set API Key…"), command: SET_KEY, arguments: [id] };
    case "billing":
    case "not-found":
    case "too-long":
    case "rejected":
    case "unreachable":
      return chooseAction();
    default:
      return { title: l10n.t("Show Log"), command: SHOW_LOG, arguments: [] };
  }
}

/** Finds the action by which a failure of the engine on this machine can be mended. */
function localActionFor(type: ModelFailure["type"]): MessageAction {
  switch (type) {
    // The model is gone, does not fit into memory, or is of a kind that cannot be used.
    case "rejected":
      return localModelsAction();
    // This build has no engine, or the file is more than any model here can read.
    case "not-found":
    case "too-long":
      return chooseAction();
    default:
      return { title: l10n.t("Show Log"), command: SHOW_LOG, arguments: [] };
  }
}

/** Makes the action that leads to another model on this machine. */
export function localModelsAction(): MessageAction {
  return { title: l10n.t("Manage Local Models…"), command: MANAGE_LOCAL_MODELS, arguments: [] };
}

/** Makes the action that leads to another provider or model. */
export function chooseAction(): MessageAction {
  return { title: l10n.t("Choose Provider…"), command: CHOOSE_PROVIDER, arguments: [] };
}

/** Shows a message with a button, and does what the button says. */
export async function showWithAction(
  kind: "warning" | "error",
  message: string,
  action: MessageAction | undefined,
): Promise<void> {
  const buttons = action ? [action.title] : [];
  const answer = await (kind === "error"
    ? window.showErrorMessage(shown(message, 600), ...buttons)
    : window.showWarningMessage(shown(message, 600), ...buttons));
  if (action && answer === action.title) await commands.executeCommand(action.command, ...action.arguments);
}
