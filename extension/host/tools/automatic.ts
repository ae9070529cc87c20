import { workspace, type Uri } from "vscode";
import { needsUser } from "../../core/tools/needsUser.ts";
import { userNeedAt } from "../../node/userNeed.ts";

/** Who accepts a proven edit. */
export type Acceptor =
  | { readonly type: "automatic" }
  /** `why`: what speaks against it though the settings say `auto`, as a clause. */
  | { readonly type: "user"; readonly why: string | undefined };

/** Determines who accepts proven edits of a file, by the user's own settings, the file's name and the trust in the workspace. */
export async function acceptanceOf(target: Uri): Promise<Acceptor> {
  // Its scope is `application`, so that neither a workspace nor a container can have a say.
  const isAutomatic = workspace.getConfiguration("fastApply").get("tool.review") === "auto";
  if (!isAutomatic) return { type: "user", why: undefined };
  if (!workspace.isTrusted) return { type: "user", why: "this workspace is not trusted" };
  const why = await needOf(target);
  return why === undefined ? { type: "automatic" } : { type: "user", why };
}

/** Finds what speaks against automatic acceptance, by the file's path; follows links only on disk. */
async function needOf(target: Uri): Promise<string | undefined> {
  if (target.scheme !== "file") {
    const folder = workspace.getWorkspaceFolder(target)?.uri.path.replace(/\/$/, "") ?? "";
    return needsUser(target.path.slice(folder.length));
  }
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  return userNeedAt(
    folders.map(({ uri }) => uri.fsPath),
    target.fsPath,
  );
}
