import { Disposable, EventEmitter, l10n, Uri, window, type Event } from "vscode";
import { wholeSource, type SketchSource } from "../../core/apply/sketchSource.ts";
import { answerBlocks, type AnswerBlock } from "../../core/chat/answerBlocks.ts";
import { applyContext } from "../../core/chat/applyContext.ts";
import { pathOfBlock, rememberedTarget } from "../../core/chat/blockStates.ts";
import type { BatchView, BlockView } from "../../core/chat/chatProtocol.ts";
import type { Answer, BlockRecord, BlockState, Conversation } from "../../core/chat/chatSchemas.ts";
import { branchTo } from "../../core/chat/conversation.ts";
import { applyReply, type ApplyReport } from "../apply/applyReply.ts";
import type { ApplyNews, ApplySurroundings } from "../apply/applyTarget.ts";
import { pickAny, type PickedTarget } from "../apply/pickTarget.ts";
import { lookAtDesk, type Desk } from "../apply/targetFacts.ts";
import type { LiveReview } from "../review/liveReview.ts";
import type { LiveReviews } from "../review/liveReviews.ts";
import type { ReviewEditors } from "../review/reviewEditors.ts";
import { fileExists } from "../review/targetDocument.ts";
import { shown, shownTarget } from "../shownText.ts";
import { BlockGuesses } from "./blockGuesses.ts";
import {
  afterNews,
  afterReview,
  isComing,
  keyOf,
  sizeOfParts,
  stateOfParts,
  UNKNOWN_TARGET,
  waiting,
  type BlockPart,
} from "./blockTracks.ts";

/** What a block of an answer can be asked to do with its file. */
export type ApplyAction = "apply" | "stop" | "open-review" | "open-target" | "change-target";

/** What applying the blocks of a chat needs. */
export interface BlockApplyDeps {
  readonly surroundings: ApplySurroundings;
  readonly reviews: LiveReviews;
  readonly editors: ReviewEditors;
  /** The engines that *Retry with …* offers. */
  readonly rewriterNames: () => Promise<readonly EngineName[]>;
}

interface EngineName {
  readonly id: string;
  readonly name: string;
}

/** What this window knows of a block beyond what is stored. */
interface Track {
  readonly record: BlockRecord;
  readonly parts: Map<string, BlockPart>;
  stop: AbortController | undefined;
}

/** How often the progress of an apply is told. */
const TELL_MS = 100;

/** Applies the code blocks of answers, and says how they stand: their states follow the reviews that they went to. */
export class BlockApplies implements Disposable {
  readonly #deps: BlockApplyDeps;
  readonly #changed = new EventEmitter<string>();
  readonly #tracks = new Map<string, Map<number, Track>>();
  readonly #guesses = new BlockGuesses();
  readonly #listeners: Disposable;
  readonly #told = new Map<string, ReturnType<typeof setTimeout>>();
  #engines: readonly EngineName[] = [];

  constructor(deps: BlockApplyDeps) {
    this.#deps = deps;
    const { reviews } = deps;
    this.#listeners = Disposable.from(
      this.#guesses,
      this.#guesses.onDidChange((answer) => {
        this.#changed.fire(answer);
      }),
      reviews.onDidChange((review) => {
        // Reviews that end with the window are not over: they come back with the next one.
        if (!review.isEnded) this.#follow(review, false);
      }),
      reviews.onDidEnd((review) => {
        this.#follow(review, true);
      }),
    );
  }

  /** Fires with the id of an answer when what there is to say of its blocks has changed. */
  get onDidChange(): Event<string> {
    return this.#changed.event;
  }

  /** The blocks of an answer as they stand now. Targets that take time to find come later, with `onDidChange`. */
  async view(
    conversation: Conversation,
    answer: Answer,
  ): Promise<{ readonly blocks: readonly BlockView[]; readonly batch?: BatchView }> {
    this.#engines = await this.#deps.rewriterNames();
    const blocks = answerBlocks(answer.text).map((block) => this.#viewOf(conversation, answer, block));
    return { blocks };
  }

  /** What is to be stored of the blocks of an answer. */
  records(answer: Answer): Answer["blocks"] {
    const tracks = this.#tracks.get(answer.id);
    if (tracks === undefined) return answer.blocks;
    const known = [...tracks].map(([index, { record }]): [string, BlockRecord] => [String(index), record]);
    return { ...answer.blocks, ...Object.fromEntries(known) };
  }

  /** Does what the user asks of a block. `engine`: id of the one that *Retry with …* names. */
  async act(
    conversation: Conversation,
    answer: Answer,
    index: number,
    action: ApplyAction,
    engine?: string,
  ): Promise<void> {
    const block = answerBlocks(answer.text)[index];
    if (block === undefined) return;
    switch (action) {
      case "apply":
        return this.#apply(conversation, answer, block, engine);
      case "stop":
        this.#stop(answer, index);
        return;
      case "open-review":
        return this.#openReview(conversation, answer, block);
      case "open-target":
        return this.#openTarget(conversation, answer, block);
      case "change-target":
        return this.#changeTarget(answer, block);
    }
  }

  /** Does what the user asks of all blocks of an answer that are for files. */
  async actOnAll(conversation: Conversation, answer: Answer, action: "apply" | "accept" | "undo"): Promise<void> {
    if (action !== "apply") return;
    for (const block of answerBlocks(answer.text)) {
      if (block.kind === "sketch") await this.#apply(conversation, answer, block, undefined);
    }
  }

  dispose(): void {
    this.#listeners.dispose();
    for (const timer of this.#told.values()) clearTimeout(timer);
    this.#changed.dispose();
  }

  async #apply(
    conversation: Conversation,
    answer: Answer,
    block: AnswerBlock,
    engine: string | undefined,
  ): Promise<void> {
    const { index } = block;
    if (isComing(this.#track(answer, index).parts)) return;
    const chosen = await pickedTarget(this.#chosenUri(conversation, answer, block));
    const stop = new AbortController();
    const { parts, record } = this.#track(answer, index);
    const before = { parts: new Map(parts), state: record.state };
    this.#change(answer, index, (track) => {
      track.stop = stop;
      track.parts.clear();
      track.parts.set(UNKNOWN_TARGET, waiting(undefined));
      return undefined;
    });
    try {
      const report = await applyReply(
        this.#deps.surroundings,
        { source: sourceOf(answer, block), desk: deskOf(conversation, answer) },
        {
          chosen,
          stop,
          engine,
          context: applyContext(conversation, answer.id),
          onTargets: (targets) => {
            const [first] = targets;
            this.#change(answer, index, (track) => {
              track.parts.clear();
              for (const { uri } of targets) {
                const earlier = before.parts.get(keyOf(uri));
                track.parts.set(keyOf(uri), waiting(earlier));
              }
              const isChosen = first?.isChosen === true || track.record.isChosen === true;
              return first && { target: keyOf(first.uri), ...(isChosen ? { isChosen } : {}) };
            });
          },
          observe: (news) => {
            this.#hear(answer.id, [index], news);
          },
        },
      );
      this.#conclude(answer, index, report, before);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#fail(answer, index, reason);
      throw error;
    }
  }

  /** What an apply came to whose targets did not all get as far as an apply. */
  #conclude(
    answer: Answer,
    index: number,
    report: ApplyReport,
    before: { readonly parts: ReadonlyMap<string, BlockPart>; readonly state: BlockState },
  ): void {
    switch (report.type) {
      case "no-sketch":
        this.#fail(answer, index, l10n.t("The block holds nothing that can be applied to a file."));
        return;
      case "fits-none":
        this.#fail(answer, index, l10n.t("No part of the block is for the file that you have chosen."));
        return;
      case "cancelled":
        break;
      case "applied": {
        const refused = report.searches.find((search) => search.type === "refused");
        if (refused?.type === "refused") {
          this.#fail(answer, index, refused.reason);
          return;
        }
      }
    }
    this.#change(answer, index, (track) => {
      track.stop = undefined;
      for (const [target, part] of track.parts) {
        // What waits still will never begin.
        if (part.type !== "coming" || (part.state.type !== "waiting" && report.type !== "cancelled")) continue;
        if (part.before === undefined) track.parts.delete(target);
        else track.parts.set(target, part.before);
      }
      if (track.parts.size > 0) return undefined;
      // Nothing came of it, so all is as it was.
      for (const [target, part] of before.parts) track.parts.set(target, part);
      return { state: before.state };
    });
  }

  #fail(answer: Answer, index: number, reason: string): void {
    this.#change(answer, index, (track) => {
      track.stop = undefined;
      for (const [target, part] of track.parts) if (part.type === "coming") track.parts.delete(target);
      track.parts.set(UNKNOWN_TARGET, { type: "ended", state: { type: "failed", reason } });
      return undefined;
    });
  }

  /** News of an apply that one block, or several for one file, are in. */
  #hear(answerId: string, indexes: readonly number[], news: ApplyNews): void {
    const target = keyOf(news.target);
    for (const index of indexes) {
      const track = this.#tracks.get(answerId)?.get(index);
      if (track === undefined) continue;
      track.parts.set(target, afterNews(track.parts.get(target), news, failedState));
      this.#settle(answerId, index, track);
    }
    if (news.type === "progress") this.#tellSoon(answerId);
    else this.#changed.fire(answerId);
  }

  #follow(review: LiveReview, isOver: boolean): void {
    const target = keyOf(review.target);
    for (const [answerId, tracks] of this.#tracks) {
      let isChanged = false;
      for (const [index, track] of tracks) {
        for (const [key, part] of track.parts) {
          if (part.type !== "reviewed" || (part.review === undefined ? key !== target : part.review !== review.id))
            continue;
          const next = afterReview(part, review, isOver);
          if (next === part) continue;
          track.parts.set(key, next);
          this.#settle(answerId, index, track);
          isChanged = true;
        }
      }
      if (isChanged) this.#tellSoon(answerId);
    }
  }

  #stop(answer: Answer, index: number): void {
    const track = this.#tracks.get(answer.id)?.get(index);
    track?.stop?.abort();
    for (const [target, part] of track?.parts ?? []) {
      if (part.type === "coming" && target !== UNKNOWN_TARGET) this.#deps.reviews.stop(Uri.parse(target, true));
    }
  }

  async #openReview(conversation: Conversation, answer: Answer, block: AnswerBlock): Promise<void> {
    const { reviews, editors } = this.#deps;
    const parts = this.#tracks.get(answer.id)?.get(block.index)?.parts;
    const ids = [...(parts?.values() ?? [])].map((part) => (part.type === "reviewed" ? part.review : undefined));
    const { target } = this.#recordOf(answer, block.index);
    const found = [
      ...ids.map((id) => reviews.find(id)),
      target === undefined ? undefined : reviews.findByTarget(Uri.parse(target, true)),
    ];
    const review = found.find((one) => one?.isPending === true);
    if (review === undefined) await this.#openTarget(conversation, answer, block);
    else await editors.show(review);
  }

  async #openTarget(conversation: Conversation, answer: Answer, block: AnswerBlock): Promise<void> {
    const record = this.#recordOf(answer, block.index);
    const uri =
      record.target === undefined
        ? (
            await this.#guesses.find(
              answer.id,
              block,
              deskOf(conversation, answer),
              this.#chosenUri(conversation, answer, block),
            )
          ).uri
        : Uri.parse(record.target, true);
    if (uri === undefined) {
      void window.showInformationMessage(
        l10n.t("It is not known yet which file this block is for. Apply it to be asked."),
      );
      return;
    }
    if (!(await fileExists(uri)) && uri.scheme !== "untitled") {
      void window.showInformationMessage(l10n.t("{0} is not there yet. Apply the block to make it.", shownTarget(uri)));
      return;
    }
    await window.showTextDocument(uri, { preview: false });
  }

  async #changeTarget(answer: Answer, block: AnswerBlock): Promise<void> {
    const picked = await pickAny(pathOfBlock(block), undefined);
    if (picked === undefined) return;
    this.#change(answer, block.index, () => ({ target: keyOf(picked.uri), isChosen: true }));
  }

  #viewOf(conversation: Conversation, answer: Answer, block: AnswerBlock): BlockView {
    const { index } = block;
    const record = this.#recordOf(answer, index);
    const { state, added, removed } = record;
    const guess = this.#guesses.known(
      answer.id,
      block,
      () => deskOf(conversation, answer),
      this.#chosenUri(conversation, answer, block),
    );
    // Where it went counts more than where it would go now.
    const isPlaced = state.type !== "idle" && state.type !== "failed" && record.target !== undefined;
    return {
      index,
      path: isPlaced ? shownTarget(Uri.parse(record.target ?? "", true)) : guess.path,
      certainty: guess.certainty,
      reason: guess.reason,
      state,
      ...(added === undefined ? {} : { added }),
      ...(removed === undefined ? {} : { removed }),
      retry: [...this.#engines],
    };
  }

  /** Where the user has said that the block goes, or another one of the conversation that names the same path. */
  #chosenUri(conversation: Conversation, answer: Answer, block: AnswerBlock): Uri | undefined {
    const own = this.#recordOf(answer, block.index);
    const path = pathOfBlock(block);
    const target =
      own.isChosen === true
        ? own.target
        : path === undefined
          ? undefined
          : rememberedTarget(conversation, path, (other) => this.records(other));
    return target === undefined ? undefined : Uri.parse(target, true);
  }

  #recordOf(answer: Answer, index: number): BlockRecord {
    return (
      this.#tracks.get(answer.id)?.get(index)?.record ?? answer.blocks[String(index)] ?? { state: { type: "idle" } }
    );
  }

  #track(answer: Answer, index: number): Track {
    return (
      this.#tracks.get(answer.id)?.get(index) ?? {
        record: this.#recordOf(answer, index),
        parts: new Map(),
        stop: undefined,
      }
    );
  }

  /** Changes what is known of a block, and tells. What `change` gives goes into its record. */
  #change(answer: Answer, index: number, change: (track: Track) => Partial<BlockRecord> | undefined): void {
    const track = this.#track(answer, index);
    const tracks = this.#tracks.get(answer.id) ?? new Map<number, Track>();
    this.#tracks.set(answer.id, tracks);
    const changed = change(track);
    this.#settle(answer.id, index, { ...track, ...(changed ? { record: { ...track.record, ...changed } } : {}) });
    this.#changed.fire(answer.id);
  }

  /** Brings the record of a block in step with its parts. */
  #settle(answerId: string, index: number, track: Track): void {
    const { parts, stop } = track;
    const { added, removed, ...rest } = track.record;
    const size =
      parts.size === 0
        ? { ...(added === undefined ? {} : { added }), ...(removed === undefined ? {} : { removed }) }
        : sizeOfParts(parts);
    // Without parts, all that is known is what was stored.
    const state = parts.size === 0 && !isUnderWay(rest.state) ? rest.state : stateOfParts(parts);
    const record = { ...rest, ...size, state };
    this.#tracks.get(answerId)?.set(index, { record, parts, stop });
  }

  #tellSoon(answerId: string): void {
    if (this.#told.has(answerId)) return;
    const timer = setTimeout(() => {
      this.#told.delete(answerId);
      this.#changed.fire(answerId);
    }, TELL_MS);
    this.#told.set(answerId, timer);
  }
}

function isUnderWay({ type }: BlockState): boolean {
  return type === "waiting" || type === "applying";
}

function sourceOf(answer: Answer, block: AnswerBlock): SketchSource {
  return { ...wholeSource(answer.text), fence: block.line };
}

/** The editors as they are, and the files that went along with the questions before the answer. */
function deskOf(conversation: Conversation, answer: Answer): Desk {
  const attached = branchTo(conversation, answer.id).flatMap((message) =>
    message.role === "user" ? message.attachments : [],
  );
  const uris = attached.flatMap(({ reference }) =>
    reference.type === "text" || reference.type === "folder" ? [] : [reference.uri],
  );
  return lookAtDesk(
    undefined,
    [...new Set(uris)].map((uri) => Uri.parse(uri)),
  );
}

async function pickedTarget(uri: Uri | undefined): Promise<PickedTarget | undefined> {
  return uri && { uri, isNew: uri.scheme !== "untitled" && !(await fileExists(uri)) };
}

/** How a failed apply is said on its block. */
function failedState({ outcome, trouble }: Extract<ApplyNews, { type: "ended" }>): BlockState {
  const reason = "reason" in outcome ? shown(outcome.reason) : "";
  const isSaid = trouble === undefined || reason.includes(shown(trouble));
  return { type: "failed", reason: isSaid ? reason : `${reason} ${shown(trouble)}`.trim() };
}
