import {
  Disposable,
  TabInputText,
  TextDocumentChangeReason,
  window,
  workspace,
  type TextDocument,
  type Uri,
} from "vscode";
import { inBackground } from "../inBackground.ts";
import type { LiveReview } from "./liveReview.ts";
import { documentLines, hasTab, isThere, keepEncoding, loadDocument, openDocument } from "./targetDocument.ts";

/** What happens to the files under review, whoever does it. */
export interface TargetEvents {
  /** The reviews of files; those with nothing left to decide too, since undo can bring hunks back. */
  readonly reviews: () => Iterable<LiveReview>;
  /** The target no longer exists. */
  readonly onDidVanish: (review: LiveReview) => void;
  /** The target of a review that is away may be there again. */
  readonly onDidReturn: (review: LiveReview) => void;
  /** The target was closed for good: it existed only in its editor, or nothing was left to decide. */
  readonly onDidClose: (review: LiveReview) => void;
}

const reasons = { [TextDocumentChangeReason.Undo]: "undo", [TextDocumentChangeReason.Redo]: "redo" } as const;

/** Programs that replace a file delete it for a moment. */
const REPLACING_MS = 300;

/** VS Code announces the beginning of a rename, and its end if it succeeds. One that takes longer has failed. */
const RENAMING_MS = 30_000;

/** Keeps reviews in step with their files: typing, undo, formatters, changes on disk, renames, deletions, closing. */
export function followTargets(events: TargetEvents): Disposable {
  const reviewsAt = (uri: Uri): LiveReview[] => {
    const key = uri.toString();
    return [...events.reviews()].filter(({ target }) => target.toString() === key);
  };
  const renames = new Renames();
  const vanishLater = (review: LiveReview): void => {
    vanishOnceGone(review, renames, events);
  };
  const follow = (document: TextDocument, reason?: TextDocumentChangeReason): void => {
    for (const review of reviewsAt(document.uri)) {
      keepEncoding(document.uri, document.encoding);
      if (review.isAway) events.onDidReturn(review);
      // A new file's document is made by the accept, which ends the review.
      if (review.kind !== "create") review.documentChanged(documentLines(document), reason && reasons[reason]);
    }
  };
  return Disposable.from(
    renames,
    workspace.onDidOpenTextDocument((document) => {
      follow(document);
    }),
    workspace.onDidChangeTextDocument(({ document, reason }) => {
      follow(document, reason);
    }),
    workspace.onDidCloseTextDocument(({ uri, isUntitled }) => {
      // A document whose language changes closes too, and is open again at once.
      setTimeout(() => {
        if (openDocument(uri) !== undefined) return;
        for (const review of reviewsAt(uri)) {
          if (review.isAway) continue;
          if (isUntitled || !review.isPending) events.onDidClose(review);
          // VS Code lets go of documents without an editor; while it holds this one, it sees changes on disk.
          else if (review.kind === "change") inBackground(stayOpen(review, vanishLater));
        }
      }, 0);
    }),
    window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const uri of closed.flatMap(({ input }) => (input instanceof TabInputText ? [input.uri] : []))) {
        // VS Code keeps the document for minutes, but whoever closes a saved file is done with its review: a later checkout
        // of the file must not bring its hunks back.
        if (hasTab(uri) || openDocument(uri)?.isDirty === true) continue;
        for (const review of reviewsAt(uri)) if (!review.isPending && !review.isAway) events.onDidClose(review);
      }
    }),
    workspace.onDidRenameFiles(({ files }) => {
      for (const review of events.reviews()) {
        const moved = files.map(({ oldUri, newUri }) => movedTo(review.target, oldUri, newUri)).find(Boolean);
        if (moved !== undefined) review.moveTo(moved);
      }
    }),
    watchFiles(events, vanishLater),
  );
}

async function stayOpen(review: LiveReview, vanishLater: (review: LiveReview) => void): Promise<void> {
  try {
    await loadDocument(review.target);
  } catch {
    vanishLater(review);
  }
}

function watchFiles({ reviews, onDidReturn }: TargetEvents, vanishLater: (review: LiveReview) => void): Disposable {
  const watcher = workspace.createFileSystemWatcher("**/*");
  const comeBack = (uri: Uri): void => {
    for (const review of reviews()) {
      if (review.isAway && movedTo(review.target, uri, uri) !== undefined) onDidReturn(review);
    }
  };
  return Disposable.from(
    watcher,
    watcher.onDidCreate(comeBack),
    // What goes and comes back at once is reported as a change.
    watcher.onDidChange(comeBack),
    watcher.onDidDelete((uri) => {
      for (const review of reviews()) {
        if (review.kind !== "create" && movedTo(review.target, uri, uri) !== undefined) vanishLater(review);
      }
    }),
  );
}

/** A file that is gone may be back in a moment, or its review is about to follow it to a new name. */
function vanishOnceGone(review: LiveReview, renames: Renames, events: TargetEvents): void {
  setTimeout(() => {
    const { target } = review;
    inBackground(
      isThere(target).then((isBack) => {
        // If it has moved meanwhile, nothing is known yet of its new place.
        if (isBack || !review.isPending || review.target !== target) return;
        if (renames.isUnderWay(target)) vanishOnceGone(review, renames, events);
        else events.onDidVanish(review);
      }),
    );
  }, REPLACING_MS);
}

/** What VS Code renames at the moment. The old file is gone before VS Code tells that there is a new one, on a busy machine long before. */
class Renames implements Disposable {
  /** By the old place, when it began. */
  readonly #begun = new Map<Uri, number>();
  readonly #listeners = Disposable.from(
    workspace.onWillRenameFiles(({ files }) => {
      for (const { oldUri } of files) this.#begun.set(oldUri, Date.now());
    }),
    workspace.onDidRenameFiles(({ files }) => {
      const ended = new Set(files.map(({ oldUri }) => oldUri.toString()));
      for (const uri of this.#begun.keys()) if (ended.has(uri.toString())) this.#begun.delete(uri);
    }),
  );

  /** Whether a file, or a folder above it, is on its way to another name. */
  isUnderWay(target: Uri): boolean {
    for (const [uri, since] of this.#begun) {
      if (Date.now() - since > RENAMING_MS) this.#begun.delete(uri);
      else if (movedTo(target, uri, uri) !== undefined) return true;
    }
    return false;
  }

  dispose(): void {
    this.#listeners.dispose();
  }
}

/** Where a file is after `oldUri`, itself or a folder above it, became `newUri`; `undefined` if it has not moved. */
function movedTo(target: Uri, oldUri: Uri, newUri: Uri): Uri | undefined {
  if (target.scheme !== oldUri.scheme || target.authority !== oldUri.authority) return undefined;
  if (target.path === oldUri.path) return newUri;
  return target.path.startsWith(`${oldUri.path}/`)
    ? newUri.with({ path: newUri.path + target.path.slice(oldUri.path.length) })
    : undefined;
}
