import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import * as v from "valibot";

/** A holder shows so often that it lives. */
const BEAT_MS = 10_000;
/** Whose last sign is older is taken for dead, where its process cannot be asked for. */
const STALE_MS = 60_000;
/** One that does not name its owner is in the making, or its maker was killed right then. */
const MAKING_MS = 5_000;

const ownerSchema = v.object({ pid: v.number(), machine: v.string(), token: v.string() });

/** The right to write one file, among all windows and machines that see the folder. */
export interface WriterLock {
  /** Whether nobody has taken it over, as happens to a machine that has slept for long. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes the lock at `path` at once; `undefined`: another one has it. Unlike a lock for short work it is held for as long as a
 * download takes, so its holder has to show that it lives. One whose process has ended is taken over.
 */
export async function takeWriterLock(path: string): Promise<WriterLock | undefined> {
  const token = randomUUID();
  const owner = JSON.stringify({ pid: process.pid, machine: hostname(), token });
  if (!(await create(path, owner)) && !((await removeStale(path)) && (await create(path, owner)))) return undefined;
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  const isHeld = async (): Promise<boolean> => (await ownerOf(path))?.token === token;
  return {
    isHeld,
    release: async () => {
      clearInterval(beat);
      if (await isHeld()) await rm(path, { force: true });
    },
  };
}

async function create(path: string, owner: string): Promise<boolean> {
  try {
    const file = await open(path, "wx");
    await file.writeFile(owner).finally(() => file.close());
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Whether there was a stale one and it is gone. */
async function removeStale(path: string): Promise<boolean> {
  const owner = await ownerOf(path);
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Infinity,
  );
  const isDead = owner === undefined ? age >= MAKING_MS : owner.machine === hostname() && !isAlive(owner.pid);
  if (!isDead && age < STALE_MS) return false;
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
  // Another window was faster, and what was moved is its new lock.
  await rename(aside, path);
  return false;
}

async function ownerOf(path: string): Promise<v.InferOutput<typeof ownerSchema> | undefined> {
  try {
    const read = v.safeParse(ownerSchema, JSON.parse(await readFile(path, "utf8")));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
