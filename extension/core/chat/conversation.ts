import type { Answer, Attachment, Conversation, Message } from "./chatSchemas.ts";

/** Creates a conversation without messages. `changed`: milliseconds since 1970. */
export function emptyConversation(id: string, changed: number): Conversation {
  return { version: 1, id, title: "", changed, messages: [], head: "" };
}

/** Lists the messages of the branch that is shown, oldest first. */
export function shownBranch(conversation: Conversation): readonly Message[] {
  return branchTo(conversation, conversation.head);
}

/** Lists the messages from the first one to the one with this id; none if there is no such message. */
export function branchTo({ messages }: Conversation, id: string): readonly Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: Message[] = [];
  for (let at = byId.get(id); at !== undefined; at = byId.get(at.parent)) {
    branch.unshift(at);
    // A ring in what was stored would have no end.
    byId.delete(at.id);
  }
  return branch;
}

/** Finds a message by its id, on whatever branch; `undefined` if there is none. */
export function findMessage({ messages }: Conversation, id: string): Message | undefined {
  return messages.find((message) => message.id === id);
}

/** Lists the ids of all messages with the same parent as `id`, itself included, oldest first. */
export function siblingsOf(conversation: Conversation, id: string): readonly string[] {
  const parent = findMessage(conversation, id)?.parent;
  return conversation.messages.filter((message) => message.parent === parent).map((message) => message.id);
}

/** Adds a message below its parent, and shows the branch that it ends. */
export function addMessage(conversation: Conversation, message: Message, changed: number): Conversation {
  return { ...conversation, changed, messages: [...conversation.messages, message], head: message.id };
}

/** Changes fields of an answer; returns the same conversation if there is no such answer. */
export function changeAnswer(conversation: Conversation, id: string, change: Partial<Answer>): Conversation {
  if (findMessage(conversation, id)?.role !== "assistant") return conversation;
  const messages = conversation.messages.map((message) =>
    message.id === id && message.role === "assistant" ? { ...message, ...change } : message,
  );
  return { ...conversation, messages };
}

/** Replaces the attachments of a question; returns the same conversation if there is no such question. */
export function changeAttachments(
  conversation: Conversation,
  id: string,
  attachments: readonly Attachment[],
): Conversation {
  if (findMessage(conversation, id)?.role !== "user") return conversation;
  const messages = conversation.messages.map((message) =>
    message.id === id && message.role === "user" ? { ...message, attachments: [...attachments] } : message,
  );
  return { ...conversation, messages };
}

/**
 * Shows the branch that goes through a message, as far as it was last continued; returns the same conversation if there is no such message.
 */
export function showBranch(conversation: Conversation, id: string): Conversation {
  if (findMessage(conversation, id) === undefined) return conversation;
  let head = id;
  const seen = new Set<string>();
  for (;;) {
    const next = conversation.messages.findLast(({ parent }) => parent === head);
    if (next === undefined || seen.has(next.id)) return { ...conversation, head };
    seen.add(next.id);
    head = next.id;
  }
}

const MAX_TITLE = 60;

/** Returns the title that the user chose, else the beginning of the first question; empty if nothing was asked yet. */
export function titleOf({ title, messages }: Conversation): string {
  if (title.trim() !== "") return title.trim();
  const first = messages.find(({ role }) => role === "user")?.text ?? "";
  const words = first.replace(/\s+/g, " ").trim();
  if (words.length <= MAX_TITLE) return words;
  const end = words.lastIndexOf(" ", MAX_TITLE);
  return `${words.slice(0, end > MAX_TITLE / 2 ? end : MAX_TITLE)}…`;
}

/** Joins everything that was said in a conversation and its title, in lower case, for a search. */
export function searchableText({ title, messages }: Conversation): string {
  return [title, ...messages.map((message) => message.text)].join("\n").toLowerCase();
}

/** Checks whether a text in lower case contains all words of a query, whatever their case. */
export function matchesQuery(text: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.includes(word));
}

/** Marks reads that were still running as stopped. */
export function settleReads(rounds: Answer["rounds"]): Answer["rounds"] {
  return rounds?.map((round) => ({
    ...round,
    reads: round.reads.map((read) => (read.state === "running" ? { ...read, state: "stopped" as const } : read)),
  }));
}

/** Ends what was under way when the window closed: answers fail with `reason`, reads are stopped, applies have not begun. */
export function settleStored(conversation: Conversation, reason: string): Conversation {
  const messages = conversation.messages.map((message): Message => {
    if (message.role === "user") return message;
    const brokenOff = { type: "failed", message: reason, canContinue: true } as const;
    const state = message.state.type === "streaming" ? brokenOff : message.state;
    const blocks = Object.fromEntries(
      Object.entries(message.blocks).map(([index, record]) => {
        const isUnderWay = record.state.type === "waiting" || record.state.type === "applying";
        return [index, isUnderWay ? { ...record, state: { type: "idle" as const } } : record];
      }),
    );
    const rounds = settleReads(message.rounds);
    return { ...message, state, blocks, ...(rounds !== undefined && { rounds }) };
  });
  return { ...conversation, messages };
}
