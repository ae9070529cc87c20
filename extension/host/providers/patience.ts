/** How long an answer is waited for, in milliseconds. */
export interface Patience {
  /** From the request to the first piece. */
  readonly firstByteMs: number;
  /** Between two pieces. */
  readonly idleMs: number;
}

/** Nothing came for longer than was waited for. */
export class Overdue extends Error {
  readonly phase: "first-byte" | "idle";
  readonly ms: number;

  constructor(phase: Overdue["phase"], ms: number) {
    super(`Nothing came within ${ms} ms.`);
    this.phase = phase;
    this.ms = ms;
  }
}

/**
 * Passes on the pieces of an answer as long as they come in time. It does not wait for a source that ignores both signal and time limit:
 * it throws `Overdue`, or the reason of `signal`, and the source ends in the background. It rethrows what the source throws.
 */
export async function* inTime<Piece>(
  begin: () => PromiseLike<AsyncIterable<Piece>>,
  { firstByteMs, idleMs }: Patience,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const first = deadline("first-byte", firstByteMs, signal);
  let pieces: AsyncIterator<Piece> | undefined;
  try {
    pieces = (await first.race(begin()))[Symbol.asyncIterator]();
    let next = await first.race(pieces.next());
    first.clear();
    while (next.done !== true) {
      yield next.value;
      const idle = deadline("idle", idleMs, signal);
      next = await idle.race(pieces.next()).finally(idle.clear);
    }
  } finally {
    first.clear();
    if (pieces) endInBackground(pieces);
  }
}

/** Waits for work, for `ms` milliseconds at most, and throws `Overdue` after that. */
export async function soon<Result>(work: PromiseLike<Result>, ms: number): Promise<Result> {
  const { race, clear } = deadline("first-byte", ms, new AbortController().signal);
  return race(work).finally(clear);
}

interface Deadline {
  /** What comes first: the work, the end of the time, or the signal. */
  readonly race: <Result>(work: PromiseLike<Result>) => Promise<Result>;
  readonly clear: () => void;
}

function deadline(phase: Overdue["phase"], ms: number, signal: AbortSignal): Deadline {
  let giveUp: (reason: unknown) => void = () => undefined;
  const over = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  // It may pass while nobody waits.
  over.catch(() => undefined);
  const abort = (): void => {
    giveUp(signal.reason);
  };
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => {
    giveUp(new Overdue(phase, ms));
  }, ms);
  return {
    race: (work) => Promise.race([work, over]),
    clear: () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    },
  };
}

/** A source that hangs ends when it likes, or never; what it fails with then is nobody's concern. */
function endInBackground(pieces: AsyncIterator<unknown>): void {
  const end = async (): Promise<void> => {
    await pieces.return?.();
  };
  end().catch(() => undefined);
}
