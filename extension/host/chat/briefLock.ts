import { setTimeout as pause } from "node:timers/promises";
import { holderOf, takeWriterLock, type WriterLock } from "../../node/writerLock.ts";

/** Whoever waits longer for one holder goes on without: what a user has written counts more than order. */
const WAIT_MS = 3_000;
const TRY_AGAIN_MS = 15;

/**
 * Does work while no other window does its own for the same path. If one holder keeps the lock for longer than `WAIT_MS`, the work is
 * done without it.
 */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await takeInTime(`${path}.lock`);
  try {
    return await work();
  } finally {
    await lock?.release().catch(() => undefined);
  }
}

async function takeInTime(path: string): Promise<WriterLock | undefined> {
  let holder: string | undefined;
  for (let waited = 0; waited < WAIT_MS; waited += TRY_AGAIN_MS) {
    const lock = await takeWriterLock(path).catch(() => undefined);
    if (lock !== undefined) return lock;
    const present = await holderOf(path);
    // If it goes from hand to hand, only the disk is slow.
    if (present !== undefined && present !== holder) [holder, waited] = [present, 0];
    await pause(TRY_AGAIN_MS);
  }
  return undefined;
}
