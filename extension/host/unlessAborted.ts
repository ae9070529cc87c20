/** The same work, whose end nobody waits for once `signal` aborts. */
export function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(new Error("The call was cancelled."));
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work
      .then(resolve, reject)
      .finally(() => {
        signal.removeEventListener("abort", stop);
      })
      .catch(() => undefined);
  });
}
