import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm, stat, unlink, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import * as v from "valibot";
import { isAlive } from "./isAlive.ts";

/** How often a holder shows that it lives. */
const BEAT_MS = 10_000;
/** A holder whose last sign is older counts as dead if its process cannot be asked for. */
const STALE_MS = 60_000;
/** A lock that does not name its owner is being made, or its maker was killed right then. */
const MAKING_MS = 5_000;

const ownerSchema = v.object({ pid: v.number(), machine: v.string(), token: v.string() });
type Owner = v.InferOutput<typeof ownerSchema>;

/** The right to write one file, among all windows and machines that see the folder. */
export interface WriterLock {
  /** Whether nobody has taken it over, as happens to a machine that has slept for long. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** The tokens of the locks that this process holds. */
const held = new Set<string>();

/**
 * Takes the lock at `path` at once; `undefined` if somebody else has it. It may be held for a moment or as long as a download takes, so its
 * holder shows that it lives. Takes over a lock whose process has ended.
 */
export async function takeWriterLock(path: string): Promise<WriterLock | undefined> {
  const token = randomUUID();
  const owner = JSON.stringify({ pid: process.pid, machine: hostname(), token });
  // Before it is on the disk, where others of this process may read it at once.
  held.add(token);
  const isTaken = await takeNow(path, owner).catch((error: unknown) => {
    held.delete(token);
    throw error;
  });
  if (!isTaken) {
    held.delete(token);
    return undefined;
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  const isHeld = async (): Promise<boolean> => (await holderOf(path)) === token;
  return {
    isHeld,
    release: async () => {
      clearInterval(beat);
      held.delete(token);
      // One that cannot be read just now is more likely this one than that of somebody who has taken it over.
      const owner = await readOwner(path).catch(() => ({ token }));
      if (owner?.token === token) await unlink(path).catch(() => undefined);
    },
  };
}

/** Returns what tells the present holder of a lock from earlier ones; `undefined` if there is none, or if it cannot be read. */
export async function holderOf(path: string): Promise<string | undefined> {
  return (await ownerOf(path))?.token;
}

async function takeNow(path: string, owner: string): Promise<boolean> {
  return (await create(path, owner)) || ((await removeStale(path)) && (await create(path, owner)));
}

async function create(path: string, owner: string): Promise<boolean> {
  try {
    const file = await open(path, "wx");
    try {
      await file.writeFile(owner);
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Removes a stale lock; true if there was one, or one that was just given back, and it is gone. */
async function removeStale(path: string): Promise<boolean> {
  const found = await look(path);
  if (found === "gone") return true;
  if (!isStale(found)) return false;
  // One after the other: whoever takes over a lock that was just taken over takes it from a living holder.
  const guard = `${path}.takeover`;
  if (!(await create(guard, ""))) {
    const before = await look(guard);
    // Its process was killed while it took over.
    if (before !== "gone" && before.age >= MAKING_MS) await rm(guard, { force: true });
    return false;
  }
  try {
    const now = await look(path);
    if (now === "gone") return true;
    return isStale(now) && (await putAway(path, now.owner));
  } finally {
    await rm(guard, { force: true });
  }
}

/** Removes the lock of that owner; true if it is gone. On another machine its process may wake up right now, and somebody else be next. */
async function putAway(path: string, owner: Owner | undefined): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return true;
  }
  if ((await ownerOf(aside))?.token === owner?.token) {
    await rm(aside, { force: true });
    return true;
  }
  await rename(aside, path);
  return false;
}

interface FoundLock {
  readonly owner: Owner | undefined;
  /** Milliseconds since its last sign. */
  readonly age: number;
}

async function look(path: string): Promise<FoundLock | "gone"> {
  const owner = await ownerOf(path);
  try {
    return { owner, age: Date.now() - (await stat(path)).mtimeMs };
  } catch {
    return "gone";
  }
}

function isStale({ owner, age }: FoundLock): boolean {
  const isDead = owner === undefined ? age >= MAKING_MS : owner.machine === hostname() && !isWorking(owner);
  return isDead || age >= STALE_MS;
}

/** Whether the process of an owner on this machine is there. That it has this very number and not its locks means that the number was given out again. */
function isWorking({ pid, token }: Owner): boolean {
  return pid === process.pid ? held.has(token) : isAlive(pid);
}

async function ownerOf(path: string): Promise<Owner | undefined> {
  return readOwner(path).catch(() => undefined);
}

/** Reads the owner that a lock names; `undefined` if it names none yet, since it is being made. Rejects if it cannot be read. */
async function readOwner(path: string): Promise<Owner | undefined> {
  const text = await readFile(path, "utf8");
  try {
    return v.parse(ownerSchema, JSON.parse(text));
  } catch {
    return undefined;
  }
}
