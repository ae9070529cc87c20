/** How long to wait, in milliseconds. */
export interface Timing {
  /** From the request to the first byte of the answer's body. */
  readonly firstByteMs: number;
  /** From one byte to the next. */
  readonly idleMs: number;
  /** From one piece of text to the next, however much else comes that only keeps the connection alive. */
  readonly textMs: number;
  /** Before the first retry, if the server does not say; the second takes twice as long. */
  readonly retryMs: number;
}

/** `too-much`: bytes beyond the limit. The others are what it has waited for too long. */
export type GivenUp = "first-byte" | "idle" | "text" | "too-much";

/** The life of one request: it ends when its caller cancels, when nothing comes for too long or too much, or when it is closed. */
export interface RequestWatch {
  readonly signal: AbortSignal;
  readonly givenUp: GivenUp | undefined;
  /** To be called when this many bytes of the body have come. */
  countBytes(count: number): void;
  /** To be called when text of the answer has come. */
  noteText(): void;
  /** Counts the time from byte to byte while the promise is waited for, not while the answer is being used. */
  during<T>(promise: PromiseLike<T>): Promise<T>;
  /** Ends it in this many milliseconds, whatever comes. */
  endWithin(ms: number): void;
  /** Closes the connection if it is still open. To be called in every case. */
  close(): void;
}

/**
 * Watches a request and ends it when `caller` aborts, when it takes longer than `timing` allows, or when more than `maxBytes` of the
 * answer have come.
 */
export function watchRequest(caller: AbortSignal, timing: Timing, maxBytes: number): RequestWatch {
  const controller = new AbortController();
  let givenUp: RequestWatch["givenUp"];
  let bytes = 0;
  let isWaiting = false;
  let idleTimer: NodeJS.Timeout | undefined;
  let endTimer: NodeJS.Timeout | undefined;
  let textTimer: NodeJS.Timeout | undefined;
  let textMsLeft = timing.textMs;

  const cancel = () => {
    controller.abort(caller.reason);
  };
  const giveUp = (reason: GivenUp) => {
    givenUp ??= reason;
    controller.abort();
  };
  const restartIdle = () => {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(giveUp, timing.idleMs, "idle");
  };

  let firstByteTimer: NodeJS.Timeout | undefined = setTimeout(giveUp, timing.firstByteMs, "first-byte");
  if (caller.aborted) cancel();
  else caller.addEventListener("abort", cancel, { once: true });

  return {
    signal: controller.signal,
    get givenUp() {
      return givenUp;
    },
    countBytes(count) {
      bytes += count;
      if (bytes > maxBytes) giveUp("too-much");
      clearTimeout(firstByteTimer);
      firstByteTimer = undefined;
      if (isWaiting) restartIdle();
    },
    noteText() {
      textMsLeft = timing.textMs;
    },
    async during(promise) {
      isWaiting = true;
      const start = performance.now();
      textTimer = setTimeout(giveUp, textMsLeft, "text");
      if (firstByteTimer === undefined) restartIdle();
      try {
        return await promise;
      } finally {
        isWaiting = false;
        textMsLeft -= performance.now() - start;
        clearTimeout(idleTimer);
        clearTimeout(textTimer);
      }
    },
    endWithin(ms) {
      endTimer ??= setTimeout(giveUp, ms, "idle");
    },
    close() {
      clearTimeout(firstByteTimer);
      clearTimeout(idleTimer);
      clearTimeout(endTimer);
      clearTimeout(textTimer);
      caller.removeEventListener("abort", cancel);
      controller.abort();
    },
  };
}

/** Waits this many milliseconds; rejects with the reason of `signal` as soon as it aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    function stop() {
      clearTimeout(timer);
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the caller's own reason
      reject(signal.reason);
    }
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
