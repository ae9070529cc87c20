import type { LiveReviews } from "../review/liveReviews.ts";
import type { TrackedEdit } from "./trackedEdit.ts";

/** Changes come in bursts, and an action of the user may still be taken back by VS Code. In milliseconds. */
const PAUSE_MS = 30;
/** How often whoever waits is reminded that the user has not decided yet, in milliseconds. */
const TELL_MS = 10_000;
const LONGEST_MS = 2_147_483_647;

/** What a wait for the user is about. */
export interface AwaitedEdit {
  readonly edit: TrackedEdit;
  /** How long the user may take, at most. */
  readonly patienceMs: number;
  /** Is called when the wait begins, and again while it goes on. */
  readonly onWait: () => void;
  /** Is called before each look at what is decided by now. */
  readonly onMove: () => void;
}

/** Waits until nothing of an edit is pending any more, its file is gone, the patience is over, or `signal` aborts. */
export async function untilDecided(
  reviews: LiveReviews,
  { edit, patienceMs, onWait, onMove }: AwaitedEdit,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || !edit.isPending) return;
  const ended = new AbortController();
  const end = (): void => {
    ended.abort();
  };
  let pause: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    pause = undefined;
    if (edit.review.isBusy) lookSoon();
    else if (!edit.isPending || edit.review.isAway) end();
  };
  const lookSoon = (): void => {
    pause ??= setTimeout(look, PAUSE_MS);
  };
  const listener = reviews.onDidChange((review) => {
    if (review !== edit.review) return;
    edit.follow();
    onMove();
    lookSoon();
  });
  const patience = setTimeout(end, Math.min(patienceMs, LONGEST_MS));
  const telling = setInterval(onWait, TELL_MS);
  signal.addEventListener("abort", end);
  onWait();
  lookSoon();
  try {
    await new Promise<void>((resolve) => {
      ended.signal.addEventListener("abort", () => {
        resolve();
      });
    });
  } finally {
    listener.dispose();
    clearTimeout(patience);
    clearTimeout(pause);
    clearInterval(telling);
    signal.removeEventListener("abort", end);
  }
}
