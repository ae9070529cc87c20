import { readSketchBlocks } from "../merge/constraints.ts";
import { bareKey, lineIdentity, lineSimilarity, profileLine, type LineProfile } from "../merge/lineKeys.ts";
import type { Original } from "../merge/original.ts";
import { takeSteps, type Work } from "../text/work.ts";
import { IMPLIED, type Item } from "../sketch/lazyCode.ts";
import { indentWidth } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { runs, type Overlay } from "./overlay.ts";
import { namedLines, type Finding } from "./proof.ts";
import { slides, type RewriteChanges } from "./rewriteChanges.ts";

/** Original lines that vanished without the sketch asking for it. */
export function findLost(
  original: Original,
  items: readonly Item[],
  rewrite: RewriteChanges,
  overlay: Overlay,
  work: Work,
): Finding[] {
  const replaced = replacedBlocks(original, items, rewrite, overlay, work);
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
      return !written.some((other) => other.bare === loose || likeness(profile, other.profile, work) >= 0.5);
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

/** How alike two lines are; 0 where the work is spent. */
function likeness(a: LineProfile, b: LineProfile, work: Work): number {
  return takeSteps(work, a.tokens.length * b.tokens.length) ? lineSimilarity(a, b) : 0;
}

/** Blocks of the original that the sketch shows in full: what it does not show of them is meant to vanish. */
function replacedBlocks(
  original: Original,
  items: readonly Item[],
  rewrite: RewriteChanges,
  overlay: Overlay,
  work: Work,
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
    let mostAlike = 0.45;
    for (let old = change.old.start; old < change.old.end; old++) {
      const other = original.trimmed[old] ?? "";
      const alike =
        likeness(profile, profileLine(other), work) +
        (identity !== undefined && lineIdentity(other) === identity ? 0.3 : 0);
      if (alike > mostAlike) [best, mostAlike] = [old, alike];
    }
    return best;
  }
}
