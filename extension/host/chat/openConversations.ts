import { EventEmitter, l10n, type Disposable, type Event } from "vscode";
import type { BlockState, Conversation } from "../../core/chat/chatSchemas.ts";
import { emptyConversation, settleStored } from "../../core/chat/conversation.ts";
import { inBackground } from "../inBackground.ts";
import type { ConversationStore } from "./conversationStore.ts";
import { LiveConversation, type ConversationEvent, type ConversationSurroundings } from "./liveConversation.ts";

const MOST_OPEN = 20;
const UNDER_WAY: readonly BlockState["type"][] = ["waiting", "applying", "review"];

/** An event of one of the conversations. */
export interface OpenEvent {
  readonly live: LiveConversation;
  readonly event: ConversationEvent;
}

/** The conversations that this window has at work: the one that is shown, and others whose answers stream or are applied. */
export class OpenConversations implements Disposable {
  readonly #store: ConversationStore;
  readonly #surroundings: Omit<ConversationSurroundings, "keep">;
  readonly #open = new Map<string, LiveConversation>();
  readonly #unstored = new Set<string>();
  /** Those that are being deleted. */
  readonly #leaving = new Set<string>();
  readonly #happened = new EventEmitter<OpenEvent>();
  readonly #closed = new EventEmitter<Conversation>();

  constructor(store: ConversationStore, surroundings: Omit<ConversationSurroundings, "keep">) {
    this.#store = store;
    this.#surroundings = surroundings;
  }

  get onDidHappen(): Event<OpenEvent> {
    return this.#happened.event;
  }

  /** Fires with a conversation that the window no longer has at work. */
  get onDidClose(): Event<Conversation> {
    return this.#closed.event;
  }

  find(id: string): LiveConversation | undefined {
    return this.#open.get(id);
  }

  /** Finds the conversation with a message; `undefined` if it is not at work. */
  findByMessage(id: string): LiveConversation | undefined {
    return [...this.#open.values()].find(({ value }) => value.messages.some((message) => message.id === id));
  }

  /** Begins a new conversation. Nothing is stored of it before something is asked. */
  begin(): LiveConversation {
    return this.#add(emptyConversation(crypto.randomUUID(), Date.now()));
  }

  /** Begins a conversation that is never stored. */
  beginUnstored(conversation: Conversation): LiveConversation {
    this.#unstored.add(conversation.id);
    return this.#add(conversation);
  }

  isUnstored(id: string): boolean {
    return this.#unstored.has(id);
  }

  /** Opens a conversation with what other windows have added to it; `undefined` if there is none. */
  async open(id: string): Promise<LiveConversation | undefined> {
    if (this.#unstored.has(id)) return this.#open.get(id);
    if (this.#leaving.has(id)) return undefined;
    // Nothing is written before the user does something: another window may be at work on it.
    const reason = l10n.t("VS Code was closed before the answer was whole.");
    await this.#store.open(id, (found, base) => {
      const stored = settleStored(found, reason);
      const known = this.#open.get(id);
      if (known !== undefined) known.takeUp(stored, base);
      else if (!this.#leaving.has(id)) this.#add(stored);
      return stored;
    });
    const live = this.#open.get(id);
    if (live === undefined) inBackground(this.#store.letGo(id));
    else this.#moveToEnd(live);
    return live;
  }

  /**
   * Closes conversations beyond `MOST_OPEN`, first those in which nothing has happened for the longest time, unless something of theirs
   * is under way.
   */
  closeIdle(shown: string): void {
    for (const [id, live] of this.#open) {
      if (this.#open.size <= MOST_OPEN) return;
      if (id === shown || live.isStreaming || hasBlockUnderWay(live.value)) continue;
      this.#open.delete(id);
      this.#close(live);
    }
  }

  /**
   * Deletes a conversation. Resolves when nothing is left of it. If it cannot be deleted, it is as before, except for an answer that has
   * stopped.
   */
  async delete(id: string): Promise<void> {
    const live = this.#open.get(id);
    live?.stop();
    this.#open.delete(id);
    this.#leaving.add(id);
    try {
      await this.#store.remove(id);
    } catch (error) {
      if (live !== undefined) {
        this.#open.set(id, live);
        if (this.#isStored(live.value)) this.#store.keep(live.value, "now");
      }
      throw error;
    } finally {
      this.#leaving.delete(id);
    }
    if (live !== undefined) this.#close(live);
  }

  dispose(): void {
    for (const live of this.#open.values()) live.dispose();
    this.#happened.dispose();
    this.#closed.dispose();
  }

  #add(conversation: Conversation): LiveConversation {
    const keep: ConversationSurroundings["keep"] = (value, when) => {
      if (this.#open.get(value.id) !== live) return;
      this.#moveToEnd(live);
      if (this.#isStored(value)) this.#store.keep(value, when);
    };
    const live: LiveConversation = new LiveConversation(conversation, { ...this.#surroundings, keep });
    live.onDidHappen((event) => {
      this.#happened.fire({ live, event });
    });
    this.#open.set(live.id, live);
    return live;
  }

  #isStored({ id, messages }: Conversation): boolean {
    return !this.#unstored.has(id) && messages.length > 0;
  }

  /** Keeps the conversations in the order in which something last happened in them. */
  #moveToEnd(live: LiveConversation): void {
    this.#open.delete(live.id);
    this.#open.set(live.id, live);
  }

  #close(live: LiveConversation): void {
    live.dispose();
    this.#closed.fire(live.value);
    inBackground(this.#store.letGo(live.id));
  }
}

function hasBlockUnderWay({ messages }: Conversation): boolean {
  return messages.some(
    (message) =>
      message.role === "assistant" && Object.values(message.blocks).some(({ state }) => UNDER_WAY.includes(state.type)),
  );
}
