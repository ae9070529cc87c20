import { ProgressLocation, window } from "vscode";

/** Runs work while a notification offers to cancel it. `undefined` if the user did and the work then rejected. */
export async function cancellable<Result>(
  title: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const stop = new AbortController();
  return window.withProgress(
    { location: ProgressLocation.Notification, cancellable: true, title },
    async (_, token) => {
      token.onCancellationRequested(() => {
        stop.abort();
      });
      try {
        return await work(stop.signal);
      } catch (error) {
        if (stop.signal.aborted) return undefined;
        throw error;
      }
    },
  );
}
