import { STRUCTURAL, type ApplyEvent } from "../core/apply/applyEvents.ts";

/** How often the length of an answer is reported while it streams. */
const TEXT_MS = 500;
/** How often the last message is repeated: many clients give up on a call that they get no news of. */
const BEAT_MS = 10_000;

/** Tells a client how a long call goes on. About a quick one, as nearly all are, it says nothing. `end` it. */
export interface CallProgress {
  readonly say: (message: string) => void;
  /** Follows an apply: who is asked, and how much has come. */
  readonly take: (event: ApplyEvent) => void;
  /** To be called before the answer: nothing is reported after it. */
  readonly end: () => void;
}

/**
 * Reports the progress of a call, and repeats the last message every `BEAT_MS` until `end`. `tell` gets the message and a number that
 * grows with each, as the protocol requires.
 */
export function createCallProgress(tell: (progress: number, message: string) => void, now: () => number): CallProgress {
  let count = 0;
  let last = "At work";
  let [engine, chars, reportedAt] = ["", 0, -Infinity];

  const say = (message: string): void => {
    last = message;
    reportedAt = now();
    tell(++count, message);
  };
  const beat = setInterval(() => {
    tell(++count, last);
  }, BEAT_MS);
  const take = (event: ApplyEvent): void => {
    if (event.type === "step") {
      [engine, chars] = [event.engine, 0];
      if (engine !== STRUCTURAL) say(`Asking ${engine}${event.asks === undefined ? "" : " what is meant"}`);
    } else if (event.type === "text" && engine !== STRUCTURAL && event.isCopied !== true) {
      chars += event.text.length;
      if (now() - reportedAt >= TEXT_MS) say(`${engine} has written ${String(chars)} characters`);
    }
  };
  return {
    say,
    take,
    end: () => {
      clearInterval(beat);
    },
  };
}
