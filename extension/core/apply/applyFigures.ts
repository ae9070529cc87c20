import type { ModelUsage } from "./model.ts";

/** What figures are made from: the events of an apply, as far as they tell something countable. */
export type CountedEvent =
  | { readonly type: "step"; readonly engine: string; readonly asks?: number }
  | { readonly type: "text"; readonly text: string; readonly isCopied?: true }
  | { readonly type: "usage"; readonly usage: ModelUsage }
  | {
      readonly type: "done" | "ambiguous" | "no-sketch" | "failed";
      readonly engine?: string | undefined;
      readonly usage?: ModelUsage | undefined;
    };

/** How an apply stands, or how it ended. Lengths are in UTF-16 code units, of what was streamed: line ends are `\n` there. */
export interface ApplyFigures {
  /** Who writes, or wrote what is shown; `undefined` before the first step. */
  readonly engine: string | undefined;
  /** The engine is only asked what so many pieces mean. */
  readonly asks?: number | undefined;
  /** Length of the rewrite so far. Each step begins anew. */
  readonly written: number;
  /** What of it is copied from the file, and so is no work of a model. */
  readonly copied: number;
  /** About how long the rewrite will be. */
  readonly expected: number;
  readonly usage: ModelUsage | undefined;
  readonly end: "done" | "ambiguous" | "no-sketch" | "failed" | undefined;
}

/** The figures of an apply that begins. `expected`: about how long the new text will be. */
export function beginFigures(expected: number): ApplyFigures {
  return { engine: undefined, written: 0, copied: 0, expected, usage: undefined, end: undefined };
}

/** The figures after one more event. */
export function countEvent(figures: ApplyFigures, event: CountedEvent): ApplyFigures {
  switch (event.type) {
    case "step":
      return { ...figures, engine: event.engine, asks: event.asks, written: 0, copied: 0, usage: undefined };
    case "text":
      return {
        ...figures,
        written: figures.written + event.text.length,
        copied: figures.copied + (event.isCopied === true ? event.text.length : 0),
      };
    case "usage":
      return { ...figures, usage: event.usage };
    default:
      return {
        ...figures,
        end: event.type,
        engine: event.engine ?? figures.engine,
        usage: event.usage ?? figures.usage,
      };
  }
}

/** Length of what was written anew, without the parts of the file that were only copied. */
export function rewrittenChars({ written, copied }: ApplyFigures): number {
  return Math.max(written - copied, 0);
}

/** Rewritten characters per second since the click, the wait for the first one included. 0 before any time has passed. */
export function charsPerSecond(figures: ApplyFigures, elapsedMs: number): number {
  return elapsedMs > 0 ? (rewrittenChars(figures) / elapsedMs) * 1000 : 0;
}

/** How much of the rewrite is there, from 0 to 1. The end is known only when it has come, so before it there is less than 1. */
export function writtenShare({ written, expected, end }: ApplyFigures): number {
  if (end === "done") return 1;
  return expected > 0 ? Math.min(written / expected, 0.99) : 0;
}

/**
 * Which share of the draft's tokens the model took over, from 0 to 1; `undefined` where the provider does not say. A
 * provider that says only what it accepted is measured by what it wrote.
 */
export function acceptedTokenShare(usage: ModelUsage | undefined): number | undefined {
  const accepted = usage?.acceptedTokens;
  if (accepted === undefined) return undefined;
  const rejected = usage?.rejectedTokens;
  const all = rejected === undefined ? usage?.completionTokens : accepted + rejected;
  return all === undefined || all <= 0 ? undefined : Math.min(accepted / all, 1);
}
