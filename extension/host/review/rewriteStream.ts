import { l10n } from "vscode";
import type { ApplyEvent } from "../../core/apply/applyEvents.ts";
import { createStreamingLineDiff } from "../../core/diff/streamingLineDiff.ts";
import { withinTime } from "../withinTime.ts";

/** A rewrite that takes longer is shown while it arrives, in milliseconds. Below what a person notices as waiting. */
const PATIENCE_MS = 60;

/** How a rewrite ended. */
export type RewriteEnd = Exclude<ApplyEvent, { type: "step" | "text" | "usage" }> | { readonly type: "cancelled" };

/** A rewrite that is whole. */
export type WholeRewrite = Extract<RewriteEnd, { type: "done" }>;

/** A rewrite on its way: what it comes to so far, and how it ends. */
export interface RewriteStream {
  /** The proposal so far: the lines that have arrived, then the original from where they have come to. */
  readonly proposal: () => readonly string[];
  /** Never rejects. */
  readonly end: Promise<RewriteEnd>;
}

/** Reads an apply to its end. A stream that stops without saying how it ended was cut off: a failure, not a deletion. */
export function readRewrite(
  original: readonly string[],
  events: AsyncIterable<ApplyEvent>,
  signal: AbortSignal,
): RewriteStream {
  let stream = createStreamingLineDiff(original);
  const read = async (): Promise<RewriteEnd> => {
    try {
      for await (const event of events) {
        if (signal.aborted) return { type: "cancelled" };
        if (event.type === "text") stream.push(event.text);
        else if (event.type === "step") stream = createStreamingLineDiff(original);
        else if (event.type !== "usage") return event;
      }
    } catch (error) {
      if (signal.aborted) return { type: "cancelled" };
      return { type: "failed", reason: error instanceof Error ? error.message : String(error) };
    }
    return signal.aborted
      ? { type: "cancelled" }
      : { type: "failed", reason: l10n.t("The rewrite broke off before its end.") };
  };
  return { proposal: () => stream.proposal(), end: Promise.race([read(), cancelled(signal)]) };
}

/** A source that does not heed the signal must not hold the review up. */
function cancelled(signal: AbortSignal): Promise<RewriteEnd> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      resolve({ type: "cancelled" });
    });
  });
}

/** Resolves to how the rewrite ended, or to `undefined` if that takes long enough to be noticed. */
export function atOnce(end: Promise<RewriteEnd>): Promise<RewriteEnd | undefined> {
  return withinTime(end, PATIENCE_MS);
}
