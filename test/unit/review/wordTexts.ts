import type { TextChange } from "../../../extension/core/review/decision.ts";

/** Each word is a line. */
export const lines = (text: string): string[] => text.split(" ");

/** The texts of a rewrite, as words. */
export type WordRewrite = readonly [before: string, after: string];
/** The texts of the review that it is in, as words. */
export type WordReview = readonly [base: string, document: string, proposal: string];

export function rewriteOf([before, after]: WordRewrite): TextChange {
  return { before: lines(before), after: lines(after) };
}

export function reviewOf([base, document, proposal]: WordReview): Readonly<
  Record<"base" | "document" | "proposal", readonly string[]>
> {
  return { base: lines(base), document: lines(document), proposal: lines(proposal) };
}
