import type { ModelLimits } from "./model.ts";

/** Characters of code per token: low, so that a text is never thought to be shorter than it is. */
const CHARACTERS_PER_TOKEN = 3;
/** Room beyond the draft and the sketch, for a model that splits text into more tokens than others. */
const SPARE_SHARE = 1.25;
const SPARE_TOKENS = 600;

/** Estimates how many tokens a text has, rather too many than too few. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/**
 * Computes how many tokens to allow for an answer about as long as the draft, with room for what the sketch adds, up to the model's own
 * limit.
 */
export function answerRoom(draft: string, sketch: string, { outputTokens }: ModelLimits): number {
  const wanted = estimateTokens(draft) * SPARE_SHARE + estimateTokens(sketch) + SPARE_TOKENS;
  return Math.min(outputTokens, Math.ceil(wanted));
}
