import { Uri } from "vscode";
import { wholeSource, type SketchSource } from "../../core/targets/sketchSource.ts";
import type { UsablePart } from "../../core/chat/blockPlacing.ts";
import type { Answer, Conversation, Question } from "../../core/chat/chatSchemas.ts";
import { branchTo } from "../../core/chat/conversation.ts";
import { readsOf } from "../../core/chat/readMessages.ts";
import type { AnswerPlace } from "../../core/review/pieceSource.ts";
import { lookAtDesk, type Desk } from "../apply/desk.ts";

/** What of a block can be applied as a source of sketches: its answer, of which its fence alone counts. */
export function sourceOfPart({ text, block }: UsablePart): SketchSource {
  return { ...wholeSource(text), fence: block.line };
}

/** Where an answer stands. */
export function placeOfAnswer(conversation: Conversation, answer: Answer): AnswerPlace {
  return { type: "chat", conversation: conversation.id, answer: answer.id };
}

/** The editors as they are, and the files that went along with the questions before an answer or were read for it and those before it. */
export function deskOf(conversation: Conversation, answer: Answer): Desk {
  const uris = branchTo(conversation, answer.id).flatMap((message) =>
    message.role === "user" ? attachedUris(message) : readsOf(message).flatMap(({ place }) => place?.uri ?? []),
  );
  return lookAtDesk(
    undefined,
    [...new Set(uris)].map((uri) => Uri.parse(uri)),
  );
}

function attachedUris({ attachments }: Question): readonly string[] {
  return attachments.flatMap(({ reference }) =>
    reference.type === "text" || reference.type === "folder" ? [] : [reference.uri],
  );
}
