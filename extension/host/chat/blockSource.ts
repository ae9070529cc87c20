import { Uri } from "vscode";
import { wholeSource, type SketchSource } from "../../core/targets/sketchSource.ts";
import type { UsablePart } from "../../core/chat/blockPlacing.ts";
import type { Answer, Conversation, Question } from "../../core/chat/chatSchemas.ts";
import { branchTo } from "../../core/chat/conversation.ts";
import { readsOf } from "../../core/chat/readMessages.ts";
import type { AnswerPlace } from "../../core/review/pieceSource.ts";
import { readEditorContext, type EditorContext } from "../apply/editorContext.ts";

/** Makes a source of sketches from the part of a block that can be applied: its answer, in which only the block's own fence counts. */
export function sourceOfPart({ text, block }: UsablePart): SketchSource {
  return { ...wholeSource(text), fence: block.line };
}

/** Makes the place of an answer: the ids of its conversation and of itself. */
export function placeOfAnswer(conversation: Conversation, answer: Answer): AnswerPlace {
  return { type: "chat", conversation: conversation.id, answer: answer.id };
}

/**
 * Looks at the editors as they are now, and at the files that were attached to the questions before an answer, or read for it and for the
 * answers before it.
 */
export function editorContextOf(conversation: Conversation, answer: Answer): EditorContext {
  const uris = branchTo(conversation, answer.id).flatMap((message) =>
    message.role === "user" ? attachedUris(message) : readsOf(message).flatMap(({ place }) => place?.uri ?? []),
  );
  return readEditorContext(
    undefined,
    [...new Set(uris)].map((uri) => Uri.parse(uri)),
  );
}

function attachedUris({ attachments }: Question): readonly string[] {
  return attachments.flatMap(({ reference }) =>
    reference.type === "text" || reference.type === "folder" ? [] : [reference.uri],
  );
}
