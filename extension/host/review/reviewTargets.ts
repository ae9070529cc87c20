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
import { documentLines, fileExists, loadDocument, openDocument } from "./targetDocument.ts";

/** What happens to the files under review, whoever does it. */
export interface TargetEvents {
  /** The reviews of files; those with nothing left to decide too, since undo can bring hunks back. */
  readonly reviews: () => Iterable<LiveReview>;
  /** The target no longer exists. */
  readonly onDidVanish: (review: LiveReview) => void;
}

const reasons = { [TextDocumentChangeReason.Undo]: "undo", [TextDocumentChangeReason.Redo]: "redo" } as const;

/** Programs that replace a file delete it for a moment. */
const REPLACING_MS = 300;

/** Keeps reviews in step with their files: typing, undo, formatters, changes on disk, renames, deletions, closing. */
export function followTargets(events: TargetEvents): Disposable {
  const reviewsAt = (uri: Uri): LiveReview[] => {
    const key = uri.toString();
    return [...events.reviews()].filter(({ target }) => target.toString() === key);
  };
  const follow = (document: TextDocument, reason?: TextDocumentChangeReason): void => {
    for (const review of reviewsAt(document.uri)) {
      // A new file's document is made by the accept, which ends the review.
      if (review.kind !== "create") review.documentChanged(documentLines(document), reason && reasons[reason]);
    }
  };
  return Disposable.from(
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
          if (isUntitled || !review.isPending) events.onDidVanish(review);
          // VS Code lets go of documents without an editor; while it holds this one, it sees changes on disk.
          else if (review.kind === "change") inBackground(stayOpen(review, events));
        }
      }, 0);
    }),
    window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const uri of closed.flatMap(({ input }) => (input instanceof TabInputText ? [input.uri] : []))) {
        // VS Code keeps the document for minutes, but who closes a saved file is done with its review: a later checkout
        // of the file is not to bring its hunks back.
        if (hasTab(uri) || openDocument(uri)?.isDirty === true) continue;
        for (const review of reviewsAt(uri)) if (!review.isPending) events.onDidVanish(review);
      }
    }),
    workspace.onDidRenameFiles(({ files }) => {
      for (const review of events.reviews()) {
        const moved = files.map(({ oldUri, newUri }) => movedTo(review.target, oldUri, newUri)).find(Boolean);
        if (moved !== undefined) review.moveTo(moved);
      }
    }),
    watchDeletions(events),
  );
}

function hasTab(uri: Uri): boolean {
  const key = uri.toString();
  const isOf = (input: unknown): boolean => input instanceof TabInputText && input.uri.toString() === key;
  return window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => isOf(input)));
}

async function stayOpen(review: LiveReview, events: TargetEvents): Promise<void> {
  try {
    await loadDocument(review.target);
  } catch {
    vanishLater(review, events);
  }
}

function watchDeletions(events: TargetEvents): Disposable {
  const watcher = workspace.createFileSystemWatcher("**/*", true, true, false);
  return Disposable.from(
    watcher,
    watcher.onDidDelete((uri) => {
      for (const review of events.reviews()) {
        if (review.kind !== "create" && movedTo(review.target, uri, uri) !== undefined) vanishLater(review, events);
      }
    }),
  );
}

/** A file that is gone may be back in a moment, or the review may have followed it to a new name. */
function vanishLater(review: LiveReview, { onDidVanish }: TargetEvents): void {
  setTimeout(() => {
    inBackground(
      fileExists(review.target).then((exists) => {
        if (!exists && review.isPending) onDidVanish(review);
      }),
    );
  }, REPLACING_MS);
}

/** Where a file is after `oldUri`, itself or a folder above it, became `newUri`; `undefined` if it has not moved. */
function movedTo(target: Uri, oldUri: Uri, newUri: Uri): Uri | undefined {
  if (target.scheme !== oldUri.scheme || target.authority !== oldUri.authority) return undefined;
  if (target.path === oldUri.path) return newUri;
  return target.path.startsWith(`${oldUri.path}/`)
    ? newUri.with({ path: newUri.path + target.path.slice(oldUri.path.length) })
    : undefined;
}
