import { l10n, QuickPickItemKind, ThemeIcon, Uri, window, workspace, type QuickPickItem } from "vscode";
import type { FoundLines, NewFile, TargetChoice, TargetReason } from "../../core/targets/target.ts";
import { pathFault, tidyPath } from "../../core/targets/sketchPath.ts";
import { shown, shownTarget } from "../shownText.ts";
import { openFiles } from "./editorContext.ts";
import { workspaceFolders } from "./targetFacts.ts";
import { listWorkspaceFiles } from "./workspaceFiles.ts";

/** A target as the user has chosen it. */
export interface PickedTarget {
  readonly uri: Uri;
  /** Whether the user wants a new file, or has pointed at one that is there. */
  readonly isNew: boolean;
}

type Item = QuickPickItem & { readonly target?: PickedTarget; readonly next?: "other" | "new" };

/** Asks which of several candidates is meant, the surest first. `undefined`: the user wants none. */
export async function pickAmong(
  named: string | undefined,
  choices: readonly TargetChoice[],
  newFiles: readonly NewFile[],
  source: Uri | undefined,
): Promise<PickedTarget | undefined> {
  const items: Item[] = choices.map(({ file, reason }) => ({
    ...withLines(fileItem(Uri.parse(file.uri, true)), reason),
    ...(reason.type === "lines" ? {} : { detail: reasonText(reason) }),
  }));
  items.push({ label: "", kind: QuickPickItemKind.Separator });
  items.push(...newFiles.map(newFileItem));
  items.push({ label: l10n.t("Another File…"), iconPath: new ThemeIcon("ellipsis"), next: "other" });
  const placeHolder =
    named === undefined
      ? l10n.t("Which file is this sketch for?")
      : l10n.t("Which file is the sketch for {0} meant for?", shown(named));
  const item = await window.showQuickPick(items, { placeHolder, matchOnDescription: true });
  return item?.next === "other" ? pickAny(named, source) : item?.target;
}

/** Asks in which folder of the workspace to create a new file. `undefined`: the user wants none. */
export async function pickPlace(path: string, places: readonly NewFile[]): Promise<PickedTarget | undefined> {
  const placeHolder = l10n.t("{0} does not exist. In which folder shall it be made?", shown(path));
  const item = await window.showQuickPick(places.map(newFileItem), { placeHolder });
  return item?.target;
}

/** Asks for any file except the one with the sketch: those in editors first, then the workspace's, or a new one. `undefined`: none. */
export async function pickAny(named: string | undefined, source: Uri | undefined): Promise<PickedTarget | undefined> {
  const stop = new AbortController();
  const pick = window.createQuickPick<Item>();
  const isSource = (uri: Uri): boolean => uri.toString() === source?.toString();
  const open = openFiles().filter((uri) => !isSource(uri));
  const openItems: Item[] = [
    ...(open.length > 0 ? [{ label: l10n.t("open"), kind: QuickPickItemKind.Separator }] : []),
    ...open.map(fileItem),
  ];
  const lastItems: Item[] = [
    { label: "", kind: QuickPickItemKind.Separator },
    { label: l10n.t("New File…"), iconPath: new ThemeIcon("new-file"), alwaysShow: true, next: "new" },
  ];
  pick.placeholder =
    named === undefined
      ? l10n.t("Apply to which file?")
      : l10n.t("Apply the sketch for {0} to which file?", shown(named));
  pick.matchOnDescription = true;
  pick.items = [...openItems, ...lastItems];
  pick.busy = true;
  void listWorkspaceFiles(stop.signal).then(
    (files) => {
      if (stop.signal.aborted) return;
      const known = new Set(open.map((uri) => uri.toString()));
      const others = files.filter((uri) => !known.has(uri.toString()) && !isSource(uri)).map(fileItem);
      const separator: Item = { label: l10n.t("workspace"), kind: QuickPickItemKind.Separator };
      pick.keepScrollPosition = true;
      pick.items = [...openItems, ...(others.length > 0 ? [separator, ...others] : []), ...lastItems];
      pick.busy = false;
    },
    () => undefined,
  );
  const item = await new Promise<Item | undefined>((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]);
    });
    pick.onDidHide(() => {
      resolve(undefined);
    });
    pick.show();
  });
  stop.abort();
  pick.dispose();
  return item?.next === "new" ? nameNewFile(named) : item?.target;
}

/** Asks for the path of a new file in the workspace; without a folder, for any place. */
async function nameNewFile(named: string | undefined): Promise<PickedTarget | undefined> {
  const folders = workspaceFolders();
  const [first] = folders;
  if (first === undefined) {
    const uri = await window.showSaveDialog({ title: l10n.t("Make the New File") });
    return uri && { uri, isNew: true };
  }
  const path = await window.showInputBox({
    prompt: l10n.t("Path of the new file, relative to the folder of the workspace"),
    value: named !== undefined && pathFault(named) === undefined ? tidyPath(named) : "",
    validateInput: (value) =>
      value.trim() === "" || /[/\\]$/.test(value) || pathFault(value) !== undefined
        ? l10n.t("This is no path of a file inside the folder.")
        : undefined,
  });
  if (path === undefined) return undefined;
  const places = folders.map((folder) => ({ folder, path: tidyPath(path) }));
  return places.length > 1 ? pickPlace(path, places) : { uri: uriOfPlace({ folder: first, path }), isNew: true };
}

/** Returns the URI of a new file. */
export function uriOfPlace({ folder, path }: NewFile): Uri {
  return Uri.joinPath(Uri.parse(folder.uri, true), tidyPath(path));
}

function fileItem(uri: Uri): Item {
  const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  const whole = workspace.asRelativePath(uri);
  const description = whole === name ? "" : shown(whole.slice(0, -name.length - 1));
  return { label: shown(name), description, iconPath: ThemeIcon.File, target: { uri, isNew: false } };
}

/** An item that says how much of the sketch its file has. */
function withLines(item: Item, reason: TargetReason): Item {
  const parts = [item.description, foundLinesText(reason)].filter((part) => part !== undefined && part !== "");
  return { ...item, description: parts.join(" · ") };
}

/** Says how many lines of the sketch a file has: "12 of 14 lines"; `undefined` if it is not a candidate because of its lines. */
export function foundLinesText(reason: TargetReason): string | undefined {
  const isByContent = reason.type === "lines" || reason.type === "declares";
  return isByContent && reason.count > 0 ? linesText(reason) : undefined;
}

function linesText({ count, of }: FoundLines): string {
  return of === 1 ? l10n.t("{0} of {1} line", count, of) : l10n.t("{0} of {1} lines", count, of);
}

function newFileItem(place: NewFile): Item {
  const uri = uriOfPlace(place);
  return {
    label: l10n.t("Create {0}", shown(place.path)),
    description: shownTarget(Uri.parse(place.folder.uri, true)),
    iconPath: new ThemeIcon("new-file"),
    target: { uri, isNew: true },
  };
}

/** Says why a file is a candidate, in words that follow its name. */
export function reasonText(reason: TargetReason): string {
  switch (reason.type) {
    case "path":
      return l10n.t("has the path that the sketch names");
    case "path-case":
      return l10n.t("has the path that the sketch names, but for upper and lower case");
    case "path-end":
      return l10n.t("its path ends as the sketch names it");
    case "path-longer":
      return l10n.t("the sketch names a longer path that ends like this one");
    case "declares":
      return l10n.t("declares {0}", shown(reason.names.slice(0, 5).join(", ")));
    case "lines":
      return l10n.t("has {0} of the sketch", linesText(reason));
    case "attached":
      return l10n.t("went along with your question");
    case "active":
      return l10n.t("the file you are in");
  }
}
