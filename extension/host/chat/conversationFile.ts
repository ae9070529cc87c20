import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Conversation } from "../../core/chat/chatSchemas.ts";

/** How long what streams in is gathered before it is written. */
const GATHER_MS = 700;
/** Writing takes at most this part of the time, so that a long conversation does not slow the rest down. */
const SHARE = 5;

/** Windows refuses to replace a file that another window is just reading. */
const TRIES = 4;
const TRY_AGAIN_MS = 50;

/** The file of one conversation. Writes follow one another, and each takes the conversation as it is by then. */
export class ConversationFile {
  readonly #path: string;
  readonly #tell: (error: unknown) => void;
  #latest: Conversation | undefined;
  #written: Conversation | undefined;
  #hasEnded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Number.POSITIVE_INFINITY;
  #queue: Promise<void> = Promise.resolve();
  #duration = 0;

  constructor(path: string, tell: (error: unknown) => void) {
    this.#path = path;
    this.#tell = tell;
  }

  /** The conversation while it is not on the disk yet. */
  get latest(): Conversation | undefined {
    return this.#latest === this.#written ? undefined : this.#latest;
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

  /** Whole or not at all. The name beside it is of this write alone: another window may write the same conversation. */
  async #write(): Promise<void> {
    const next = this.#latest;
    if (this.#hasEnded || next === undefined || next === this.#written) return;
    const began = Date.now();
    const staged = `${this.#path}.${crypto.randomUUID()}.tmp`;
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      await writeFile(staged, JSON.stringify(next));
      await replace(staged, this.#path);
      this.#written = next;
    } catch (error) {
      await rm(staged, { force: true }).catch(() => undefined);
      this.#tell(error);
    }
    this.#duration = Date.now() - began;
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
