import type { ModelUsage } from "../models/model.ts";

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
  /** The engine is only asked what this many pieces mean. */
  readonly asks?: number | undefined;
  /** Length of the rewrite so far. Each step begins anew. */
  readonly written: number;
  /** How much of it is copied from the file, and so is not the work of a model. */
  readonly copied: number;
  /** About how long the rewrite will be. */
  readonly expected: number;
  readonly usage: ModelUsage | undefined;
  readonly end: "done" | "ambiguous" | "no-sketch" | "failed" | undefined;
}

/** Starts the figures of an apply. `expected`: the likely length of the new text, in characters. */
export function beginFigures(expected: number): ApplyFigures {
  return { engine: undefined, written: 0, copied: 0, expected, usage: undefined, end: undefined };
}

/** Adds one event to the figures. */
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

/** Counts the characters that were newly written, without the parts of the file that were only copied. */
export function rewrittenChars({ written, copied }: ApplyFigures): number {
  return Math.max(written - copied, 0);
}

/** Computes the rewritten characters per second since the click, including the wait for the first one; 0 before any time has passed. */
export function charsPerSecond(figures: ApplyFigures, elapsedMs: number): number {
  return elapsedMs > 0 ? (rewrittenChars(figures) / elapsedMs) * 1000 : 0;
}

/**
 * Estimates how much of the rewrite has arrived, from 0 to 1. It stays below 1 until the end has come, since the final length is not known
 * before.
 */
export function writtenShare({ written, expected, end }: ApplyFigures): number {
  if (end === "done") return 1;
  return expected > 0 ? Math.min(written / expected, 0.99) : 0;
}

/**
 * Computes the share of the draft's tokens that the model accepted, from 0 to 1; `undefined` if the provider does not report it. If it
 * reports the accepted tokens alone, they are compared with the tokens that it wrote.
 */
export function acceptedTokenShare(usage: ModelUsage | undefined): number | undefined {
  const accepted = usage?.acceptedTokens;
  if (accepted === undefined) return undefined;
  const rejected = usage?.rejectedTokens;
  const all = rejected === undefined ? usage?.completionTokens : accepted + rejected;
  return all === undefined || all <= 0 ? undefined : Math.min(accepted / all, 1);
}
