import { ExtensionMode, languages, window, type ExtensionContext } from "vscode";
import type { Providers } from "./core/apply/rewriter.ts";
import type { SyntaxParsers } from "./core/merge/syntax.ts";
import { ApplyProgress } from "./host/apply/applyProgress.ts";
import { registerApply } from "./host/apply/registerApply.ts";
import type { ConfiguredProviders } from "./host/providers/configuredProviders.ts";
import { registerProviders } from "./host/providers/registerProviders.ts";
import { LiveReviews } from "./host/review/liveReviews.ts";
import { registerPendingReviewsView } from "./host/review/pendingReviewsView.ts";
import { registerProposals } from "./host/review/proposals.ts";
import { registerReviewCommands } from "./host/review/reviewCommands.ts";
import { registerReviewContexts } from "./host/review/reviewContexts.ts";
import { recoverReviews } from "./host/review/reviewRecovery.ts";
import { ReviewEditors } from "./host/review/reviewEditors.ts";
import { ReviewLenses } from "./host/review/reviewLenses.ts";
import { registerReviewStore } from "./host/review/reviewStore.ts";
import { registerReviewStatus } from "./host/review/reviewStatus.ts";
import { REVIEW_SCHEME } from "./host/review/reviewUris.ts";

/** What tests and benches inside VS Code reach in for: they bring rewrites of their own, slow and fast ones. */
export interface Internals {
  readonly reviews: LiveReviews;
  readonly editors: ReviewEditors;
  readonly providers: ConfiguredProviders;
  readonly progress: ApplyProgress;
}

let closeStore = (): Promise<void> => Promise.resolve();

/** Called by VS Code at its start, or when a command or lens of the extension is first used. Builds and connects the parts. */
export function activate(context: ExtensionContext): Internals | undefined {
  const reviews = new LiveReviews();
  const editors = new ReviewEditors(reviews);
  const lenses = new ReviewLenses(reviews, editors);
  const surface = { reviews, editors };
  const store = registerReviewStore(context, surface);
  closeStore = () => store.close();
  const log = window.createOutputChannel("Fast Apply", { log: true });
  const { providers, registration } = registerProviders(context, lazyProviders(), log);
  const progress = new ApplyProgress(log);
  const parsers = lazyParsers(context.asAbsolutePath("dist/grammars"));
  const configuredRewriters = (): ReturnType<typeof providers.configuredRewriters> => providers.configuredRewriters();
  context.subscriptions.push(
    reviews,
    editors,
    lenses,
    languages.registerCodeLensProvider({ scheme: REVIEW_SCHEME }, lenses),
    registerProposals(reviews),
    registerReviewCommands(surface),
    registerReviewContexts(surface),
    registerReviewStatus(surface),
    registerPendingReviewsView(surface),
    store,
    recoverReviews(store, surface),
    log,
    registration,
    progress,
    registerApply({ reviews, engines: { parsers, progress, configuredRewriters } }),
  );
  return context.extensionMode === ExtensionMode.Production ? undefined : { ...surface, providers, progress };
}

/** VS Code waits for this before it ends the extension, so that the last decisions are on disk. */
export async function deactivate(): Promise<void> {
  await closeStore();
}

/** The syntax trees, whose library loads when a language is first asked for. */
function lazyParsers(grammarsDirectory: string): SyntaxParsers {
  let parsers: Promise<SyntaxParsers> | undefined;
  return {
    load: async (language) => {
      parsers ??= import("./providers/treeSitter.ts").then(({ createSyntaxParsers }) =>
        createSyntaxParsers(grammarsDirectory),
      );
      return (await parsers).load(language);
    },
  };
}

/** The providers, whose client loads when one of them is first asked for. */
function lazyProviders(): () => Promise<Providers> {
  let providers: Promise<Providers> | undefined;
  return () => (providers ??= import("./providers/providers.ts").then(({ createProviders }) => createProviders({})));
}
