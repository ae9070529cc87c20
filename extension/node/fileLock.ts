import { createHash } from "node:crypto";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { unlessAborted } from "./unlessAborted.ts";
import { takeWriterLock, type WriterLock } from "./writerLock.ts";

/** How long to wait before the next try; random, so that those who wait do not come all at once. */
const [SHORTEST_MS, LONGEST_MS] = [2, 20];
/** How long its holder need not check whether it still has it. */
const SURE_MS = 10_000;
/** How long a holder is believed to live. */
const LOOK_MS = 200;

/** Those of this process wait for each other here and not on the disk. */
const queues = new Map<string, Promise<void>>();

/**
 * Waits for the right to write a file, among all processes that use the same folder of locks, does `work`, and gives it back.
 * `real` is the file's real path. The lock of a process that has died is taken over. Throws when `signal` is aborted while it waits.
 *
 * @param onWait is called once if somebody else has it
 */
export async function withFileLock<Result>(
  folder: string,
  real: string,
  work: (lock: Pick<WriterLock, "isHeld">) => Promise<Result>,
  onWait: () => void,
  signal: AbortSignal,
): Promise<Result> {
  const before = queues.get(real);
  let leave: () => void = () => undefined;
  const own = new Promise<void>((resolve) => {
    leave = resolve;
  });
  // Whoever gives up waiting must not let the next one in before those in front are done.
  const last = (before ?? Promise.resolve()).then(() => own);
  queues.set(real, last);
  try {
    if (before !== undefined) {
      onWait();
      await unlessAborted(before, signal);
    }
    const lock = await takeLock(join(folder, lockName(real)), before === undefined ? onWait : undefined, signal);
    const taken = Date.now();
    // Nobody takes over from a process that lives, unless it has been silent for longer.
    const isHeld = (): Promise<boolean> => (Date.now() - taken < SURE_MS ? Promise.resolve(true) : lock.isHeld());
    try {
      return await work({ isHeld });
    } finally {
      await lock.release();
    }
  } finally {
    leave();
    if (queues.get(real) === last) queues.delete(real);
  }
}

function lockName(real: string): string {
  return `${createHash("sha256").update(real).digest("hex")}.lock`;
}

async function takeLock(path: string, onWait: (() => void) | undefined, signal: AbortSignal): Promise<WriterLock> {
  signal.throwIfAborted();
  const lock = await takeWriterLock(path);
  if (lock !== undefined) return lock;
  onWait?.();
  for (let waited = 0; ;) {
    const pause = SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS);
    await wait(pause, undefined, { signal });
    waited += pause;
    // Checking whether its holder is dead takes longer than checking whether it is there, and many may wait.
    if (waited < LOOK_MS && (await isThere(path))) continue;
    waited = 0;
    const taken = await takeWriterLock(path);
    if (taken !== undefined) return taken;
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
