import { workspace, type Uri } from "vscode";

/** A file's path as the user and the planner read it: relative to the workspace, with the folder's name where there are several. */
export function shownPath(uri: Uri): string {
  return uri.scheme === "untitled" ? uri.path : workspace.asRelativePath(uri).replaceAll("\\", "/");
}
