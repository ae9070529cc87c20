import { isComment } from "../merge/contextBytes.ts";
import type { Original } from "../merge/original.ts";
import { TOO_MUCH_WORK, type Work } from "../text/work.ts";
import type { Item } from "../sketch/lazyCode.ts";
import { indentWidth } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { findLost } from "./lostLines.ts";
import { layOver, runs, type Overlay } from "./overlay.ts";
import { namedLines, type Finding } from "./proof.ts";
import { slides, type RewriteChanges } from "./rewriteChanges.ts";

/** What the proof of lazy code finds, and how the sketch's lines were found. */
export interface CodeFindings {
  readonly findings: readonly Finding[];
  readonly verbatimLines: number;
  readonly adaptedLines: number;
}

/**
 * Judges a rewrite against lazy code. The sketch is laid over the rewrite: within a piece the rewrite must hold just
 * the lines of the sketch, and between the pieces, where markers stand, just the lines of the original.
 */
export function judgeCode(
  original: Original,
  items: readonly Item[],
  rewrite: RewriteChanges,
  work: Work,
): CodeFindings {
  const overlay = layOver(original, items, rewrite, work);
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
    ...findLost(original, items, rewrite, overlay, work),
    ...(work.isSpent ? [{ type: "missing-line" as const, message: TOO_MUCH_WORK }] : []),
  ];
  return { findings, verbatimLines: overlay.verbatim, adaptedLines: overlay.adapted };
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
