import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode } from "./files.ts";

/** Windows refuses to replace a file that another process is reading, by one of these. */
const IN_USE = new Set(["EPERM", "EACCES", "EBUSY"]);
const TRIES = 4;
const TRY_AGAIN_MS = 50;

/** The suffix of files that are still being written, so that a sweep recognises them. */
export const STAGED_END = ".tmp";

/**
 * Writes a file of the extension's own, whole or not at all: a reader or a crash meanwhile finds the text before or the new one.
 * `mode`: the permissions of the file. Rejects with the system's error, and leaves nothing beside the file then.
 */
export async function replaceFile(path: string, text: string, mode = 0o666): Promise<void> {
  const staged = `${path}.${randomUUID()}${STAGED_END}`;
  try {
    const file = await open(staged, "wx", mode);
    try {
      await file.writeFile(text);
      // A new name may be on the disk before the text is, and then a power failure leaves an empty file.
      await file.sync();
    } finally {
      await file.close();
    }
    await renameOver(staged, path);
  } catch (error) {
    await rm(staged, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function renameOver(staged: string, path: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await rename(staged, path);
      return;
    } catch (error) {
      if (tries === TRIES || !IN_USE.has(errorCode(error) ?? "")) throw error;
      await pause(tries * TRY_AGAIN_MS);
    }
  }
}
