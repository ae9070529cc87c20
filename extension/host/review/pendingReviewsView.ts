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
  type Uri,
} from "vscode";
import { unplacedChoices } from "../../core/review/choices.ts";
import type { Hunk } from "../../core/review/reviewState.ts";
import { isOpen } from "../../core/review/hunks.ts";
import { shown } from "../shownText.ts";
import { whenReviewsMove } from "./activeReview.ts";
import { hunkRemarks } from "./hunkRemarks.ts";
import type { LiveReview } from "./liveReview.ts";
import type { LiveReviews } from "./liveReviews.ts";
import type { GroupedFile, GroupReference, ReviewGroup, ReviewGroups } from "./reviewGroups.ts";
import type { HunkReference, PieceReference, ReviewReference, ReviewSurface } from "./reviewSurface.ts";
import { firstLine, unplacedCount } from "./unplacedPieces.ts";

/** An entry of the tree. Commands take it as their argument. `group`: the one that it stands in, if any. */
export type PendingEntry =
  | (GroupReference & { readonly type: "group" })
  | (ReviewReference & { readonly type: "file"; readonly group?: string })
  | (HunkReference & { readonly type: "hunk"; readonly group?: string })
  /** A piece that fits nowhere. */
  | (PieceReference & { readonly type: "piece"; readonly group?: string })
  /** A file of a group that has no pending review any more. */
  | { readonly type: "decided"; readonly inGroup: string; readonly target: Uri };

/**
 * Registers the tree of the files with a pending review and their hunks, with those of a group below it. Its place and condition stand
 * in package.json.
 */
export function registerPendingReviewsView(surface: ReviewSurface, groups: ReviewGroups): Disposable {
  const tree = new PendingReviewsTree(surface.reviews, groups);
  const refresh = (): void => {
    tree.refresh();
  };
  const listener = Disposable.from(whenReviewsMove(surface, refresh), groups.onDidChange(refresh));
  return Disposable.from(listener, tree, window.registerTreeDataProvider("fastApply.pendingReviews", tree));
}

/** The entries of the tree: groups, then files, then their hunks and the pieces that fit nowhere. */
export class PendingReviewsTree implements TreeDataProvider<PendingEntry>, Disposable {
  readonly #reviews: LiveReviews;
  readonly #groups: Pick<ReviewGroups, "groups">;
  readonly #changed = new EventEmitter<undefined>();
  #seen: readonly unknown[] = [];

  constructor(reviews: LiveReviews, groups: Pick<ReviewGroups, "groups">) {
    this.#reviews = reviews;
    this.#groups = groups;
  }

  get onDidChangeTreeData() {
    return this.#changed.event;
  }

  /** Asks for the tree again, if a review has changed; the cursor alone changes nothing here. */
  refresh(): void {
    const pending = this.#reviews.pending.flatMap(({ id, state, progress, target }) => [id, state, progress, target]);
    const grouped = this.#groups.groups.flatMap(({ id, label, files }) => [
      id,
      label,
      ...files.flatMap(({ target, review, note }) => [target, review, note]),
    ]);
    const now = [...pending, ...grouped];
    if (now.length === this.#seen.length && now.every((value, at) => value === this.#seen[at])) return;
    this.#seen = now;
    this.#changed.fire(undefined);
  }

  getChildren(entry?: PendingEntry): PendingEntry[] {
    if (entry === undefined) return this.#roots();
    if (entry.type === "group") return this.#filesOf(entry.group);
    const review = entry.type === "file" ? this.#reviews.find(entry.review) : undefined;
    if (review === undefined || entry.type !== "file") return [];
    const { group } = entry;
    const { id, state } = review;
    const inGroup = group === undefined ? {} : { group };
    return [
      ...unplacedChoices(state).map((piece) => ({ type: "piece", review: id, piece: piece.id, ...inGroup }) as const),
      ...review.hunks.map((hunk) => ({ type: "hunk", review: id, seen: state, hunk, ...inGroup }) as const),
    ];
  }

  getTreeItem(entry: PendingEntry): TreeItem {
    if (entry.type === "group") {
      const group = this.#find(entry.group);
      return group === undefined ? new TreeItem("") : groupItem(group);
    }
    if (entry.type === "decided") {
      const file = this.#find(entry.inGroup)?.files.find(({ target }) => target === entry.target);
      return file === undefined ? new TreeItem("") : decidedItem(entry.inGroup, file);
    }
    const review = this.#reviews.find(entry.review);
    // Gone between two calls; the next refresh takes it away.
    if (review === undefined) return new TreeItem("");
    const item = itemOf(review, entry);
    // A file can stand in several groups.
    if (entry.group !== undefined) item.id = `${entry.group}/${item.id ?? ""}`;
    item.command = { command: "fastApply.openReview", title: l10n.t("Open the review"), arguments: [entry] };
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #roots(): PendingEntry[] {
    const { groups } = this.#groups;
    const grouped = new Set(groups.flatMap(({ files }) => files.map(({ review }) => review)));
    const alone = this.#reviews.pending.filter(({ id }) => !grouped.has(id));
    return [
      ...groups.map(({ id }) => ({ type: "group", group: id }) as const),
      ...alone.map(({ id }) => ({ type: "file", review: id }) as const),
    ];
  }

  #filesOf(group: string): PendingEntry[] {
    const files = this.#find(group)?.files ?? [];
    return files.map(({ target, review }) =>
      review === undefined ? { type: "decided", inGroup: group, target } : { type: "file", review, group },
    );
  }

  #find(group: string): ReviewGroup | undefined {
    return this.#groups.groups.find(({ id }) => id === group);
  }
}

function groupItem({ id, label, files }: ReviewGroup): TreeItem {
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  item.id = id;
  item.iconPath = new ThemeIcon("robot");
  item.description = files.length === 1 ? l10n.t("1 file") : l10n.t("{0} files", files.length);
  item.contextValue = "group";
  return item;
}

function decidedItem(group: string, { target, note }: GroupedFile): TreeItem {
  const item = new TreeItem(target, TreeItemCollapsibleState.None);
  const name = workspace.asRelativePath(target);
  item.id = `${group}/${target.toString()}`;
  item.iconPath = ThemeIcon.File;
  item.description = note;
  item.tooltip = name;
  item.contextValue = "decided";
  item.command = { command: "vscode.open", title: l10n.t("Open the file"), arguments: [target] };
  item.accessibilityInformation = { label: l10n.t("{0}: {1}", name, note) };
  return item;
}

function itemOf(review: LiveReview, entry: Extract<PendingEntry, ReviewReference>): TreeItem {
  if (entry.type === "file") return fileItem(review);
  return entry.type === "hunk" ? hunkItem(review, entry) : pieceItem(review, entry.piece);
}

function fileItem({ id, target, hunks, progress, state }: LiveReview): TreeItem {
  const item = new TreeItem(target, TreeItemCollapsibleState.Collapsed);
  const [added, removed] = [count(hunks, "new"), count(hunks, "old")];
  const hunkCount = hunks.length === 1 ? l10n.t("1 hunk") : l10n.t("{0} hunks", hunks.length);
  const name = workspace.asRelativePath(target);
  item.id = id;
  item.iconPath = ThemeIcon.File;
  const unplaced = unplacedChoices(state).length;
  const nowhere = unplaced === 0 ? [] : [unplacedCount(unplaced)];
  const size = hunks.length === 0 && unplaced > 0 ? [] : [`${hunkCount} +${added} -${removed}`];
  item.description = [...size, ...nowhere].join(", ");
  item.tooltip = name;
  item.contextValue = progress === "streaming" ? "fileStreaming" : "file";
  item.accessibilityInformation = {
    label: [l10n.t("{0}: {1}, {2} lines added, {3} lines removed", name, hunkCount, added, removed), ...nowhere].join(
      ", ",
    ),
  };
  return item;
}

/** Beyond what a side bar shows; the rest is in the review. */
const LONGEST = 100;

function pieceItem(review: LiveReview, id: string): TreeItem {
  const choice = review.state.choices.find((one) => one.id === id);
  // Gone between two calls; the next refresh takes it away.
  if (choice === undefined) return new TreeItem("");
  const item = new TreeItem(l10n.t("Fits nowhere"), TreeItemCollapsibleState.None);
  const first = firstLine(review, choice);
  item.id = `${review.id}/${id}`;
  item.description = first;
  item.tooltip = shown(choice.reason);
  item.contextValue = "piece";
  item.iconPath = new ThemeIcon("question", new ThemeColor("list.warningForeground"));
  item.accessibilityInformation = { label: [l10n.t("Fits nowhere: {0}", first), shown(choice.reason)].join(" ") };
  return item;
}

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
    warning === undefined
      ? hunkIcon(hunk)
      : new ThemeIcon(isOpen(hunk) ? "question" : "warning", new ThemeColor("list.warningForeground"));
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
