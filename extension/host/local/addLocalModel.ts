import { basename } from "node:path";
import { l10n, QuickPickItemKind, Uri, window, type QuickPickItem } from "vscode";
import type { CatalogModel, DownloadRequest, StoredModel } from "../../core/models/localEngine.ts";
import { readModelAddress, type ModelAddressFault } from "../../core/models/modelAddress.ts";
import type { ConfiguredProviders, ProviderState } from "../providers/configuredProviders.ts";
import { setUpProvider } from "../providers/providerCommands.ts";
import { shownBytes } from "../shownFigures.ts";
import { shown } from "../shownText.ts";
import { chooseLocalModel } from "./chooseLocalModel.ts";
import type { LocalParts } from "./localPreset.ts";
import { modelName } from "./localSettings.ts";
import { findServers, type FoundServer } from "./loopbackServers.ts";
import type { ModelDownloads } from "./modelDownloads.ts";

/** Servers of the user's own that may run on this machine. */
const SERVERS = ["ollama", "lmstudio", "llama-server"];

/** What the commands around models on this machine work with. */
export interface LocalContext extends LocalParts {
  readonly providers: ConfiguredProviders;
  readonly downloads: ModelDownloads;
}

type Source =
  | { readonly type: "file" }
  | { readonly type: "address" }
  | { readonly type: "stored"; readonly model: StoredModel }
  | { readonly type: "offered"; readonly model: CatalogModel }
  | { readonly type: "server"; readonly server: FoundServer<ProviderState> };

interface SourceItem extends QuickPickItem {
  readonly source: Source;
}

/**
 * Lets the user set up a model on this machine: a file, a download from the list or from an address, the rest of a download that was
 * paused, or a server that already runs here.
 */
export async function addLocalModel(localContext: LocalContext): Promise<void> {
  const store = await localContext.store();
  const states = await localContext.providers.states();
  const [stored, servers] = await Promise.all([
    store.list(),
    findServers(
      states.filter(({ preset }) => SERVERS.includes(preset.id)),
      fetch,
    ),
  ]);
  const item = await window.showQuickPick<SourceItem | QuickPickItem>(
    sourceItems(localContext, stored, store.catalog, servers),
    {
      title: l10n.t("Add Local Model"),
      placeHolder: l10n.t("A model that runs on this machine, and sends nothing anywhere"),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (item === undefined || !("source" in item)) return;
  const { source } = item;
  switch (source.type) {
    case "file":
      return pickFile(localContext);
    case "address":
      return download(localContext, await askForAddress());
    case "stored":
      return takeStored(localContext, source.model);
    case "offered":
      return download(localContext, (await agrees(source.model)) ? source.model : undefined);
    case "server":
      return setUpProvider(localContext.providers, source.server.provider);
  }
}

/** Uses a model that is complete; otherwise pauses its download if that is under way, or else resumes it. */
export async function takeStored(localContext: LocalContext, model: StoredModel): Promise<void> {
  const file = basename(model.path);
  if (model.isWhole) await chooseLocalModel(localContext, localContext.providers, model);
  else if (localContext.downloads.isUnderWay(file)) localContext.downloads.pause(file);
  else if (model.url !== undefined) await download(localContext, { url: model.url, file });
}

function sourceItems(
  { downloads }: LocalContext,
  stored: readonly StoredModel[],
  catalog: readonly CatalogModel[],
  servers: readonly FoundServer<ProviderState>[],
): readonly (SourceItem | QuickPickItem)[] {
  const separator = (label: string): QuickPickItem => ({ label, kind: QuickPickItemKind.Separator });
  const fileOf = ({ path }: StoredModel): string => basename(path);
  const parts = stored.filter(({ url }) => url !== undefined);
  const offered = catalog.filter(({ file }) => !parts.some((model) => fileOf(model) === file));
  return [
    ...parts.map((model): SourceItem => ({
      label: downloads.isUnderWay(fileOf(model))
        ? `$(debug-pause) ${l10n.t("Pause {0}", shown(model.name))}`
        : `$(sync) ${l10n.t("Resume {0}", shown(model.name))}`,
      description: l10n.t("{0} are here", shownBytes(model.bytes)),
      source: { type: "stored", model },
    })),
    { label: `$(file) ${l10n.t("Pick a File…")}`, description: "GGUF", source: { type: "file" } },
    { label: `$(link) ${l10n.t("Download from an Address…")}`, description: "GGUF", source: { type: "address" } },
    separator(l10n.t("Download")),
    ...offered.map((model): SourceItem => {
      const there = stored.find((other) => other.isWhole && fileOf(other) === model.file);
      const state = there === undefined ? l10n.t("about {0}", shownBytes(model.bytes)) : l10n.t("downloaded");
      return {
        label: there === undefined ? model.name : `$(check) ${model.name}`,
        description: `${state} · ${licenceText(model)}`,
        detail: model.page,
        source: there === undefined ? { type: "offered", model } : { type: "stored", model: there },
      };
    }),
    ...(servers.length === 0 ? [] : [separator(l10n.t("Servers that run here"))]),
    ...servers.map((server): SourceItem => ({
      label: server.provider.preset.name,
      description: server.models
        .slice(0, 3)
        .map((name) => shown(name))
        .join(", "),
      detail: server.provider.preset.privacy,
      source: { type: "server", server },
    })),
  ];
}

function licenceText({ licence }: CatalogModel): string {
  return isFree(licence) ? licence : l10n.t("{0}, not for every use", licence.replace(/^LicenseRef-/, ""));
}

function isFree(licence: string): boolean {
  return !licence.startsWith("LicenseRef-");
}

/** Asks whether to download a model whose licence does not allow everything; true for any other. */
async function agrees(model: CatalogModel): Promise<boolean> {
  if (isFree(model.licence)) return true;
  const go = l10n.t("Download");
  const message = l10n.t("The licence of {0} does not allow every use.", model.name);
  const detail = l10n.t("Read {0} before you download it.", model.page);
  return (await window.showWarningMessage(message, { modal: true, detail }, go)) === go;
}

async function pickFile(localContext: LocalContext): Promise<void> {
  const picked = await window.showOpenDialog({
    title: l10n.t("Model File"),
    openLabel: l10n.t("Use"),
    filters: { [l10n.t("Models")]: ["gguf"] },
    defaultUri: Uri.file(localContext.directory),
  });
  const [file] = picked ?? [];
  if (file === undefined) return;
  if (file.scheme !== "file") {
    void window.showWarningMessage(l10n.t("{0} is not on this machine's disk.", shown(file.toString(true))));
    return;
  }
  await chooseLocalModel(localContext, localContext.providers, { path: file.fsPath, name: modelName(file.fsPath) });
}

async function askForAddress(): Promise<DownloadRequest | undefined> {
  const text = await window.showInputBox({
    title: l10n.t("Address of a Model File"),
    prompt: l10n.t("A file in the GGUF format, or its page on Hugging Face."),
    placeHolder: "https://huggingface.co/…/model-Q4_K_M.gguf",
    ignoreFocusOut: true,
    validateInput: (value) => {
      const address = readModelAddress(value);
      return address.type === "refused" ? addressFault(address.reason) : undefined;
    },
  });
  const address = text === undefined ? undefined : readModelAddress(text);
  return address?.type === "ok" ? address : undefined;
}

async function download(localContext: LocalContext, request: DownloadRequest | undefined): Promise<void> {
  if (request === undefined) return;
  const { url, file, sha256 } = request;
  const model = await localContext.downloads.download(await localContext.store(), { url, file, sha256 });
  if (model !== undefined) await chooseLocalModel(localContext, localContext.providers, model);
}

function addressFault(fault: ModelAddressFault): string {
  return {
    "no-url": l10n.t("This is no address. It begins with https://."),
    scheme: l10n.t("The address has to begin with https://, or with http:// for a server on this machine."),
    credentials: l10n.t("The address must not hold a name or a password."),
    "no-model": l10n.t("The address has to end in the name of a file that ends in .gguf."),
    "one-of-several": l10n.t("This is one of several parts of a model. Take one that is a single file."),
    "file-name": l10n.t("The name of the file has signs that not every system can store."),
  }[fault];
}
