import { commands, Disposable } from "vscode";
import type { ConfiguredProviders } from "../providers/configuredProviders.ts";
import { ADD_LOCAL_MODEL, MANAGE_LOCAL_MODELS, UNLOAD_LOCAL_MODEL } from "../providers/failureActions.ts";
import type { LocalDesk } from "./addLocalModel.ts";
import type { LocalParts } from "./localPreset.ts";

/** Registers the commands around models on this machine. What they do loads when they are used. */
export function registerLocal(parts: LocalParts, providers: ConfiguredProviders): Disposable {
  let desk: Promise<LocalDesk> | undefined;
  const deskOf = (): Promise<LocalDesk> =>
    (desk ??= import("./modelDownloads.ts").then(({ ModelDownloads }) => ({
      ...parts,
      providers,
      downloads: new ModelDownloads(),
    })));
  const manage = () => import("./manageLocalModels.ts");
  return Disposable.from(
    commands.registerCommand(ADD_LOCAL_MODEL, async () =>
      (await import("./addLocalModel.ts")).addLocalModel(await deskOf()),
    ),
    commands.registerCommand(MANAGE_LOCAL_MODELS, async () => (await manage()).manageLocalModels(await deskOf())),
    commands.registerCommand(UNLOAD_LOCAL_MODEL, async () => (await manage()).unloadLocalModel(parts)),
    new Disposable(() => {
      void desk?.then(({ downloads }) => {
        downloads.dispose();
      });
    }),
  );
}
