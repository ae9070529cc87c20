import type { BatchView, BlockView } from "../../extension/core/chat/chatProtocol.ts";
import type { BlockState } from "../../extension/core/chat/chatSchemas.ts";
import { l10n } from "../l10n.ts";

type Kind = "open" | "busy" | "review" | "good" | "part" | "plain" | "bad";

/** The state of a file of *Apply All*. */
export interface FileState {
  readonly kind: Kind;
  /** Empty if nothing has begun. */
  readonly words: string;
}

/** What is still to be done with the blocks of an answer, in numbers of blocks. */
export interface BatchCounts {
  readonly total: number;
  /** Applied in full, or nothing to change. */
  readonly applied: number;
  /** That *Apply All* takes first: not applied yet, or failed. */
  readonly fresh: number;
  readonly rejected: number;
}

/** Returns the states of the blocks of one file; a block that the host has not sent is idle. */
export function statesOf(indexes: readonly number[], blocks: readonly BlockView[]): readonly BlockState[] {
  return indexes.map((index) => blocks.find((view) => view.index === index)?.state ?? { type: "idle" });
}

/** Computes the state of a file from those of its blocks: what is in progress counts first, then what is left to do. */
export function fileState(states: readonly BlockState[]): FileState {
  const has = (...types: readonly BlockState["type"][]): boolean => states.some(({ type }) => types.includes(type));
  const areAll = (...types: readonly BlockState["type"][]): boolean => states.every(({ type }) => types.includes(type));
  if (has("applying", "waiting")) return { kind: "busy", words: l10n.t("applying") };
  if (has("review")) return { kind: "review", words: l10n.t("in review") };
  if (has("failed")) return { kind: "bad", words: l10n.t("failed") };
  if (has("idle") && !has("applied", "partly")) return { kind: "open", words: "" };
  if (areAll("unchanged")) return { kind: "plain", words: l10n.t("nothing to change") };
  if (areAll("applied", "unchanged")) return { kind: "good", words: l10n.t("applied") };
  if (areAll("rejected", "unchanged")) return { kind: "plain", words: l10n.t("rejected") };
  return { kind: has("idle") ? "open" : "part", words: l10n.t("applied in part") };
}

/** Counts the blocks of an answer by what became of them; a block that several targets name counts once. */
export function batchCounts({ targets }: BatchView, blocks: readonly BlockView[]): BatchCounts {
  const states = statesOf([...new Set(targets.flatMap((target) => target.blocks))], blocks);
  const count = (...types: readonly BlockState["type"][]): number =>
    states.filter(({ type }) => types.includes(type)).length;
  return {
    total: states.length,
    applied: count("applied", "unchanged"),
    fresh: count("idle", "failed"),
    rejected: count("rejected"),
  };
}

/** Says how many files are to be changed, or are; `files` has at least one. */
export function batchTitle(files: readonly FileState[]): string {
  const count = (...kinds: readonly Kind[]): number => files.filter(({ kind }) => kinds.includes(kind)).length;
  const left = count("open", "busy", "review", "bad");
  if (left === files.length) {
    return left === 1 ? l10n.t("1 file to change") : l10n.t("{0} files to change", left);
  }
  if (left > 0) return l10n.t("Files still to change: {0} of {1}", left, files.length);
  return l10n.t("Files changed: {0} of {1}", count("good", "part"), files.length);
}
