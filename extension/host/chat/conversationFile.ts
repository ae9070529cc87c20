import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Conversation } from "../../core/chat/chatSchemas.ts";
import { mergeConversations } from "../../core/chat/mergeConversations.ts";
import { replaceFile } from "../../node/replaceFile.ts";
import { PacedWrites, type Pace } from "../pacedWrites.ts";
import { withLock } from "./briefLock.ts";

/** For what streams in. */
const PACE: Pace = { gatherMs: 700, share: 5 };

/** What the file of a conversation needs of the store. */
export interface FileSurroundings {
  /** Reads the conversation at the path; `undefined` if there is none that can be read. */
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
  readonly #writes = new PacedWrites(() => this.#write(), PACE);

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
   * Lets the window take up what is on the disk. `take` gets that, and what this window had when it last read or wrote it; it returns
   * what later changes of the window are compared with. Resolves to whether there was anything.
   */
  async read(take: (stored: Conversation, base: Conversation | undefined) => Conversation): Promise<boolean> {
    return this.#writes.between(async () => {
      const stored = this.#hasEnded ? undefined : await this.#readDisk();
      if (stored !== undefined) this.#base = take(stored, this.#base);
      return stored !== undefined;
    });
  }

  keep(conversation: Conversation, when: "now" | "soon"): void {
    if (this.#hasEnded) return;
    this.#latest = conversation;
    this.#writes.schedule(when);
  }

  /** Resolves when nothing is left to write. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  /** Ends all writing. Resolves when the write that is under way is over. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#writes.cancel();
  }

  async #write(): Promise<boolean> {
    const own = this.#latest;
    if (this.#hasEnded || own === undefined) return false;
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      await withLock(this.#path, async () => {
        const stored = await this.#readDisk();
        const next = stored === undefined ? own : mergeConversations(own, stored, this.#base);
        await replaceFile(this.#path, JSON.stringify(next));
        const stamp = await stampOf(this.#path);
        this.#onDisk = stamp === undefined ? undefined : { stamp, value: next };
      });
      this.#base = own;
      if (this.#latest === own) this.#latest = undefined;
    } catch (error) {
      this.#surroundings.tell(error);
    }
    return true;
  }

  /** Reads the file if another window has replaced it, and else returns what is known of it. */
  async #readDisk(): Promise<Conversation | undefined> {
    const stamp = await stampOf(this.#path);
    if (stamp === undefined) return undefined;
    if (stamp === this.#onDisk?.stamp) return this.#onDisk.value;
    const value = await this.#surroundings.read();
    this.#onDisk = value && { stamp, value };
    return value;
  }
}

/** Makes a stamp that changes with every replacement of a file; `undefined` if there is no file. */
export async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}
