import type { HostMessage } from "../../core/chat/chatProtocol.ts";

/** A page that shows the chat, and what it is being answered. */
export class ChatPage {
  readonly #post: (message: HostMessage) => void;
  /** Whether it has asked for everything, and has been shown since. */
  isReady = false;
  /** What its list of conversations is searched for. */
  query = "";
  /** The last question of each kind: a new one takes the place of the one before. */
  readonly #questions = new Map<string, AbortController>();

  constructor(post: (message: HostMessage) => void) {
    this.#post = post;
  }

  /** Posts a message. A page that is not ready gets nothing: once it is, it asks for everything. */
  post(message: HostMessage): void {
    if (this.isReady) this.#post(message);
  }

  /** Ends the question of this kind that came before. Returns a signal that aborts when the next one comes, or the page goes. */
  question(kind: "offers" | "measure" | "search"): AbortSignal {
    this.#questions.get(kind)?.abort();
    const controller = new AbortController();
    this.#questions.set(kind, controller);
    return controller.signal;
  }

  /** Forgets what the page has asked, since it is hidden or gone. */
  leave(): void {
    this.isReady = false;
    this.query = "";
    for (const question of this.#questions.values()) question.abort();
    this.#questions.clear();
  }
}
