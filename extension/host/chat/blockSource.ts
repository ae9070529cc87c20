import { Uri } from "vscode";
import { wholeSource, type SketchSource } from "../../core/apply/sketchSource.ts";
import type { UsablePart } from "../../core/chat/blockPlacing.ts";
import type { Answer, Conversation } from "../../core/chat/chatSchemas.ts";
import { branchTo } from "../../core/chat/conversation.ts";
import type { AnswerPlace } from "../../core/review/pieceSource.ts";
import { lookAtDesk, type Desk } from "../apply/desk.ts";

/** What of a block can be applied as a source of sketches: its answer, of which its fence alone counts. */
export function sourceOfPart({ text, block }: UsablePart): SketchSource {
  return { ...wholeSource(text), fence: block.line };
}

/** Where an answer stands. */
export function placeOf(conversation: Conversation, answer: Answer): AnswerPlace {
  return { type: "chat", conversation: conversation.id, answer: answer.id };
}

/** The editors as they are, and the files that went along with the questions before an answer. */
export function deskOf(conversation: Conversation, answer: Answer): Desk {
  const uris = branchTo(conversation, answer.id).flatMap((message) => {
    const attachments = message.role === "user" ? message.attachments : [];
    return attachments.flatMap(({ reference }) =>
      reference.type === "text" || reference.type === "folder" ? [] : [reference.uri],
    );
  });
  return lookAtDesk(
    undefined,
    [...new Set(uris)].map((uri) => Uri.parse(uri)),
  );
}
