import { EventEmitter, type Disposable, type Event, type Memento } from "vscode";
import * as v from "valibot";
import { readHistory, withPrompt } from "../../core/chat/promptHistory.ts";

const HISTORY = "editHere.prompts";
const REVIEWS = "editHere.reviews";
/** For how many reviews it is remembered which conversation they come from. */
const MOST = 100;

const reviewsSchema = v.record(v.string(), v.string());

/** What a workspace remembers of edits in place: their prompts, and the conversations that reviews come from. */
export class EditMemory implements Disposable {
  readonly #memory: Memento;
  readonly #changed = new EventEmitter<void>();

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  /** Fires when a review is remembered. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** Earlier prompts, the newest first. */
  get history(): readonly string[] {
    return readHistory(this.#memory.get<unknown>(HISTORY));
  }

  async addPrompt(prompt: string): Promise<void> {
    await this.#memory.update(HISTORY, withPrompt(this.history, prompt));
  }

  /** Whether there are reviews that come from edits in place. */
  get hasReviews(): boolean {
    return Object.keys(this.#reviews).length > 0;
  }

  /** Returns the id of the conversation that a review comes from; `undefined` if it is from elsewhere. */
  conversationOf(review: string): string | undefined {
    return this.#reviews[review];
  }

  async addReview(review: string, conversation: string): Promise<void> {
    if (this.conversationOf(review) === conversation) return;
    const others = Object.entries(this.#reviews).filter(([id]) => id !== review);
    const kept = [...others, [review, conversation] as const].slice(-MOST);
    await this.#memory.update(REVIEWS, Object.fromEntries(kept));
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  get #reviews(): Readonly<Record<string, string>> {
    const read = v.safeParse(reviewsSchema, this.#memory.get<unknown>(REVIEWS));
    return read.success ? read.output : {};
  }
}
