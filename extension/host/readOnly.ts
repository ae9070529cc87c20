import { stat } from "node:fs/promises";
import { languages, RelativePattern, workspace, type TextDocument, type Uri } from "vscode";

/** Checks whether VS Code would keep users from typing into the document. Extensions can edit it all the same; VS Code then cannot save. */
export async function isReadOnly(document: TextDocument): Promise<boolean> {
  const { uri } = document;
  if (workspace.fs.isWritableFileSystem(uri.scheme) === false) return true;
  if (uri.scheme !== "file") return false;
  const files = workspace.getConfiguration("files", uri);
  const folder = workspace.getWorkspaceFolder(uri);
  const isIn = (setting: string): boolean =>
    Object.entries(files.get<Record<string, boolean>>(setting) ?? {}).some(
      ([pattern, isOn]) =>
        isOn &&
        (languages.match({ pattern }, document) > 0 ||
          (folder !== undefined && languages.match({ pattern: new RelativePattern(folder, pattern) }, document) > 0)),
    );
  if (isIn("readonlyExclude")) return false;
  return isIn("readonlyInclude") || (files.get("readonlyFromPermissions") === true && !(await isWritable(uri)));
}

/** By the owner's permission, as VS Code sees it; a file that is not there yet can be written. */
async function isWritable(uri: Uri): Promise<boolean> {
  try {
    return ((await stat(uri.fsPath)).mode & 0o200) !== 0;
  } catch {
    return true;
  }
}
