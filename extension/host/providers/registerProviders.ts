import { commands, Disposable, type ExtensionContext, type LogOutputChannel } from "vscode";
import type { Providers } from "../../core/apply/rewriter.ts";
import { ConfiguredProviders } from "./configuredProviders.ts";
import { SHOW_LOG } from "./failureActions.ts";
import { KeyStore } from "./keyStore.ts";
import { PlainHttp } from "./plainHttp.ts";
import { registerProviderCommands } from "./providerCommands.ts";

/** The providers of this window, and what is to be disposed of at its end. */
export interface RegisteredProviders {
  readonly providers: ConfiguredProviders;
  readonly registration: Disposable;
}

/** Registers the commands around providers. `load`: brings the providers when they are first asked for. */
export function registerProviders(
  { secrets, globalState }: Pick<ExtensionContext, "secrets" | "globalState">,
  load: () => Promise<Providers>,
  log: LogOutputChannel,
): RegisteredProviders {
  const keys = new KeyStore(secrets);
  const providers = new ConfiguredProviders(load, keys, new PlainHttp(globalState));
  const showLog = commands.registerCommand(SHOW_LOG, () => {
    log.show(true);
  });
  return { providers, registration: Disposable.from(keys, showLog, registerProviderCommands(providers)) };
}
