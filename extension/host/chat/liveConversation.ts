import { EventEmitter, type Disposable, type Event } from "vscode";
import type { Answer, Attachment, Conversation, Message, Question, Reference } from "../../core/chat/chatSchemas.ts";
import type { BegunAnswer } from "../../core/planning/askInRounds.ts";
import { boundCheckpoints } from "../../core/chat/boundCheckpoints.ts";
import { continuationOf } from "../../core/chat/continuation.ts";
import {
  addMessage,
  branchTo,
  changeAnswer,
  changeAttachments,
  findMessage,
  settleReads,
  showBranch,
} from "../../core/chat/conversation.ts";
import { mergeConversations } from "../../core/chat/mergeConversations.ts";
import { inBackground } from "../inBackground.ts";
import type { PlannerReads } from "../planning/plannerReads.ts";
import { askPlanner, type AnswerChange } from "./askPlanner.ts";
import type { ChatPlanners } from "./chatPorts.ts";

/** What has happened in a conversation, as those who show it need to know it. */
export type ConversationEvent =
  /** A message is new, or has changed. */
  | { readonly type: "message"; readonly id: string }
  | {
      readonly type: "grown";
      readonly id: string;
      readonly part: "text" | "reasoning";
      readonly from: number;
      readonly text: string;
    }
  /** Another branch is shown. */
  | { readonly type: "branch" };

/** What a conversation works with. */
export interface ConversationSurroundings {
  readonly planners: ChatPlanners;
  /** What planners may look at by themselves. */
  readonly reads: PlannerReads;
  /** Reads what references stand for, as it is now. Rejects only with what `signal` aborts with. */
  readonly resolve: (references: readonly Reference[], signal: AbortSignal) => Promise<readonly Attachment[]>;
  readonly keep: (conversation: Conversation, when: "now" | "soon") => void;
}

/** How long text of an answer is gathered before it is passed on, in milliseconds. */
const GATHER_MS = 30;

/** A conversation at work: holds its current value, and lets one answer at a time stream into it. */
export class LiveConversation implements Disposable {
  readonly #surroundings: ConversationSurroundings;
  readonly #happened = new EventEmitter<ConversationEvent>();
  #value: Conversation;
  #stream: { readonly answer: string; readonly stop: AbortController } | undefined;
  #grown = { text: "", reasoning: "" };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastReported = 0;

  constructor(value: Conversation, surroundings: ConversationSurroundings) {
    this.#value = value;
    this.#surroundings = surroundings;
  }

  get onDidHappen(): Event<ConversationEvent> {
    return this.#happened.event;
  }

  get value(): Conversation {
    return this.#value;
  }

  get id(): string {
    return this.#value.id;
  }

  get isStreaming(): boolean {
    return this.#stream !== undefined;
  }

  /** Asks a question below the branch that is shown, and stops an answer that still streams. `region`: all that may change. */
  send(text: string, references: readonly Reference[], region?: Question["region"]): void {
    this.stop();
    this.#ask(this.#value.head, text, references, region);
  }

  /** Asks another question beside an earlier one; what is attached to it is read anew. */
  edit(id: string, text: string, references: readonly Reference[]): void {
    const question = findMessage(this.#value, id);
    if (question?.role !== "user") return;
    this.stop();
    this.#ask(question.parent, text, references, question.region);
  }

  /** Asks for another answer beside this one. */
  regenerate(id: string): void {
    const answer = findMessage(this.#value, id);
    if (answer?.role !== "assistant" || findMessage(this.#value, answer.parent)?.role !== "user") return;
    this.stop();
    this.#answer(answer.parent);
  }

  /** Continues an answer that broke off: what it has read is not read again, and what it said after that is asked for again. */
  continueAnswer(id: string): void {
    const answer = findMessage(this.#value, id);
    if (answer?.role !== "assistant" || this.#value.messages.some(({ parent }) => parent === id)) return;
    const begun = continuationOf(answer);
    if (begun === undefined) return;
    this.stop();
    const stop = new AbortController();
    this.#stream = { answer: id, stop };
    this.#value = changeAnswer(this.#value, id, { ...begun, state: { type: "streaming" } });
    this.#keep("now");
    this.#tell(id);
    inBackground(this.#run(answer.parent, id, stop.signal, { ...begun, usage: answer.usage }));
  }

  showBranch(id: string): void {
    const shown = showBranch(this.#value, id);
    if (shown === this.#value) return;
    this.#value = shown;
    this.#keep("now");
    this.#happened.fire({ type: "branch" });
  }

  rename(title: string): void {
    this.#value = { ...this.#value, title };
    this.#keep("now");
  }

  /** Takes up what another window has added, without an event. `base`: as this window had it when it last read or wrote it. */
  takeUp(stored: Conversation, base: Conversation | undefined): void {
    this.#value = mergeConversations(this.#value, stored, base);
  }

  /** Stores what became of the blocks of an answer, without an event. */
  setBlocks(id: string, blocks: Answer["blocks"]): void {
    const answer = findMessage(this.#value, id);
    // What is only looked at is not written: another window may be at work on it.
    if (answer?.role !== "assistant" || JSON.stringify(answer.blocks) === JSON.stringify(blocks)) return;
    this.#value = boundCheckpoints(changeAnswer(this.#value, id, { blocks }));
    this.#keep("soon");
  }

  /** Ends the answer that streams; what came of it stays. */
  stop(): void {
    this.#settle({ type: "stopped" });
  }

  /** Ends all work, since the window or the conversation closes: what came is stored as it stands. */
  dispose(): void {
    this.#stream?.stop.abort();
    this.#tellGrown();
    clearTimeout(this.#timer);
    this.#stream = undefined;
    this.#happened.dispose();
  }

  #ask(parent: string, text: string, references: readonly Reference[], region: Question["region"]): void {
    const attachments = references.map((reference) => ({ reference, text: "" }));
    const about = region === undefined ? {} : { region };
    const question: Question = { id: crypto.randomUUID(), parent, role: "user", text, attachments, ...about };
    this.#add(question);
    this.#answer(question.id);
  }

  #answer(question: string): void {
    const answer: Answer = {
      id: crypto.randomUUID(),
      parent: question,
      role: "assistant",
      text: "",
      reasoning: "",
      model: { id: "", name: "" },
      state: { type: "streaming" },
      leftOut: [],
      blocks: {},
    };
    const stop = new AbortController();
    this.#stream = { answer: answer.id, stop };
    this.#add(answer);
    inBackground(this.#run(question, answer.id, stop.signal));
  }

  /** Settles the answer in any case; an unexpected error is also thrown on, to be reported. */
  async #run(question: string, answer: string, signal: AbortSignal, broken?: BegunAnswer): Promise<void> {
    try {
      await this.#readAttachments(question, answer, signal);
      const branch = branchTo(this.#value, question);
      const { planners, reads } = this.#surroundings;
      for await (const change of askPlanner(planners, reads, branch, signal, broken)) {
        if (signal.aborted) return;
        this.#take(answer, change);
      }
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#settle({ type: "failed", message });
      throw error;
    }
  }

  /** Reads what is attached to a question; the question is shown at once, without that. */
  async #readAttachments(question: string, answer: string, signal: AbortSignal): Promise<void> {
    const asked = findMessage(this.#value, question);
    const isUnread = ({ text, trouble }: Attachment): boolean => text === "" && trouble === undefined;
    if (asked?.role !== "user" || !asked.attachments.some(isUnread)) return;
    const references = asked.attachments.filter(isUnread).map(({ reference }) => reference);
    const read = [...(await this.#surroundings.resolve(references, signal))];
    signal.throwIfAborted();
    const attachments = asked.attachments.map((each) => (isUnread(each) ? (read.shift() ?? each) : each));
    this.#value = changeAttachments(this.#value, question, attachments);
    this.#keep("now");
    this.#tell(question);
    this.#tell(answer);
  }

  #take(answer: string, change: AnswerChange): void {
    switch (change.type) {
      case "grown":
        this.#grow(change.part, change.text);
        return;
      case "reported":
        // Where it was read stands in the text that came before.
        if (change.change.rounds !== undefined) this.#tellGrown();
        this.#value = changeAnswer(this.#value, answer, change.change);
        // Some providers count after every word; the page learns it with the end, since it is sent the whole answer.
        if (change.change.usage === undefined) this.#tell(answer);
        if (change.change.rounds !== undefined) this.#keep("soon");
        return;
      case "ended":
        this.#settle(change.state);
    }
  }

  #grow(part: "text" | "reasoning", text: string): void {
    this.#grown[part] += text;
    if (this.#timer !== undefined) return;
    const wait = this.#lastReported + GATHER_MS - Date.now();
    if (wait <= 0) this.#tellGrown();
    else
      this.#timer = setTimeout(() => {
        this.#tellGrown();
      }, wait);
  }

  #tellGrown(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastReported = Date.now();
    const { answer: id } = this.#stream ?? {};
    for (const part of ["reasoning", "text"] as const) {
      const text = this.#grown[part];
      this.#grown[part] = "";
      const answer = id === undefined ? undefined : findMessage(this.#value, id);
      if (text === "" || id === undefined || answer?.role !== "assistant") continue;
      const from = answer[part].length;
      this.#value = changeAnswer(this.#value, id, { [part]: answer[part] + text });
      this.#happened.fire({ type: "grown", id, part, from, text });
      this.#keep("soon");
    }
  }

  #settle(state: Answer["state"]): void {
    const stream = this.#stream;
    if (stream === undefined) return;
    this.#tellGrown();
    this.#stream = undefined;
    stream.stop.abort();
    const answer = findMessage(this.#value, stream.answer);
    const rounds = answer?.role === "assistant" ? settleReads(answer.rounds) : undefined;
    this.#value = changeAnswer(this.#value, stream.answer, { state, ...(rounds !== undefined && { rounds }) });
    this.#keep("now");
    this.#tell(stream.answer);
  }

  #add(message: Message): void {
    this.#value = addMessage(this.#value, message, Date.now());
    this.#keep("now");
    this.#tell(message.id);
  }

  #tell(id: string): void {
    this.#happened.fire({ type: "message", id });
  }

  #keep(when: "now" | "soon"): void {
    this.#surroundings.keep(this.#value, when);
  }
}
