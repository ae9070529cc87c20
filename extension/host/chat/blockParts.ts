import type { Uri } from "vscode";
import { charsPerSecond, writtenShare } from "../../core/apply/applyFigures.ts";
import { STRUCTURAL } from "../../core/apply/applyEvents.ts";
import type { BlockRecord, BlockState } from "../../core/chat/chatSchemas.ts";
import { stateOfHunks } from "../../core/chat/blockStates.ts";
import {
  canStore,
  findRewrite,
  joinStandings,
  sizeOf,
  standingOf,
  storedHunksOf,
  withoutReplaced,
  type FollowedRewrite,
  type Standing,
} from "../../core/review/rewriteStanding.ts";
import { isChoiceOf, unplacedChoices } from "../../core/review/choices.ts";
import { equalLines } from "../../core/diff/lineEdits.ts";
import { mergeLines } from "../../core/diff/rebase.ts";
import { isLeftOut } from "../../core/merge/pieces.ts";
import { editorLines } from "../../core/text/lines.ts";
import type { ApplyNews } from "../apply/applyTarget.ts";
import type { LiveReview } from "../review/liveReview.ts";

/** What became of a block in one file. */
export type BlockPart =
  /** Not there yet: it waits, or is being written. `before`: what there was when it began. */
  | { readonly type: "coming"; readonly state: BlockState; readonly before: ReviewedPart | undefined }
  | ReviewedPart
  /** It was in a review when the window went down; that review may come back. */
  | { readonly type: "stored"; readonly stored: StoredPart }
  /** There is no review, and none to come. */
  | { readonly type: "ended"; readonly state: BlockState };

type StoredPart = NonNullable<BlockRecord["reviewed"]>[number];

/** A rewrite that went to a review. */
export interface ReviewedPart extends FollowedRewrite {
  readonly type: "reviewed";
  /** Id of the apply that its choices have. */
  readonly apply: string | undefined;
  /** How many of the review's chosen readings it has followed. */
  readonly chosen: number;
  /** Ids of its choices that have no place yet, and of those that were dropped without one. */
  readonly unplaced: readonly string[];
  readonly dropped: readonly string[];
  /** The review's id, once it has the rewrite. */
  readonly review: string | undefined;
  readonly standing: Standing | undefined;
  /** What there was before, until the review has the rewrite: it may come to nothing. */
  readonly earlier: ReviewedPart | undefined;
  /** The review is over, so that the standing stays. */
  readonly isOver: boolean;
}

/** The latest apply of a block, by target. */
export type BlockParts = ReadonlyMap<string, BlockPart>;

/** Makes a part that waits for its turn. `before`: the part that its file had until now. */
export function waiting(before: BlockPart | undefined): BlockPart {
  return { type: "coming", state: { type: "waiting" }, before: reviewedBefore(before) };
}

/** Returns the rewrite of a part that a review has, while it is on its way the one before; `undefined` if there is none. */
export function reviewedBefore(part: BlockPart | undefined): ReviewedPart | undefined {
  if (part?.type === "coming") return part.before;
  if (part?.type !== "reviewed") return undefined;
  return part.standing === undefined ? part.earlier : part;
}

/**
 * Returns a part as it is after news of its apply. `pending`: the pending review of its file, if any. `failed`: makes the state of a
 * failure.
 */
export function afterNews(
  part: BlockPart | undefined,
  news: ApplyNews,
  pending: LiveReview | undefined,
  failed: (news: Extract<ApplyNews, { type: "ended" }>) => BlockState,
): BlockPart {
  const before = reviewedBefore(part);
  switch (news.type) {
    case "begun":
      return { type: "coming", state: { type: "applying", engine: STRUCTURAL, share: 0 }, before };
    case "progress": {
      const { figures, elapsedMs } = news;
      // What is there at once has no speed worth telling.
      const { engine = STRUCTURAL, asks } = figures;
      const writing = engine === STRUCTURAL ? {} : { charsPerSecond: charsPerSecond(figures, elapsedMs) };
      const speed = asks === undefined ? writing : { asks };
      const state = { type: "applying", engine, share: writtenShare(figures), ...speed } as const;
      return { type: "coming", state, before };
    }
    case "rewritten": {
      const rewrite = { before: editorLines(news.before), after: editorLines(news.after) };
      const { kind, apply, pieces } = news;
      const unseen = {
        ...ofApply(apply),
        chosen: 0,
        missing: 0,
        review: undefined,
        standing: undefined,
        earlier: before,
        isOver: false,
      };
      const fresh = { type: "reviewed", kind, rewrite, ...unseen } as const;
      if (news.before !== news.after || pending === undefined) return fresh;
      // The same again adds nothing to what is pending, and is about that, but its pieces without a place are others.
      if (before !== undefined && !before.isOver)
        return apply === undefined ? before : { ...before, ...ofApply(apply) };
      if (pieces.some(isLeftOut)) return fresh;
      const { document, proposal } = pending.state;
      return afterReview({ ...fresh, rewrite: { before: document, after: proposal } }, pending);
    }
    case "ended": {
      const { outcome } = news;
      // What its review says of the block tells more than that there was nothing new to do.
      if (outcome.type === "no-change") return before ?? { type: "ended", state: { type: "unchanged" } };
      if (outcome.type === "cancelled") return before ?? { type: "ended", state: { type: "idle" } };
      return { type: "ended", state: failed(news) };
    }
  }
}

/** Makes the fields of a part that belong to one apply alone. */
function ofApply(apply: string | undefined): Pick<ReviewedPart, "apply" | "unplaced" | "dropped"> {
  return { apply, unplaced: [], dropped: [] };
}

/** Returns a part as it is after a change of its review. Once the review is over, what is not decided by then never will be. */
export function afterReview(seen: ReviewedPart, review: LiveReview): ReviewedPart {
  if (seen.isOver) return seen;
  // Until it has come to its review, an older one of the file, decided to the end, knows nothing of it.
  const isNew = seen.review === undefined;
  const chosen = withChosen(seen, review);
  const part = withUnplaced(isNew ? chosen : withoutReplaced(chosen, review), review);
  const standing = standingIn(part, review);
  if (isNew && (review.progress === "streaming" || standing.accepted + standing.pending === 0)) return part;
  return { ...part, review: review.id, standing, earlier: undefined, isOver: review.isEnded };
}

/** Adds the readings of its open pieces that the review shows by now. */
function withChosen(part: ReviewedPart, { chosen }: LiveReview): ReviewedPart {
  if (part.chosen === chosen.length) return part;
  const own = chosen.slice(part.chosen).filter(({ choice }) => isOwn(part, choice));
  const { before } = part.rewrite;
  const after = own.reduce((lines, change) => mergeLines(change.before, lines, change.after).lines, part.rewrite.after);
  return { ...part, chosen: chosen.length, rewrite: { before, after } };
}

/** Updates which pieces have no place by now. Those of them that are no longer open were dropped. */
function withUnplaced(part: ReviewedPart, { state }: LiveReview): ReviewedPart {
  const own = state.choices.filter(({ id }) => isOwn(part, id));
  const unplaced = unplacedChoices({ choices: own }).map(({ id }) => id);
  const dropped = [...part.dropped, ...part.unplaced].filter((id) => !own.some((choice) => choice.id === id));
  const isSame = equalLines(unplaced, part.unplaced) && equalLines(dropped, part.dropped);
  return isSame ? part : { ...part, unplaced, dropped };
}

function isOwn({ apply }: ReviewedPart, choice: string): boolean {
  return apply !== undefined && isChoiceOf(apply, choice);
}

/** Restores the part whose hunks are in a review that came back after a restart. */
export function partAgain({ kind, hunks, apply }: StoredPart, review: LiveReview): ReviewedPart {
  // It was stored before anything was chosen anew.
  const { base, proposal } = review.state;
  const found = findRewrite(hunks, { base, proposal: review.chosen[0]?.before ?? proposal });
  const unseen = {
    ...ofApply(apply),
    chosen: 0,
    review: undefined,
    standing: undefined,
    earlier: undefined,
    isOver: false,
  };
  return afterReview({ type: "reviewed", kind, ...found, ...unseen }, review);
}

/** Lists what is to be stored of the parts with pending hunks; nothing if that is too much. */
export function storedParts(parts: BlockParts): readonly StoredPart[] {
  const stored = [...parts].flatMap(([target, part]): StoredPart[] => {
    if (part.type === "stored") return [part.stored];
    if (part.type !== "reviewed" || part.isOver || part.review === undefined || part.standing?.pending === 0) return [];
    const { review, kind, rewrite, missing, dropped, apply } = part;
    const hunks = storedHunksOf({ rewrite, missing: missing + dropped.length });
    return [{ target, review, kind, hunks, ...(apply === undefined ? {} : { apply }) }];
  });
  return canStore(stored.flatMap(({ hunks }) => hunks)) ? stored : [];
}

/**
 * Counts the hunks of a part. A piece without a place counts as one, since it is to be decided as well. A file that comes or goes as a
 * whole counts as one.
 */
function standingIn({ kind, rewrite, missing, unplaced, dropped }: ReviewedPart, { state }: LiveReview): Standing {
  const found = standingOf(rewrite, state);
  const total = found.total + missing + unplaced.length + dropped.length;
  const standing = { ...found, total, pending: found.pending + unplaced.length };
  if (kind === "change") return standing;
  const isPending = standing.pending > 0;
  return { total: 1, accepted: !isPending && standing.accepted > 0 ? 1 : 0, pending: isPending ? 1 : 0 };
}

/** Computes the state of a block from its parts. `known`: its state until now, which stays while a stored review is not back. */
export function stateOfParts(parts: BlockParts, known: BlockState): BlockState {
  const all = [...parts.values()];
  const coming = all.flatMap((part) => (part.type === "coming" ? [part.state] : []));
  const applying = coming.find(({ type }) => type === "applying") ?? coming[0];
  if (applying !== undefined) return applying;
  const ended = all.flatMap((part) => (part.type === "ended" ? [part.state] : []));
  const failed = ended.find(({ type }) => type === "failed");
  if (failed !== undefined) return failed;
  // Until the review is back, what was stored of it counts.
  if (all.some(({ type }) => type === "stored")) return known;
  const reviewed = all.flatMap((part) => (part.type === "reviewed" ? [part] : []));
  if (reviewed.length === 0) return ended[0] ?? { type: "idle" };
  // The rewrite is whole, and its review about to come.
  if (reviewed.some(({ standing }) => standing === undefined)) {
    return { type: "applying", engine: STRUCTURAL, share: 0.99 };
  }
  const settled = reviewed.flatMap(({ standing, isOver }) => {
    if (standing === undefined) return [];
    // Given up undecided: neither pending any more nor rejected.
    return isOver && standing.pending > 0 && standing.accepted === 0 ? [] : [{ standing, isOver }];
  });
  if (settled.length === 0) return { type: "idle" };
  return stateOfHunks(
    joinStandings(settled.map(({ standing, isOver }) => (isOver ? { ...standing, pending: 0 } : standing))),
  );
}

/** Counts the lines that the rewrites of a block remove and add; empty before there is one. */
export function sizeOfParts(parts: BlockParts): Pick<BlockRecord, "added" | "removed"> {
  const sizes = [...parts.values()].flatMap((part) => (part.type === "reviewed" ? [sizeOf(part.rewrite)] : []));
  if (sizes.length === 0) return {};
  return sizes.reduce((sum, { added, removed }) => ({ added: sum.added + added, removed: sum.removed + removed }));
}

/**
 * Checks whether a part is left over when its apply ends: nothing has begun, it was stopped, or what was computed was not shown.
 * `isStreaming`: a rewrite is on its way into the review of its file.
 */
export function isLeft(part: BlockPart, isStreaming: boolean): boolean {
  if (part.type === "coming") return part.state.type === "waiting";
  if (part.type === "ended") return part.state.type === "idle";
  return part.type === "reviewed" && part.standing === undefined && !isStreaming;
}

/** Checks whether the apply of a block is under way. */
export function isComing(parts: BlockParts | undefined): boolean {
  return parts !== undefined && [...parts.values()].some(({ type }) => type === "coming");
}

/** The key of a target that is not known yet. */
export const UNKNOWN_TARGET = "";

/** Returns the key of a target: its URI as text. */
export function targetKey(target: Uri): string {
  return target.toString();
}

/** Checks whether a part, of the target `key`, is in the review `review` of `target`; until it has one, any of its file may be the one. */
export function isIn(part: ReviewedPart, key: string, review: string, target: string): boolean {
  return part.review === undefined ? key === target : part.review === review;
}
