import type { Answer, Conversation, Message } from "./chatSchemas.ts";

/** Characters of files before and after changes that are kept with a conversation, since it is written often. */
const MOST_KEPT = 3_000_000;

/**
 * Drops what takes the changes of older answers back after a restart, if all of it is more than `most` characters: only the newest answers
 * keep it.
 */
export function boundCheckpoints(conversation: Conversation, most: number = MOST_KEPT): Conversation {
  let left = most;
  const messages = conversation.messages.toReversed().map((message): Message => {
    if (message.role === "user") return message;
    left -= sizeOf(message.blocks);
    return left >= 0 ? message : { ...message, blocks: withoutAccepted(message.blocks) };
  });
  return left >= 0 ? conversation : { ...conversation, messages: messages.reverse() };
}

function sizeOf(blocks: Answer["blocks"]): number {
  const files = Object.values(blocks).flatMap(({ accepted = [] }) => accepted);
  return files.reduce(
    (sum, { before = "", after = "", bytes = "" }) => sum + before.length + after.length + bytes.length,
    0,
  );
}

function withoutAccepted(blocks: Answer["blocks"]): Answer["blocks"] {
  const bare = Object.entries(blocks).map(([index, record]) => [index, { ...record, accepted: undefined }] as const);
  return Object.fromEntries(bare);
}
