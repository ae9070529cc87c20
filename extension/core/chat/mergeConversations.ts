import type { Answer, BlockRecord, Conversation, Message } from "./chatSchemas.ts";
import { branchTo } from "./conversation.ts";

/**
 * Merges what two windows have made of one conversation. `own`: as this window has it; `stored`: as it is on the disk; `base`: as this
 * window had it when it last read or wrote it, which tells who has changed what. Every message of either is kept, those of `stored` first.
 * A change that only one has made is taken; if both have changed an answer, the longer text counts, else this window's. An answer that
 * streams into this window is always its own. The branch that this window shows stays shown, as far as the other has continued it.
 */
export function mergeConversations(
  own: Conversation,
  stored: Conversation,
  base: Conversation | undefined,
): Conversation {
  const ownById = byId(own);
  const baseById = base === undefined ? new Map<string, Message>() : byId(base);
  const storedIds = new Set(stored.messages.map(({ id }) => id));
  const shared = stored.messages.map((message) => {
    const mine = ownById.get(message.id);
    return mine === undefined ? message : mergeMessages(mine, message, baseById.get(message.id));
  });
  const added = own.messages.filter(({ id }) => !storedIds.has(id));
  const isContinued = own.head === "" || branchTo(stored, stored.head).some(({ id }) => id === own.head);
  return {
    ...own,
    title: own.title === (base?.title ?? "") ? stored.title : own.title,
    changed: Math.max(own.changed, stored.changed),
    messages: [...shared, ...added],
    head: isContinued && stored.head !== "" ? stored.head : own.head,
  };
}

function byId({ messages }: Conversation): ReadonlyMap<string, Message> {
  return new Map(messages.map((message) => [message.id, message]));
}

function mergeMessages(own: Message, stored: Message, base: Message | undefined): Message {
  if (own === stored) return own;
  if (own.role === "assistant" && stored.role === "assistant") {
    const before = base?.role === "assistant" ? base : undefined;
    return { ...mergeTexts(own, stored, before), blocks: mergeBlocks(own.blocks, stored.blocks, before?.blocks ?? {}) };
  }
  return own === base || isSame(own, base) ? stored : own;
}

/** Merges all of an answer except its blocks. */
function mergeTexts(own: Answer, stored: Answer, base: Answer | undefined): Answer {
  if (own.state.type === "streaming") return own;
  if (base !== undefined && isSameAnswer(own, base)) return stored;
  if (base !== undefined && isSameAnswer(stored, base)) return own;
  return stored.text.length > own.text.length ? stored : own;
}

function mergeBlocks(own: Answer["blocks"], stored: Answer["blocks"], base: Answer["blocks"]): Answer["blocks"] {
  if (own === stored) return own;
  const merged: Record<string, BlockRecord> = { ...stored };
  for (const [index, record] of Object.entries(own)) {
    const isMine = !(index in stored) || !isSame(record, base[index]);
    if (isMine) merged[index] = record;
  }
  return merged;
}

function isSameAnswer(a: Answer, b: Answer): boolean {
  // The texts may be long, and are most often the same strings.
  return a.text === b.text && a.reasoning === b.reasoning && isSame(bare(a), bare(b));
}

function bare(answer: Answer): unknown {
  return { ...answer, text: "", reasoning: "", blocks: {} };
}

/** Compares as JSON: the order of members is the same, since both come from the same schema or from each other. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
