/** How writes of a file are paced. */
export interface Pace {
  /** How long changes are gathered before they are written, in milliseconds. */
  readonly gatherMs: number;
  /** Writing takes at most 1/`share` of the time, so that a long file slows nothing else down. */
  readonly share: number;
}

/** The writes of one file: one after the other, and those that can wait no more often than their pace says. */
export class PacedWrites {
  readonly #write: () => Promise<boolean>;
  readonly #pace: Pace;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Number.POSITIVE_INFINITY;
  #queue: Promise<unknown> = Promise.resolve();
  #duration = 0;

  /** `write` writes what is new by then, returns whether there was anything, and never rejects. */
  constructor(write: () => Promise<boolean>, pace: Pace) {
    this.#write = write;
    this.#pace = pace;
  }

  /** Schedules one more write: `now` at once, `soon` when the pace allows. If one is scheduled already, the earlier of the two counts. */
  schedule(when: "now" | "soon"): void {
    const { gatherMs, share } = this.#pace;
    const delay = when === "now" ? 0 : Math.max(gatherMs, this.#duration * share);
    const due = Date.now() + delay;
    if (due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => void this.write(), delay);
  }

  /** Writes once more; resolves when that is done. */
  write(): Promise<void> {
    this.#unschedule();
    const writing = this.#queue.then(async () => {
      const began = Date.now();
      // If nothing was new, the file is as long as before, and the next write takes as long.
      if (await this.#write()) this.#duration = Date.now() - began;
    });
    this.#queue = writing;
    return writing;
  }

  /** Runs `work` after the writes that are under way and before any later ones. Rejects as `work` does. */
  between<Result>(work: () => Promise<Result>): Promise<Result> {
    const working = this.#queue.then(work);
    this.#queue = working.catch(() => undefined);
    return working;
  }

  /** Writes what is scheduled; resolves when nothing is left to write. */
  async flush(): Promise<void> {
    if (this.#timer !== undefined) void this.write();
    await this.#queue;
  }

  /** Forgets what is scheduled; resolves when what is under way is written. */
  async cancel(): Promise<void> {
    this.#unschedule();
    await this.#queue;
  }

  #unschedule(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = Number.POSITIVE_INFINITY;
  }
}
