import { sep } from "node:path";
import { needsUser } from "../core/tools/needsUser.ts";
import { innerPath, realPlace, realRoots } from "./insideRoots.ts";

/**
 * Says why an edit of a file waits for the user even if edits are accepted by themselves; `undefined` if it need not; see `needsUser`.
 * `names` are the absolute paths of the one file, as it is called and as links lead to it. Of nested folders the outer one sees the most of
 * a path, so the file is judged in all that hold it.
 */
export function userNeedOf(folders: readonly string[], names: readonly string[]): string | undefined {
  for (const name of names) {
    const inner = folders.flatMap((folder) => innerPath(folder, name) ?? []);
    // Outside of them only its whole path is known.
    for (const path of inner.length > 0 ? inner : [name]) {
      const why = needsUser(path.replaceAll(sep, "/"));
      if (why !== undefined) return why;
    }
  }
  return undefined;
}

/** Says the same about a file on the disk that need not exist yet, with all links on its path followed. */
export async function userNeedAt(folders: readonly string[], path: string): Promise<string | undefined> {
  const [real, roots] = await Promise.all([realPlace(path), realRoots(folders)]);
  return userNeedOf([...folders, ...roots], real === undefined ? [path] : [path, real]);
}
