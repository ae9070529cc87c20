import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep, win32 } from "node:path";
import { isGitFolder } from "../core/apply/sketchPath.ts";
import { errorCode, type FileTrouble } from "./files.ts";
import { isInner } from "./innerPath.ts";

/**
 * Where a path that a sketch names lies, if that is inside `folder`. A sketch is text from a model, and nobody has read
 * its paths: one that leaves the folder, by whatever way, or that reaches into git's own files is refused.
 */
export async function confine(
  folder: string,
  path: string,
): Promise<{ readonly type: "inside"; readonly absolute: string } | FileTrouble> {
  if (isAbsolute(path) || win32.isAbsolute(path) || /^(?:[A-Za-z]:|~(?:\/|$))/.test(path)) {
    return { type: "hostile", path, why: "absolute" };
  }
  const absolute = resolve(folder, path);
  const inner = relative(folder, absolute);
  if (!isInner(inner)) return { type: "hostile", path, why: "outside" };
  if (inner.split(sep).some(isGitFolder)) return { type: "hostile", path, why: "git" };
  if (inner === "") return { type: "directory", path };

  const [root, real] = await Promise.all([realpath(folder), realpathOfExisting(absolute)]);
  if (real === undefined) return { type: "broken-link", path };
  const realInner = relative(root, real);
  if (!isInner(realInner)) return { type: "hostile", path, why: "link" };
  if (realInner.split(sep).some(isGitFolder)) return { type: "hostile", path, why: "git" };
  return { type: "inside", absolute };
}

/** Follows the links of the part of a path that exists; `undefined` if one of them leads nowhere. */
export async function realpathOfExisting(absolute: string): Promise<string | undefined> {
  for (let path = absolute; ; path = dirname(path)) {
    try {
      await lstat(path);
    } catch (error) {
      const code = errorCode(error);
      if ((code === "ENOENT" || code === "ENOTDIR") && dirname(path) !== path) continue;
      return undefined;
    }
    try {
      return await realpath(path);
    } catch {
      return undefined;
    }
  }
}
