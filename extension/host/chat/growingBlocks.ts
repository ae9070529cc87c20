import { applyContext } from "../../core/chat/applyContext.ts";
import type { answerBlocks } from "../../core/chat/answerBlocks.ts";
import { usablePart } from "../../core/chat/blockPlacing.ts";
import { isWhole } from "../../core/chat/blockStates.ts";
import type { Answer } from "../../core/chat/chatSchemas.ts";
import { branchTo, findMessage } from "../../core/chat/conversation.ts";
import type { ReplacedRewrite } from "../../core/review/ownHunks.ts";
import type { Growing, GrownSource } from "../apply/growingApply.ts";
import { sourceOfPart } from "./blockSource.ts";
import type { BlockTracks } from "./blockTracks.ts";
import type { LiveConversation } from "./liveConversation.ts";
import type { AnswerSoFar } from "./chatPorts.ts";

/** What is known of the blocks of earlier answers. */
interface EarlierBlocks {
  readonly tracks: BlockTracks;
  readonly blocksOf: typeof answerBlocks;
  /** Takes over what is stored of an answer. */
  readonly adopt: (answer: Answer) => void;
}

/** An answer that streams in is looked at no more often than this, in milliseconds. */
const PAUSE_MS = 100;

/**
 * Yields an answer as it is now and, while it streams, after each change, at most once per `PAUSE_MS`; last as it ended. Ends early if
 * `signal` aborts.
 */
export async function* answerAsItComes(
  live: LiveConversation,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<AnswerSoFar> {
  let hasChanged = true;
  let wake = (): void => undefined;
  const onChange = (): void => {
    hasChanged = true;
    wake();
  };
  const listener = live.onDidHappen(onChange);
  signal.addEventListener("abort", onChange);
  try {
    for (;;) {
      if (!hasChanged) await new Promise<void>((resolve) => (wake = resolve));
      hasChanged = false;
      const conversation = live.value;
      const answer = findMessage(conversation, id);
      if (signal.aborted || answer?.role !== "assistant") return;
      yield { conversation, answer };
      if (answer.state.type !== "streaming") return;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  } finally {
    listener.dispose();
    signal.removeEventListener("abort", onChange);
  }
}

/**
 * Makes a generator of the part of a block that can be applied: once at first, then whenever it has changed, until the block is complete
 * or the answer over.
 */
export function growingBlock(
  growing: Growing<AnswerSoFar>,
  index: number,
  blocksOf: typeof answerBlocks,
): Growing<GrownSource> {
  return async function* (signal) {
    let known: string | undefined;
    for await (const { conversation, answer } of growing(signal)) {
      const block = blocksOf(answer.text)[index];
      const part = block && usablePart(answer, block);
      if (block === undefined || part === undefined) continue;
      const isOver = answer.state.type !== "streaming" || isWhole(block, answer);
      const form = JSON.stringify(part.block.sketches);
      if (form === known && !isOver) continue;
      known = form;
      yield { source: sourceOfPart(part), context: applyContext(conversation, answer.id) };
      if (isOver) return;
    }
  };
}

/** Finds what earlier answers of the same branch have proposed for a file, as far as that is not over. */
export function earlierRewrites(
  { conversation, answer }: AnswerSoFar,
  target: string,
  { tracks, blocksOf, adopt }: EarlierBlocks,
): readonly ReplacedRewrite[] {
  return branchTo(conversation, answer.parent).flatMap((message) => {
    if (message.role === "user") return [];
    adopt(message);
    return blocksOf(message.text).flatMap(({ index }) => {
      const part = tracks.partsOf(message, index).get(target);
      return part?.type === "reviewed" && !part.isOver ? [{ rewrite: part.rewrite, apply: part.apply }] : [];
    });
  });
}
