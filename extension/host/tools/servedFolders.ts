import { realpath } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { Uri, workspace } from "vscode";
import { isInside } from "../../node/serverRegistrations.ts";

/** A folder of the workspace: as VS Code names it, and where it lies. */
export interface ServedFolder {
  readonly uri: Uri;
  readonly real: string;
}

/** Lists the folders of the workspace that are on the disk of this machine, with their real paths. */
export async function servedFolders(): Promise<readonly ServedFolder[]> {
  const folders = await Promise.all(
    (workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === "file")
      .map(async ({ uri }) => {
        const real = await realpath(uri.fsPath).catch(() => undefined);
        return real === undefined ? [] : [{ uri, real }];
      }),
  );
  return folders.flat();
}

/**
 * Finds the file at a real path as VS Code names it, which may be through a link by which its folder was opened. `undefined` if it is in
 * none of the folders, or the path is not written as real ones are. Of several folders, the deepest counts.
 */
export function targetIn(folders: readonly ServedFolder[], path: string): Uri | undefined {
  if (path.includes("\0") || resolve(path) !== path) return undefined;
  const [deepest] = folders
    .filter(({ real }) => isInside(real, path))
    .sort((one, other) => other.real.length - one.real.length);
  return deepest && Uri.joinPath(deepest.uri, ...relative(deepest.real, path).split(sep));
}
