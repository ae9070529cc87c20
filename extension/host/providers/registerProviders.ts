import { commands, Disposable, type ExtensionContext, type LogOutputChannel } from "vscode";
import type { LocalEngine } from "../../core/models/localEngine.ts";
import type { Providers } from "../../core/models/rewriter.ts";
import type { Planners } from "../../core/chat/planner.ts";
import { ConfiguredPlanners } from "./configuredPlanners.ts";
import { ConfiguredProviders } from "./configuredProviders.ts";
import { CHOOSE_PROVIDER, SET_KEY, SHOW_LOG, TEST_PROVIDER } from "./failureActions.ts";
import { KeyStore } from "./keyStore.ts";
import { PlainHttp } from "./plainHttp.ts";

/** The providers of this window, and what is to be disposed of at its end. */
export interface RegisteredProviders {
  readonly providers: ConfiguredProviders;
  /** The planning models of the chat. */
  readonly planners: ConfiguredPlanners;
  readonly registration: Disposable;
}

/** Registers the commands around providers. `load*`: load the providers, the engine on this machine and the planners when first needed. */
export function registerProviders(
  { secrets, globalState }: Pick<ExtensionContext, "secrets" | "globalState">,
  loadProviders: () => Promise<Providers>,
  loadEngine: () => Promise<LocalEngine>,
  loadPlanners: () => Promise<Planners>,
  log: LogOutputChannel,
): RegisteredProviders {
  const keys = new KeyStore(secrets);
  const providers = new ConfiguredProviders(loadProviders, loadEngine, keys, new PlainHttp(globalState), log);
  const planners = new ConfiguredPlanners(loadPlanners, providers);
  // What a user rarely asks for loads when they do.
  const load = () => import("../firstUse.ts");
  const idOf = (argument: unknown): string | undefined => (typeof argument === "string" ? argument : undefined);
  const registration = Disposable.from(
    keys,
    planners,
    commands.registerCommand(CHOOSE_PROVIDER, async () => (await load()).choose(providers)),
    commands.registerCommand(SET_KEY, async (id: unknown) => (await load()).setKey(providers, idOf(id), planners)),
    commands.registerCommand(TEST_PROVIDER, async (id: unknown) => (await load()).test(providers, idOf(id))),
    commands.registerCommand("fastApply.signOut", async () => (await load()).signOut(providers)),
    commands.registerCommand("fastApply.addChatModel", () => planners.add()),
    commands.registerCommand("fastApply.removeChatModel", async () => (await load()).removeChatModel()),
    commands.registerCommand(SHOW_LOG, () => {
      log.show(true);
    }),
  );
  return { providers, planners, registration };
}
