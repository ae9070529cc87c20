import { tidyPath } from "../targets/sketchPath.ts";
import type { AnswerBlock } from "./answerBlocks.ts";
import type { Certainty } from "./chatProtocol.ts";
import type { Answer, BlockState, Conversation } from "./chatSchemas.ts";

/** Computes the state of a block whose rewrite is or was in a review, from its numbers of hunks. */
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

/** Compares by certainty, for sorting: the surer comes first. */
export function bySureness(a: { readonly certainty: Certainty }, b: { readonly certainty: Certainty }): number {
  return SUREST_FIRST.indexOf(a.certainty) - SUREST_FIRST.indexOf(b.certainty);
}

/**
 * Checks whether a block is complete, and known to be. A model may forget the last fence of an answer; an answer that was cut off has lost
 * more than that. Once true for a block of an answer that grows by whole lines, it stays true, and the block keeps its number and its code.
 */
export function isWhole({ isSettled }: AnswerBlock, { state }: Answer): boolean {
  return isSettled || state.type === "done";
}

/** Returns the path that a block names; `undefined` if it names none, or several. */
export function pathOfBlock({ sketches }: AnswerBlock): string | undefined {
  const paths = new Set(sketches.flatMap(({ path }) => (path === undefined ? [] : [tidyPath(path)])));
  return paths.size === 1 ? [...paths][0] : undefined;
}

/**
 * Finds the targets that the user has chosen for paths in a conversation, as URIs by path; the latest choice for a path counts. `blocksOf`
 * reads the text of an answer, once for each answer with a choice.
 */
export function rememberedTargets(
  { messages }: Conversation,
  recordsOf: (answer: Answer) => Answer["blocks"],
  blocksOf: (text: string) => readonly AnswerBlock[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const message of messages) {
    if (message.role === "user") continue;
    const chosen = Object.entries(recordsOf(message)).filter(([, { isChosen }]) => isChosen);
    if (chosen.length === 0) continue;
    const blocks = blocksOf(message.text);
    for (const [index, { target = "" }] of chosen) {
      const block = blocks[Number(index)];
      const path = block === undefined ? undefined : pathOfBlock(block);
      if (path !== undefined && target !== "") found.set(path, target);
    }
  }
  return found;
}
