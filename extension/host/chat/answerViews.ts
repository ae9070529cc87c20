import { EventEmitter, type Disposable, type Event } from "vscode";
import { answerParts } from "../../core/chat/answerParts.ts";
import type { TestsView } from "../../core/chat/chatProtocol.ts";
import { findMessage } from "../../core/chat/conversation.ts";
import { inBackground } from "../inBackground.ts";
import type { AnswerView, ChatBlocks } from "./chatPorts.ts";
import type { LiveConversation } from "./liveConversation.ts";

/** A growing answer is looked at no more often than this, and for at most one `SHARE`th of the time. */
const LOOK_MS = 400;
const SHARE = 10;

const NOTHING: AnswerView = { blocks: [], canRestore: false };

/** What the headers of the code blocks show, computed in the background, since looking for targets takes time. */
export class AnswerViews implements Disposable {
  readonly #blocks: ChatBlocks;
  readonly #testsOf: (answer: string) => TestsView | undefined;
  readonly #views = new Map<string, AnswerView>();
  /** `again`: it has changed while it was looked at. `forget`: nobody wants the result any more. */
  readonly #looking = new Map<string, "once" | "again" | "forget">();
  readonly #growing = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #closedBlocks = new Map<string, number>();
  readonly #changed = new EventEmitter<string>();
  /** How long the last ones took. */
  #countingMs = 0;
  #lookMs = 0;

  /** `testsOf`: the latest run of tests after an answer. */
  constructor(blocks: ChatBlocks, testsOf: (answer: string) => TestsView | undefined) {
    this.#blocks = blocks;
    this.#testsOf = testsOf;
  }

  /** Fires with the id of an answer whose view has changed. */
  get onDidChange(): Event<string> {
    return this.#changed.event;
  }

  /** Returns what is known of an answer now; without blocks until it was first looked at. */
  of(answer: string): AnswerView & { readonly tests?: TestsView } {
    const tests = this.#testsOf(answer);
    return { ...(this.#views.get(answer) ?? NOTHING), ...(tests !== undefined && { tests }) };
  }

  /** Looks at an answer again. One look at a time; what changes meanwhile is looked at afterwards. */
  look(live: LiveConversation, id: string): void {
    if (this.#looking.has(id)) {
      this.#looking.set(id, "again");
      return;
    }
    this.#looking.set(id, "once");
    inBackground(this.#look(live, id));
  }

  /** Follows a growing answer: its blocks are placed as they come, and it is looked at again once another one is complete. */
  lookWhileGrowing(live: LiveConversation, id: string): void {
    if (this.#growing.has(id)) return;
    const wait = Math.max(LOOK_MS, (this.#countingMs + this.#lookMs) * SHARE);
    const timer = setTimeout(() => {
      this.#growing.delete(id);
      const answer = findMessage(live.value, id);
      if (answer?.role !== "assistant") return;
      const began = Date.now();
      const blocks = answerParts(answer.text).filter((part) => part.type === "code");
      const closed = blocks.filter(({ isClosed }) => isClosed).length;
      if (blocks.length > 0) this.#blocks.grows(live.value, answer);
      this.#countingMs = Date.now() - began;
      if (closed === (this.#closedBlocks.get(id) ?? 0)) return;
      this.#closedBlocks.set(id, closed);
      this.look(live, id);
    }, wait);
    this.#growing.set(id, timer);
  }

  /** Drops what is known of an answer, since its conversation is closed. */
  forget(id: string): void {
    clearTimeout(this.#growing.get(id));
    this.#growing.delete(id);
    this.#views.delete(id);
    this.#closedBlocks.delete(id);
    if (this.#looking.has(id)) this.#looking.set(id, "forget");
  }

  dispose(): void {
    for (const timer of this.#growing.values()) clearTimeout(timer);
    this.#growing.clear();
    this.#changed.dispose();
  }

  async #look(live: LiveConversation, id: string): Promise<void> {
    try {
      const answer = findMessage(live.value, id);
      if (answer?.role !== "assistant" || answer.text === "") return;
      const began = Date.now();
      const view = await this.#blocks.view(live.value, answer);
      if (this.#looking.get(id) === "forget") return;
      this.#views.set(id, view);
      // The time of the listeners counts, too: they post all of it.
      this.#changed.fire(id);
      this.#lookMs = Date.now() - began;
    } finally {
      const again = this.#looking.get(id) === "again";
      this.#looking.delete(id);
      if (again) this.look(live, id);
    }
  }
}
