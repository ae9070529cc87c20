import { constants } from "node:fs";
import { access, mkdir, rename, rmdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { readPlace, type ConfinedFile, type ConfinedPlace } from "./confinedFile.ts";
import { errorCode, errorText, type FileTrouble } from "./files.ts";
import { modeTrouble, putNew, writeTemporary } from "./fileSteps.ts";
import { holdFolder, type HeldFolder } from "./heldFolder.ts";
import { hasOtherNames, stagedName, sweepStaged } from "./stagedText.ts";

/**
 * Replaces what was read, or makes the file if there was none. Stages the new text beside it, checks everything once more, and then renames
 * it, so that a reader sees the one text or the other. `changed`, `exists`: somebody else was faster, and nothing was written. `mayWrite`
 * has the last word, and may throw. The caller holds the lock of the file.
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
    if (read !== undefined) {
      const trouble = modeTrouble(path, read.stats);
      if (trouble !== undefined) return trouble;
      // The others would keep the old text.
      if (read.stats.nlink > 1 && (await hasOtherNames(place.folder.at, name))) return { type: "linked", path };
      await access(place.folder.at(name), constants.W_OK);
    }
    const folder = await makeFolders(place, made);
    await sweepStaged(folder.at, name);
    const { staged: stagedAs, done } = stagedName(name, "tmp");
    const staged = folder.at(stagedAs);
    try {
      await writeTemporary(staged, text, read?.stats);
      if (!(await mayWrite())) return { type: "changed", path };
      // The last checks come last, so that next to nothing can happen after them.
      if ((await folder.where()) !== dirname(real)) return { type: "changed", path };
      if (read !== undefined && !(await holdsStill(place, read))) return { type: "changed", path };
      if (read !== undefined) await rename(staged, folder.at(name));
      else if (!(await putNew(staged, folder.at(name)))) return { type: "exists", path };
      isWritten = true;
      return { type: "written" };
    } finally {
      if (!isWritten) await unlink(staged).catch(() => undefined);
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
