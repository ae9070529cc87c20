import { workspace, type Uri } from "vscode";
import { shownPath } from "../../core/apply/sketchPath.ts";

/** A file's name in a message: relative to the workspace, without anything that could mislead the eye. */
export function shownName(uri: Uri): string {
  return shownPath(workspace.asRelativePath(uri));
}
