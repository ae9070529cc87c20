import { basename } from "node:path";
import { commands, env, l10n, QuickPickItemKind, Uri, window, type QuickPickItem } from "vscode";
import type { LocalModel, StoredModel } from "../../core/models/localEngine.ts";
import { ADD_LOCAL_MODEL, LOCAL_ENGINE, UNLOAD_LOCAL_MODEL } from "../providers/failureActions.ts";
import { readSettings, saveFirst } from "../providers/providerSettings.ts";
import { shownBytes } from "../shownFigures.ts";
import { shown } from "../shownText.ts";
import { takeStored, type LocalContext } from "./addLocalModel.ts";
import { chooseLocalModel } from "./chooseLocalModel.ts";
import { readLocalSettings, saveLocalModel } from "./localSettings.ts";
import { removeModel } from "./modelDownloads.ts";

interface ModelItem extends QuickPickItem {
  readonly model: LocalModel;
  /** `undefined` for a file of the user's own. */
  readonly stored: StoredModel | undefined;
  readonly isChosen: boolean;
}

interface ActionItem extends QuickPickItem {
  readonly run: () => unknown;
}

/** Shows the models on this machine with their size, and does what the user says with one of them. */
export async function manageLocalModels(localContext: LocalContext): Promise<void> {
  const stored = await (await localContext.store()).list();
  const { model: chosen } = readLocalSettings();
  const all = stored.reduce((sum, { bytes }) => sum + bytes, 0);
  const elsewhere: readonly ModelItem[] =
    chosen === undefined || stored.some(({ path }) => path === chosen.path)
      ? []
      : [modelItem(chosen, l10n.t("a file of yours"), true, undefined)];
  const items: (ModelItem | ActionItem | QuickPickItem)[] = [
    ...elsewhere,
    ...stored.map((model) => modelItem(model, sizeText(localContext, model), model.path === chosen?.path, model)),
    { label: "", kind: QuickPickItemKind.Separator },
    { label: `$(add) ${l10n.t("Add Local Model…")}`, run: () => commands.executeCommand(ADD_LOCAL_MODEL) },
    { label: `$(folder-opened) ${l10n.t("Open Folder")}`, run: () => openFolder(localContext.directory) },
    { label: `$(debug-stop) ${l10n.t("Unload Model")}`, run: () => commands.executeCommand(UNLOAD_LOCAL_MODEL) },
  ];
  const item = await window.showQuickPick<ModelItem | ActionItem | QuickPickItem>(items, {
    title: l10n.t("Local Models"),
    placeHolder: l10n.t("{0} are downloaded", shownBytes(all)),
    matchOnDetail: true,
  });
  if (item === undefined) return;
  if ("model" in item) await actOn(localContext, item);
  else if ("run" in item) await item.run();
}

function modelItem(
  model: LocalModel,
  description: string,
  isChosen: boolean,
  stored: StoredModel | undefined,
): ModelItem {
  const name = shown(model.name);
  return {
    label: isChosen ? `$(check) ${name}` : name,
    description,
    detail: shown(model.path),
    model,
    stored,
    isChosen,
  };
}

function sizeText({ downloads }: LocalContext, { path, bytes, isWhole }: StoredModel): string {
  if (isWhole) return shownBytes(bytes);
  return downloads.isUnderWay(basename(path))
    ? l10n.t("{0}, being downloaded", shownBytes(bytes))
    : l10n.t("{0}, paused", shownBytes(bytes));
}

async function actOn(localContext: LocalContext, { model, stored, isChosen }: ModelItem): Promise<void> {
  const name = shown(model.name);
  const isUnderWay = localContext.downloads.isUnderWay(basename(model.path));
  const use: ActionItem = {
    label: l10n.t("Use {0}", name),
    run: () =>
      stored ? takeStored(localContext, stored) : chooseLocalModel(localContext, localContext.providers, model),
  };
  const leave: ActionItem = { label: l10n.t("Do Not Use It"), run: () => giveUp(localContext, model) };
  const remove = stored && { label: l10n.t("Remove…"), run: () => askToRemove(localContext, stored, isChosen) };
  const label = isUnderWay ? l10n.t("Pause {0}", name) : l10n.t("Resume {0}", name);
  const first = stored?.isWhole === false ? { ...use, label } : isChosen ? leave : use;
  const canGoOn = stored === undefined || stored.isWhole || stored.url !== undefined;
  const items: readonly ActionItem[] = [...(canGoOn ? [first] : []), ...(remove && !isUnderWay ? [remove] : [])];
  const item = await window.showQuickPick(items, { title: name, placeHolder: shown(model.path) });
  await item?.run();
}

/** Takes back the choice of a model, and takes it out of memory. Its file stays. */
async function giveUp({ engine }: LocalContext, { path }: LocalModel): Promise<void> {
  await saveLocalModel("");
  // Without one this provider would only say what is missing.
  if (readSettings().provider === LOCAL_ENGINE) await saveFirst("");
  const local = await engine();
  const health = local.health();
  if (health.type === "running" && (health.model === undefined || health.model === path)) await local.stop();
}

/** Takes a model out of memory, which may still hold one that is no longer chosen. */
async function leaveMemory({ engine }: LocalContext, { path }: LocalModel): Promise<void> {
  const local = await engine();
  const health = local.health();
  if (health.type === "running" && health.model === path) await local.stop();
}

async function askToRemove(localContext: LocalContext, model: StoredModel, isChosen: boolean): Promise<void> {
  const button = l10n.t("Remove");
  const message = l10n.t("Remove {0} ({1}) from this machine?", shown(model.name), shownBytes(model.bytes));
  if ((await window.showWarningMessage(message, { modal: true }, button)) !== button) return;
  // A file that is in use cannot be removed on Windows.
  if (isChosen) await giveUp(localContext, model);
  else await leaveMemory(localContext, model);
  await removeModel(await localContext.store(), model);
}

async function openFolder(directory: string): Promise<void> {
  // Only on the machine of the screen is there a program to open it with.
  if (env.remoteName === undefined) await commands.executeCommand("revealFileInOS", Uri.file(directory));
  else void window.showInformationMessage(l10n.t("The models are in {0}.", shown(directory)));
}

/** Takes the model out of memory. The next apply that needs it loads it again. */
export async function unloadLocalModel({ engine }: Pick<LocalContext, "engine">): Promise<void> {
  const local = await engine();
  const health = local.health();
  if (health.type === "stopped") {
    void window.showInformationMessage(l10n.t("No model is in memory."));
    return;
  }
  await local.stop();
  const freed = shownBytes(health.memoryBytes);
  void window.showInformationMessage(l10n.t("The model has left memory: {0} are free again.", freed));
}
