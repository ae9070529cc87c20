import { commands, l10n, ProgressLocation, window } from "vscode";
import { acceptedTokenShare } from "../../core/apply/applyFigures.ts";
import { checkEndpoint } from "../../core/models/endpoint.ts";
import { inBackground } from "../inBackground.ts";
import { shownPercent, shownSeconds, shownSpeed } from "../shownFigures.ts";
import { askForKey } from "./askForKey.ts";
import { chooseProvider, setUp } from "./chooseProvider.ts";
import type { ConfiguredPlanners } from "./configuredPlanners.ts";
import type { ConfiguredProviders, ProviderState } from "./configuredProviders.ts";
import { actionFor, chooseAction, LOCAL_ENGINE, showWithAction, TEST_PROVIDER } from "./failureActions.ts";
import { testRewriter } from "./providerTest.ts";
import { providerItems, type ProviderItem } from "./providerItems.ts";
import { readSettings, saveFirst } from "./providerSettings.ts";

/** Lets the user choose a provider, and offers a test of it. */
export async function choose(providers: ConfiguredProviders): Promise<void> {
  const choice = await chooseProvider(
    providers,
    () => setKey(providers, undefined),
    () => signOut(providers),
  );
  if (choice === "test") await test(providers, undefined);
  else if (choice !== undefined) inBackground(offerTest(choice));
}

/** Makes this provider the one that is asked first, and offers a test of it. */
export async function setUpProvider(providers: ConfiguredProviders, state: ProviderState): Promise<void> {
  const choice = await setUp(providers, state);
  if (choice !== undefined) inBackground(offerTest(choice));
}

async function offerTest({ preset }: ProviderState): Promise<void> {
  const button = l10n.t("Test");
  const { engine } = readSettings();
  const message =
    engine === "auto" || engine === preset.id
      ? l10n.t("{0} is asked where the structural engine is not sure.", preset.name)
      : l10n.t("The key for {0} is stored. It is not asked, as another engine is chosen.", preset.name);
  const answer = await window.showInformationMessage(message, button);
  if (answer === button) await commands.executeCommand(TEST_PROVIDER, preset.id);
}

/**
 * Asks for a key and binds it to the address that its provider has now. If no provider is chosen, this one is from now on, if it can
 * apply; the engine stays as it is set. `planners`: those whose keys can be set as well.
 */
export async function setKey(
  providers: ConfiguredProviders,
  id: string | undefined,
  planners?: ConfiguredPlanners,
): Promise<void> {
  const applying = await providers.states();
  const isApplying = ({ preset }: ProviderState): boolean => applying.some((other) => other.preset.id === preset.id);
  const planning = ((await planners?.states()) ?? []).filter((state) => !isApplying(state));
  const own = (await planners?.ownAddresses()) ?? [];
  const states = [...applying, ...planning, ...own].filter(
    ({ missing, baseUrl }) => missing !== "address" && baseUrl !== "",
  );
  const state = states.find(({ preset }) => preset.id === id) ?? (await pick(states));
  if (state === undefined) return;
  const endpoint = checkEndpoint(state.baseUrl);
  if (endpoint.type === "refused" || !(await providers.plainHttp.confirm(endpoint))) return;
  const key = await askForKey(state, endpoint.origin);
  if (key === undefined || key === "") return;
  await providers.keys.set(endpoint.origin, key);
  if (!isApplying(state) || own.includes(state)) {
    void window.showInformationMessage(l10n.t("The key for {0} is stored.", state.preset.name));
    return;
  }
  if (readSettings().provider === "" && state.model !== "") await saveFirst(state.preset.id);
  inBackground(offerTest(state));
}

/** Tests a provider with one tiny real apply: that of this id, else the chosen one, else the first that has all it needs. */
export async function test(providers: ConfiguredProviders, id: string | undefined): Promise<void> {
  const states = await providers.states();
  const state =
    states.find(({ preset }) => preset.id === id) ??
    states.find(({ isChosen }) => isChosen) ??
    states.find(({ preset, missing }) => (preset.needsKey || preset.id === LOCAL_ENGINE) && missing === undefined);
  if (state === undefined) {
    await showWithAction("warning", l10n.t("No provider is set up yet."), chooseAction());
    return;
  }
  const stop = new AbortController();
  const rewriter = await providers.rewriterOf(state);
  const title = l10n.t("Testing {0}", rewriter.name);
  try {
    const result = await window.withProgress(
      { location: ProgressLocation.Notification, cancellable: true, title },
      (_, token) => {
        token.onCancellationRequested(() => {
          stop.abort();
        });
        return testRewriter(rewriter, () => performance.now(), stop.signal);
      },
    );
    if (result.type === "failed") {
      const { failure } = result;
      inBackground(showWithAction("error", failure.message, actionFor(failure, state.preset.id)));
      return;
    }
    const { isRight, characters, ms, usage } = result;
    const speed = shownSpeed((characters / ms) * 1000);
    const time = shownSeconds(ms);
    if (!isRight) {
      const message = l10n.t(
        "{0} answered in {1} ({2}), but not with the right text. Another model may apply better.",
        rewriter.name,
        time,
        speed,
      );
      inBackground(showWithAction("warning", message, chooseAction()));
      return;
    }
    const share = acceptedTokenShare(usage);
    const accepted = share === undefined ? "" : l10n.t("{0} of the draft was accepted.", shownPercent(share));
    const message = l10n.t(
      "{0} works: {1} characters in {2}, {3}. {4}",
      rewriter.name,
      characters,
      time,
      speed,
      accepted,
    );
    void window.showInformationMessage(message.trim());
  } catch (error) {
    // Stopped by the user, who knows it.
    if (!stop.signal.aborted) throw error;
  }
}

/** Asks which keys to delete, and deletes them. */
export async function signOut({ keys }: ConfiguredProviders): Promise<void> {
  const origins = await keys.origins();
  if (origins.length === 0) {
    void window.showInformationMessage(l10n.t("No key is stored."));
    return;
  }
  const items = origins.map((origin) => ({ label: origin, picked: origins.length === 1 }));
  const picked = await window.showQuickPick(items, {
    canPickMany: true,
    title: l10n.t("Sign Out"),
    placeHolder: l10n.t("Delete the keys for which addresses?"),
  });
  for (const { label } of picked ?? []) await keys.delete(label);
  const deleted = (picked ?? []).map(({ label }) => label).join(", ");
  if (deleted !== "") void window.showInformationMessage(l10n.t("Deleted: {0}", deleted));
}

async function pick(states: readonly ProviderState[]): Promise<ProviderState | undefined> {
  const items: readonly ProviderItem[] = providerItems(states);
  const item = await window.showQuickPick(items, {
    title: l10n.t("Set API Key"),
    placeHolder: l10n.t("A key for which provider?"),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return item?.state;
}
