import type { Conversation } from "../../core/chat/chatSchemas.ts";
import type { Summary } from "../../core/chat/chatProtocol.ts";
import { matchesQuery, searchableText, titleOf } from "../../core/chat/conversation.ts";
import { stampOf } from "./conversationFile.ts";

/** Reading many files at once would keep a slow disk from everything else. */
const AT_ONCE = 4;
/** In characters. Longer ones are read again for every search. */
const LONGEST_KEPT_TEXT = 2_000_000;

/** Where the list finds the conversations. */
interface ListSources {
  readonly pathOf: (id: string) => string;
  /** The conversation while it is not on the disk yet. */
  readonly coming: (id: string) => Conversation | undefined;
  readonly load: (id: string) => Promise<Conversation | undefined>;
}

interface Listed {
  /** Of the file when it was read. */
  readonly stamp: string;
  readonly summary: Summary;
  /** What a search looks into, once there was one. */
  readonly text: string | undefined;
}

/** Lists and searches conversations, and remembers what it has read of them as long as the files stay as they are. */
export class ConversationList {
  readonly #sources: ListSources;
  readonly #listed = new Map<string, Listed>();

  constructor(sources: ListSources) {
    this.#sources = sources;
  }

  /** Finds those of these conversations that have all words of the query, the last changed first. */
  async find(ids: readonly string[], query: string, signal: AbortSignal): Promise<readonly Summary[]> {
    const found: Summary[] = [];
    const left = ids.values();
    const takeTurns = async (): Promise<void> => {
      for (const id of left) {
        signal.throwIfAborted();
        const summary = await this.#summary(id, query);
        if (summary !== undefined) found.push(summary);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
    return found.sort((a, b) => b.changed - a.changed);
  }

  forget(id: string): void {
    this.#listed.delete(id);
  }

  async #summary(id: string, query: string): Promise<Summary | undefined> {
    const isSearch = query.trim() !== "";
    const coming = this.#sources.coming(id);
    if (coming !== undefined) {
      return !isSearch || matchesQuery(searchableText(coming), query) ? summaryOf(coming) : undefined;
    }
    const stamp = await stampOf(this.#sources.pathOf(id));
    const known = this.#listed.get(id);
    if (known !== undefined && known.stamp === stamp) {
      if (!isSearch) return known.summary;
      if (known.text !== undefined) return matchesQuery(known.text, query) ? known.summary : undefined;
    }
    const conversation = await this.#sources.load(id);
    if (conversation === undefined) return undefined;
    const summary = summaryOf(conversation);
    const text = isSearch ? searchableText(conversation) : undefined;
    const kept = text !== undefined && text.length <= LONGEST_KEPT_TEXT ? text : undefined;
    if (stamp !== undefined) this.#listed.set(id, { stamp, summary, text: kept });
    return text === undefined || matchesQuery(text, query) ? summary : undefined;
  }
}

function summaryOf(conversation: Conversation): Summary {
  const { id, changed, messages } = conversation;
  return { id, title: titleOf(conversation), changed, messages: messages.length };
}
