import { useEffect, useState } from "preact/hooks";
import type { ShownMessage } from "../../extension/core/chat/chatProtocol.ts";

/** How many characters of an answer are shown before the user asks for more. */
export const CHARACTERS_AT_ONCE = 200_000;

/** Characters that are drawn in one frame while a conversation is opened: about what a screen shows at most. */
const PORTION = 8_000;
/** What a message costs however short it is, in characters. */
const LEAST = 400;

/**
 * Tells how much of a conversation is drawn, in characters from its end: a portion more with each frame once it is opened, so that a long
 * one does not make the page hang; `Infinity` when all of it is.
 */
export function usePortions(messages: readonly ShownMessage[]): number {
  const [drawn, setDrawn] = useState(PORTION);
  const isAll = undrawnOf(messages, drawn).every((undrawn) => undrawn === 0);
  useEffect(() => {
    if (drawn === Infinity) return undefined;
    const frame = requestAnimationFrame(() => {
      setDrawn(isAll ? Infinity : drawn + PORTION);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [drawn, isAll]);
  return drawn;
}

/** Computes how many characters of the beginning of each message are not drawn; `Infinity` if nothing of it is. */
export function undrawnOf(messages: readonly ShownMessage[], drawn: number): readonly number[] {
  let rest = drawn;
  return messages
    .toReversed()
    .map(({ message }) => {
      const size = LEAST + Math.min(message.text.length, CHARACTERS_AT_ONCE);
      const undrawn = rest <= 0 ? Infinity : Math.max(0, size - LEAST - rest);
      rest -= size;
      return undrawn;
    })
    .reverse();
}
