import type { NewFile, TargetChoice, TargetReason, TargetFolder, TargetFile } from "./target.ts";
import { isAbsolutePath, tidyPath } from "./sketchPath.ts";

/** How the path that a sketch names fits the files there are. */
export interface PathFits {
  /** All files that fit in the best way in which any does. */
  readonly choices: readonly TargetChoice[];
  /** Files of whose path the named one is a longer form: `shop/src/a.ts` for `src/a.ts`. That may be meant, or not. */
  readonly longer: readonly TargetChoice[];
  /** Where the path lies if it says its folder itself, by its place on disk or by its name. */
  readonly inFolder: NewFile | undefined;
}

/**
 * Compares a path with those of files: the whole of it, then the same ignoring case, then its end. The first way in which any fits counts.
 */
export function fitByPath(path: string, folders: readonly TargetFolder[], files: readonly TargetFile[]): PathFits {
  const tidy = tidyPath(path);
  const inFolder = findFolder(tidy, folders);
  const named = isAbsolutePath(path) ? undefined : tidy;
  const same = (file: TargetFile, as: (text: string) => string): boolean =>
    as(file.path) === as(named ?? tidy) ||
    (inFolder !== undefined && file.folder === inFolder.folder.uri && as(file.path) === as(inFolder.path));
  const ends = (file: TargetFile, as: (text: string) => string): boolean =>
    named !== undefined && !file.isSource && as(file.path).endsWith(`/${as(named)}`);
  const ways: readonly [TargetReason["type"] & ("path" | "path-case" | "path-end"), (file: TargetFile) => boolean][] = [
    ["path", (file) => same(file, exactly)],
    ["path-case", (file) => same(file, lowered)],
    ["path-end", (file) => ends(file, exactly)],
    ["path-end", (file) => ends(file, lowered)],
  ];
  for (const [type, fits] of ways) {
    const found = files.filter(fits);
    if (found.length > 0) {
      return { choices: found.map((file) => ({ file, reason: { type } })), longer: [], inFolder };
    }
  }
  const longer = files.filter(
    (file) => !file.isSource && file.path.includes("/") && lowered(tidy).endsWith(`/${lowered(file.path)}`),
  );
  return { choices: [], longer: longer.map((file) => ({ file, reason: { type: "path-longer" } })), inFolder };
}

const exactly = (text: string): string => text;
const lowered = (text: string): string => text.toLowerCase();

/**
 * Finds the folder that a path names: by its place on disk if the path is whole, or by its name as the first part of the path, which only
 * counts if there are several folders.
 */
function findFolder(path: string, folders: readonly TargetFolder[]): NewFile | undefined {
  // The path of a URI has a slash before a drive.
  const rooted = /^[A-Za-z]:\//.test(path) ? `/${path}` : path;
  const byPlace = folders
    .filter((folder) => lowered(rooted).startsWith(`${lowered(folder.path)}/`))
    .sort((a, b) => b.path.length - a.path.length)
    .find((folder) => /^\/[A-Za-z]:/.test(folder.path) || rooted.startsWith(`${folder.path}/`));
  if (byPlace) return { folder: byPlace, path: rooted.slice(byPlace.path.length + 1) };
  const [head = "", ...rest] = path.split("/");
  const byName = folders.length > 1 && rest.length > 0 ? folders.filter(({ name }) => name === head) : [];
  return byName.length === 1 && byName[0] ? { folder: byName[0], path: rest.join("/") } : undefined;
}
