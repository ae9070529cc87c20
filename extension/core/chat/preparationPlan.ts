import type { AnswerBlock } from "./answerBlocks.ts";
import { isWhole, pathOfBlock } from "./blockStates.ts";
import type { Answer } from "./chatSchemas.ts";

/** How far the blocks of an answer that streams in have been looked at, to let a model read ahead for one of them. */
export interface Looked {
  /** Of the block that was looked at last; none before it needs a model. */
  readonly index: number;
  /** Characters of its code by then. */
  readonly length: number;
  readonly isWhole: boolean;
  /** Whether a model has something to do for it. */
  readonly isUnsure: boolean;
}

/** Before the first look. */
export const NOTHING_LOOKED_AT: Looked = { index: 0, length: 0, isWhole: false, isUnsure: false };

/** A block to look at now. */
export interface NextLook {
  readonly block: AnswerBlock;
  readonly isWhole: boolean;
}

/** A block that is still coming is looked at again when it has grown by this factor, so that all looks cost little more than the last. */
const GROWTH = 2;

/**
 * Finds the block of an answer to look at next; `undefined` if there is none yet. It is the first one that may need a model, since a model
 * keeps what it has read for one file only, and the user comes to that block first. One that is still coming is looked at once it names its
 * file, again as it grows until a model has something to do for it, and again at its end.
 */
export function nextLook(before: Looked, blocks: readonly AnswerBlock[], answer: Answer): NextLook | undefined {
  if (isOver(before)) return undefined;
  const first = before.isWhole ? before.index + 1 : before.index;
  const block = blocks.find(({ index, kind, sketches }) => index >= first && kind === "sketch" && sketches.length > 0);
  if (block === undefined) return undefined;
  if (isWhole(block, answer)) return { block, isWhole: true };
  if (answer.state.type !== "streaming" || pathOfBlock(block) === undefined) return undefined;
  const isKnown = block.index === before.index && before.length > 0;
  if (isKnown && (before.isUnsure || block.code.length < before.length * GROWTH)) return undefined;
  return { block, isWhole: false };
}

/** Checks whether there is nothing more to look at in an answer. */
export function isOver({ isWhole: whole, isUnsure }: Looked): boolean {
  return whole && isUnsure;
}

/** Records what a look at a block has found. */
export function lookedAt({ block, isWhole: whole }: NextLook, isUnsure: boolean): Looked {
  return { index: block.index, length: block.code.length, isWhole: whole, isUnsure };
}
