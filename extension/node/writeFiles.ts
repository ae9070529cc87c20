import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, lstat, mkdir, open, readFile, rename, rmdir, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode, errorText, type FileTrouble, type TextFile } from "./files.ts";

/** One thing to do on disk. A move also writes the new text. */
export type FileChange =
  | { readonly type: "update"; readonly file: TextFile; readonly text: string }
  | { readonly type: "create"; readonly path: string; readonly absolute: string; readonly text: string }
  | { readonly type: "delete"; readonly file: TextFile }
  | {
      readonly type: "move";
      readonly file: TextFile;
      readonly to: { readonly path: string; readonly absolute: string };
      readonly text: string;
    };

export type WriteResult =
  | { readonly type: "written" }
  /** `done` holds what was carried out before the trouble, which is nothing in all but the rarest cases. */
  | { readonly type: "failed"; readonly trouble: FileTrouble; readonly done: readonly FileChange[] };

/**
 * Carries out all changes or, but for a failure in the very last step, none: every new text is first written to a
 * temporary file beside its target, then every target is compared with what was read, and only then they are renamed.
 */
export async function writeFiles(changes: readonly FileChange[]): Promise<WriteResult> {
  const staged: Staged[] = [];
  const done: FileChange[] = [];
  try {
    for (const change of changes) {
      const result = await stage(change);
      if (result.type !== "staged") return { type: "failed", trouble: result, done };
      staged.push(result);
    }
    for (const { change } of staged) {
      const trouble = await findDrift(change);
      if (trouble) return { type: "failed", trouble, done };
    }
    for (const item of staged) {
      const trouble = (await findDrift(item.change)) ?? (await finish(item));
      if (trouble) return { type: "failed", trouble, done };
      done.push(item.change);
    }
    return { type: "written" };
  } finally {
    for (const item of staged) if (!done.includes(item.change)) await discard(item);
  }
}

/** The path of a change as the user knows it. */
export function changedPath(change: FileChange): string {
  return change.type === "create" ? change.path : change.file.path;
}

interface Staged {
  readonly type: "staged";
  readonly change: FileChange;
  /** Where the new text waits, and the name that it will get. */
  readonly temporary: { readonly from: string; readonly to: string } | undefined;
  /** The first folder that had to be made. */
  readonly madeFolder: string | undefined;
}

async function stage(change: FileChange): Promise<Staged | FileTrouble> {
  const path = changedPath(change);
  try {
    if (change.type === "delete") return { type: "staged", change, temporary: undefined, madeFolder: undefined };
    // Renaming asks for the folder's permission only; a file that is protected stays as it is.
    if (change.type !== "create") {
      if (isProtected(change.file.stats)) return { type: "not-writable", path, cause: "it is write-protected" };
      await access(change.file.real, constants.W_OK);
    }
    const to = destination(change);
    const madeFolder = await mkdir(dirname(to), { recursive: true });
    const from = join(dirname(to), `.${basename(to).slice(0, 80)}.${randomBytes(6).toString("hex")}.tmp`);
    const staged: Staged = { type: "staged", change, temporary: { from, to }, madeFolder };
    try {
      await writeTemporary(from, change.text, change.type === "create" ? undefined : change.file.stats);
    } catch (error) {
      await discard(staged);
      throw error;
    }
    return staged;
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" && change.type !== "create") return { type: "changed", path };
    if (code === "ENOTDIR" || code === "EEXIST") return { type: "file-as-folder", path };
    return { type: "not-writable", path, cause: errorText(error) };
  }
}

/** A symbolic link stays: the file that it leads to is replaced. */
function destination(change: Exclude<FileChange, { type: "delete" }>): string {
  if (change.type === "update") return change.file.real;
  return change.type === "create" ? change.absolute : change.to.absolute;
}

/**
 * Writes a new file with the owner and the mode of the one that it shall replace, to the disk. Throws what the system says, `EEXIST`
 * where anything has that name. Owner and mode are set through the open file, since its name may lead elsewhere by then.
 */
export async function writeTemporary(path: string, text: string, like: Stats | undefined): Promise<void> {
  const handle = await open(path, "wx", like === undefined ? 0o666 : 0o600);
  try {
    await handle.writeFile(text, "utf8");
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

/** Whether the disk is no longer what the merge was made from. */
async function findDrift(change: FileChange): Promise<FileTrouble | undefined> {
  if (change.type !== "create") {
    const { file } = change;
    try {
      if (!file.bytes.equals(await readFile(file.real))) return { type: "changed", path: file.path };
    } catch {
      return { type: "changed", path: file.path };
    }
  }
  if (change.type === "create" || change.type === "move") {
    const { path, absolute } = change.type === "create" ? change : change.to;
    if (await exists(absolute)) return { type: "exists", path };
  }
  return undefined;
}

/** Whoever may write to everything, as root, still did not mean to change a file that nobody may write to. */
export function isProtected({ mode }: Stats): boolean {
  return (mode & 0o222) === 0;
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

async function finish({ change, temporary }: Staged): Promise<FileTrouble | undefined> {
  try {
    if (temporary) await rename(temporary.from, temporary.to);
    if (change.type === "delete" || change.type === "move") await unlink(change.file.absolute);
    return undefined;
  } catch (error) {
    return { type: "not-writable", path: changedPath(change), cause: errorText(error) };
  }
}

async function discard({ temporary, madeFolder }: Staged): Promise<void> {
  if (!temporary) return;
  await unlink(temporary.from).catch(() => undefined);
  if (madeFolder === undefined) return;
  for (let folder = dirname(temporary.to); folder.length >= madeFolder.length; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      // Something else is in it by now.
      return;
    }
  }
}
