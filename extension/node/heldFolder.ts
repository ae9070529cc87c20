import { constants } from "node:fs";
import { open, readlink, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "./files.ts";

/**
 * A folder that was opened once, so that what is done in it is done in that very folder, even if a link on its path is swapped
 * meanwhile. Close it.
 */
export interface HeldFolder {
  /** Its real path as of now; `undefined` if it is gone. */
  readonly where: () => Promise<string | undefined>;
  /** Path of an entry, for a call that is made at once. */
  readonly at: (name: string) => string;
  readonly close: () => Promise<void>;
}

/** Windows has neither, and opens no folders and no pipes this way. */
export const NOT_THROUGH_LINKS = process.platform === "win32" ? 0 : constants.O_NOFOLLOW;
export const NOT_WAITING = process.platform === "win32" ? 0 : constants.O_NONBLOCK;

/**
 * Opens a folder; `throughLinks`: its last name may be a link. Throws what the system says: `ENOENT`, `ENOTDIR` and the like.
 *
 * On Linux the paths of its entries go through the open handle (`/proc/self/fd`). Elsewhere no call of Node.js works relative to
 * a handle. There the entries have their real path, and the caller asks `where` right before each step that counts: a link that
 * is swapped in the microseconds between is not seen.
 */
export async function holdFolder(path: string, throughLinks: boolean): Promise<HeldFolder> {
  if (process.platform !== "linux") return holdPath(path);
  const handle = await open(
    path,
    constants.O_RDONLY | constants.O_DIRECTORY | (throughLinks ? 0 : NOT_THROUGH_LINKS) | NOT_WAITING,
  );
  const entry = `/proc/self/fd/${String(handle.fd)}`;
  const where = async (): Promise<string | undefined> => {
    const real = await readlink(entry);
    if (!real.endsWith(" (deleted)")) return real;
    // The system names a removed folder this way, but one can be called so too.
    const [held, named] = await Promise.all([handle.stat(), stat(real).catch(() => undefined)]);
    return held.ino === named?.ino && held.dev === named.dev ? real : undefined;
  };
  try {
    await where();
  } catch {
    // A sandbox without /proc.
    await handle.close();
    return holdPath(path);
  }
  return { where, at: (name) => `${entry}/${name}`, close: () => handle.close() };
}

async function holdPath(path: string): Promise<HeldFolder> {
  const real = await realpath(path);
  if (!(await stat(real)).isDirectory()) throw Object.assign(new Error("This is no folder."), { code: "ENOTDIR" });
  const where = async (): Promise<string | undefined> => {
    try {
      return await realpath(real);
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }
  };
  return { where, at: (name) => join(real, name), close: () => Promise.resolve() };
}
