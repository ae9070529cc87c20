import {
  Disposable,
  EventEmitter,
  l10n,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  window,
  workspace,
  type TreeDataProvider,
} from "vscode";
import type { Hunk } from "../../core/review/reviewState.ts";
import { whenReviewsMove } from "./activeReview.ts";
import { hunkRemarks } from "./hunkRemarks.ts";
import type { LiveReview } from "./liveReview.ts";
import type { LiveReviews } from "./liveReviews.ts";
import type { HunkReference, ReviewReference, ReviewSurface } from "./reviewSurface.ts";

/** A file or a hunk of the tree. As it is, it tells a command what it is for. */
export type PendingEntry = (ReviewReference & { readonly type: "file" }) | (HunkReference & { readonly type: "hunk" });

/** The tree of the files with a pending review and their hunks. Its place and condition stand in package.json. */
export function registerPendingReviewsView(surface: ReviewSurface): Disposable {
  const tree = new PendingReviewsTree(surface.reviews);
  const listener = whenReviewsMove(surface, () => {
    tree.refresh();
  });
  return Disposable.from(listener, tree, window.registerTreeDataProvider("fastApply.pendingReviews", tree));
}

export class PendingReviewsTree implements TreeDataProvider<PendingEntry>, Disposable {
  readonly #reviews: LiveReviews;
  readonly #changed = new EventEmitter<undefined>();
  #seen: readonly unknown[] = [];

  constructor(reviews: LiveReviews) {
    this.#reviews = reviews;
  }

  get onDidChangeTreeData() {
    return this.#changed.event;
  }

  /** Asks for the tree again, if a review has changed; the cursor alone changes nothing here. */
  refresh(): void {
    const now = this.#reviews.pending.flatMap(({ id, state, progress, target }) => [id, state, progress, target]);
    if (now.length === this.#seen.length && now.every((value, at) => value === this.#seen[at])) return;
    this.#seen = now;
    this.#changed.fire(undefined);
  }

  getChildren(entry?: PendingEntry): PendingEntry[] {
    if (entry === undefined) return this.#reviews.pending.map(({ id }) => ({ type: "file", review: id }));
    const review = entry.type === "file" ? this.#reviews.find(entry.review) : undefined;
    if (review === undefined) return [];
    return review.hunks.map((hunk) => ({ type: "hunk", review: review.id, seen: review.state, hunk }));
  }

  getTreeItem(entry: PendingEntry): TreeItem {
    const review = this.#reviews.find(entry.review);
    // Gone between two calls; the next refresh takes it away.
    if (review === undefined) return new TreeItem("");
    const item = entry.type === "file" ? fileItem(review) : hunkItem(review, entry);
    item.command = { command: "fastApply.openReview", title: l10n.t("Open the review"), arguments: [entry] };
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function fileItem({ id, target, hunks, progress }: LiveReview): TreeItem {
  const item = new TreeItem(target, TreeItemCollapsibleState.Collapsed);
  const [added, removed] = [count(hunks, "new"), count(hunks, "old")];
  const hunkCount = hunks.length === 1 ? l10n.t("1 hunk") : l10n.t("{0} hunks", hunks.length);
  const name = workspace.asRelativePath(target);
  item.id = id;
  item.iconPath = ThemeIcon.File;
  item.description = `${hunkCount} +${added} -${removed}`;
  item.tooltip = name;
  item.contextValue = progress === "streaming" ? "fileStreaming" : "file";
  item.accessibilityInformation = {
    label: l10n.t("{0}: {1}, {2} lines added, {3} lines removed", name, hunkCount, added, removed),
  };
  return item;
}

/** Beyond what a side bar shows; the rest is in the review. */
const LONGEST = 100;

function hunkItem({ id, progress }: LiveReview, { seen, hunk }: HunkReference): TreeItem {
  const line = hunk.old.start + 1;
  const item = new TreeItem(String(line), TreeItemCollapsibleState.None);
  const fresh = seen.proposal.slice(hunk.new.start, hunk.new.end).find(isTelling);
  const first = fresh ?? seen.document.slice(hunk.old.start, hunk.old.end).find(isTelling) ?? "";
  const text = first.trim().slice(0, LONGEST);
  const { all, warning } = hunkRemarks(hunk);
  item.id = `${id}/${line}`;
  item.description = `${fresh === undefined ? "-" : "+"} ${text}`;
  item.tooltip = all.join("\n");
  item.contextValue = progress === "streaming" ? "hunkStreaming" : "hunk";
  item.iconPath =
    warning === undefined ? hunkIcon(hunk) : new ThemeIcon("warning", new ThemeColor("list.warningForeground"));
  item.accessibilityInformation = { label: [l10n.t("Line {0}: {1}", line, text), ...all].join(" ") };
  return item;
}

function hunkIcon(hunk: Hunk): ThemeIcon {
  if (hunk.old.start === hunk.old.end) return new ThemeIcon("diff-added");
  return new ThemeIcon(hunk.new.start === hunk.new.end ? "diff-removed" : "diff-modified");
}

function isTelling(line: string): boolean {
  return line.trim() !== "";
}

function count(hunks: readonly Hunk[], side: "old" | "new"): number {
  return hunks.reduce((sum, hunk) => sum + hunk[side].end - hunk[side].start, 0);
}
