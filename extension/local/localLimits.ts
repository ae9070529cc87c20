import type { ModelLimits } from "../core/models/model.ts";

/** More would take memory from the editor, and minutes to read. */
export const CONTEXT_TOKENS = 16_384;

/**
 * What the engine takes at once. Reading is slow on a processor, at about 200 tokens a second for a small model, so the engine is shown
 * little more than what the edit touches.
 */
export const localLimits: ModelLimits = {
  contextTokens: CONTEXT_TOKENS,
  outputTokens: CONTEXT_TOKENS / 2,
  leavesOutChat: true,
  window: { wholeLines: 120, marginLines: 16 },
};
