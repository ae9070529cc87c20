import { align, alignmentCells, type AlignItem, type Match } from "../merge/align.ts";
import { bareKey, lineWeight, looseKey, wordLength } from "../merge/lineKeys.ts";
import type { Original } from "../merge/original.ts";
import { takeSteps, type Work } from "../text/work.ts";
import type { Item } from "../sketch/lazyCode.ts";
import type { LineRange } from "../text/lines.ts";
import type { RewriteChanges } from "./rewriteChanges.ts";

const MAX_CELLS = 12_000_000;

/** The sketch in the rewrite. */
export interface Overlay {
  /** For each item the line of the rewrite that it is, -1 if it is missing. */
  readonly lineOf: Int32Array;
  /** For each line of the rewrite the item that it is, -1 if none. */
  readonly itemOf: Int32Array;
  /** For each line of the rewrite the piece that it lies in, -1 between pieces. */
  readonly pieceOf: Int32Array;
  readonly verbatim: number;
  readonly adapted: number;
}

/** Lays the sketch over the rewrite; `undefined` where both are too long for that, or the work is spent. */
export function layOver(
  original: Original,
  items: readonly Item[],
  rewrite: RewriteChanges,
  work: Work,
): Overlay | undefined {
  const trimmed = rewrite.lines.map((line) => line.trim());
  const cells = alignmentCells(items.length, trimmed.length);
  if (cells > MAX_CELLS || !takeSteps(work, cells)) return undefined;
  const byKey = new Map<string, number[]>();
  const add = (key: string, line: number): void => {
    const lines = byKey.get(key);
    if (lines) lines.push(line);
    else byKey.set(key, [line]);
  };
  trimmed.forEach((line, index) => {
    const old = rewrite.oldOf[index] ?? -1;
    const key = original.loose[old] ?? looseKey(line);
    const bare = original.bare[old] ?? bareKey(line, key);
    add(key, index);
    if (bare !== key) add(bare, index);
  });
  const alignItems = items.map((item): AlignItem => {
    if (item.type === "marker") return { type: "marker", softness: 0.001 };
    if (item.type === "removal") return { type: "marker", softness: 0.001 };
    const text = item.text.trim();
    const lines = byKey.get(looseKey(text)) ?? [];
    const weight = 0.2 + lineWeight(wordLength(text), lines.length);
    const matches = lines.map((line): Match => {
      // A new line must come from the sketch, so it is looked for there first.
      const isNew = (rewrite.oldOf[line] ?? -1) < 0;
      return { line, score: weight * (trimmed[line] === text ? 1 : 0.9) + (isNew ? 0.5 : 0) };
    });
    return { type: "code", insertCost: text === "" ? 0 : 0.3, matches };
  });
  const count = trimmed.length;
  const deleteFactor = Float32Array.from(trimmed, (line) => (line === "" ? 0.05 : 1));
  const bounds = { lowest: new Int32Array(items.length), highest: new Int32Array(items.length).fill(count) };
  const alignment = align(alignItems, { count, deleteFactor }, bounds);
  if (!alignment) return undefined;
  const overlay = {
    lineOf: new Int32Array(items.length).fill(-1),
    itemOf: new Int32Array(count).fill(-1),
    pieceOf: new Int32Array(count).fill(-1),
    verbatim: 0,
    adapted: 0,
  };
  let piece = 0;
  for (const step of alignment.steps) {
    if (step.type === "keep" || step.type === "insert" || step.type === "remove") {
      if (step.type === "keep") piece++;
      continue;
    }
    overlay.pieceOf[step.line] = piece;
    if (step.type !== "match") continue;
    overlay.lineOf[step.item] = step.line;
    overlay.itemOf[step.line] = step.item;
    const item = items[step.item];
    if (item?.type !== "code" || item.text.trim() === "") continue;
    if (item.text.trim() === trimmed[step.line]) overlay.verbatim++;
    else overlay.adapted++;
  }
  return overlay;
}

/** Runs of neighbouring numbers. */
export function runs(lines: readonly number[]): LineRange[] {
  const result: { start: number; end: number }[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    if (last?.end === line) last.end = line + 1;
    else result.push({ start: line, end: line + 1 });
  }
  return result;
}
