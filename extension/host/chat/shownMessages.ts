import type { HostMessage, ShownMessage } from "../../core/chat/chatProtocol.ts";
import type { Answer, Conversation, Message, Reference } from "../../core/chat/chatSchemas.ts";
import { shownBranch, siblingsOf, titleOf } from "../../core/chat/conversation.ts";
import { readsOf } from "../../core/chat/readMessages.ts";
import type { AnswerViews } from "./answerViews.ts";

/** Makes the message that shows the current branch of a conversation on the page. */
export function conversationMessage(
  conversation: Conversation,
  views: AnswerViews,
  isSample: boolean,
): HostMessage & { readonly type: "conversation" } {
  const messages = shownBranch(conversation).map((message) => shownMessage(conversation, message, views));
  return { type: "conversation", id: conversation.id, title: titleOf(conversation), messages, isSample };
}

/** Adds to a message what the page shows beside it. What the planner reads is left out: the page shows only where it was read from. */
export function shownMessage(conversation: Conversation, message: Message, views: AnswerViews): ShownMessage {
  const { blocks, ...view } = views.of(message.id);
  return {
    message:
      message.role === "user"
        ? { ...message, attachments: message.attachments.map((attachment) => ({ ...attachment, text: "" })) }
        : // What is stored of the blocks holds texts of whole files; the page has their views.
          withoutRead({ ...message, blocks: {} }),
    siblings: [...siblingsOf(conversation, message.id)],
    blocks: [...blocks],
    ...view,
  };
}

function withoutRead(answer: Answer): Answer {
  if (answer.rounds === undefined) return answer;
  const rounds = answer.rounds.map((round) => ({
    ...round,
    reads: round.reads.map((read) => ({
      ...read,
      extra: "",
      written: "",
      text: read.state === "refused" ? read.text : "",
    })),
  }));
  return { ...answer, rounds };
}

/** Lists what questions were asked with and what answers have read, as far as it could be read. */
export function readAttachments({ messages }: Conversation): readonly Reference[] {
  return messages.flatMap((message) =>
    message.role === "user"
      ? message.attachments.flatMap(({ reference, text }) => (text === "" ? [] : [reference]))
      : readsOf(message).flatMap(({ place }) =>
          place === undefined ? [] : [{ type: "file" as const, uri: place.uri, path: place.path }],
        ),
  );
}
