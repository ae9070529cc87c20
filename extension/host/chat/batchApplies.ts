import { l10n, Uri, window } from "vscode";
import { planJobs } from "../../core/targets/applyJobs.ts";
import type { AnswerBlock } from "../../core/chat/answerBlocks.ts";
import { partToApply, type UsablePart } from "../../core/chat/blockPlacing.ts";
import { bySureness } from "../../core/chat/blockStates.ts";
import type { BatchView, BlockView } from "../../core/chat/chatProtocol.ts";
import type { Answer } from "../../core/chat/chatSchemas.ts";
import { applyTogether } from "../apply/applyTogether.ts";
import type { ApplyNews, ApplyOptions, ApplySurroundings } from "../apply/applyTarget.ts";
import {
  foundTargets,
  knownSearches,
  searchChosen,
  searchTargets,
  type KnownTargets,
  type TargetSearch,
  type Unasked,
} from "../apply/findTargets.ts";
import type { PickedTarget } from "../apply/pickTarget.ts";
import { whileShown } from "../apply/slowWork.ts";
import type { EditorContext } from "../apply/editorContext.ts";
import type { LiveReview } from "../review/liveReview.ts";
import { acceptReviews } from "../review/reviewBatch.ts";
import type { ReviewSurface } from "../review/reviewSurface.ts";
import { shown } from "../shownText.ts";
import { targetKey } from "./blockParts.ts";
import { sourceOfPart } from "./blockSource.ts";
import type { BlockTracks } from "./blockTracks.ts";

/** How blocks are applied together: where from, where to, and what is known of the chat. */
export interface BatchOrder {
  readonly editorContext: EditorContext;
  readonly options: Pick<ApplyOptions, "context" | "choosers" | "placed" | "place">;
  readonly known: KnownTargets;
  readonly chosen: (block: AnswerBlock) => Promise<PickedTarget | undefined>;
}

/** Applies all blocks of an answer, and accepts what came of them. */
export class BatchApplies {
  readonly #surroundings: ApplySurroundings;
  readonly #surface: ReviewSurface;
  readonly #tracks: BlockTracks;
  readonly #blocksOf: (text: string) => readonly AnswerBlock[];
  readonly #onDidChange: (answer: string) => void;
  /** Answers whose blocks are being applied together. */
  readonly #running = new Set<string>();

  constructor(
    surroundings: ApplySurroundings,
    surface: ReviewSurface,
    tracks: BlockTracks,
    blocksOf: (text: string) => readonly AnswerBlock[],
    onDidChange: (answer: string) => void,
  ) {
    this.#surroundings = surroundings;
    this.#surface = surface;
    this.#tracks = tracks;
    this.#blocksOf = blocksOf;
    this.#onDidChange = onDidChange;
  }

  /** Lists the targets of all blocks, the surest first; `undefined` for fewer than two blocks. `isAccepted`: some of it is in files. */
  view(answer: Answer, views: readonly BlockView[], isAccepted: boolean): BatchView | undefined {
    const blocks = this.#blocksForFiles(answer);
    if (blocks.length < 2) return undefined;
    const byPath = new Map<string, BatchView["targets"][number]>();
    for (const { index } of blocks) {
      const view = views[index];
      if (view === undefined) continue;
      const { path, certainty } = view;
      const known = byPath.get(path);
      const less = known !== undefined && bySureness(known, { certainty }) > 0 ? known.certainty : certainty;
      byPath.set(path, { path, certainty: less, blocks: [...(known?.blocks ?? []), index] });
    }
    const isRunning = this.#running.has(answer.id);
    const isInReview = this.#pendingReviews(answer).length > 0;
    const state = isRunning ? "running" : isInReview ? "review" : isAccepted ? "accepted" : "idle";
    return { targets: [...byPath.values()].sort(bySureness), state };
  }

  /** Computes all blocks that are not applied yet, those for one file together, and opens their reviews. */
  async apply(answer: Answer, order: BatchOrder): Promise<void> {
    const parts = this.#toApply(answer);
    const blocks = parts.map(({ block }) => block);
    if (blocks.length === 0 || this.#running.has(answer.id)) return;
    const stop = new AbortController();
    this.#running.add(answer.id);
    this.#onDidChange(answer.id);
    for (const { index } of blocks) this.#tracks.begin(answer, index, stop);
    try {
      await whileShown(l10n.t("Fast Apply"), stop, () => this.#compute(answer, parts, order, stop));
    } catch (error) {
      if (!stop.signal.aborted) {
        const reason = error instanceof Error ? error.message : String(error);
        for (const { index } of blocks) {
          if (this.#tracks.isUnderWay(answer, index)) this.#tracks.fail(answer, index, shown(reason));
        }
        throw error;
      }
    } finally {
      for (const { index } of blocks) this.#tracks.conclude(answer, index);
      this.#running.delete(answer.id);
      this.#onDidChange(answer.id);
    }
    this.#sayFailed(answer, blocks);
  }

  /** Accepts what is certain in the reviews of all blocks, as one action. */
  async accept(answer: Answer): Promise<void> {
    const { left, refused } = await acceptReviews(this.#surface, this.#pendingReviews(answer));
    if (refused.length > 0) {
      const names = refused.map((uri) => shown(uri.path.split("/").at(-1) ?? "")).join(", ");
      void window.showErrorMessage(l10n.t("These files could not be edited, so nothing has changed there: {0}", names));
    }
    if (left > 0) {
      void window.showWarningMessage(
        l10n.t(
          "Hunks left to you: {0}. They are open, the sketches do not explain them, or you changed their lines. Accept or reject them one by one.",
          left,
        ),
      );
    }
  }

  async #compute(
    answer: Answer,
    parts: readonly UsablePart[],
    { editorContext, options, known, chosen }: BatchOrder,
    { signal }: AbortController,
  ): Promise<void> {
    // What takes long is shown by the caller.
    const unasked: Unasked = (work) => work();
    const searches: { readonly index: number; readonly search: TargetSearch }[] = [];
    for (const part of parts) {
      const { block } = part;
      const { index } = block;
      signal.throwIfAborted();
      const source = sourceOfPart(part);
      const picked = await chosen(block);
      const jobs = planJobs(block.sketches).jobs.map((job) => ({ source, job }));
      const found = picked
        ? await searchChosen(source, block.sketches, picked, unasked)
        : ((await knownSearches(jobs, known)) ?? (await searchTargets(jobs, editorContext, signal, unasked)));
      if (found === "fits-none") {
        this.#tracks.fail(answer, index, l10n.t("No part of the block is for the file that you have chosen."));
        continue;
      }
      const all = "type" in found ? [found] : found;
      const refused = all.find((search) => search.type === "refused");
      if (refused?.type === "refused") this.#tracks.fail(answer, index, refused.reason);
      else {
        this.#tracks.await(answer, index, foundTargets(all));
        searches.push(...all.map((search) => ({ index, search })));
      }
    }
    signal.throwIfAborted();
    const targets = foundTargets(searches.map(({ search }) => search));
    const indexesOf = (target: Uri): readonly number[] => [
      ...new Set(
        searches.flatMap(({ index, search }) =>
          search.type === "found" && targetKey(search.target.uri) === targetKey(target) ? [index] : [],
        ),
      ),
    ];
    const observe = (news: ApplyNews): void => {
      this.#tracks.hear(answer, indexesOf(news.target), news);
    };
    await applyTogether(this.#surroundings, { ...options, observe }, targets, signal);
  }

  /** Finds the parts that have not been applied yet or have failed; if there are none, those that were rejected. */
  #toApply(answer: Answer): readonly UsablePart[] {
    const free = this.#partsForFiles(answer).filter(({ block }) => !this.#tracks.isUnderWay(answer, block.index));
    const stateOf = ({ block }: UsablePart): string => this.#tracks.recordOf(answer, block.index).state.type;
    const fresh = free.filter((part) => ["idle", "failed"].includes(stateOf(part)));
    return fresh.length > 0 ? fresh : free.filter((part) => stateOf(part) === "rejected");
  }

  #pendingReviews(answer: Answer): readonly LiveReview[] {
    const { reviews } = this.#surface;
    const found = this.#blocksForFiles(answer).flatMap(({ index }) =>
      [...this.#tracks.partsOf(answer, index).values()].flatMap((part) =>
        part.type === "reviewed" && !part.isOver ? (reviews.find(part.review) ?? []) : [],
      ),
    );
    return [...new Set(found)].filter(({ isPending }) => isPending);
  }

  #sayFailed(answer: Answer, blocks: readonly AnswerBlock[]): void {
    const failed = blocks.filter(({ index }) => this.#tracks.recordOf(answer, index).state.type === "failed");
    if (failed.length === 0) return;
    void window.showWarningMessage(
      l10n.t("{0} of {1} blocks could not be applied. Each of them says why.", failed.length, blocks.length),
    );
  }

  /** Lists the blocks of an answer that are meant for files and can be applied. */
  #blocksForFiles(answer: Answer): readonly AnswerBlock[] {
    return this.#partsForFiles(answer).map(({ block }) => block);
  }

  #partsForFiles(answer: Answer): readonly UsablePart[] {
    return this.#blocksOf(answer.text)
      .filter(({ kind, sketches }) => kind === "sketch" && sketches.length > 0)
      .flatMap((block) => partToApply(answer, block) ?? []);
  }
}
