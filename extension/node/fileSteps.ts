import type { Stats } from "node:fs";
import { link, lstat, open, rename, unlink } from "node:fs/promises";
import { errorCode, type FileTrouble } from "./files.ts";

/** The single steps of writing a file, for one (`writePlace`) and for several together (`writeFiles`). */

/** What the file systems say that know no hard links, or not this one. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"]);

/**
 * Why a file that was read may not be written or removed, by its mode. Renaming asks for the folder's permission only, and whoever may
 * write to everything, as root, still did not mean a file that nobody may write to.
 */
export function modeTrouble(path: string, { mode }: Stats): FileTrouble | undefined {
  return (mode & 0o222) === 0 ? { type: "not-writable", path, cause: "it is write-protected" } : undefined;
}

/**
 * Writes a new file with the owner and the mode of the one that it shall replace, to the disk. Throws what the system says, `EEXIST`
 * where anything has that name. Owner and mode are set through the open file, since its name may lead elsewhere by then.
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

/** Gives what was staged its name. `false`: something has that name already, and stays. Throws what the system says. */
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

/** Gives a file a second name, where the file system knows that. Throws what else the system says. */
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

/** Whether anything has that name, a link that leads nowhere too. */
export async function exists(absolute: string): Promise<boolean> {
  try {
    await lstat(absolute);
    return true;
  } catch {
    return false;
  }
}
