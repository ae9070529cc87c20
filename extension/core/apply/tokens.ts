import type { ModelLimits } from "./model.ts";

/** Characters of code per token: low, so that a text is never thought to be shorter than it is. */
const CHARACTERS_PER_TOKEN = 3;
/** What the sketch may add to the draft where the draft has missed it. */
const SPARE_SHARE = 1.25;
const SPARE_TOKENS = 600;

/** About how many tokens a text has; rather more than it has. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** How many tokens an answer like the draft may take, with room for what is new in it. */
export function answerRoom(draft: string, { outputTokens }: ModelLimits): number {
  return Math.min(outputTokens, Math.ceil(estimateTokens(draft) * SPARE_SHARE) + SPARE_TOKENS);
}
