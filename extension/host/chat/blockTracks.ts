import { Disposable, EventEmitter, Uri, type Event } from "vscode";
import type { Answer, BlockRecord, BlockState } from "../../core/chat/chatSchemas.ts";
import { formatPatch } from "../../core/diff/patch.ts";
import { blockPieces } from "../../core/chat/blockPlacing.ts";
import type { Piece } from "../../core/merge/mergeResult.ts";
import type { ApplyNews } from "../apply/applyTarget.ts";
import type { FoundTarget } from "../apply/foundTarget.ts";
import type { LiveReview } from "../review/liveReview.ts";
import type { Acceptance, LiveReviews } from "../review/liveReviews.ts";
import { shown, shownTarget } from "../shownText.ts";
import {
  afterNews,
  afterReview,
  isComing,
  isIn,
  isLeft,
  targetKey,
  partAgain,
  reviewedBefore,
  sizeOfParts,
  stateOfParts,
  storedParts,
  UNKNOWN_TARGET,
  waiting,
  type BlockPart,
  type BlockParts,
} from "./blockParts.ts";
import { sharesOf, type BlockShare } from "./blockShares.ts";

/** What this window knows of a block. */
interface Track {
  readonly record: BlockRecord;
  readonly parts: BlockParts;
  /** Ends the apply that is under way. */
  readonly stop: AbortController | undefined;
  /** As the block was before the apply that is under way. */
  readonly before: Pick<Track, "record" | "parts"> | undefined;
}

/** How often the progress of an apply is passed on, in milliseconds. */
const TELL_MS = 100;

/** The states of the blocks of answers, from the news of their applies and then from what becomes of their reviews. */
export class BlockTracks implements Disposable {
  readonly #changed = new EventEmitter<string>();
  readonly #tracks = new Map<string, Map<number, Track>>();
  readonly #reported = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #reviews: LiveReviews;
  readonly #listener: Disposable;

  constructor(reviews: LiveReviews) {
    this.#reviews = reviews;
    this.#listener = reviews.onDidChange((review) => {
      this.#follow(review);
    });
  }

  /** Fires with the id of an answer when the state of one of its blocks has changed. */
  get onDidChange(): Event<string> {
    return this.#changed.event;
  }

  /** Takes over what is stored of an answer, and follows the reviews that it was in when the window closed. */
  adopt(answer: Answer): void {
    for (const [key, { reviewed = [], ...record }] of Object.entries(answer.blocks)) {
      const index = Number(key);
      if (reviewed.length === 0 || this.#tracks.get(answer.id)?.has(index) === true) continue;
      const parts = reviewed.map((stored): [string, BlockPart] => {
        const review = this.#reviews.find(stored.review);
        return [stored.target, review === undefined ? { type: "stored", stored } : partAgain(stored, review)];
      });
      this.#put(answer.id, index, { record, parts: new Map(parts), stop: undefined, before: undefined });
    }
  }

  /** Returns what is to be stored of the blocks of an answer. */
  records(answer: Answer): Answer["blocks"] {
    const tracks = this.#tracks.get(answer.id);
    if (tracks === undefined) return answer.blocks;
    const known = [...tracks].map(([index, { record }]): [string, BlockRecord] => [String(index), record]);
    return { ...answer.blocks, ...Object.fromEntries(known) };
  }

  /** Lists the ids of the answers that have blocks in a review. */
  answersOf(review: LiveReview): readonly string[] {
    const isIn = ({ parts }: Track): boolean =>
      [...parts.values()].some((part) => part.type === "reviewed" && part.review === review.id);
    return [...this.#tracks].flatMap(([answer, tracks]) => ([...tracks.values()].some(isIn) ? [answer] : []));
  }

  recordOf(answer: Answer, index: number): BlockRecord {
    return this.#track(answer, index).record;
  }

  /** Returns the latest apply of a block, by target. */
  partsOf(answer: Answer, index: number): BlockParts {
    return this.#track(answer, index).parts;
  }

  /** Lists the targets that a block is being applied to, or went to; none if it did not get that far. */
  placesOf(answer: Answer, index: number): readonly string[] {
    const { record, parts } = this.#track(answer, index);
    if (!isPlaced(record.state)) return [];
    const targets = [...parts.keys()].filter((target) => target !== UNKNOWN_TARGET);
    const place = record.placed ?? record.target;
    return targets.length > 0 || place === undefined ? targets : [place];
  }

  isUnderWay(answer: Answer, index: number): boolean {
    return isComing(this.partsOf(answer, index));
  }

  /** Returns what ends the apply of a block; `undefined` if none is under way. */
  stopOf(answer: Answer, index: number): AbortController | undefined {
    return this.#track(answer, index).stop;
  }

  /** Notes that an apply begins, whose targets are not known yet. `stop`: ends it. */
  begin(answer: Answer, index: number, stop: AbortController): void {
    const before = this.#track(answer, index);
    const record = { ...before.record, placed: undefined, pieces: undefined };
    const coming = new Map([[UNKNOWN_TARGET, waiting(undefined)]]);
    this.#set(answer, index, { record, parts: coming, stop, before: { record: before.record, parts: before.parts } });
  }

  /** Notes the targets of an apply, which are known now and applied to next. */
  await(answer: Answer, index: number, targets: readonly FoundTarget[]): void {
    const track = this.#track(answer, index);
    const [first] = targets;
    if (first === undefined) return;
    const isChosen = first.isChosen || track.record.isChosen === true;
    const record = { ...track.record, target: targetKey(first.uri), ...(isChosen ? { isChosen } : {}) };
    const parts = targets.map(({ uri }): [string, BlockPart] => [
      targetKey(uri),
      waiting(track.before?.parts.get(targetKey(uri))),
    ]);
    this.#set(answer, index, { ...track, record, parts: new Map(parts) });
  }

  /** Notes which file the user wants the block to go to the next time that it is applied. */
  choose(answer: Answer, index: number, target: string): void {
    const track = this.#track(answer, index);
    this.#set(answer, index, { ...track, record: withChoice(track.record, target) });
  }

  /** Takes news of an apply that one block, or several blocks for one file, are part of. */
  hear(answer: Answer, indexes: readonly number[], news: ApplyNews): void {
    const target = targetKey(news.target);
    for (const index of indexes) {
      const track = this.#track(answer, index);
      const part = afterNews(track.parts.get(target), news, this.#pendingAt(news.target), failedState);
      const record = news.type === "rewritten" ? withPieces(track.record, news.pieces) : track.record;
      this.#put(answer.id, index, { ...track, record, parts: new Map(track.parts).set(target, part) });
    }
    if (news.type === "progress") this.#tellSoon(answer.id);
    else this.#changed.fire(answer.id);
  }

  /** Ends the apply of a block as failed, since it did not reach its targets. Parts that are no longer on their way stay. */
  fail(answer: Answer, index: number, reason: string): void {
    const track = this.#track(answer, index);
    const kept = [...track.parts].filter(([, { type }]) => type !== "coming");
    const failed: BlockPart = { type: "ended", state: { type: "failed", reason } };
    const parts = new Map<string, BlockPart>([...kept, [UNKNOWN_TARGET, failed]]);
    this.#set(answer, index, { ...track, parts, stop: undefined, before: undefined });
  }

  /**
   * Ends the apply of a block, which has done what it could. What still waits, or has not reached a review, never will, and is as it was.
   */
  conclude(answer: Answer, index: number): void {
    const track = this.#track(answer, index);
    const parts = [...track.parts].flatMap(([target, part]): [string, BlockPart][] => {
      if (!isLeft(part, this.#isStreaming(target))) return [[target, part]];
      const before = reviewedBefore(part);
      return before === undefined ? [] : [[target, before]];
    });
    const earlier = parts.length === 0 ? track.before : undefined;
    const { target, isChosen } = track.record;
    const record = earlier?.record ?? track.record;
    // The choice of a target stays, whatever became of the apply.
    const isKept = earlier !== undefined && isChosen === true && target !== undefined;
    this.#set(answer, index, {
      record: isKept ? withChoice(record, target) : record,
      parts: earlier?.parts ?? new Map(parts),
      stop: undefined,
      before: undefined,
    });
  }

  /** Notes that these files are as they were before the block was applied, since no review is left that would say so. */
  forget(answer: Answer, index: number, targets: ReadonlySet<string>): void {
    const track = this.#track(answer, index);
    const idle: BlockPart = { type: "ended", state: { type: "idle" } };
    const isOver = ([target, part]: [string, BlockPart]): boolean =>
      targets.has(target) && part.type === "reviewed" && part.isOver;
    const parts = [...track.parts].map((each): [string, BlockPart] => (isOver(each) ? [each[0], idle] : each));
    const [place] = this.placesOf(answer, index);
    // Of what was decided before a restart there is only the record.
    if (parts.length === 0 && place !== undefined && targets.has(place)) parts.push([place, idle]);
    this.#set(answer, index, { ...track, parts: new Map(parts) });
  }

  /** Formats what a block changes in a file as a unified diff; empty if that is no longer known. */
  patchOf(answer: string, index: number, target: string): string {
    const part = this.#tracks.get(answer)?.get(index)?.parts.get(target);
    if (part?.type !== "reviewed") return "";
    const name = shownTarget(Uri.parse(target, true));
    const { before, after } = part.rewrite;
    return formatPatch({ oldName: name, newName: name, original: before.join("\n"), text: after.join("\n") });
  }

  /** Finds the blocks that the hunks accepted in a review come from. */
  sharesOf(acceptance: Acceptance): readonly BlockShare[] {
    const blocks = [...this.#tracks].flatMap(([answer, tracks]) =>
      [...tracks].map(([index, { parts }]) => ({ answer, index, parts })),
    );
    return sharesOf(acceptance, blocks);
  }

  dispose(): void {
    this.#listener.dispose();
    for (const timer of this.#reported.values()) clearTimeout(timer);
    this.#changed.dispose();
  }

  #pendingAt(target: Uri): LiveReview | undefined {
    const review = this.#reviews.findByTarget(target);
    return review?.isPending === true ? review : undefined;
  }

  /** Checks whether a rewrite is on its way into the review of a target, which then reports on it. */
  #isStreaming(target: string): boolean {
    const review = target === UNKNOWN_TARGET ? undefined : this.#reviews.findByTarget(Uri.parse(target, true));
    return review?.progress === "streaming";
  }

  #follow(review: LiveReview): void {
    const target = targetKey(review.target);
    for (const [answer, tracks] of this.#tracks) {
      for (const [index, track] of tracks) {
        const parts = new Map(track.parts);
        for (const [key, part] of track.parts) {
          if (part.type === "stored" && part.stored.review === review.id) {
            if (!review.isEnded) parts.set(key, partAgain(part.stored, review));
            continue;
          }
          if (part.type !== "reviewed") continue;
          if (isIn(part, key, review.id, target)) parts.set(key, afterReview(part, review));
        }
        if ([...parts].every(([key, part]) => track.parts.get(key) === part)) continue;
        this.#put(answer, index, { ...track, parts });
        this.#tellSoon(answer);
      }
    }
  }

  #track(answer: Answer, index: number): Track {
    const record = answer.blocks[String(index)] ?? { state: { type: "idle" } };
    return this.#tracks.get(answer.id)?.get(index) ?? { record, parts: new Map(), stop: undefined, before: undefined };
  }

  #set(answer: Answer, index: number, track: Track): void {
    this.#put(answer.id, index, track);
    this.#changed.fire(answer.id);
  }

  /** Keeps a track, with its record in step with its parts. Without parts all that is known is what was stored. */
  #put(answer: string, index: number, track: Track): void {
    const tracks = this.#tracks.get(answer) ?? new Map<number, Track>();
    this.#tracks.set(answer, tracks);
    const { parts, record } = track;
    const isStored = parts.size === 0 && !isUnderWay(record.state);
    const state = isStored ? record.state : stateOfParts(parts, record.state);
    const stored = storedParts(parts);
    const reviewed = stored.length === 0 ? undefined : [...stored];
    tracks.set(index, { ...track, record: { ...record, ...sizeOfParts(parts), reviewed, state } });
  }

  #tellSoon(answer: string): void {
    if (this.#reported.has(answer)) return;
    const timer = setTimeout(() => {
      this.#reported.delete(answer);
      this.#changed.fire(answer);
    }, TELL_MS);
    this.#reported.set(answer, timer);
  }
}

/** Checks whether a block in this state belongs to a target, which then counts, and not the one that it would go to now. */
function isPlaced({ type }: BlockState): boolean {
  return type !== "idle" && type !== "failed";
}

function withChoice({ placed, ...record }: BlockRecord, target: string): BlockRecord {
  const place = isPlaced(record.state) ? (placed ?? record.target) : undefined;
  return { ...record, target, isChosen: true, ...(place === undefined || place === target ? {} : { placed: place }) };
}

function isUnderWay({ type }: BlockState): boolean {
  return type === "waiting" || type === "applying";
}

/** Notes what became of the pieces of a rewrite, and keeps those that are for other files. */
function withPieces(record: BlockRecord, pieces: readonly Piece[]): BlockRecord {
  if (pieces.length === 0) return record;
  const fresh = blockPieces(pieces).map((piece) => ({ ...piece, reason: shown(piece.reason) }));
  const starts = new Set(fresh.map(({ start }) => start));
  const others = record.pieces?.filter(({ start }) => !starts.has(start)) ?? [];
  return { ...record, pieces: [...others, ...fresh].sort((a, b) => a.start - b.start) };
}

/** Makes the state of a block whose apply has failed, with the reason in words. */
function failedState({ outcome, trouble }: Extract<ApplyNews, { type: "ended" }>): BlockState {
  const reason = "reason" in outcome ? shown(outcome.reason) : "";
  const isSaid = trouble === undefined || reason.includes(shown(trouble));
  return { type: "failed", reason: isSaid ? reason : `${reason} ${shown(trouble)}`.trim() };
}
