import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** Windows refuses to replace a file that another process is just reading. */
const TRIES = 4;
const TRY_AGAIN_MS = 50;

/** What the names of texts on their way end with, so that a sweep can tell them. */
export const STAGED_END = ".tmp";

/**
 * Writes a file of the extension's own, whole or not at all: a reader or a crash meanwhile finds the text before or the new one.
 * Rejects with what the system says, and leaves nothing beside the file then.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const staged = `${path}.${randomUUID()}${STAGED_END}`;
  try {
    await writeFile(staged, text, { flag: "wx" });
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
      if (tries === TRIES) throw error;
      await pause(tries * TRY_AGAIN_MS);
    }
  }
}
