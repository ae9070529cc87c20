import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { isDeviceName, isGitFolder } from "../core/targets/sketchPath.ts";
import { errorCode, type FileTrouble } from "./files.ts";

/**
 * Whether a place on the disk may be touched: the one judge of real paths, for whoever reads or writes what a model names. What a path
 * says by itself is judged by `pathFault`, before anything is looked up.
 */

/** Why a real path may not be touched. */
export type PlaceFault =
  /** It lies in none of the roots. */
  | "outside"
  /** It belongs to git itself. */
  | "git"
  /** Windows takes it for a device. */
  | "device";

/** Finds what speaks against touching a real path; `roots` are real paths too. Of nested roots, one that allows it is enough. */
export function placeFault(roots: readonly string[], real: string): PlaceFault | undefined {
  const inners = roots.flatMap((root) => innerPath(root, real) ?? []).map((inner) => inner.split(sep));
  if (inners.length === 0) return "outside";
  const clean = inners.find((segments) => !segments.some(isGitFolder));
  if (clean === undefined) return "git";
  return process.platform === "win32" && clean.some(isDeviceName) ? "device" : undefined;
}

/**
 * Returns the fault of a real path as a trouble of the file called `path`. A place outside is blamed on a link, since the letters of
 * `path` were judged before.
 */
export function placeTrouble(roots: readonly string[], real: string, path: string): FileTrouble | undefined {
  switch (placeFault(roots, real)) {
    case undefined:
      return undefined;
    case "outside":
      return { type: "hostile", path, why: "link" };
    case "git":
      return { type: "hostile", path, why: "git" };
    case "device":
      return { type: "special", path };
  }
}

/**
 * Computes the path of a place relative to a folder, by its letters: `""` for the folder itself, `undefined` if the place lies outside.
 */
export function innerPath(folder: string, place: string): string | undefined {
  const inner = relative(folder, place);
  return inner === ".." || inner.startsWith(`..${sep}`) || isAbsolute(inner) ? undefined : inner;
}

/** Resolves folders to their real paths. Folders that do not exist are left out. */
export async function realRoots(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  return found.filter((root) => root !== undefined);
}

/**
 * Finds where a path really lies, with links followed; the names after its existing part stay as they are. `undefined` if a link leads
 * nowhere or what is there cannot be looked at.
 */
export async function realPlace(absolute: string): Promise<string | undefined> {
  for (let path = absolute; ; path = dirname(path)) {
    try {
      await lstat(path);
    } catch (error) {
      const code = errorCode(error);
      if ((code === "ENOENT" || code === "ENOTDIR") && dirname(path) !== path) continue;
      return undefined;
    }
    try {
      return join(await realpath(path), absolute.slice(path.length));
    } catch {
      return undefined;
    }
  }
}
