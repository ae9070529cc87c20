import { commands, Disposable } from "vscode";
import { loadOnce } from "../loadOnce.ts";
import type { ConfiguredProviders } from "../providers/configuredProviders.ts";
import { ADD_LOCAL_MODEL, MANAGE_LOCAL_MODELS, UNLOAD_LOCAL_MODEL } from "../providers/failureActions.ts";
import type { LocalContext } from "./addLocalModel.ts";
import type { LocalParts } from "./localPreset.ts";

/** Registers the commands around models on this machine. What they do loads when they are used. */
export function registerLocal(parts: LocalParts, providers: ConfiguredProviders): Disposable {
  const load = () => import("../firstUse.ts");
  const localContext = loadOnce(async (): Promise<LocalContext> => {
    const { ModelDownloads } = await load();
    return { ...parts, providers, downloads: new ModelDownloads() };
  });
  return Disposable.from(
    commands.registerCommand(ADD_LOCAL_MODEL, async () => (await load()).addLocalModel(await localContext.get())),
    commands.registerCommand(MANAGE_LOCAL_MODELS, async () =>
      (await load()).manageLocalModels(await localContext.get()),
    ),
    commands.registerCommand(UNLOAD_LOCAL_MODEL, async () => (await load()).unloadLocalModel(parts)),
    new Disposable(() => {
      void localContext.peek().then((known) => known?.downloads.dispose());
    }),
  );
}
