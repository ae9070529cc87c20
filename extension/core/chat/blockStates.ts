import { tidyPath } from "../apply/sketchPath.ts";
import { answerBlocks, type AnswerBlock } from "./answerBlocks.ts";
import type { Certainty } from "./chatProtocol.ts";
import type { Answer, BlockState, Conversation } from "./chatSchemas.ts";

/** The state of a block whose rewrite is in a review, or was in one. Counts of hunks. */
export function stateOfHunks({
  total,
  accepted,
  pending,
}: {
  readonly total: number;
  readonly accepted: number;
  readonly pending: number;
}): BlockState {
  if (total === 0) return { type: "unchanged" };
  if (pending > 0) return { type: "review", decided: total - pending, total };
  if (accepted === 0) return { type: "rejected" };
  return accepted === total ? { type: "applied", total } : { type: "partly", accepted, total };
}

const SUREST_FIRST: readonly Certainty[] = ["certain", "likely", "new", "unsure", "none", "refused"];

/** For sorting: the surer before the less sure. */
export function bySureness(a: { readonly certainty: Certainty }, b: { readonly certainty: Certainty }): number {
  return SUREST_FIRST.indexOf(a.certainty) - SUREST_FIRST.indexOf(b.certainty);
}

/**
 * Whether a block is all there, and known to be. A model may forget the last fence of an answer; one that was cut off has lost
 * more than that. Once true for a block of an answer that grows by whole lines, it stays so, and the block keeps its number
 * and its code.
 */
export function isWhole({ isSettled }: AnswerBlock, { state }: Answer): boolean {
  return isSettled || state.type === "done";
}

/** The path that a block names; `undefined` where it names none, or several. */
export function pathOfBlock({ sketches }: AnswerBlock): string | undefined {
  const paths = new Set(sketches.flatMap(({ path }) => (path === undefined ? [] : [tidyPath(path)])));
  return paths.size === 1 ? [...paths][0] : undefined;
}

/** Where the user has said that a path leads to in a conversation, as a URI: what was said last counts. */
export function rememberedTarget(
  { messages }: Conversation,
  path: string,
  recordsOf: (answer: Answer) => Answer["blocks"],
): string | undefined {
  for (const message of messages.toReversed()) {
    if (message.role === "user") continue;
    const chosen = Object.entries(recordsOf(message)).filter(([, { isChosen, target }]) => isChosen && target !== "");
    if (chosen.length === 0) continue;
    const blocks = new Map(answerBlocks(message.text).map((block) => [String(block.index), block]));
    for (const [index, { target }] of chosen.toReversed()) {
      const block = blocks.get(index);
      if (block !== undefined && pathOfBlock(block) === path) return target;
    }
  }
  return undefined;
}
