import { Disposable, EventEmitter, l10n, Uri, window, type Event } from "vscode";
import type { Chooser } from "../../core/models/chooser.ts";
import { rememberingBlocks, type AnswerBlock } from "../../core/chat/answerBlocks.ts";
import { applyContext } from "../../core/chat/applyContext.ts";
import { partToApply, usablePart } from "../../core/chat/blockPlacing.ts";
import { isWhole, pathOfBlock } from "../../core/chat/blockStates.ts";
import type { BatchAction } from "../../core/chat/chatProtocol.ts";
import type { Answer, BlockState, Conversation } from "../../core/chat/chatSchemas.ts";
import type { PlacedBlock } from "../../core/chat/placedBlock.ts";
import { applyReply, type ReplyOptions } from "../apply/applyReply.ts";
import type { ApplySurroundings } from "../apply/applyTarget.ts";
import { pickAny } from "../apply/pickTarget.ts";
import type { Growing } from "../apply/growingApply.ts";
import type { LiveReviews } from "../review/liveReviews.ts";
import type { ReviewEditors } from "../review/reviewEditors.ts";
import { shown } from "../shownText.ts";
import { BatchApplies } from "./batchApplies.ts";
import { BlockGuesses } from "./blockGuesses.ts";
import { openReviewOf, openTargetOf, type BlockOpening } from "./blockOpening.ts";
import { targetKey, UNKNOWN_TARGET } from "./blockParts.ts";
import { cutOffReason, refusalOf } from "./blockNotes.ts";
import { BlockProblems } from "./blockProblems.ts";
import { BlockPlacements } from "./blockPlacements.ts";
import { editorContextOf, placeOfAnswer, sourceOfPart } from "./blockSource.ts";
import type { Guess } from "./blockTargets.ts";
import { BlockTracks } from "./blockTracks.ts";
import { BlockViews, type OfferedEngine } from "./blockViews.ts";
import { Checkpoints } from "./checkpoints.ts";
import type { AnswerSoFar, AnswerView, BlockFix, BlockProblem } from "./chatPorts.ts";
import { chosenTargets, pickedTarget, type ChosenOf } from "./chosenTargets.ts";
import { earlierRewrites, growingBlock } from "./growingBlocks.ts";
import { Preparations, type GuessOfBlock } from "./preparations.ts";

/** What a block of an answer can be asked to do with its file. */
export type ApplyAction = "apply" | "stop" | "open-review" | "open-target" | "change-target";

/** What applying the blocks of a chat needs. */
export interface BlockApplyDeps {
  readonly surroundings: ApplySurroundings;
  readonly reviews: LiveReviews;
  readonly editors: ReviewEditors;
  /** Finds the chat's models that may be asked what open pieces of an answer mean; without it none is. Never rejects. */
  readonly choosers?: (answer: Answer) => Promise<readonly Chooser[]>;
  /** The engines that *Retry with …* offers. */
  readonly rewriterNames: () => Promise<readonly OfferedEngine[]>;
}

/** The states in which a block may be applied next. */
const WITHOUT_REVIEW: ReadonlySet<BlockState["type"]> = new Set(["idle", "failed", "rejected"]);
/** How many answers keep their blocks in memory: all of a conversation are looked at with each progress of an apply. */
const TEXTS_AT_HAND = 40;

/** Applies the code blocks of answers, and says how they stand: their states follow the reviews that they went to. */
export class BlockApplies implements Disposable {
  readonly #deps: BlockApplyDeps;
  readonly #changed = new EventEmitter<string>();
  readonly #tracks: BlockTracks;
  readonly #batches: BatchApplies;
  readonly #checkpoints: Checkpoints;
  readonly #problems: BlockProblems;
  readonly #guesses = new BlockGuesses();
  readonly #preparations: Preparations;
  readonly #placements: BlockPlacements;
  readonly #blocksOf = rememberingBlocks(TEXTS_AT_HAND);
  readonly #chosenOf: ChosenOf;
  readonly #views: BlockViews;
  readonly #listeners: Disposable;

  constructor(deps: BlockApplyDeps) {
    this.#deps = deps;
    const fire = (answer: string): void => {
      this.#changed.fire(answer);
    };
    this.#tracks = new BlockTracks(deps.reviews);
    this.#chosenOf = chosenTargets(this.#tracks, this.#blocksOf);
    this.#batches = new BatchApplies(deps.surroundings, deps, this.#tracks, this.#blocksOf, fire);
    this.#checkpoints = new Checkpoints(deps.reviews, this.#tracks, fire);
    this.#problems = new BlockProblems(deps.reviews, this.#tracks, fire);
    const guessOf: GuessOfBlock = (conversation, answer, block) =>
      this.#guesses.find(block, editorContextOf(conversation, answer), this.#chosenOf(conversation, answer)(block));
    this.#preparations = new Preparations(deps.surroundings, guessOf);
    this.#placements = new BlockPlacements(deps.surroundings, deps.reviews, {
      blocksOf: this.#blocksOf,
      guessOf,
      guessNow: ({ id }, index) => this.#guesses.latest(id, index),
      chosenOf: this.#chosenOf,
      isOpen: (answer, index) => WITHOUT_REVIEW.has(this.#tracks.recordOf(answer, index).state.type),
    });
    this.#views = new BlockViews({
      tracks: this.#tracks,
      placements: this.#placements,
      guesses: this.#guesses,
      problems: this.#problems,
      blocksOf: this.#blocksOf,
      chosenOf: this.#chosenOf,
      engines: deps.rewriterNames,
    });
    this.#listeners = Disposable.from(
      this.#preparations,
      this.#placements,
      this.#placements.onDidChange(fire),
      this.#guesses.onDidChange(fire),
      this.#tracks.onDidChange(fire),
      this.#guesses,
      this.#checkpoints,
      this.#problems,
      this.#tracks,
    );
  }

  /** Fires with the id of an answer when what is shown of its blocks has changed. */
  get onDidChange(): Event<string> {
    return this.#changed.event;
  }

  /** Returns the blocks of an answer as they stand now. Targets that take time to find come later, with `onDidChange`. */
  async view(conversation: Conversation, answer: Answer): Promise<AnswerView> {
    this.#adopt(answer);
    this.#preparations.changed(conversation, answer);
    // The files of all that was ever answered are not opened only because it is shown.
    if (conversation.head === answer.id || this.#placements.isFollowed(answer)) {
      this.#placements.follow(conversation, answer);
    }
    const blocks = await this.#views.of(conversation, answer);
    const canRestore = this.#checkpoints.canRestore(answer);
    const batch = this.#batches.view(answer, blocks, canRestore);
    return { blocks, canRestore, ...(batch !== undefined && { batch }) };
  }

  /** Finds where the edits of a block of exact edits belong; `undefined` if that is not known, and for other blocks. */
  placedOf(answer: Answer, index: number): PlacedBlock | undefined {
    return this.#placements.of(answer, index);
  }

  /** Returns what is to be stored of the blocks of an answer. */
  records(answer: Answer): Answer["blocks"] {
    return this.#checkpoints.withAccepted(answer, this.#tracks.records(answer));
  }

  /** Follows an answer that streams in: places its edits, and may let a model on this machine read ahead. */
  grows(conversation: Conversation, answer: Answer): void {
    this.#placements.follow(conversation, answer);
    this.#preparations.grows(conversation, answer);
  }

  /** Does the same for a block that the user is about to apply. */
  async expects(conversation: Conversation, answer: Answer, index: number): Promise<void> {
    const block = this.#blocksOf(answer.text)[index];
    if (block === undefined) return;
    this.#placements.follow(conversation, answer);
    await this.#preparations.expects(conversation, answer, block);
  }

  /** Does what the user asks of a block. `engine`: id of the one that *Retry with …* names. */
  async act(
    conversation: Conversation,
    answer: Answer,
    index: number,
    action: ApplyAction,
    engine?: string,
  ): Promise<void> {
    const block = this.#blocksOf(answer.text)[index];
    if (block === undefined) return;
    this.#adopt(answer);
    // It may be another one yet, so nothing is recorded of it.
    if (answer.state.type === "streaming" && !isWhole(block, answer) && action !== "open-target") {
      void window.showInformationMessage(l10n.t("This block is still being written. Wait until the answer is there."));
      return;
    }
    switch (action) {
      case "apply":
        return this.#apply(conversation, answer, block, { engine });
      case "stop":
        this.#stop(answer, index);
        return;
      case "open-review":
        return openReviewOf(this.#opening(conversation, answer, block));
      case "open-target":
        return openTargetOf(this.#opening(conversation, answer, block));
      case "change-target":
        return this.#changeTarget(answer, block);
    }
  }

  /**
   * Applies a block to the file that its question was about, also while it is still being written. Replaces what earlier answers of the
   * branch have proposed for that file, as far as the user has not decided on it.
   */
  async applyInPlace(now: AnswerSoFar, index: number, target: Uri, growing: Growing<AnswerSoFar>): Promise<void> {
    const { conversation, answer } = now;
    const block = this.#blocksOf(answer.text)[index];
    if (block === undefined) return;
    this.#adopt(answer);
    this.#tracks.choose(answer, index, targetKey(target));
    const earlier = {
      tracks: this.#tracks,
      blocksOf: this.#blocksOf,
      adopt: (other: Answer): void => {
        this.#adopt(other);
      },
    };
    await this.#apply(conversation, answer, block, {
      growing: growingBlock(growing, index, this.#blocksOf),
      replaced: () => earlierRewrites(now, targetKey(target), earlier),
    });
  }

  /** Does what the user asks of all blocks of an answer that are for files. */
  async actOnAll(conversation: Conversation, answer: Answer, action: BatchAction): Promise<void> {
    this.#adopt(answer);
    switch (action) {
      case "apply":
        this.#preparations.stop();
        return this.#batches.apply(answer, {
          editorContext: editorContextOf(conversation, answer),
          options: {
            context: applyContext(conversation, answer.id),
            choosers: () => this.#choosers(answer),
            placed: (target) => this.#placements.rewriteOf(answer, target),
            place: placeOfAnswer(conversation, answer),
          },
          known: (job) => this.#placements.targetOf(answer, job),
          chosen: (block) => pickedTarget(this.#chosenOf(conversation, answer)(block)),
        });
      case "accept":
        return this.#batches.accept(answer);
      case "restore":
        return this.#checkpoints.restore(conversation, answer);
    }
  }

  problemsOf(answer: string, index: number): readonly BlockProblem[] {
    return this.#views.problemsOf(answer, index);
  }

  fixesOf(answer: string, index: number): readonly BlockFix[] {
    return this.#problems.fixesOf(answer, index);
  }

  /** Drops what only the window knows of answers that are deleted or no longer at work. */
  forget(answers: readonly string[]): void {
    this.#problems.forget(new Set(answers));
  }

  /** Applies the blocks of an answer that are for one of these files, one after the other. Resolves to whether there was one. */
  async applyTo(conversation: Conversation, answer: Answer, targets: readonly Uri[]): Promise<boolean> {
    this.#adopt(answer);
    const wanted = new Set(targets.map(targetKey));
    const chosenOf = this.#chosenOf(conversation, answer);
    let isAny = false;
    for (const block of this.#blocksOf(answer.text)) {
      if (block.kind !== "sketch" || partToApply(answer, block) === undefined) continue;
      const { uri } = await this.#guesses.find(block, editorContextOf(conversation, answer), chosenOf(block));
      if (uri === undefined || !wanted.has(targetKey(uri))) continue;
      isAny = true;
      await this.#apply(conversation, answer, block, {});
    }
    return isAny;
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }

  #adopt(answer: Answer): void {
    this.#tracks.adopt(answer);
    this.#checkpoints.adopt(answer);
  }

  #choosers(answer: Answer): Promise<readonly Chooser[]> {
    return this.#deps.choosers?.(answer) ?? Promise.resolve([]);
  }

  async #apply(
    conversation: Conversation,
    answer: Answer,
    block: AnswerBlock,
    wish: Pick<ReplyOptions, "engine" | "growing" | "replaced">,
  ): Promise<void> {
    const { index } = block;
    if (this.#tracks.isUnderWay(answer, index)) return;
    const part = wish.growing === undefined ? partToApply(answer, block) : usablePart(answer, block);
    if (part === undefined) {
      this.#tracks.fail(answer, index, cutOffReason());
      return;
    }
    const stop = new AbortController();
    this.#preparations.stop();
    // The editors as they are at the click.
    const found = { source: sourceOfPart(part), editorContext: editorContextOf(conversation, answer) };
    this.#tracks.begin(answer, index, stop);
    try {
      const report = await applyReply(this.#deps.surroundings, found, {
        chosen: await pickedTarget(this.#chosenOf(conversation, answer)(block)),
        stop,
        ...wish,
        context: applyContext(conversation, answer.id),
        choosers: () => this.#choosers(answer),
        placed: (target) => this.#placements.rewriteOf(answer, target),
        known: (job) => this.#placements.targetOf(answer, job),
        place: placeOfAnswer(conversation, answer),
        onTargets: (targets) => {
          this.#tracks.await(answer, index, targets);
        },
        observe: (news) => {
          this.#tracks.hear(answer, [index], news);
        },
      });
      const reason = refusalOf(report);
      if (reason === undefined) this.#tracks.conclude(answer, index);
      else this.#tracks.fail(answer, index, reason);
    } catch (error) {
      this.#tracks.fail(answer, index, shown(error instanceof Error ? error.message : String(error)));
      throw error;
    }
  }

  #opening(conversation: Conversation, answer: Answer, block: AnswerBlock): BlockOpening {
    const { reviews, editors } = this.#deps;
    const guess = (): Promise<Guess> =>
      this.#guesses.find(block, editorContextOf(conversation, answer), this.#chosenOf(conversation, answer)(block));
    return {
      reviews,
      editors,
      parts: this.#tracks.partsOf(answer, block.index),
      places: this.#tracks.placesOf(answer, block.index),
      guess,
    };
  }

  async #changeTarget(answer: Answer, block: AnswerBlock): Promise<void> {
    const picked = await pickAny(pathOfBlock(block), undefined);
    if (picked !== undefined) this.#tracks.choose(answer, block.index, targetKey(picked.uri));
  }

  #stop(answer: Answer, index: number): void {
    this.#tracks.stopOf(answer, index)?.abort();
    for (const [target, part] of this.#tracks.partsOf(answer, index)) {
      if (part.type === "coming" && target !== UNKNOWN_TARGET) this.#deps.reviews.stop(Uri.parse(target, true));
    }
  }
}
