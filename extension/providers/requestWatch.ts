/** How long to wait, in milliseconds. */
export interface Timing {
  /** From the request to the first byte of the answer's body. */
  readonly firstByteMs: number;
  /** From one byte to the next. */
  readonly idleMs: number;
  /** Before the first retry, where the server does not say; the second takes twice as long. */
  readonly retryMs: number;
}

/** The life of one request: it ends when its caller cancels, when nothing comes for too long, or when it is closed. */
export interface RequestWatch {
  readonly signal: AbortSignal;
  /** What it waited for when it gave up. */
  readonly timedOut: "first-byte" | "idle" | undefined;
  /** Bytes of the body have come. */
  touch(): void;
  /** Counts the time from byte to byte while the promise is waited for, not while the answer is being used. */
  during<T>(promise: PromiseLike<T>): Promise<T>;
  /** It ends in so many milliseconds, whatever comes. */
  endWithin(ms: number): void;
  /** Closes the connection if it is still open. To be called in every case. */
  close(): void;
}

export function watchRequest(caller: AbortSignal, timing: Timing): RequestWatch {
  const controller = new AbortController();
  let timedOut: RequestWatch["timedOut"];
  let isWaiting = false;
  let idleTimer: NodeJS.Timeout | undefined;
  let endTimer: NodeJS.Timeout | undefined;

  const cancel = () => {
    controller.abort(caller.reason);
  };
  const giveUp = (phase: "first-byte" | "idle") => {
    timedOut = phase;
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
    get timedOut() {
      return timedOut;
    },
    touch() {
      clearTimeout(firstByteTimer);
      firstByteTimer = undefined;
      if (isWaiting) restartIdle();
    },
    async during(promise) {
      isWaiting = true;
      if (firstByteTimer === undefined) restartIdle();
      try {
        return await promise;
      } finally {
        isWaiting = false;
        clearTimeout(idleTimer);
      }
    },
    endWithin(ms) {
      endTimer ??= setTimeout(giveUp, ms, "idle");
    },
    close() {
      clearTimeout(firstByteTimer);
      clearTimeout(idleTimer);
      clearTimeout(endTimer);
      caller.removeEventListener("abort", cancel);
      controller.abort();
    },
  };
}

/** Waits; throws what the signal aborts with as soon as it does. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    function stop() {
      clearTimeout(timer);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the caller's own reason
      reject(signal.reason);
    }
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
