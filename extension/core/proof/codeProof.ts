import { align, alignmentCells, type AlignItem, type Match } from "../merge/align.ts";
import { readSketchBlocks } from "../merge/constraints.ts";
import {
  bareKey,
  lineIdentity,
  lineSimilarity,
  lineWeight,
  looseKey,
  profileLine,
  wordLength,
} from "../merge/lineKeys.ts";
import type { Original } from "../merge/original.ts";
import { IMPLIED, type Item } from "../sketch/lazyCode.ts";
import { indentWidth } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { isComment } from "../merge/contextBytes.ts";
import { namedLines, type Finding } from "./proof.ts";
import { slides, type RewriteChanges } from "./rewriteChanges.ts";

/** What the proof of lazy code finds, and how the sketch's lines were found. */
export interface CodeFindings {
  readonly findings: readonly Finding[];
  readonly verbatimLines: number;
  readonly adaptedLines: number;
}

const MAX_CELLS = 12_000_000;

/**
 * Judges a rewrite against lazy code. The sketch is laid over the rewrite: within a piece the rewrite must hold just
 * the lines of the sketch, and between the pieces, where markers stand, just the lines of the original.
 */
export function judgeCode(original: Original, items: readonly Item[], rewrite: RewriteChanges): CodeFindings {
  const overlay = layOver(original, items, rewrite);
  if (!overlay) {
    return {
      findings: [{ type: "missing-line", message: "The sketch cannot be found in the rewrite." }],
      verbatimLines: 0,
      adaptedLines: 0,
    };
  }
  const findings = [
    ...findMissing(items, overlay),
    ...findLeftStanding(rewrite, overlay),
    ...findShifted(items, rewrite, overlay),
    ...findUnrelated(original, rewrite, overlay),
    ...findLost(original, items, rewrite, overlay),
  ];
  return { findings, verbatimLines: overlay.verbatim, adaptedLines: overlay.adapted };
}

/** The sketch in the rewrite. */
interface Overlay {
  /** For each item the line of the rewrite that it is, -1 if it is missing. */
  readonly lineOf: Int32Array;
  /** For each line of the rewrite the item that it is, -1 if none. */
  readonly itemOf: Int32Array;
  /** For each line of the rewrite the piece that it lies in, -1 between pieces. */
  readonly pieceOf: Int32Array;
  readonly verbatim: number;
  readonly adapted: number;
}

function layOver(original: Original, items: readonly Item[], rewrite: RewriteChanges): Overlay | undefined {
  const trimmed = rewrite.lines.map((line) => line.trim());
  if (alignmentCells(items.length, trimmed.length) > MAX_CELLS) return undefined;
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

function findMissing(items: readonly Item[], overlay: Overlay): Finding[] {
  return items.flatMap((item, index): Finding[] => {
    if (item.type !== "code" || item.text.trim() === "" || (overlay.lineOf[index] ?? -1) >= 0) return [];
    return [
      {
        type: "missing-line",
        message: `A line of the sketch is not in the result: "${item.text.trim()}".`,
        sketch: { start: item.line, end: item.line + 1 },
      },
    ];
  });
}

/** Lines of the original between two lines that the sketch shows as neighbours; a comment may stay there. */
function findLeftStanding(rewrite: RewriteChanges, overlay: Overlay): Finding[] {
  const standing = rewrite.lines.flatMap((line, index) => {
    const isShown = (overlay.pieceOf[index] ?? -1) < 0 || (overlay.itemOf[index] ?? -1) >= 0;
    return isShown || (rewrite.oldOf[index] ?? -1) < 0 || line.trim() === "" || isComment(line) ? [] : [index];
  });
  return runs(standing).map((range) => ({
    type: "unrelated",
    message: `The sketch shows no lines where ${namedLines(range)} of the result stand.`,
    rewrite: range,
  }));
}

/** New lines at another depth than the sketch has them, in a piece that is otherwise as deep as in the sketch. */
function findShifted(items: readonly Item[], rewrite: RewriteChanges, overlay: Overlay): Finding[] {
  const pieces = new Map<number, { lines: number; indented: number; same: number; shifted: number[] }>();
  overlay.itemOf.forEach((itemIndex, line) => {
    const item = items[itemIndex];
    const text = rewrite.lines[line] ?? "";
    if (item?.type !== "code" || text.trim() === "") return;
    const number = overlay.pieceOf[line] ?? -1;
    const piece = pieces.get(number) ?? { lines: 0, indented: 0, same: 0, shifted: [] };
    pieces.set(number, piece);
    const isFirst = piece.lines++ === 0;
    const isSame = indentWidth(item.text) === indentWidth(text);
    // Only indented lines tell whether both sides indent alike.
    if (/^\s/.test(item.text)) {
      piece.indented++;
      if (isSame) piece.same++;
    }
    if (!isSame && !isFirst && (rewrite.oldOf[line] ?? -1) < 0) piece.shifted.push(line);
  });
  return [...pieces.values()].flatMap(({ same, indented, shifted }) =>
    same === 0 || same * 2 < indented
      ? []
      : runs(shifted).map((range): Finding => ({
          type: "unrelated",
          message: `${namedLines(range)} of the result is indented otherwise than in the sketch.`,
          rewrite: range,
        })),
  );
}

/** New lines that are no lines of the sketch. */
function findUnrelated(original: Original, rewrite: RewriteChanges, overlay: Overlay): Finding[] {
  const findings: Finding[] = [];
  for (const change of rewrite.changes) {
    if (change.new.start === change.new.end) continue;
    const unexplained = (range: LineRange): number[] => {
      const lines: number[] = [];
      for (let line = range.start; line < range.end; line++) {
        if ((overlay.itemOf[line] ?? -1) >= 0 || rewrite.lines[line]?.trim() === "") continue;
        if (!isCommaChange(original, change.old, rewrite.lines[line] ?? "")) lines.push(line);
      }
      return lines;
    };
    // A copy of its neighbour can stand on either side of it; the sketch must then show both.
    const isCopy = repeatsNeighbour(change.new, rewrite.lines);
    const best = slides(change, original.lines, rewrite.lines)
      .map((slide) => unexplained(slide.new))
      .reduce((a, b) => (b.length < a.length !== isCopy ? b : a));
    for (const range of runs(best)) {
      findings.push({
        type: "unrelated",
        message: `No line of the sketch explains ${namedLines(range)} of the result.`,
        rewrite: range,
        original: change.old,
      });
    }
  }
  return findings;
}

/** Whether lines are the same as those just before or just behind them. */
function repeatsNeighbour({ start, end }: LineRange, lines: readonly string[]): boolean {
  const size = end - start;
  const isSame = (shift: number): boolean => {
    if (start + shift < 0 || end + shift > lines.length) return false;
    for (let line = start; line < end; line++) if (lines[line] !== lines[line + shift]) return false;
    return true;
  };
  return size > 0 && (isSame(-size) || isSame(size));
}

/** In JSON a line gains or loses its comma when its neighbour does. */
function isCommaChange(original: Original, old: LineRange, text: string): boolean {
  if (original.language !== "json") return false;
  const bare = text.replace(/,\s*$/, "");
  return original.lines.slice(old.start, old.end).some((line) => line.replace(/,\s*$/, "") === bare);
}

/** Original lines that vanished without the sketch asking for it. */
function findLost(original: Original, items: readonly Item[], rewrite: RewriteChanges, overlay: Overlay): Finding[] {
  const replaced = replacedBlocks(original, items, rewrite, overlay);
  const findings: Finding[] = [];
  for (const change of rewrite.changes) {
    const best = slides(change, original.lines, rewrite.lines)
      .map((slide) => unexplainedLosses(slide))
      .reduce((a, b) => (b.length < a.length ? b : a));
    for (const range of runs(best.length > 0 ? best : heldByMarker(change))) {
      findings.push({
        type: "lost-line",
        message: `The sketch does not say that ${namedLines(range)} of the file should vanish.`,
        original: range,
        rewrite: change.new,
      });
    }
  }
  return findings;

  function unexplainedLosses({ old, new: fresh }: { old: LineRange; new: LineRange }): number[] {
    const lost = wordedLines(old);
    return lost.length === 0 || isInsidePiece(fresh) ? [] : notRewritten(lost, fresh);
  }

  function wordedLines({ start, end }: LineRange): number[] {
    const lines: number[] = [];
    for (let line = start; line < end; line++) if (original.trimmed[line] !== "") lines.push(line);
    return lines;
  }

  /** Those lines that neither a block shown in full nor a new line in their place explains. */
  function notRewritten(lost: readonly number[], fresh: LineRange): number[] {
    const written = profiles(fresh);
    return lost.filter((line) => {
      if (replaced.some((block) => block.start <= line && line < block.end)) return false;
      const profile = profileLine(original.trimmed[line] ?? "");
      const loose = original.bare[line];
      return !written.some((other) => other.bare === loose || lineSimilarity(profile, other.profile) >= 0.5);
    });
  }

  /** Both neighbours of the change are lines of the sketch, shown as neighbours or with a removal between them. */
  function isInsidePiece(fresh: LineRange): boolean {
    const before = neighbour(fresh.start - 1, -1);
    const behind = neighbour(fresh.end, 1);
    if (before === "edge" && behind === "edge") return false;
    const first = before === "edge" ? undefined : before;
    const last = behind === "edge" ? undefined : behind;
    if (before !== "edge" && first === undefined) return false;
    if (behind !== "edge" && last === undefined) return false;
    const from = first ?? -1;
    const to = last ?? items.length;
    const between = items.slice(from + 1, to);
    if (between.some((item) => item.type === "removal"))
      return between.every((item) => item.type !== "marker" || item.line < 0);
    return (
      between.every((item) => item.type === "code") &&
      (first !== undefined || items[0]?.type === "code" || to === 0) &&
      (last !== undefined || items.at(-1)?.type === "code")
    );
  }

  /**
   * Lines that vanish between two lines of a piece, where a reading of the sketch keeps them: what the piece shows from
   * there to a marker stands among the vanished lines too, so that the marker may hold the rest of them.
   */
  function heldByMarker({ old, new: fresh }: { old: LineRange; new: LineRange }): number[] {
    const repeats = (from: number, at: number, size: number): boolean => {
      for (let line = 0; line < size; line++)
        if (original.lines[from + line] !== original.lines[at + line]) return false;
      return true;
    };
    const lost = (start: number, end: number): number[] => notRewritten(wordedLines({ start, end }), fresh);
    const behind = shownUpToMarker(fresh.end, 1);
    if (behind > 0)
      for (let at = old.start; at < old.end; at++) if (repeats(old.end, at, behind)) return lost(at + behind, old.end);
    const before = shownUpToMarker(fresh.start - 1, -1);
    if (before > 0)
      for (let at = old.end - before; at >= old.start; at--)
        if (repeats(old.start - before, at, before)) return lost(old.start, at);
    return [];
  }

  /** How many kept lines the sketch shows from a line of the rewrite to a marker; 0 where something else comes first. */
  function shownUpToMarker(from: number, direction: 1 | -1): number {
    let size = 0;
    let item: number | undefined;
    for (let line = from; line >= 0 && line < rewrite.lines.length; line += direction, size++) {
      const shown = overlay.itemOf[line] ?? -1;
      if (shown < 0 || (item !== undefined && shown !== item + direction)) break;
      // Each kept line follows the one before it in the original, too.
      if ((rewrite.oldOf[line] ?? -1) !== (rewrite.oldOf[from] ?? -1) + direction * size) return 0;
      item = shown;
    }
    if (item === undefined || (rewrite.oldOf[from] ?? -1) < 0) return 0;
    const [edge, last] = [items[item + direction], items[item]];
    if (edge?.type !== "marker" || edge.line === IMPLIED || last?.type !== "code") return 0;
    // Before a less deep line the marker is the body of the block that ends there.
    return direction < 0 && edge.column > indentWidth(last.text) ? 0 : size;
  }

  /** The item at or beyond a line of the rewrite, blank lines passed over. */
  function neighbour(line: number, direction: 1 | -1): number | "edge" | undefined {
    let at = line;
    while (at >= 0 && at < rewrite.lines.length && rewrite.lines[at]?.trim() === "") at += direction;
    if (at < 0 || at >= rewrite.lines.length) return "edge";
    const item = overlay.itemOf[at] ?? -1;
    return item < 0 ? undefined : item;
  }

  function profiles(fresh: LineRange): { profile: ReturnType<typeof profileLine>; bare: string }[] {
    const result: { profile: ReturnType<typeof profileLine>; bare: string }[] = [];
    for (let line = fresh.start; line < fresh.end; line++) {
      const text = rewrite.lines[line]?.trim() ?? "";
      if (text !== "" && ((overlay.itemOf[line] ?? -1) >= 0 || original.language === "json"))
        result.push({ profile: profileLine(text), bare: bareKey(text) });
    }
    return result;
  }
}

/** Blocks of the original that the sketch shows in full: what it does not show of them is meant to vanish. */
function replacedBlocks(
  original: Original,
  items: readonly Item[],
  rewrite: RewriteChanges,
  overlay: Overlay,
): LineRange[] {
  const blocks = readSketchBlocks(items, original.language);
  const result: LineRange[] = [];
  items.forEach((item, index) => {
    const end = blocks.end[index] ?? index + 1;
    if (item.type !== "code" || end <= index + 1 || items.slice(index, end).some((inner) => inner.type === "marker"))
      return;
    const line = overlay.lineOf[index] ?? -1;
    const opener = line < 0 ? -1 : originalOpener(line, item.text);
    if (opener < 0) return;
    const originalEnd = original.blocks.end[opener] ?? opener + 1;
    // Without a closer the end of the block is only known where the sketch goes on less deep, or ends.
    const closed = (blocks.closer[index] ?? -1) >= 0;
    const next = items[end];
    if (originalEnd > opener + 1 && (closed || next?.type !== "marker" || next.line < 0))
      result.push({ start: opener, end: originalEnd });
  });
  return result;

  function originalOpener(line: number, text: string): number {
    const same = rewrite.oldOf[line] ?? -1;
    if (same >= 0) return same;
    const change = rewrite.changes.find(({ new: fresh }) => fresh.start <= line && line < fresh.end);
    if (!change) return -1;
    const identity = lineIdentity(text);
    const profile = profileLine(text);
    let best = -1;
    let bestLikeness = 0.45;
    for (let old = change.old.start; old < change.old.end; old++) {
      const other = original.trimmed[old] ?? "";
      const likeness =
        lineSimilarity(profile, profileLine(other)) +
        (identity !== undefined && lineIdentity(other) === identity ? 0.3 : 0);
      if (likeness > bestLikeness) [best, bestLikeness] = [old, likeness];
    }
    return best;
  }
}

/** Runs of neighbouring numbers. */
function runs(lines: readonly number[]): LineRange[] {
  const result: { start: number; end: number }[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    if (last?.end === line) last.end = line + 1;
    else result.push({ start: line, end: line + 1 });
  }
  return result;
}
