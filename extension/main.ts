import { ExtensionMode, languages, Uri, window, type ExtensionContext } from "vscode";
import { ApplyProgress } from "./host/apply/applyProgress.ts";
import { registerApply } from "./host/apply/registerApply.ts";
import { countPasses } from "./evaluation/countPasses.ts";
import type { EvaluateParts } from "./host/evaluate/evaluateParts.ts";
import { registerEvaluate } from "./host/evaluate/registerEvaluate.ts";
import { registerEditHere } from "./host/editHere/registerEditHere.ts";
import type { LocalParts } from "./host/local/localPreset.ts";
import { registerLocal } from "./host/local/registerLocal.ts";
import { loadOnce } from "./host/loadOnce.ts";
import type { ConfiguredPlanners } from "./host/providers/configuredPlanners.ts";
import { registerChat, type RegisteredChat } from "./host/chat/registerChat.ts";
import type { ConfiguredProviders } from "./host/providers/configuredProviders.ts";
import { registerProviders } from "./host/providers/registerProviders.ts";
import { LiveReviews } from "./host/review/liveReviews.ts";
import { registerPendingReviewsView } from "./host/review/pendingReviewsView.ts";
import { registerProposalMarks } from "./host/review/proposalMarks.ts";
import { registerPieceDocuments } from "./host/review/pieceDocuments.ts";
import { registerProposals } from "./host/review/proposals.ts";
import { registerReviewCommands } from "./host/review/reviewCommands.ts";
import { registerReviewContexts } from "./host/review/reviewContexts.ts";
import { recoverReviews } from "./host/review/reviewRecovery.ts";
import { ReviewEditors } from "./host/review/reviewEditors.ts";
import { ReviewLenses } from "./host/review/reviewLenses.ts";
import { registerReviewStore } from "./host/review/reviewStore.ts";
import { registerReviewStatus } from "./host/review/reviewStatus.ts";
import { REVIEW_SCHEME } from "./host/review/reviewUris.ts";
import { AgentTurns } from "./host/tools/agentTurns.ts";
import type { AgentEdits } from "./host/tools/agentEdits.ts";
import { registerWindowServer } from "./host/tools/registerWindowServer.ts";
import { registerTools } from "./host/tools/registerTools.ts";
import { createSyntaxParsers } from "./providers/treeSitter.ts";

/** What tests and benches inside VS Code reach in for: they bring rewrites of their own, slow and fast ones. */
export interface Internals {
  readonly reviews: LiveReviews;
  readonly editors: ReviewEditors;
  readonly providers: ConfiguredProviders;
  readonly planners: ConfiguredPlanners;
  readonly progress: ApplyProgress;
  readonly chat: RegisteredChat;
  readonly local: LocalParts;
  readonly agentEdits: AgentEdits;
  readonly turns: AgentTurns;
}

let closeStores = (): Promise<unknown> => Promise.resolve();

/** Builds and connects the parts. VS Code calls this at its start, or when a command or lens of the extension is first used. */
export function activate(context: ExtensionContext): Internals | undefined {
  const reviews = new LiveReviews();
  const editors = new ReviewEditors(reviews);
  const lenses = new ReviewLenses(editors);
  const surface = { reviews, editors };
  const store = registerReviewStore(context, surface);
  const log = window.createOutputChannel("Fast Apply", { log: true });
  const local = localParts(context);
  const { providers, planners, registration } = registerProviders(
    context,
    // Their clients load when one of them is first asked for.
    loadOnce(async () => (await import("./providers/providers.ts")).createProviders({})).get,
    local.engine,
    loadOnce(async () => (await import("./providers/planners.ts")).createPlanners({})).get,
    log,
  );
  const progress = new ApplyProgress(log);
  const parsers = createSyntaxParsers(context.asAbsolutePath("dist/grammars"));
  const configuredRewriters = (): ReturnType<typeof providers.configuredRewriters> => providers.configuredRewriters();
  const apply = { reviews, engines: { parsers, progress, configuredRewriters } };
  const chat = registerChat(context, async () => {
    const { BlockApplies } = await import("./host/firstUse.ts");
    const blocks = new BlockApplies({
      ...surface,
      surroundings: apply,
      choosers: ({ model }) => planners.choosers(model.id),
      rewriterNames: configuredRewriters,
    });
    return { planners, blocks, log, targetOf: (document) => editors.documentAt(document)?.review.target };
  });
  const turns = new AgentTurns(reviews);
  const recovery = recoverReviews(store, surface);
  const tools = registerTools(context.workspaceState, recovery.done, apply, surface, turns);
  const server = registerWindowServer(context, tools.agentEdits, log);
  closeStores = () => Promise.all([store.close(), chat.close(), local.close(), server.close()]);
  context.subscriptions.push(
    chat.registration,
    registerEditHere(context.workspaceState, reviews, chat),
    reviews,
    editors,
    lenses,
    languages.registerCodeLensProvider({ scheme: REVIEW_SCHEME }, lenses),
    registerProposals(reviews),
    registerProposalMarks(reviews),
    registerReviewCommands(surface, chat.reveal),
    registerPieceDocuments(reviews),
    registerReviewContexts(surface, turns),
    registerReviewStatus(surface),
    registerPendingReviewsView(surface, turns),
    store,
    recovery,
    log,
    registration,
    registerLocal(local, providers),
    progress,
    registerApply(apply),
    registerEvaluate(evaluateParts(context, { providers, planners, parsers, takePasses: local.takePasses })),
    turns,
    tools.registration,
    server.registration,
  );
  const internals = { ...surface, providers, planners, progress, chat, local, agentEdits: tools.agentEdits, turns };
  return context.extensionMode === ExtensionMode.Production ? undefined : internals;
}

/** Closes the stores. VS Code waits for this before it ends the extension, so that the last decisions are on disk. */
export async function deactivate(): Promise<void> {
  await closeStores();
}

/** What an evaluation takes besides: the engine's own processes, which are those of the command line, and a folder. */
function evaluateParts(
  context: ExtensionContext,
  engines: Pick<EvaluateParts, "providers" | "planners" | "parsers" | "takePasses">,
): EvaluateParts {
  const { version } = context.extension.packageJSON as { readonly version: string };
  return {
    ...engines,
    // VS Code's own executable is Node.js then.
    worker: {
      program: process.execPath,
      args: [context.asAbsolutePath("dist/cli.js")],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    },
    folder: Uri.joinPath(context.globalStorageUri, "evaluations").fsPath,
    version,
  };
}

/** The engine and the models on this machine. `close` ends the engine's process, if there is one. */
function localParts(context: ExtensionContext): LocalParts & { close(): Promise<void> } {
  const directory = Uri.joinPath(context.globalStorageUri, "models").fsPath;
  const { onFigures, takePasses } = countPasses();
  const engine = loadOnce(async () => {
    const { createLocalEngine } = await import("./local/localEngine.ts");
    return createLocalEngine({ entry: context.asAbsolutePath("dist/local/engine.js"), onFigures });
  });
  const store = loadOnce(async () => {
    const { createModelStore } = await import("./local/models/modelStore.ts");
    // The extension host replaces the global function by one that goes through the proxy of VS Code's settings.
    return createModelStore({ directory, fetch: (...request) => fetch(...request) });
  });
  return {
    directory,
    engine: engine.get,
    store: store.get,
    takePasses,
    close: async () => (await engine.peek())?.stop(),
  };
}
