import { commands, l10n, window, type Disposable, type Uri } from "vscode";
import { answerBlocks } from "../../core/chat/answerBlocks.ts";
import { usablePart } from "../../core/chat/blockPlacing.ts";
import type { Message } from "../../core/chat/chatSchemas.ts";
import { branchTo, findMessage, shownBranch } from "../../core/chat/conversation.ts";
import { blocksOfRegion } from "../../core/chat/editRegion.ts";
import { isEditable } from "../apply/editorContext.ts";
import { whileShown } from "../apply/slowWork.ts";
import type { LiveChat } from "../chat/liveChat.ts";
import { ComposerAnswers } from "../chat/composerAnswers.ts";
import { answerAsItComes } from "../chat/growingBlocks.ts";
import { type AnswerSoFar } from "../chat/chatPorts.ts";
import type { LiveConversation } from "../chat/liveConversation.ts";
import { inBackground } from "../inBackground.ts";
import { activeReview } from "../review/activeReview.ts";
import type { LiveReviews } from "../review/liveReviews.ts";
import { isReference } from "../review/reviewSurface.ts";
import { isThere, openDocument } from "../review/targetDocument.ts";
import { shown, shownTarget } from "../shownText.ts";
import type { EditMemory } from "./editMemory.ts";
import {
  aboutPlace,
  placeAt,
  placeNow,
  placeOfQuestion,
  type AskedInPlace,
  type PointedText,
  type RegionInPlace,
} from "./editPlace.ts";
import { markPlace } from "./markPlace.ts";
import type { Prompt, PromptLine } from "./promptLine.ts";

/** What edits in place work with. */
export interface EditNeeds {
  readonly chat: LiveChat;
  readonly reviews: LiveReviews;
  readonly memory: EditMemory;
  readonly line: Pick<PromptLine, "ask">;
  /** Shows the chat's view to the user. */
  readonly showChat: () => Promise<void>;
}

/** Longer answers, in characters, are looked at once they are complete. */
const LONGEST_GROWING = 400_000;

/** Edits in place: questions in conversations of the chat, whose blocks for their file go to its review by themselves. */
export class EditsHere implements Disposable {
  readonly #needs: EditNeeds;
  /** The latest one of this window: its conversation, for a question that came to no review. */
  #latest: string | undefined;
  readonly #ending = new AbortController();
  /** What ends each question that is under way. */
  readonly #asking = new Set<AbortController>();

  constructor(needs: EditNeeds) {
    this.#needs = needs;
  }

  /** Asks what to change at the cursor of an editor, then asks the chat's planner for it. Resolves when that is over. */
  async edit(pointed: PointedText | undefined): Promise<void> {
    if (pointed === undefined || !isEditable(pointed.document.uri)) {
      void window.showInformationMessage(l10n.t("There is no text here that could be edited. Open a file first."));
      return;
    }
    const place = await placeAt(pointed);
    const title = l10n.t("Edit {0}", titleOf(place));
    const prompt = await this.#promptFor(place, title, l10n.t("What should change here?"), "");
    if (prompt === undefined) return;
    await this.#ask(this.#needs.chat.conversations.begin(), place, prompt);
  }

  /** Asks once more in the conversation that a review comes from, or else in the latest. `argument`: that of the command. */
  async again(argument: unknown): Promise<void> {
    const live = await this.#conversationOf(argument);
    if (live !== undefined) await this.#askAgain(live);
    else void window.showInformationMessage(nothingAsked());
  }

  /** Shows the conversation of a review in the chat, or else the latest. */
  async showInChat(argument: unknown): Promise<void> {
    const live = await this.#conversationOf(argument);
    if (live === undefined) {
      void window.showInformationMessage(l10n.t("There is no conversation of an edit in place here."));
      return;
    }
    await this.#show(live);
  }

  /** Ends all questions that are under way, and takes what came of them out of its review. */
  stop(): void {
    for (const stop of this.#asking) stop.abort();
  }

  dispose(): void {
    this.#ending.abort();
  }

  async #askAgain(live: LiveConversation): Promise<void> {
    const branch = shownBranch(live.value);
    const asked = branch.findLast(isAskedInPlace);
    const place = asked && (await placeOfQuestion(asked));
    if (place === undefined) {
      const message = asked === undefined ? nothingAsked() : isGone(shown(asked.region.path));
      void window.showInformationMessage(message);
      return;
    }
    const answer = branch.at(-1);
    // What came to nothing is usually asked again as it was.
    const isOpen = answer?.role === "assistant" && answer.state.type !== "done";
    const value = isOpen ? (asked?.text ?? "") : "";
    const title = l10n.t("Ask again: {0}", titleOf(place));
    const prompt = await this.#promptFor(place, title, l10n.t("What should be different?"), value);
    if (prompt !== undefined) await this.#ask(live, place, prompt);
  }

  async #promptFor(
    place: RegionInPlace,
    title: string,
    placeholder: string,
    value: string,
  ): Promise<Prompt | undefined> {
    const { chat, line, memory } = this.#needs;
    const composer = new ComposerAnswers(chat.parts.sources, chat.parts.planners, chat.parts.reads);
    const mark = markPlace(place, "");
    try {
      const offers = (query: string, signal: AbortSignal): ReturnType<typeof composer.offers> =>
        composer.offers(query, signal);
      return await line.ask({ title, placeholder, value, history: memory.history, offers });
    } finally {
      mark.dispose();
    }
  }

  async #conversationOf(argument: unknown): Promise<LiveConversation | undefined> {
    const { chat, reviews, memory } = this.#needs;
    const review = isReference(argument) ? reviews.find(argument.review) : activeReview(reviews);
    // One that is decided to the end is over for the user, who has asked for something else since.
    const id = (review?.isPending === true ? memory.conversationOf(review.id) : undefined) ?? this.#latest;
    return id === undefined ? undefined : (chat.conversations.find(id) ?? (await chat.conversations.open(id)));
  }

  async #ask(live: LiveConversation, before: RegionInPlace, { text, references }: Prompt): Promise<void> {
    const { chat, memory } = this.#needs;
    await memory.addPrompt(text);
    const document = openDocument(before.uri);
    const place = document === undefined ? before : placeNow(before, document);
    const about = aboutPlace(place);
    chat.parts.sources.known.tell(about.references);
    this.#latest = live.id;
    void commands.executeCommand("setContext", "fastApply.hasEditHere", true);
    live.send(text, [...about.references, ...references], about.region);
    const answer = live.value.head;
    const stop = new AbortController();
    this.#setAsking(stop, true);
    const title = l10n.t("Asking for {0}", shownTarget(place.uri));
    const mark = markPlace(place, l10n.t("Fast Apply is asking…"));
    try {
      await whileShown(title, stop, () => this.#follow(live, answer, place.uri, stop.signal, mark));
    } finally {
      this.#setAsking(stop, false);
      mark.dispose();
    }
    inBackground(this.#tell(live, answer, place));
  }

  #setAsking(stop: AbortController, isAsking: boolean): void {
    if (isAsking) this.#asking.add(stop);
    else this.#asking.delete(stop);
    void commands.executeCommand("setContext", "fastApply.isAskingHere", this.#asking.size > 0);
  }

  /** Applies what an answer has for the file, as it comes. Resolves when the answer is over and all of it is in the review. */
  async #follow(live: LiveConversation, id: string, target: Uri, stop: AbortSignal, mark: Disposable): Promise<void> {
    const { chat, reviews, memory } = this.#needs;
    const { blocks } = chat.parts;
    const applies = new Map<number, Promise<void>>();
    const ending = AbortSignal.any([stop, this.#ending.signal]);
    const isStreaming = (): boolean => {
      const answer = findMessage(live.value, id);
      return answer?.role === "assistant" && answer.state.type === "streaming";
    };
    const growing = (signal: AbortSignal): AsyncIterable<AnswerSoFar> => {
      // Whoever stops the review does not want more of the answer.
      signal.addEventListener("abort", () => {
        if (isStreaming()) live.stop();
      });
      return answerAsItComes(live, id, signal);
    };
    stop.addEventListener("abort", () => {
      if (isStreaming()) live.stop();
      for (const index of applies.keys()) {
        const answer = findMessage(live.value, id);
        if (answer?.role === "assistant") void blocks.act(live.value, answer, index, "stop");
      }
    });
    for await (const now of answerAsItComes(live, id, ending)) {
      if (now.answer.state.type === "streaming" && now.answer.text.length > LONGEST_GROWING) continue;
      if (now.answer.state.type === "stopped") break;
      for (const index of applicable(now)) {
        if (applies.has(index)) continue;
        mark.dispose();
        applies.set(index, this.#apply(live, now, index, target, growing));
      }
    }
    await Promise.all(applies.values());
    const review = reviews.findByTarget(target);
    if (applies.size > 0 && review?.isPending === true) await memory.addReview(review.id, live.id);
  }

  async #apply(
    live: LiveConversation,
    now: AnswerSoFar,
    index: number,
    target: Uri,
    growing: (signal: AbortSignal) => AsyncIterable<AnswerSoFar>,
  ): Promise<void> {
    const { chat, reviews, memory } = this.#needs;
    if (!(await isThere(target))) {
      void window.showWarningMessage(
        l10n.t("{0} is not there any more, so nothing was applied. The answer is in the chat.", shownTarget(target)),
      );
      return;
    }
    await chat.parts.blocks.applyInPlace(now, index, target, growing);
    const review = reviews.findByTarget(target);
    if (review?.isPending === true) await memory.addReview(review.id, live.id);
  }

  /** Says what came of an answer if no review shows it, and offers what to do next. */
  async #tell(live: LiveConversation, id: string, { uri }: RegionInPlace): Promise<void> {
    const answer = findMessage(live.value, id);
    if (answer?.role !== "assistant" || this.#ending.signal.aborted) return;
    const outcome = outcomeOf({ conversation: live.value, answer }, shownTarget(uri));
    if (outcome === undefined) return;
    const { planners } = this.#needs.chat.parts;
    const [again, show, add] = [l10n.t("Ask Again…"), l10n.t("Show in Chat"), l10n.t("Add Chat Model…")];
    const hasModel = (await planners.chosen()) !== "";
    const buttons = hasModel ? [again, show] : [add, again];
    const choice = await (outcome.isFailure
      ? window.showErrorMessage(outcome.message, ...buttons)
      : window.showInformationMessage(outcome.message, ...buttons));
    if (choice === show) await this.#show(live);
    if (choice === again || (choice === add && (await planners.add()) !== undefined)) await this.#askAgain(live);
  }

  async #show(live: LiveConversation): Promise<void> {
    await this.#needs.chat.open(live.id);
    await this.#needs.showChat();
  }
}

/** Says what came of an answer that is over; `undefined` if its review shows all of it, or the user has stopped it. */
function outcomeOf(now: AnswerSoFar, name: string): { message: string; isFailure: boolean } | undefined {
  const { state, text } = now.answer;
  const applied = applicable(now).length;
  switch (state.type) {
    case "streaming":
    case "stopped":
      return undefined;
    case "failed": {
      const kept = l10n.t("What came whole before that is in the review.");
      const message = shown(state.message, 600);
      return { message: applied === 0 ? message : `${message} ${kept}`, isFailure: true };
    }
    case "done": {
      const blocks = answerBlocks(text).filter(({ kind }) => kind === "sketch").length;
      if (applied === 0) {
        const message = l10n.t("The answer has no code for {0}: {1}", name, shown(text.trim(), 200));
        return { message, isFailure: false };
      }
      const others = l10n.t("The answer changes other files too. They are left as they are; apply them in the chat.");
      return blocks > applied ? { message: others, isFailure: false } : undefined;
    }
  }
}

/** Lists the numbers of the blocks of an answer that are for the file of its question and can be applied by now. */
function applicable({ conversation, answer }: AnswerSoFar): readonly number[] {
  const branch = branchTo(conversation, answer.id);
  const asked = branch.findLast(isAskedInPlace);
  if (asked === undefined) return [];
  const { region } = asked;
  const others = branch.flatMap((message) =>
    message.role === "assistant"
      ? []
      : message.attachments.flatMap(({ reference }) =>
          "uri" in reference && reference.uri !== region.uri ? [reference.path] : [],
        ),
  );
  return blocksOfRegion(answerBlocks(answer.text), region, others)
    .filter((block) => usablePart(answer, block) !== undefined)
    .map(({ index }) => index);
}

function isAskedInPlace(message: Message): message is AskedInPlace {
  return message.role === "user" && message.region !== undefined;
}

/** Names a place, as in `total, lines 3 to 9 of src/cart.ts`. Symbols may have any name. */
function titleOf({ uri, lines: { startLine, endLine }, symbol }: RegionInPlace): string {
  const file = shownTarget(uri);
  const lines =
    startLine === endLine
      ? l10n.t("line {0} of {1}", startLine, file)
      : l10n.t("lines {0} to {1} of {2}", startLine, endLine, file);
  return symbol === undefined ? lines : `${shown(symbol, 60)}, ${lines}`;
}

function nothingAsked(): string {
  return l10n.t("There is no edit in place to ask again for. Run “Fast Apply: Edit Here…” first.");
}

function isGone(name: string): string {
  return l10n.t("{0} is not there any more, so nothing can be asked for it.", name);
}
