import type { Stats } from "node:fs";
import { link, lstat, open, rename, unlink } from "node:fs/promises";
import { errorCode, type FileTrouble } from "./files.ts";

/** The single steps of writing a file, for one (`writePlace`) and for several together (`writeFiles`). */

/** What file systems say that have no hard links, or not for this file. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"]);

/**
 * Says why a file that was read may not be written or removed, judging by its mode. Renaming needs only the folder's permission, and
 * whoever may write to everything, such as root, still did not mean a file that nobody may write to. `undefined` if it may.
 */
export function modeTrouble(path: string, { mode }: Stats): FileTrouble | undefined {
  return (mode & 0o222) === 0 ? { type: "not-writable", path, cause: "it is write-protected" } : undefined;
}

/**
 * Writes a new file, through to the disk, with the owner and the mode of the one that it is to replace. Throws what the system says,
 * `EEXIST` if anything has that name. Owner and mode are set through the open file, since its name may lead elsewhere by then.
 */
export async function writeTemporary(path: string, content: string | Buffer, like: Stats | undefined): Promise<void> {
  const handle = await open(path, "wx", like === undefined ? 0o666 : 0o600);
  try {
    await handle.writeFile(content, "utf8");
    if (like !== undefined) {
      const { uid, gid } = await handle.stat();
      if (uid !== like.uid || gid !== like.gid) {
        // Only root may give files away; for others the file becomes theirs, as with any editor.
        await handle.chown(like.uid, like.gid).catch(() => undefined);
      }
      await handle.chmod(like.mode & 0o7777);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a staged file its name; `false` if something has that name already, which then stays. Throws what the system says. */
export async function putNew(staged: string, target: string): Promise<boolean> {
  // Renaming would replace a file that has come meanwhile.
  const put = await linked(staged, target);
  if (put === "exists") return false;
  if (put === "linked") await unlink(staged).catch(() => undefined);
  else {
    if (await exists(target)) return false;
    await rename(staged, target);
  }
  return true;
}

/** Gives a file a second name, if the file system supports that; otherwise `unknown`. Throws whatever else the system says. */
export async function linked(path: string, other: string): Promise<"linked" | "exists" | "unknown"> {
  try {
    await link(path, other);
    return "linked";
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (code === "EEXIST") return "exists";
    if (NO_LINKS.has(code)) return "unknown";
    throw error;
  }
}

/** Checks whether anything has that name, even a link that leads nowhere. */
export async function exists(absolute: string): Promise<boolean> {
  try {
    await lstat(absolute);
    return true;
  } catch {
    return false;
  }
}
