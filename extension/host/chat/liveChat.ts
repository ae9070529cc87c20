import { Disposable, l10n, type LogOutputChannel, type Memento, type Uri } from "vscode";
import { answerBlocks } from "../../core/chat/answerBlocks.ts";
import type { HostMessage } from "../../core/chat/chatProtocol.ts";
import type { Answer, Conversation, Reference } from "../../core/chat/chatSchemas.ts";
import { findMessage, shownBranch, titleOf } from "../../core/chat/conversation.ts";
import type { AnswerPlace } from "../../core/review/pieceSource.ts";
import { inBackground } from "../inBackground.ts";
import type { PlannerReads } from "../planning/plannerReads.ts";
import { ActiveOffers } from "./activeOffers.ts";
import { AnswerViews } from "./answerViews.ts";
import { ChatPage } from "./chatPage.ts";
import type { ChatBlocks, ChatPlanners } from "./chatPorts.ts";
import type { ConversationStore } from "./conversationStore.ts";
import type { KnownUris } from "./knownUris.ts";
import type { LiveConversation } from "./liveConversation.ts";
import { OpenConversations, type OpenEvent } from "./openConversations.ts";
import { readReferences, type ReferenceSources } from "./readReferences.ts";
import { TestRuns } from "./testRuns.ts";
import { conversationMessage, readAttachments, shownMessage } from "./shownMessages.ts";

/** What the chat works with. */
export interface ChatParts {
  readonly planners: ChatPlanners;
  readonly blocks: ChatBlocks;
  readonly store: ConversationStore;
  readonly sources: ReferenceSources;
  readonly reads: PlannerReads;
  /** Remembers which conversation is shown. */
  readonly memory: Memento;
  readonly log: Pick<LogOutputChannel, "warn">;
  /** The file that a review document shows. */
  readonly targetOf: (document: Uri) => Uri | undefined;
  /** Where the files of the sample are written. */
  readonly sampleFolder: Uri;
}

type ComposeMessage = HostMessage & { readonly type: "compose" };
type RevealMessage = HostMessage & { readonly type: "reveal" };

/** An answer by its conversation and its own id. */
type AnswerOfChat = Extract<AnswerPlace, { type: "chat" }>;

const SHOWN = "chat.shown";
/** How long changes of the list are gathered before they are passed on, in milliseconds. */
const LIST_MS = 150;

/** What the chat has open: the conversation that is shown, those that still stream, and the pages that show them. */
export class LiveChat implements Disposable {
  readonly parts: ChatParts;
  readonly conversations: OpenConversations;
  readonly tests = new TestRuns();
  /** Resolves when the conversation that was last shown is there. */
  readonly ready: Promise<void>;
  readonly #views: AnswerViews;
  readonly #active: ActiveOffers;
  readonly #pages = new Set<ChatPage>();
  readonly #listeners: Disposable;
  readonly #gone = new AbortController();
  #shown: LiveConversation;
  #toCompose: ComposeMessage | undefined;
  #toReveal: RevealMessage | undefined;
  #remembered: string | undefined;
  #postedTitle = "";
  #listTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: ChatParts) {
    this.parts = parts;
    const resolve = (references: readonly Reference[], signal: AbortSignal): ReturnType<typeof readReferences> =>
      readReferences(parts.sources, references, signal);
    this.conversations = new OpenConversations(parts.store, {
      planners: parts.planners,
      reads: parts.reads,
      resolve,
    });
    this.#views = new AnswerViews(parts.blocks, (answer) => this.tests.of(answer));
    this.#shown = this.conversations.begin();
    this.ready = this.#openLast();
    this.#active = new ActiveOffers(parts.targetOf, parts.sources.known, (references) => {
      this.post({ type: "active", references: [...references] });
    });
    this.#listeners = Disposable.from(
      this.#views,
      this.#active,
      this.tests,
      this.tests.onDidChange((answer) => {
        this.#postBlocks(answer);
      }),
      this.conversations.onDidHappen((event) => {
        this.#follow(event);
      }),
      this.conversations.onDidClose(({ messages }) => {
        const ids = messages.map(({ id }) => id);
        for (const id of ids) this.#views.forget(id);
        this.tests.forget(ids);
        parts.blocks.forget(ids);
      }),
      this.#views.onDidChange((answer) => {
        this.#postBlocks(answer);
      }),
      parts.blocks.onDidChange((answer) => {
        this.#followBlocks(answer);
      }),
      parts.planners.onDidChange(() => {
        inBackground(this.#postModels([...this.#pages]));
      }),
    );
  }

  get shown(): LiveConversation {
    return this.#shown;
  }

  /** Adds a page. It gets nothing before it has asked for everything. */
  addPage(post: (message: HostMessage) => void): ChatPage {
    const page = new ChatPage(post);
    this.#pages.add(page);
    return page;
  }

  removePage(page: ChatPage): void {
    page.leave();
    this.#pages.delete(page);
  }

  /** Sends a page everything that it shows. */
  async welcome(page: ChatPage): Promise<void> {
    await this.ready;
    // Another window may have gone on with it while nobody looked.
    await this.conversations.open(this.#shown.id);
    page.isReady = true;
    page.post(this.#conversationMessage());
    page.post({ type: "active", references: [...this.#active.now()] });
    this.#lookAtAnswers();
    const compose = this.#toCompose;
    this.#toCompose = undefined;
    if (compose !== undefined) page.post(compose);
    const reveal = this.#toReveal;
    this.#toReveal = undefined;
    if (reveal !== undefined) page.post(reveal);
    // VS Code may take its time to say which models it has.
    await Promise.all([this.#postList(page), this.#postModels([page])]);
  }

  /** Shows a conversation in all pages. */
  show(live: LiveConversation): void {
    this.#shown = live;
    this.conversations.closeIdle(live.id);
    this.#remember();
    this.post(this.#conversationMessage());
    this.#lookAtAnswers();
  }

  /** Shows a new conversation, unless nothing was asked in the one that is shown: what is typed there would go with it. */
  showNew(): void {
    if (this.#shown.value.messages.length > 0) this.show(this.conversations.begin());
  }

  /** Shows the conversation as it is stored; says so if it is gone. */
  async open(id: string): Promise<void> {
    const live = await this.conversations.open(id);
    if (live !== undefined) this.show(live);
    else this.tell(l10n.t("This conversation is gone."));
    this.listChanged();
  }

  /** Adds references to the composer, as soon as there is a page. */
  compose(references: readonly Reference[]): void {
    this.parts.sources.known.tell(references);
    const message: ComposeMessage = { type: "compose", references: [...references] };
    const page = [...this.#pages].find(({ isReady }) => isReady);
    if (page !== undefined) page.post(message);
    else if (this.#toCompose === undefined) this.#toCompose = message;
    else {
      const before = this.#toCompose;
      this.#toCompose = { ...message, references: [...before.references, ...message.references] };
    }
  }

  /**
   * Shows the block of an answer that holds a line of its text, in a page or in the next one that comes. Resolves to false if the
   * conversation, the answer or the block is gone.
   */
  async reveal({ conversation, answer }: AnswerOfChat, line: number): Promise<boolean> {
    await this.ready;
    const live = await this.conversations.open(conversation);
    const message = live && findMessage(live.value, answer);
    if (live === undefined || message?.role !== "assistant") return false;
    const block = answerBlocks(message.text).find((one) => one.line <= line && line < one.end);
    if (block === undefined) return false;
    if (!shownBranch(live.value).some(({ id }) => id === answer)) live.showBranch(answer);
    if (live !== this.#shown) this.show(live);
    const reveal: RevealMessage = { type: "reveal", id: answer, index: block.index };
    const page = [...this.#pages].find(({ isReady }) => isReady);
    if (page !== undefined) page.post(reveal);
    else this.#toReveal = reveal;
    return true;
  }

  tell(text: string): void {
    this.post({ type: "reported", text });
  }

  post(message: HostMessage): void {
    for (const page of this.#pages) page.post(message);
  }

  /** Updates the pages after a conversation has got another title. */
  titleChanged(live: LiveConversation): void {
    if (live === this.#shown) this.post(this.#conversationMessage());
    this.listChanged();
  }

  /** Sends the list of conversations to all pages, in a moment. */
  listChanged(): void {
    this.#listTimer ??= setTimeout(() => {
      this.#listTimer = undefined;
      for (const page of this.#pages) inBackground(this.#postList(page));
    }, LIST_MS);
  }

  /** Lists the conversations that fit a query, now and after changes. */
  async search(page: ChatPage, query: string): Promise<void> {
    page.query = query;
    await this.#postList(page);
  }

  /** Finds an answer in the conversations that are at work. */
  findAnswer(id: string): { readonly conversation: Conversation; readonly answer: Answer } | undefined {
    const conversation = this.conversations.findByMessage(id)?.value;
    if (conversation === undefined) return undefined;
    const answer = findMessage(conversation, id);
    return answer?.role === "assistant" ? { conversation, answer } : undefined;
  }

  /** Ends all work and stores what has come so far. The last call. */
  async close(): Promise<void> {
    if (this.#gone.signal.aborted) return;
    this.#gone.abort();
    clearTimeout(this.#listTimer);
    this.#listeners.dispose();
    for (const page of this.#pages) page.leave();
    this.conversations.dispose();
    this.parts.blocks.dispose();
    await this.parts.store.flush();
  }

  dispose(): void {
    inBackground(this.close());
  }

  /** So that the next start shows it again. */
  #remember(): void {
    const { id } = this.#shown;
    if (id === this.#remembered || this.conversations.isUnstored(id)) return;
    this.#remembered = id;
    inBackground(Promise.resolve(this.parts.memory.update(SHOWN, id)));
  }

  async #openLast(): Promise<void> {
    const id = this.parts.memory.get<unknown>(SHOWN);
    const begun = this.#shown;
    const live = typeof id === "string" ? await this.conversations.open(id) : undefined;
    if (live !== undefined && this.#shown === begun) this.#shown = live;
  }

  #follow({ live, event }: OpenEvent): void {
    if (event.type !== "grown") this.listChanged();
    if (event.type === "grown") this.#views.lookWhileGrowing(live, event.id);
    else if (event.type === "message") this.#views.look(live, event.id);
    if (live !== this.#shown) return;
    this.#remember();
    if (event.type === "branch") {
      this.post(this.#conversationMessage());
      this.#lookAtAnswers();
      return;
    }
    // What comes in a branch that is not shown would end the one that is.
    const message = shownBranch(live.value).find(({ id }) => id === event.id);
    if (message === undefined) return;
    if (event.type === "grown") this.post(event);
    else if (titleOf(live.value) !== this.#postedTitle) this.post(this.#conversationMessage());
    else this.post({ type: "message", shown: shownMessage(live.value, message, this.#views) });
  }

  #followBlocks(id: string): void {
    const live = this.conversations.findByMessage(id);
    if (live === undefined) return;
    const answer = findMessage(live.value, id);
    if (answer?.role !== "assistant") return;
    live.setBlocks(id, this.parts.blocks.records(answer));
    // Those that are not shown are looked at when they are.
    const isShown = live === this.#shown && shownBranch(live.value).some((message) => message.id === id);
    if (isShown) this.#views.look(live, id);
  }

  #lookAtAnswers(): void {
    for (const { id, role } of shownBranch(this.#shown.value)) {
      if (role === "assistant") this.#views.look(this.#shown, id);
    }
  }

  #postBlocks(id: string): void {
    if (!shownBranch(this.#shown.value).some((message) => message.id === id)) return;
    const { blocks, ...view } = this.#views.of(id);
    this.post({ type: "blocks", id, blocks: [...blocks], ...view });
  }

  #conversationMessage(): HostMessage {
    const { value } = this.#shown;
    this.#known.tell(readAttachments(value));
    this.#postedTitle = titleOf(value);
    return conversationMessage(value, this.#views, this.conversations.isUnstored(value.id));
  }

  get #known(): KnownUris {
    return this.parts.sources.known;
  }

  async #postModels(pages: readonly ChatPage[]): Promise<void> {
    const { planners } = this.parts;
    const [models, chosen] = await Promise.all([planners.models(), planners.chosen()]);
    for (const page of pages) page.post({ type: "models", models: [...models], chosen });
  }

  async #postList(page: ChatPage): Promise<void> {
    const signal = AbortSignal.any([page.question("search"), this.#gone.signal]);
    const { query } = page;
    try {
      const list = [...(await this.parts.store.list(query, signal))];
      if (!signal.aborted) page.post({ type: "conversations", query, list });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
