import { EventEmitter, l10n, type Disposable, type Event } from "vscode";
import type { Conversation } from "../../core/chat/chatSchemas.ts";
import { emptyConversation, settleStored } from "../../core/chat/conversation.ts";
import type { ConversationStore } from "./conversationStore.ts";
import { LiveConversation, type ConversationEvent, type ConversationSurroundings } from "./liveConversation.ts";

const MOST_OPEN = 20;

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
  readonly #happened = new EventEmitter<OpenEvent>();

  constructor(store: ConversationStore, surroundings: Omit<ConversationSurroundings, "keep">) {
    this.#store = store;
    this.#surroundings = surroundings;
  }

  get onDidHappen(): Event<OpenEvent> {
    return this.#happened.event;
  }

  find(id: string): LiveConversation | undefined {
    return this.#open.get(id);
  }

  /** The conversation with a message. */
  findByMessage(id: string): LiveConversation | undefined {
    return [...this.#open.values()].find(({ value }) => value.messages.some((message) => message.id === id));
  }

  /** Nothing is stored of it before something is asked. */
  begin(): LiveConversation {
    return this.#add(emptyConversation(crypto.randomUUID(), Date.now()));
  }

  /** One that is never stored. */
  beginUnstored(conversation: Conversation): LiveConversation {
    this.#unstored.add(conversation.id);
    return this.#add(conversation);
  }

  isUnstored(id: string): boolean {
    return this.#unstored.has(id);
  }

  /** The conversation as it is stored, which another window may have changed since; `undefined` where there is none. */
  async open(id: string): Promise<LiveConversation | undefined> {
    const known = this.#open.get(id);
    if (known?.isStreaming === true || this.#unstored.has(id)) return known;
    const stored = await this.#store.load(id);
    if (stored === undefined) return known;
    // Nothing is written before the user does something: another window may be at work on it.
    const reason = l10n.t("VS Code was closed before the answer was whole. Answer again to get all of it.");
    return this.#add(settleStored(stored, reason));
  }

  /** Lets go of those that nothing has happened in for the longest time. Blocks of the others may still be applied. */
  closeIdle(shown: string): void {
    for (const [id, live] of this.#open) {
      if (this.#open.size <= MOST_OPEN) return;
      if (id !== shown && !live.isStreaming) this.#close(id);
    }
  }

  /** Resolves when nothing is left of it. */
  async delete(id: string): Promise<void> {
    this.#close(id);
    await this.#store.remove(id);
  }

  dispose(): void {
    for (const live of this.#open.values()) live.dispose();
    this.#happened.dispose();
  }

  #add(conversation: Conversation): LiveConversation {
    const keep: ConversationSurroundings["keep"] = (value, when) => {
      if (this.#open.get(value.id) === live && !this.#unstored.has(value.id) && value.messages.length > 0) {
        this.#store.keep(value, when);
      }
    };
    const live: LiveConversation = new LiveConversation(conversation, { ...this.#surroundings, keep });
    this.#close(live.id);
    live.onDidHappen((event) => {
      this.#happened.fire({ live, event });
    });
    this.#open.set(live.id, live);
    return live;
  }

  #close(id: string): void {
    const live = this.#open.get(id);
    this.#open.delete(id);
    live?.dispose();
  }
}
