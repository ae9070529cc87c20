import { mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Disposable, l10n, Uri, window, type ExtensionContext } from "vscode";
import { replaceFile } from "../../node/replaceFile.ts";
import { inBackground } from "../inBackground.ts";
import { shown } from "../shownText.ts";
import type { LiveReview } from "./liveReview.ts";
import type { ReviewSurface } from "./reviewSurface.ts";
import { ReviewFile } from "./reviewFile.ts";
import { isReviewId, MAX_STORED_BYTES, parseStoredReview, type StoredReview } from "./storedReview.ts";
import { WindowFolder } from "./windowFolder.ts";

/** What reading a stored review came to. */
export type ReadReview =
  | { readonly type: "stored"; readonly stored: StoredReview }
  /** Kept aside at `path`. */
  | { readonly type: "unreadable"; readonly path: string };

/** Keeps each pending review of this window in a file of its own, so that it outlives a crash or a reload. */
export class ReviewStore implements Disposable {
  readonly folder: WindowFolder;
  readonly #root: string;
  readonly #surface: ReviewSurface;
  readonly #files = new Map<string, ReviewFile>();
  readonly #listeners: Disposable;
  #hasFailed = false;

  /** @param root a folder on the disk that all windows of the workspace share */
  constructor(root: string, surface: ReviewSurface) {
    this.#root = root;
    this.folder = new WindowFolder(root);
    this.#surface = surface;
    const { reviews } = surface;
    this.#listeners = Disposable.from(
      reviews.onDidChange((review) => {
        this.#follow(review);
      }),
      window.tabGroups.onDidChangeTabs(() => {
        for (const file of this.#files.values()) file.changed();
      }),
    );
  }

  /** Resolves when the files are as the reviews are now. */
  async flush(): Promise<void> {
    await Promise.all([...this.#files.values()].map((file) => file.flush()));
  }

  /** Reads a file of this window's folder. What cannot be read is kept aside, never deleted. */
  async read(name: string): Promise<ReadReview> {
    const path = join(this.folder.path, name);
    const id = name.replace(/\.json$/, "");
    const isFit = isReviewId(id) && (await stat(path)).size <= MAX_STORED_BYTES;
    const stored = isFit ? parseStoredReview(await readFile(path, "utf8"), id) : undefined;
    return stored === undefined ? this.keepAside(name) : { type: "stored", stored };
  }

  async keepAside(name: string): Promise<{ readonly type: "unreadable"; readonly path: string }> {
    const aside = join(this.#root, "unreadable", `${Date.now()}-${name}`);
    await mkdir(dirname(aside), { recursive: true });
    await rename(join(this.folder.path, name), aside);
    return { type: "unreadable", path: aside };
  }

  /** Forgets what is stored of a review that is not restored. */
  async discard(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true });
  }

  /** Writes what is not written yet and leaves the files to whoever comes next. The last call. */
  async close(): Promise<void> {
    this.#listeners.dispose();
    await this.flush();
    await this.folder.close();
  }

  dispose(): void {
    void this.close();
  }

  #follow(review: LiveReview): void {
    let file = this.#files.get(review.id);
    if (review.isEnded) {
      if (file !== undefined) inBackground(this.#forget(review.id, file));
      return;
    }
    if (file === undefined) {
      if (!review.isPending && !review.isAway) return;
      file = new ReviewFile(review, {
        isShown: () => this.#surface.editors.isShown(review),
        write: (text) => this.#write(review.id, text),
      });
      this.#files.set(review.id, file);
    }
    file.changed();
  }

  /** Takes the file away, and waits for that, so that a flush meanwhile does too. */
  async #forget(id: string, file: ReviewFile): Promise<void> {
    await file.end();
    this.#files.delete(id);
  }

  /** Whole or not at all: a crash leaves the file as it was before. VS Code's own rename may delete first. */
  async #write(id: string, text: string | undefined): Promise<void> {
    const path = this.#pathOf(id);
    try {
      if (text === undefined) {
        await rm(path, { force: true });
        return;
      }
      await this.folder.open();
      await mkdir(this.folder.path, { recursive: true });
      await replaceFile(path, text);
    } catch (error) {
      this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    console.error("Fast Apply: a pending review could not be stored.", error);
    const reason = error instanceof Error ? error.message : String(error);
    void window.showWarningMessage(
      l10n.t("Pending reviews could not be stored, so they would not outlive a restart of VS Code. {0}", shown(reason)),
    );
  }

  #pathOf(id: string): string {
    return join(this.folder.path, `${id}.json`);
  }
}

/** Begins to store the pending reviews of this window. Close the store when the extension is deactivated. */
export function registerReviewStore(context: ExtensionContext, surface: ReviewSurface): ReviewStore {
  const root = Uri.joinPath(context.storageUri ?? context.globalStorageUri, "reviews");
  return new ReviewStore(root.fsPath, surface);
}
