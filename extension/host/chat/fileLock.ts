import { open, rename, rm, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** A lock that is older was left by a window that has died. */
const STALE_MS = 10_000;
/** Whoever waits longer goes on without: what a user has written counts more than order. */
const WAIT_MS = 3_000;
const TRY_AGAIN_MS = 15;

/** Does some work while no other window that asks for the same path does its own, as far as that does not take long. */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${path}.lock`;
  const isHeld = await take(lock);
  try {
    return await work();
  } finally {
    if (isHeld) await rm(lock, { force: true }).catch(() => undefined);
  }
}

async function take(lock: string): Promise<boolean> {
  for (let waited = 0; waited < WAIT_MS; waited += TRY_AGAIN_MS) {
    try {
      await (await open(lock, "wx")).close();
      return true;
    } catch {
      const age = await ageOf(lock);
      if (age > STALE_MS) await removeStale(lock);
      else await pause(TRY_AGAIN_MS);
    }
  }
  return false;
}

/** Of several that find it stale one removes it, so that nobody removes the next one. */
async function removeStale(lock: string): Promise<void> {
  const aside = `${lock}.${crypto.randomUUID()}`;
  try {
    await rename(lock, aside);
    await rm(aside, { force: true });
  } catch {
    // Another window was faster.
  }
}

/** In milliseconds; 0 where it is not there. */
async function ageOf(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch {
    return 0;
  }
}
