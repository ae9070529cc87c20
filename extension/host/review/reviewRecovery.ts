import { Disposable, l10n, TabInputText, window, workspace, type Uri } from "vscode";
import type { ReviewSession } from "../../core/review/reviewSession.ts";
import { isUndecided, hunksOf } from "../../core/review/hunks.ts";
import { restoreSession } from "../../core/review/storedSession.ts";
import { inBackground } from "../inBackground.ts";
import { shown, shownTarget } from "../shownText.ts";
import { savePatch } from "./patchFile.ts";
import type { ReviewSurface } from "./reviewSurface.ts";
import type { ReviewStore } from "./reviewStore.ts";
import { ownerOf, reviewUri } from "./reviewUris.ts";
import { storedTexts, type StoredReview } from "./storedReview.ts";
import { documentLines, isThere, keepEncoding, loadDocument } from "./targetDocument.ts";

/**
 * When to look again while another window lives, in milliseconds after the look before: that may be this very window from
 * before a reload, whose process ends late. In all longer than a window takes to count as gone.
 */
const LOOK_AGAIN_MS = [2_000, 10_000, 30_000, 60_000];

/** Why a stored review is not simply put back. */
type Misfit =
  /** The file changed lines that the proposal changes too. */
  | "changed"
  /** The file has another pending review by now. */
  | "taken"
  /** It would create or delete a file outside the workspace, and being stored does not mean that the user wants that. */
  | "outside";

/** Restores what windows before this one left undecided, and asks if that no longer fits. `done` never rejects. */
export function recoverReviews(
  store: ReviewStore,
  surface: ReviewSurface,
): Disposable & { readonly done: Promise<void> } {
  const ending = new AbortController();
  const done = lookUntilAlone(store, surface, ending.signal).catch(logFailure);
  return Object.assign(
    new Disposable(() => {
      ending.abort();
    }),
    { done },
  );
}

async function lookUntilAlone(store: ReviewStore, surface: ReviewSurface, signal: AbortSignal): Promise<void> {
  for (const wait of [0, ...LOOK_AGAIN_MS]) {
    await new Promise((resolve) => setTimeout(resolve, wait).unref());
    if (signal.aborted) return;
    const { names, hasNeighbours } = await store.folder.takeOver();
    for (const name of names) await recover(store, surface, name);
    if (wait === 0) await closeTabsLeftOver(surface);
    if (!hasNeighbours) return;
  }
}

async function recover(store: ReviewStore, surface: ReviewSurface, name: string): Promise<void> {
  try {
    const read = await store.read(name);
    if (read.type === "unreadable") {
      tellUnreadable(read.path);
      return;
    }
    if (read.stored.progress === "streaming") tellInterrupted(read.stored.target);
    await putBack(store, surface, read.stored);
  } catch (error) {
    // The file stays for the next start.
    logFailure(error);
  }
}

/** `allowed`: what the user knows of, and wants the review all the same. */
async function putBack(
  store: ReviewStore,
  surface: ReviewSurface,
  stored: StoredReview,
  allowed: readonly Misfit[] = [],
): Promise<void> {
  const { id, kind, target, session, encoding, sources } = stored;
  if (session === null) {
    await store.discard(id);
    return;
  }
  if (encoding !== undefined) keepEncoding(target, encoding);
  const lines = await linesOf(stored);
  const restored = restoreSession(session, lines ?? storedTexts(session)?.document ?? [""]);
  if (restored.type === "unreadable") {
    tellUnreadable((await store.keepAside(`${id}.json`)).path);
    return;
  }
  const isDeleted = kind === "delete" && lines === undefined;
  const { state } = restored.session;
  if (isDeleted || !isUndecided(state, hunksOf(state))) {
    // Whoever asked for it should not wait for it.
    if (allowed.length > 0)
      void window.showInformationMessage(l10n.t("{0} is as the sketch wants it.", shownTarget(target)));
    await store.discard(id);
    return;
  }
  if (lines === undefined) {
    surface.reviews.setAside(surface.reviews.restore(id, kind, target, restored.session, sources));
    return;
  }
  const misfits = misfitsOf(surface, stored, restored.type === "conflict");
  const misfit = misfits.find((one) => !allowed.includes(one));
  if (misfit === undefined) await resume(surface, stored, restored.session);
  else inBackground(ask(store, surface, stored, misfit, allowed));
}

function misfitsOf({ reviews }: ReviewSurface, { kind, target }: StoredReview, isConflict: boolean): readonly Misfit[] {
  const isOutside = kind !== "change" && workspace.getWorkspaceFolder(target) === undefined;
  return [
    ...(reviews.findByTarget(target)?.isPending === true ? (["taken"] as const) : []),
    ...(isConflict ? (["changed"] as const) : []),
    ...(isOutside ? (["outside"] as const) : []),
  ];
}

/** The target's lines as VS Code has them, unsaved ones included; `undefined` if it is gone. */
async function linesOf({ kind, target }: StoredReview): Promise<string[] | undefined> {
  if (!(await isThere(target))) return kind === "create" ? [""] : undefined;
  try {
    return documentLines(await loadDocument(target));
  } catch {
    return undefined;
  }
}

async function resume(
  { reviews, editors }: ReviewSurface,
  { id, kind, target, isShown, sources }: StoredReview,
  session: ReviewSession,
): Promise<void> {
  const review = reviews.restore(id, kind, target, session, sources);
  if (editors.isShown(review)) {
    // The tab outlived the extension, with the text that it had then.
    await editors.documentAt(reviewUri(target, id))?.update();
  } else if (isShown && isInNobodysWay(target)) await editors.show(review);
}

/** Whether a review may come to the front: nothing else is there but its own file. Otherwise the status bar leads to it. */
function isInNobodysWay(target: Uri): boolean {
  const tab = window.tabGroups.activeTabGroup.activeTab;
  return tab === undefined || (tab.input instanceof TabInputText && tab.input.uri.toString() === target.toString());
}

async function ask(
  store: ReviewStore,
  surface: ReviewSurface,
  stored: StoredReview,
  misfit: Misfit,
  allowed: readonly Misfit[],
): Promise<void> {
  const patch = l10n.t("Save as Patch…");
  const open = misfit === "outside" ? l10n.t("Open Review") : l10n.t("Open Anyway");
  const discard = l10n.t("Discard");
  const choices = {
    changed: [patch, open, discard],
    taken: [patch, discard],
    outside: [open, discard],
  };
  const choice = await window.showWarningMessage(misfitMessage(stored, misfit), ...choices[misfit]);
  if (choice === discard) await store.discard(stored.id);
  if (choice === open) await openAnyway(store, surface, stored.id, [...allowed, misfit]);
  if (choice !== patch) return;
  const texts = storedTexts(stored.session);
  if (texts !== undefined && (await savePatch({ ...stored, ...texts }))) await store.discard(stored.id);
  else await ask(store, surface, stored, misfit, allowed);
}

/** While the question stood, nobody followed the file, which may have changed or have a review of its own by now. */
async function openAnyway(
  store: ReviewStore,
  surface: ReviewSurface,
  id: string,
  allowed: readonly Misfit[],
): Promise<void> {
  const read = await store.read(`${id}.json`);
  if (read.type === "unreadable") tellUnreadable(read.path);
  else await putBack(store, surface, { ...read.stored, isShown: true }, allowed);
}

function misfitMessage({ kind, target }: StoredReview, misfit: Misfit): string {
  const name = shownTarget(target);
  switch (misfit) {
    case "changed":
      return l10n.t("The review of {0} no longer fits, because the file changed meanwhile.", name);
    case "taken":
      return l10n.t("An earlier review of {0} is left, and the file has a new one.", name);
    case "outside":
      return kind === "delete"
        ? l10n.t("A review that deletes {0}, outside this workspace, is not finished.", shown(target.fsPath))
        : l10n.t("A review that creates {0}, outside this workspace, is not finished.", shown(target.fsPath));
  }
}

function tellInterrupted(target: Uri): void {
  void window.showWarningMessage(
    l10n.t(
      "Fast Apply was interrupted while {0} was being rewritten. Nothing of that was applied but what you had accepted. Apply again to repeat it.",
      shownTarget(target),
    ),
  );
}

function tellUnreadable(path: string): void {
  void window.showWarningMessage(l10n.t("A stored review could not be read. It is kept in {0}.", shown(path)));
}

/** Tabs can outlive the extension; those of reviews that are not put back would show something that nobody answers for. */
async function closeTabsLeftOver({ reviews }: ReviewSurface): Promise<void> {
  const isLeftOver = (input: unknown): boolean => {
    const id = input instanceof TabInputText ? ownerOf(input.uri) : undefined;
    return id !== undefined && reviews.find(id) === undefined;
  };
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs.filter(({ input }) => isLeftOver(input)));
  if (tabs.length > 0) await window.tabGroups.close(tabs, true);
}

function logFailure(error: unknown): void {
  console.error("Fast Apply: stored reviews could not be put back.", error);
}
