import { constants, type Stats } from "node:fs";
import { lstat, open, realpath, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { decodeText, errorCode, errorText, MAX_BYTES, troubleOf, type FileTrouble } from "./files.ts";
import { holdFolder, NOT_THROUGH_LINKS, NOT_WAITING, type HeldFolder } from "./heldFolder.ts";
import { placeTrouble } from "./insideRoots.ts";

/** Where a file lies, or would lie, inside a root, with its folder held open. Close it. */
export interface ConfinedPlace {
  readonly type: "place";
  /** As the caller names it. */
  readonly path: string;
  /** Real path of the file; if it is not there yet, that of its folder with its name. */
  readonly real: string;
  readonly isThere: boolean;
  readonly folder: HeldFolder;
  /** Folders below `folder` that are not there yet, outermost first. */
  readonly missing: readonly string[];
  readonly name: string;
  readonly close: () => Promise<void>;
}

/** What a place held when it was read. */
export interface ConfinedFile {
  readonly type: "file";
  readonly bytes: Buffer;
  /** With its BOM, if it has one. */
  readonly text: string;
  readonly stats: Stats;
}

/** Each link of a chain is resolved from the real path that the one before leads to, so more than one means a swap. */
const MAX_LINKS = 4;

/**
 * Finds a regular file, or the place for a new one, inside `root`, which is a real path. Follows links as long as they stay inside.
 * `absolute` lies in the root by its letters; `path` names it in troubles. Close the place.
 */
export async function findConfinedPlace(
  root: string,
  absolute: string,
  path: string,
): Promise<ConfinedPlace | FileTrouble> {
  if (absolute === root) return { type: "directory", path };
  let at = absolute;
  for (let links = 0; links < MAX_LINKS; links++) {
    const held = await holdDeepest(root, dirname(at), path);
    if (held.type !== "held") return held;
    const { folder, where, missing } = held;
    const name = basename(at);
    const real = join(where, ...missing, name);
    const found =
      placeTrouble([root], real, path) ?? (missing.length > 0 ? "nothing" : await lookAt(folder, name, path));
    if (found === "file" || found === "nothing") {
      return { type: "place", path, real, isThere: found === "file", folder, missing, name, close: folder.close };
    }
    try {
      if (found !== "link") return found;
      at = await realpath(folder.at(name));
    } catch {
      return { type: "broken-link", path };
    } finally {
      await folder.close();
    }
  }
  return { type: "changed", path };
}

/** Reads what the place holds; `changed` if it is no longer what was found. */
export async function readPlace({ folder, name, path }: ConfinedPlace): Promise<ConfinedFile | FileTrouble> {
  try {
    const handle = await open(folder.at(name), constants.O_RDONLY | NOT_THROUGH_LINKS | NOT_WAITING);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return { type: "special", path };
      if (stats.size > MAX_BYTES) return { type: "too-large", path };
      const bytes = await readExactly(handle, stats.size);
      if (bytes === undefined) return { type: "changed", path };
      const decoded = decodeText(bytes, path);
      return decoded.type === "text" ? { type: "file", bytes, text: decoded.text, stats } : decoded;
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === "ELOOP" || code === "ENOENT" || code === "ENXIO") return { type: "changed", path };
    return { type: "unreadable", path, cause: errorText(error) };
  }
}

type Held =
  | {
      readonly type: "held";
      readonly folder: HeldFolder;
      readonly where: string;
      readonly missing: readonly string[];
    }
  | FileTrouble;

/** Opens the deepest folder of a path that is there, and checks that it is inside the root. */
async function holdDeepest(root: string, folderPath: string, path: string): Promise<Held> {
  const missing: string[] = [];
  for (let at = folderPath; ; at = dirname(at)) {
    let folder: HeldFolder;
    try {
      folder = await holdFolder(at, true);
    } catch (error) {
      const trouble = troubleOf(error, path);
      if (trouble.type !== "missing" || at === root || dirname(at) === at) return trouble;
      missing.unshift(basename(at));
      continue;
    }
    const where = await folder.where();
    const fault = where === undefined ? ({ type: "changed", path } as const) : placeTrouble([root], where, path);
    if (where !== undefined && fault === undefined) return { type: "held", folder, where, missing };
    await folder.close();
    return fault ?? { type: "changed", path };
  }
}

async function lookAt(
  folder: HeldFolder,
  name: string,
  path: string,
): Promise<"file" | "nothing" | "link" | FileTrouble> {
  try {
    // Opening a device can activate it, so it is looked at from outside first.
    const stats = await lstat(folder.at(name));
    if (stats.isSymbolicLink()) return "link";
    if (stats.isDirectory()) return { type: "directory", path };
    return stats.isFile() ? "file" : { type: "special", path };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "nothing";
    return { type: "unreadable", path, cause: errorText(error) };
  }
}

/** `undefined`: it grew or shrank meanwhile. */
async function readExactly(handle: FileHandle, size: number): Promise<Buffer | undefined> {
  const bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  while (length <= size) {
    const wanted = size + 1 - length;
    const { bytesRead } = await handle.read(bytes, length, wanted, length);
    length += bytesRead;
    // From a regular file, fewer bytes than asked for mean the end.
    if (bytesRead < wanted) break;
  }
  return length === size ? bytes.subarray(0, size) : undefined;
}
