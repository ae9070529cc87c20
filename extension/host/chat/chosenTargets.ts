import { Uri } from "vscode";
import type { AnswerBlock, answerBlocks } from "../../core/chat/answerBlocks.ts";
import { pathOfBlock, rememberedTargets } from "../../core/chat/blockStates.ts";
import type { Answer, Conversation } from "../../core/chat/chatSchemas.ts";
import type { PickedTarget } from "../apply/pickTarget.ts";
import { fileExists } from "../review/targetDocument.ts";
import type { BlockTracks } from "./blockTracks.ts";

/** The target of a block of an answer that the user has chosen; `undefined` if they have not. */
export type ChosenOf = (conversation: Conversation, answer: Answer) => (block: AnswerBlock) => Uri | undefined;

/**
 * Makes the function that finds where the user has said that a block goes, or another block of the conversation that names the same path.
 */
export function chosenTargets(tracks: BlockTracks, blocksOf: typeof answerBlocks): ChosenOf {
  return (conversation, answer) => {
    const remembered = rememberedTargets(conversation, (other) => tracks.records(other), blocksOf);
    return (block) => {
      const { isChosen, target } = tracks.recordOf(answer, block.index);
      const path = pathOfBlock(block);
      const known = isChosen === true && target !== undefined ? target : remembered.get(path ?? "");
      return known === undefined ? undefined : Uri.parse(known, true);
    };
  };
}

/** Makes a chosen target what an apply takes; `undefined` without one. */
export async function pickedTarget(uri: Uri | undefined): Promise<PickedTarget | undefined> {
  return uri && { uri, isNew: uri.scheme !== "untitled" && !(await fileExists(uri)) };
}
