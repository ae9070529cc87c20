import { mkdir, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import { isAlive } from "../../node/isAlive.ts";
import { replaceFile, STAGED_END } from "../../node/replaceFile.ts";

/** A window signs anew this often; one that has not signed for `SILENT_MS` is gone, whatever its process number says. */
const SIGN_EVERY_MS = 15_000;
const SILENT_MS = 60_000;

/** How often making and signing a folder is tried, if another window removes it meanwhile: what is not signed counts as dead. */
const TRIES = 4;
const TRY_AGAIN_MS = 10;

const SIGNATURE = "window.json";
const nameSchema = v.pipe(v.string(), v.uuid());
const signatureSchema = v.object({ pid: v.pipe(v.number(), v.integer(), v.minValue(1)), host: v.string() });

/** What a window found in the folders of others. */
export interface TakenOver {
  /** Names of the files that are in this window's folder now. */
  readonly names: readonly string[];
  /** Whether other windows live, which may end without taking their files along. */
  readonly hasNeighbours: boolean;
}

/**
 * This window's folder among those of all windows that share a storage. Each window writes into its own alone, so none
 * disturbs another. What a dead window left is taken over file by file: a rename succeeds for one window only.
 *
 * A window lives while it has signed lately and, on the same machine, its process is there. The process number alone is not
 * enough, since it is given out again, after a restart of a container often to the same program; the signature alone would
 * let a window wait for a minute after a crash.
 */
export class WindowFolder {
  readonly path: string;
  readonly #root: string;
  #timer: ReturnType<typeof setInterval> | undefined;
  #opening: Promise<void> | undefined;

  constructor(root: string, name: string = crypto.randomUUID()) {
    this.#root = root;
    this.path = join(root, name);
  }

  /**
   * Makes the folder and signs it, the first time. Whoever comes meanwhile waits too: what lies in a folder that is not signed
   * counts as left behind. Rejects if that fails; the next call tries again.
   */
  open(): Promise<void> {
    this.#opening ??= this.#begin();
    return this.#opening;
  }

  /** Moves what dead windows left into this one's folder. */
  async takeOver(): Promise<TakenOver> {
    const names: string[] = [];
    let hasNeighbours = false;
    for (const entry of await readdir(this.#root, { withFileTypes: true }).catch(() => [])) {
      const other = join(this.#root, entry.name);
      // What else lies there was put there for the user, and is no window's.
      if (!entry.isDirectory() || !v.is(nameSchema, entry.name) || other === this.path) continue;
      if (await isAtWork(other)) {
        hasNeighbours = true;
        continue;
      }
      const left = (await readdir(other).catch(() => [])).filter(
        (name) => name.endsWith(".json") && name !== SIGNATURE,
      );
      if (left.length > 0) await this.open();
      for (const name of left) if (await isRenamed(join(other, name), join(this.path, name))) names.push(name);
      await removeFolder(other);
    }
    return { names, hasNeighbours };
  }

  /** Lets other windows have what is in the folder. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#opening = undefined;
    await rm(join(this.path, SIGNATURE), { force: true }).catch(() => undefined);
    await rmdir(this.path).catch(() => undefined);
  }

  async #begin(): Promise<void> {
    try {
      await this.#sign();
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
    this.#timer = setInterval(() => void this.#sign().catch(() => undefined), SIGN_EVERY_MS).unref();
  }

  /** Written beside and renamed: a window whose signature is empty for a moment would count as dead. */
  async #sign(): Promise<void> {
    const signature = join(this.path, SIGNATURE);
    for (let attempt = 1; ; attempt++) {
      try {
        await mkdir(this.path, { recursive: true });
        await replaceFile(signature, JSON.stringify({ pid: process.pid, host: hostname() }));
        return;
      } catch (error) {
        if (attempt === TRIES) throw error;
        await pause(TRY_AGAIN_MS);
      }
    }
  }
}

async function isAtWork(folder: string): Promise<boolean> {
  const path = join(folder, SIGNATURE);
  try {
    if (Date.now() - (await stat(path)).mtimeMs > SILENT_MS) return false;
    const { pid, host } = v.parse(signatureSchema, JSON.parse(await readFile(path, "utf8")));
    // Each window has a process of its own, so this very one means that the number was given out again.
    return host !== hostname() || (pid !== process.pid && isAlive(pid));
  } catch {
    return false;
  }
}

async function isRenamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch {
    return false;
  }
}

/** Removes a folder with what its window writes while it dies; not if something of worth has come in meanwhile. */
async function removeFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (name === SIGNATURE || name.endsWith(STAGED_END))
      await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
  await rmdir(folder).catch(() => undefined);
}
