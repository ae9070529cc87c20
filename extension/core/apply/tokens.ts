import type { ModelLimits } from "./model.ts";

/** Characters of code per token: low, so that a text is never thought to be shorter than it is. */
const CHARACTERS_PER_TOKEN = 3;
/** Room beyond the draft and the sketch, for a model that splits text into more tokens than others. */
const SPARE_SHARE = 1.25;
const SPARE_TOKENS = 600;

/** About how many tokens a text has; rather more than it has. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** How many tokens an answer like the draft may take, with room for what the sketch may add to it. */
export function answerRoom(draft: string, sketch: string, { outputTokens }: ModelLimits): number {
  const wanted = estimateTokens(draft) * SPARE_SHARE + estimateTokens(sketch) + SPARE_TOKENS;
  return Math.min(outputTokens, Math.ceil(wanted));
}
