import { basename } from "node:path";
import { l10n, ProgressLocation, window } from "vscode";
import type { DownloadProgress, DownloadRequest, ModelStore, StoredModel } from "../../core/models/localEngine.ts";
import { shownBytes, shownPercent } from "../shownFigures.ts";
import { shown } from "../shownText.ts";

/** How often the notification changes. */
const REFRESH_MS = 500;
/** Speed is that of the last few seconds. */
const SPEED_MS = 5_000;

/** The downloads of this window that are under way. */
export class ModelDownloads {
  readonly #pauses = new Map<string, AbortController>();

  isUnderWay(file: string): boolean {
    return this.#pauses.has(file);
  }

  /** Pauses a download. What has come so far stays. */
  pause(file: string): void {
    this.#pauses.get(file)?.abort();
  }

  /** Ends all downloads with the window; what has come stays. */
  dispose(): void {
    for (const pause of this.#pauses.values()) pause.abort();
  }

  /** Downloads a file, with a notification whose button pauses; then the user can go on or remove. `undefined` if it is not complete. */
  async download(store: ModelStore, request: DownloadRequest): Promise<StoredModel | undefined> {
    for (;;) {
      const end = await this.#once(store, request);
      if (end.type === "stored") {
        if (!end.isDigestChecked) void window.showInformationMessage(uncheckedMessage(end.model));
        return end.model;
      }
      const part = (await store.list()).find(({ path, isWhole }) => !isWhole && basename(path) === request.file);
      const resume = end.type === "paused" ? l10n.t("Resume") : l10n.t("Try Again");
      const remove = l10n.t("Remove");
      const buttons = part === undefined ? [resume] : [resume, remove];
      const answer =
        end.type === "paused"
          ? await window.showInformationMessage(pausedMessage(request.file, part), ...buttons)
          : await window.showErrorMessage(shown(end.message, 600), ...buttons);
      if (answer === remove && part !== undefined) await removeModel(store, part);
      if (answer !== resume) return undefined;
    }
  }

  async #once(store: ModelStore, request: DownloadRequest): ReturnType<ModelStore["download"]> {
    const { file } = request;
    const pause = new AbortController();
    // Another command may have it under way already; the store then says so.
    const isFirst = !this.#pauses.has(file);
    if (isFirst) this.#pauses.set(file, pause);
    const title = l10n.t("Downloading {0} (Cancel pauses)", shown(file));
    try {
      return await window.withProgress(
        { location: ProgressLocation.Notification, cancellable: true, title },
        (progress, token) => {
          token.onCancellationRequested(() => {
            pause.abort();
          });
          return store.download(request, reportTo(progress), pause.signal);
        },
      );
    } finally {
      if (isFirst) this.#pauses.delete(file);
    }
  }
}

/** Removes a model with all its files, and shows an error if that fails. Resolves to whether the model is gone. */
export async function removeModel(store: Pick<ModelStore, "remove">, model: StoredModel): Promise<boolean> {
  const failure = await store.remove(model);
  if (failure !== undefined) void window.showErrorMessage(shown(failure.message, 600));
  return failure === undefined;
}

function uncheckedMessage({ name }: StoredModel): string {
  return l10n.t("{0} is stored. The publisher gave no digest, so only its size and form were checked.", shown(name));
}

function pausedMessage(file: string, part: StoredModel | undefined): string {
  return part === undefined
    ? l10n.t("The download of {0} has not begun.", shown(file))
    : l10n.t("The download of {0} is paused at {1}.", shown(file), shownBytes(part.bytes));
}

/** Makes what shows progress, at most every `REFRESH_MS`: bytes come far more often than a person can read. */
function reportTo(progress: {
  report(value: { message: string; increment: number }): void;
}): (step: DownloadProgress) => void {
  let reported = -Infinity;
  let percent = 0;
  let marks: { readonly atMs: number; readonly bytes: number }[] = [];
  return ({ doneBytes, totalBytes, host }) => {
    const nowMs = performance.now();
    if (nowMs - reported < REFRESH_MS && doneBytes !== totalBytes) return;
    reported = nowMs;
    marks = [...marks.filter(({ atMs }) => nowMs - atMs < SPEED_MS), { atMs: nowMs, bytes: doneBytes }];
    const [first] = marks;
    const speed =
      first === undefined || nowMs === first.atMs ? 0 : ((doneBytes - first.bytes) / (nowMs - first.atMs)) * 1000;
    const share = totalBytes === undefined || totalBytes === 0 ? 0 : doneBytes / totalBytes;
    const increment = Math.max(0, share * 100 - percent);
    percent += increment;
    const [done, perSecond] = [shownBytes(doneBytes), shownBytes(Math.max(0, speed))];
    const message =
      totalBytes === undefined
        ? l10n.t("{0}, {1} a second, from {2}", done, perSecond, shown(host))
        : l10n.t(
            "{0} of {1} ({2}), {3} a second, from {4}",
            done,
            shownBytes(totalBytes),
            shownPercent(share),
            perSecond,
            shown(host),
          );
    progress.report({ message, increment });
  };
}
