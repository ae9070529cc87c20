import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Conversation } from "../../core/chat/chatSchemas.ts";
import { mergeConversations } from "../../core/chat/mergeConversations.ts";
import { withLock } from "./fileLock.ts";

/** How long what streams in is gathered before it is written. */
const GATHER_MS = 700;
/** Writing takes at most this part of the time, so that a long conversation does not slow the rest down. */
const SHARE = 5;

/** Windows refuses to replace a file that another window is just reading. */
const TRIES = 4;
const TRY_AGAIN_MS = 50;

/** What the file of a conversation needs of the store. */
export interface FileSurroundings {
  /** The conversation that lies at the path now; `undefined` where none that can be read does. */
  readonly read: () => Promise<Conversation | undefined>;
  readonly tell: (error: unknown) => void;
}

/**
 * The file of one conversation. Writes follow one another, and each takes the conversation as it is by then, with what other
 * windows have added to it on the disk.
 */
export class ConversationFile {
  readonly #path: string;
  readonly #surroundings: FileSurroundings;
  #latest: Conversation | undefined;
  /** As this window had it when it last read or wrote it. */
  #base: Conversation | undefined;
  /** What lies on the disk as long as the stamp of the file is this one. */
  #onDisk: { readonly stamp: string; readonly value: Conversation } | undefined;
  #hasEnded = false;
  /** Whether the window has the conversation at work. */
  isOpen = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Number.POSITIVE_INFINITY;
  #queue: Promise<void> = Promise.resolve();
  #duration = 0;

  constructor(path: string, surroundings: FileSurroundings) {
    this.#path = path;
    this.#surroundings = surroundings;
  }

  /** The conversation while it is not on the disk yet. */
  get latest(): Conversation | undefined {
    return this.#latest;
  }

  /** Whether nobody needs it in memory. */
  get isIdle(): boolean {
    return !this.isOpen && this.#latest === undefined;
  }

  /**
   * Lets the window take up what lies on the disk. `take` gets that, and what this window had when it last read or wrote it; it
   * gives what the window's later changes are told from. Resolves to whether there was something.
   */
  async read(take: (stored: Conversation, base: Conversation | undefined) => Conversation): Promise<boolean> {
    const reading = this.#queue.then(async () => {
      const stored = this.#hasEnded ? undefined : await this.#readDisk();
      if (stored !== undefined) this.#base = take(stored, this.#base);
      return stored !== undefined;
    });
    this.#queue = reading.then(
      () => undefined,
      () => undefined,
    );
    return reading;
  }

  keep(conversation: Conversation, when: "now" | "soon"): void {
    if (this.#hasEnded) return;
    this.#latest = conversation;
    const delay = when === "now" ? 0 : Math.max(GATHER_MS, this.#duration * SHARE);
    const due = Date.now() + delay;
    if (due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => {
      this.#run();
    }, delay);
  }

  /** Resolves when nothing is left to write. */
  async flush(): Promise<void> {
    if (this.#timer !== undefined) this.#run();
    await this.#queue;
  }

  /** Nothing more is written. Resolves when what was being written is over. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#queue;
  }

  #run(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = Number.POSITIVE_INFINITY;
    this.#queue = this.#queue.then(() => this.#write());
  }

  async #write(): Promise<void> {
    const own = this.#latest;
    if (this.#hasEnded || own === undefined) return;
    const began = Date.now();
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      await withLock(this.#path, async () => {
        const stored = await this.#readDisk();
        const next = stored === undefined ? own : mergeConversations(own, stored, this.#base);
        await this.#replace(JSON.stringify(next));
        const stamp = await stampOf(this.#path);
        this.#onDisk = stamp === undefined ? undefined : { stamp, value: next };
      });
      this.#base = own;
      if (this.#latest === own) this.#latest = undefined;
    } catch (error) {
      this.#surroundings.tell(error);
    }
    this.#duration = Date.now() - began;
  }

  /** Reads the file where another window has replaced it. */
  async #readDisk(): Promise<Conversation | undefined> {
    const stamp = await stampOf(this.#path);
    if (stamp === undefined) return undefined;
    if (stamp === this.#onDisk?.stamp) return this.#onDisk.value;
    const value = await this.#surroundings.read();
    this.#onDisk = value && { stamp, value };
    return value;
  }

  /** Whole or not at all. The name beside it is of this write alone. */
  async #replace(text: string): Promise<void> {
    const staged = `${this.#path}.${crypto.randomUUID()}.tmp`;
    try {
      await writeFile(staged, text);
      await replace(staged, this.#path);
    } catch (error) {
      await rm(staged, { force: true }).catch(() => undefined);
      throw error;
    }
  }
}

/** Changes with every replacement of a file; `undefined` where there is none. */
export async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}

async function replace(staged: string, path: string): Promise<void> {
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
