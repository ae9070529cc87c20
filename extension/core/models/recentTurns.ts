import type { ModelLimits, Turn } from "./model.ts";

/** How much of the chat is sent at most, in characters: the newest turns say what the sketch is for. */
const MAX_CHARACTERS = 12_000;
/** A model with little room needs it for the file. */
const SHARE_OF_CONTEXT = 1 / 4;
const CHARACTERS_PER_TOKEN = 3;

/** Picks the newest turns that fit the limits, oldest first. If a turn fits only in part, its end is kept. */
export function recentTurns(conversation: readonly Turn[], { contextTokens }: ModelLimits): readonly Turn[] {
  let left = Math.min(MAX_CHARACTERS, Math.floor(contextTokens * CHARACTERS_PER_TOKEN * SHARE_OF_CONTEXT));
  const turns: Turn[] = [];
  for (const { role, text } of conversation.toReversed()) {
    if (left <= 0) break;
    turns.unshift({ role, text: text.slice(-left) });
    left -= text.length;
  }
  return turns;
}
