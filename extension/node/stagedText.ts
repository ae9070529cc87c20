import { createHash, randomBytes } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { lstat, readdir, readFile, unlink } from "node:fs/promises";
import { errorCode } from "./files.ts";
import { putNew } from "./fileSteps.ts";
import { isAlive } from "./isAlive.ts";

/**
 * The endings of the names that a write uses for a while beside its file: `tmp` is a new text that waits for its place, `old` a backup of
 * what the file held. Each name has the number of its process, so that what killed processes left can be told from what is in use.
 */
type StagedEnd = "tmp" | "old";

/** The path of an entry of the folder that a file is in, by the entry's name. */
type EntryPath = (name: string) => string;

/** What this process has staged. */
const atWork = new Set<string>();

/**
 * Makes a name beside the file that is called `name`, which no other process takes: two that do not see each other's locks must not write
 * into the same one. Call `done` when nothing of that name is needed any more.
 */
export function stagedName(name: string, end: StagedEnd): { readonly staged: string; readonly done: () => void } {
  const staged = `${prefixOf(name)}${String(process.pid)}-${randomBytes(6).toString("hex")}.${end}`;
  atWork.add(staged);
  return { staged, done: () => atWork.delete(staged) };
}

/**
 * Clears away what killed processes left beside a file: new texts, and a backup of what the file still holds. Gives a backup the file's
 * name again if nothing has it. Keeps one of another text: it may be all that is left of that.
 */
export async function sweepStaged(at: EntryPath, name: string): Promise<void> {
  for (const { entry, end, isAtWork } of await stagedBeside(at, name)) {
    if (isAtWork) continue;
    try {
      if (end === "old" && ((await putNew(at(entry), at(name))) || !(await holdSame(at(entry), at(name))))) continue;
      await unlink(at(entry));
    } catch {
      // It is gone, or not ours to remove; then it stays what it was, and the write itself says what is wrong with its folder.
    }
  }
}

/**
 * Checks whether a file has names (hard links) besides its own and the backups of writes in progress. Clears away what killed processes
 * left first. Throws what the system says, `ENOENT` if the file is gone.
 */
export async function hasOtherNames(at: EntryPath, name: string): Promise<boolean> {
  await sweepStaged(at, name);
  const { dev, ino, nlink } = await lstat(at(name), { bigint: true });
  let names = nlink;
  for (const { entry, isAtWork } of await stagedBeside(at, name)) {
    const other = isAtWork ? await statsOf(at(entry)) : undefined;
    if (other?.dev === dev && other.ino === ino) names -= 1n;
  }
  return names > 1n;
}

interface StagedEntry {
  readonly entry: string;
  readonly end: StagedEnd;
  readonly isAtWork: boolean;
}

async function stagedBeside(at: EntryPath, name: string): Promise<readonly StagedEntry[]> {
  const prefix = prefixOf(name);
  const names = (await readdir(at("."))).filter((each) => each.startsWith(prefix));
  return names.flatMap((entry) => {
    const [, number, end] = /^(\d{1,10})-[0-9a-f]+\.(tmp|old)$/.exec(entry.slice(prefix.length)) ?? [];
    if (number === undefined) return [];
    const pid = Number(number);
    const isAtWork = pid === process.pid ? atWork.has(entry) : isAlive(pid);
    return [{ entry, end: end === "old" ? ("old" as const) : ("tmp" as const), isAtWork }];
  });
}

/** By the name alone: the folder may be moved, or be reached through a link. */
function prefixOf(name: string): string {
  return `.${name.slice(0, 40)}.${createHash("sha256").update(name).digest("hex").slice(0, 12)}.`;
}

/** Whether two names lead to one file, or to files of the same bytes. A link is only itself. */
async function holdSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([statsOf(one), statsOf(other)]);
  if (a === undefined || b === undefined) return false;
  if (a.dev === b.dev && a.ino === b.ino) return true;
  if (!a.isFile() || !b.isFile() || a.size !== b.size) return false;
  const [bytes, others] = await Promise.all([readFile(one), readFile(other)]);
  return bytes.equals(others);
}

/** `undefined`: nothing has that name. */
async function statsOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
