import { EventEmitter, type Disposable, type Event } from "vscode";
import { answerParts } from "../../core/chat/answerParts.ts";
import { findMessage } from "../../core/chat/conversation.ts";
import { inBackground } from "../inBackground.ts";
import type { AnswerView, ChatBlocks } from "./chatPorts.ts";
import type { LiveConversation } from "./liveConversation.ts";

/** An answer that grows is looked at so often, and for at most this part of the time. */
const LOOK_MS = 400;
const SHARE = 10;

const NOTHING: AnswerView = { blocks: [] };

/** What the headers of the code blocks say, computed behind the answers: looking for targets takes time. */
export class AnswerViews implements Disposable {
  readonly #blocks: ChatBlocks;
  readonly #views = new Map<string, AnswerView>();
  /** `again`: it has changed while it was looked at. */
  readonly #looking = new Map<string, "once" | "again">();
  readonly #growing = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #closedBlocks = new Map<string, number>();
  readonly #changed = new EventEmitter<string>();
  #duration = 0;

  constructor(blocks: ChatBlocks) {
    this.#blocks = blocks;
  }

  /** Fires with the id of an answer whose view is another one now. */
  get onDidChange(): Event<string> {
    return this.#changed.event;
  }

  /** What is known now. */
  of(answer: string): AnswerView {
    return this.#views.get(answer) ?? NOTHING;
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

  /** Looks at an answer that has grown, when a block of it has come to its end. */
  lookWhileGrowing(live: LiveConversation, id: string): void {
    if (this.#growing.has(id)) return;
    const wait = Math.max(LOOK_MS, this.#duration * SHARE);
    const timer = setTimeout(() => {
      this.#growing.delete(id);
      const answer = findMessage(live.value, id);
      if (answer?.role !== "assistant") return;
      const began = Date.now();
      const closed = answerParts(answer.text).filter((part) => part.type === "code" && part.isClosed).length;
      this.#duration = Date.now() - began;
      if (closed === (this.#closedBlocks.get(id) ?? 0)) return;
      this.#closedBlocks.set(id, closed);
      this.look(live, id);
    }, wait);
    this.#growing.set(id, timer);
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
      const view = await this.#blocks.view(live.value, answer);
      this.#views.set(id, view);
      this.#changed.fire(id);
    } finally {
      const again = this.#looking.get(id) === "again";
      this.#looking.delete(id);
      if (again) this.look(live, id);
    }
  }
}
