import { createHash, randomBytes } from "node:crypto";
import { readdir, unlink } from "node:fs/promises";
import type { HeldFolder } from "./heldFolder.ts";
import { isAlive } from "./isAlive.ts";

/** Files whose folder has been looked through for what killed processes left. */
const swept = new Set<string>();
/** What this process has staged. */
const atWork = new Set<string>();

/**
 * A name for a new text beside its file, which no other process takes: two that do not see each other's locks must not write into
 * the same one. `done` when it is gone. `real` is the path of the file, `name` its name.
 */
export function stagedName(real: string, name: string): { readonly staged: string; readonly done: () => void } {
  const staged = `${prefixOf(real, name)}${String(process.pid)}-${randomBytes(6).toString("hex")}.tmp`;
  atWork.add(staged);
  return { staged, done: () => atWork.delete(staged) };
}

/** Removes what killed processes have staged for a file, when this process first writes it. */
export async function sweepStaged(folder: HeldFolder, real: string, name: string): Promise<void> {
  if (swept.has(real)) return;
  swept.add(real);
  const prefix = prefixOf(real, name);
  const names = await readdir(folder.at("."));
  for (const entry of names.filter((each) => each.startsWith(prefix))) {
    const pid = /^(\d{1,10})-[0-9a-f]+\.tmp$/.exec(entry.slice(prefix.length))?.[1];
    if (pid === undefined || atWork.has(entry)) continue;
    if (Number(pid) !== process.pid && isAlive(Number(pid))) continue;
    await unlink(folder.at(entry)).catch(() => undefined);
  }
}

function prefixOf(real: string, name: string): string {
  return `.${name.slice(0, 40)}.${createHash("sha256").update(real).digest("hex").slice(0, 12)}.`;
}
