import { workspace, type Uri } from "vscode";
import { shown } from "../core/text/shownText.ts";

export { shown } from "../core/text/shownText.ts";

/** Returns a file's path for a message: relative to the workspace, and safe as `shown` makes it. */
export function shownTarget(target: Uri): string {
  return shown(workspace.asRelativePath(target));
}

/**
 * Returns a file's path as the user and the planner read it: relative to the workspace, with the folder's name if there are several. Not
 * safe to show as it is: a message takes `shownTarget`.
 */
export function shownPath(uri: Uri): string {
  return uri.scheme === "untitled" ? uri.path : workspace.asRelativePath(uri).replaceAll("\\", "/");
}
