import { workspace } from "vscode";
import { realRoots } from "../node/insideRoots.ts";

/** Finds the real paths of the workspace folders that are on the disk. */
export function workspaceRoots(): Promise<readonly string[]> {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  return realRoots(folders.map(({ uri }) => uri.fsPath));
}
