import type { HostMessage } from "../../core/chat/chatProtocol.ts";

/** A page that shows the chat, and what it is being answered. */
export class ChatPage {
  readonly #post: (message: HostMessage) => void;
  /** Whether it has asked for everything, and has been shown since. */
  isReady = false;
  /** What its list of conversations is searched for. */
  query = "";
  /** Of its last questions: a new one takes the place of the one before. */
  readonly #questions = new Map<string, AbortController>();

  constructor(post: (message: HostMessage) => void) {
    this.#post = post;
  }

  /** A page that is not there gets nothing: when it comes, it asks for everything. */
  post(message: HostMessage): void {
    if (this.isReady) this.#post(message);
  }

  /** Ends the question of this kind that came before. Aborted when the next one comes, or the page goes. */
  question(kind: "offers" | "measure" | "search"): AbortSignal {
    this.#questions.get(kind)?.abort();
    const controller = new AbortController();
    this.#questions.set(kind, controller);
    return controller.signal;
  }

  /** The page is hidden or gone, and all of it with it. */
  leave(): void {
    this.isReady = false;
    this.query = "";
    for (const question of this.#questions.values()) question.abort();
    this.#questions.clear();
  }
}
