import { constants } from "node:fs";
import { access, link, mkdir, rename, rmdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { readPlace, type ConfinedFile, type ConfinedPlace } from "./confinedFile.ts";
import { errorCode, errorText, type FileTrouble } from "./files.ts";
import { holdFolder, type HeldFolder } from "./heldFolder.ts";
import { sweepStaged, stagedName } from "./stagedText.ts";
import { exists, isProtected, writeTemporary } from "./writeFiles.ts";

/** What the file systems say that know no hard links. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"]);

/**
 * Replaces what was read, or makes the file where there was none. The new text is staged beside it, all is looked at once more, and
 * then it is renamed, so that a reader sees the one text or the other. `changed`, `exists`: somebody else was faster, and nothing
 * was written. `mayWrite` has the last word, and may throw. The caller holds the lock of the file.
 */
export async function writePlace(
  place: ConfinedPlace,
  read: ConfinedFile | undefined,
  text: string,
  mayWrite: () => Promise<boolean>,
): Promise<{ readonly type: "written" } | FileTrouble> {
  const { path, name, real } = place;
  const made: MadeFolder[] = [];
  let isWritten = false;
  try {
    // Renaming asks for the folder's permission only; a file that is protected stays as it is.
    if (read !== undefined) {
      if (isProtected(read.stats)) return { type: "not-writable", path, cause: "it is write-protected" };
      await access(place.folder.at(name), constants.W_OK);
    }
    const folder = await makeFolders(place, made);
    await sweepStaged(folder, real, name);
    const { staged: stagedAs, done } = stagedName(real, name);
    const staged = folder.at(stagedAs);
    try {
      await writeTemporary(staged, text, read?.stats);
      if (!(await mayWrite())) return { type: "changed", path };
      // The last looks come last, so that next to nothing can happen behind them.
      if ((await folder.where()) !== dirname(real)) return { type: "changed", path };
      if (read !== undefined && !(await holdsStill(place, read))) return { type: "changed", path };
      const isPut = await putInPlace(staged, folder.at(name), read === undefined);
      if (!isPut) return { type: "exists", path };
      isWritten = true;
      return { type: "written" };
    } finally {
      // What was read is replaced by what was staged; a new file is a second name of it.
      if (!isWritten || read === undefined) await removed(staged);
      done();
    }
  } catch (error) {
    switch (errorCode(error)) {
      case undefined:
        throw error;
      case "ENOENT":
        return { type: "changed", path };
      case "ENOTDIR":
      case "ELOOP":
        return { type: "file-as-folder", path };
      default:
        return { type: "not-writable", path, cause: errorText(error) };
    }
  } finally {
    for (const { parent, name: madeName, folder, isOwn } of made.reverse()) {
      await folder.close();
      if (isOwn && !isWritten) await rmdir(parent.at(madeName)).catch(() => undefined);
    }
  }
}

interface MadeFolder {
  readonly parent: HeldFolder;
  readonly name: string;
  readonly folder: HeldFolder;
  /** Whether it was not there before. */
  readonly isOwn: boolean;
}

/** Makes what is missing, each folder in the one before, and puts it into `made`. */
async function makeFolders({ folder, missing }: ConfinedPlace, made: MadeFolder[]): Promise<HeldFolder> {
  let parent = folder;
  for (const name of missing) {
    const isOwn = await mkdir(parent.at(name)).then(
      () => true,
      (error: unknown) => {
        if (errorCode(error) === "EEXIST") return false;
        throw error;
      },
    );
    const next = await holdFolder(parent.at(name), false);
    made.push({ parent, name, folder: next, isOwn });
    parent = next;
  }
  return parent;
}

async function holdsStill(place: ConfinedPlace, { bytes }: ConfinedFile): Promise<boolean> {
  const now = await readPlace(place);
  return now.type === "file" && now.bytes.equals(bytes);
}

/** `false`: there is a file of that name, and there should be none. */
async function putInPlace(staged: string, target: string, isNew: boolean): Promise<boolean> {
  if (isNew) {
    try {
      // Renaming would replace a file that has come meanwhile.
      await link(staged, target);
      return true;
    } catch (error) {
      const code = errorCode(error) ?? "";
      if (code === "EEXIST") return false;
      if (!NO_LINKS.has(code)) throw error;
      if (await exists(target)) return false;
    }
  }
  await rename(staged, target);
  return true;
}

async function removed(path: string): Promise<void> {
  await unlink(path).catch(() => undefined);
}
