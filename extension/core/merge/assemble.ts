import { detectIndentUnit, indentWidth, isBlank, moveLine, type IndentUnit } from "../text/indentation.ts";
import { joinLines } from "../text/lines.ts";
import type { CodeItem, Item, MarkerItem } from "../sketch/lazyCode.ts";
import { CLOSES_ONLY, readSketchBlocks } from "./blocks.ts";
import { repairCommas } from "./jsonCommas.ts";
import { endLines, type WrittenLine } from "./lineEnds.ts";
import type { PiecePlacement } from "./mergeResult.ts";
import { isLooselySame, type Original } from "./original.ts";
import { learnPieces } from "./learnPieces.ts";
import type { Reindent } from "./reindent.ts";

/** What became of the sketch and of the original, in order. Items are those of the sketch, lines those of the original. */
export type Step =
  /** `adopt`: with the sketch's bytes where the two are only loosely equal. */
  | { readonly type: "match"; readonly item: number; readonly line: number; readonly adopt: boolean }
  | { readonly type: "insert"; readonly item: number }
  | { readonly type: "delete"; readonly line: number }
  /** `item` is the marker that keeps the line; -1 for a comment that the sketch leaves out. */
  | { readonly type: "keep"; readonly line: number; readonly item: number }
  | { readonly type: "remove"; readonly line: number; readonly item: number }
  /** A comment of the sketch is a marker. */
  | { readonly type: "mark"; readonly item: number };

export interface Assembled {
  readonly text: string;
  readonly placements: readonly PiecePlacement[];
}

/**
 * Writes the new file from the steps of a reading. Lines found again keep the bytes of the original; new lines take the
 * indentation and the line end of their surroundings, and lines that a new block goes around are indented as it is.
 */
export function assemble(items: readonly Item[], steps: readonly Step[], original: Original): Assembled {
  const output: WrittenLine[] = [];
  const lineOf = matchedLines(items, steps);
  const fileUnit = detectIndentUnit(original.lines);
  const reindents = learnPieces(items, lineOf, original, fileUnit);
  const shifts = keptShifts(items, steps, lineOf, reindents, original, fileUnit);
  const placements: PiecePlacement[] = [];
  let piece: { sketch: [number, number]; original: [number, number]; start: number } | undefined;
  let pendingBlank = false;
  let lastWasNew = false;
  let lastItem = -1;
  let removed = false;

  const closePiece = (): void => {
    if (!piece) return;
    placements.push({
      sketch: { start: piece.sketch[0], end: piece.sketch[1] },
      original: { start: piece.original[0], end: piece.original[1] },
      result: { start: piece.start, end: output.length },
    });
    piece = undefined;
  };
  const touch = (item: number, line: number): void => {
    const sketchLine = items[item]?.line ?? 0;
    piece ??= { sketch: [sketchLine, sketchLine], original: [line, line], start: output.length };
    piece.sketch[1] = Math.max(piece.sketch[1], sketchLine + 1);
  };
  let at = 0;
  for (const [index, step] of steps.entries()) {
    const marker = markerBetween(items, lastItem, step);
    lastItem = Math.max(lastItem, itemOf(step) ?? -1);
    if (step.type === "mark") continue;
    if (marker?.type === "marker") {
      if (marker.blankBefore && lastWasNew) pendingBlank = true;
      if (step.type === "insert" && marker.blankAfter && !lastWasNew) pendingBlank = true;
    }
    if (step.type === "delete" || step.type === "remove") {
      removed ||= step.type === "remove";
      if (piece) piece.original[1] = step.line + 1;
      else if (step.type === "remove") touch(step.item, step.line);
      at = step.line + 1;
      continue;
    }
    const text = step.type === "keep" ? (original.lines[step.line] ?? "") : (items[step.item] as CodeItem).text;
    if (pendingBlank) {
      const previous = output.at(-1);
      if (previous && !isBlank(previous.text) && !isBlank(text)) output.push({ text: "", eol: undefined });
      pendingBlank = false;
    }
    // Of the blank lines on both sides of what was removed, one is enough.
    if (removed && isBlank(text) && isBlank(output.at(-1)?.text ?? "")) {
      if (step.type !== "insert") at = step.line + 1;
      continue;
    }
    removed = false;
    if (step.type === "keep") {
      if (piece && step.item >= 0) closePiece();
      keep(step.line, shifts.get(step.line) ?? 0);
      lastWasNew = false;
      at = step.line + 1;
    } else if (step.type === "insert") {
      if (!piece)
        for (let blanks = blanksOfOwnParagraph(index); blanks > 0; blanks--) output.push({ text: "", eol: undefined });
      touch(step.item, at);
      output.push({ text: reindents[step.item]?.apply(text) ?? text, eol: undefined });
      lastWasNew = true;
    } else {
      touch(step.item, step.line);
      if (piece) piece.original[1] = step.line + 1;
      lastWasNew = !writeMatch(step, text);
      at = step.line + 1;
    }
  }
  closePiece();
  return {
    text: joinLines({ bom: original.bom, lines: endLines(repairCommas(output, original), original.source) }),
    placements,
  };

  /**
   * New lines that begin a piece as a paragraph of their own, with blank lines after them, want as many before them, unless they continue
   * what stands there (one more import). So do new lines after the end of a block of the same depth, if the file has blank lines after it.
   */
  function blanksOfOwnParagraph(first: number): number {
    const previous = output.at(-1)?.text ?? "";
    const item = items[(steps[first] as { item: number }).item] as CodeItem;
    const goesOn = firstWord(previous) === firstWord(item.text) || /[{([:]\s*$/.test(previous);
    if (isBlank(previous) || isBlank(item.text) || goesOn) return 0;
    let blanks = 0;
    for (let index = first; index < steps.length; index++) {
      const step = steps[index];
      if (step?.type === "keep" && blanks === 0 && isBehindBlock(previous, item.text, first)) return countBlanks(index);
      if (step?.type !== "insert" && step?.type !== "match") return 0;
      const text = (items[step.item] as CodeItem).text;
      if (isBlank(text)) blanks++;
      else if (step.type === "match") return blanks;
      else blanks = 0;
    }
    return 0;
  }

  function isBehindBlock(previous: string, text: string, first: number): boolean {
    const written = reindents[(steps[first] as { item: number }).item]?.apply(text) ?? text;
    return CLOSES_ONLY.test(previous) && indentWidth(previous) === indentWidth(written);
  }

  /** Counts the blank lines that are kept from a step on. */
  function countBlanks(from: number): number {
    let count = 0;
    for (let index = from; index < steps.length; index++) {
      const step = steps[index];
      if (step?.type !== "keep" || original.trimmed[step.line] !== "") break;
      count++;
    }
    return count;
  }

  function keep(line: number, columns: number): void {
    const text = original.lines[line] ?? "";
    output.push({ text: columns === 0 ? text : moveLine(text, columns, fileUnit), eol: endOf(line) });
  }

  function endOf(line: number): WrittenLine["eol"] {
    const eol = original.source[line]?.eol;
    return eol === "" ? undefined : eol;
  }

  /** Writes a line found again; returns whether the bytes of the original were kept. */
  function writeMatch({ item, line, adopt }: Extract<Step, { type: "match" }>, sketched: string): boolean {
    const text = original.lines[line] ?? "";
    const reindent = reindents[item];
    const isKept = sketched.trim() === text.trim() || (!adopt && isLooselySame(sketched.trim(), original, line));
    if (!isKept) {
      output.push({ text: reindent?.apply(sketched) ?? sketched, eol: endOf(line) });
      return false;
    }
    const inLiteral = original.inLiteral[line] === 1 && reindent?.isIdentity !== true;
    if (isBlank(sketched) || !reindent || inLiteral || reindent.agrees(sketched, text)) {
      output.push({ text, eol: endOf(line) });
      return true;
    }
    const moved = reindent.apply(sketched);
    output.push({ text: moved.slice(0, moved.length - moved.trimStart().length) + text.trimStart(), eol: endOf(line) });
    return false;
  }
}

const firstWord = (line: string): string => /^\W*(\w*)/.exec(line)?.[1] ?? "";

const itemOf = (step: Step): number | undefined => ("item" in step && step.item >= 0 ? step.item : undefined);

/** For each item the line of the original that it stands for, -1 if none. */
function matchedLines(items: readonly Item[], steps: readonly Step[]): Int32Array {
  const lineOf = new Int32Array(items.length).fill(-1);
  for (const step of steps) if (step.type === "match") lineOf[step.item] = step.line;
  return lineOf;
}

/** The marker between the item of the step before and that of this step, if any. */
function markerBetween(items: readonly Item[], lastItem: number, step: Step): Item | undefined {
  const end = itemOf(step);
  if (end === undefined) return undefined;
  const isMarker = (item: number): boolean => items[item]?.type === "marker";
  // Lines kept at a marker carry its item; the marker still stands before the line that ends the run.
  const first = step.type !== "keep" && isMarker(lastItem) ? lastItem : lastItem + 1;
  for (let item = Math.max(0, first); item <= end; item++) if (isMarker(item)) return items[item];
  return undefined;
}

/**
 * By how many columns kept lines move: with the line that opens their block if that has moved, and to the depth of the block if it is new,
 * so that a body that the sketch wraps in an `if` stands inside it. Text of literals stays.
 */
function keptShifts(
  items: readonly Item[],
  steps: readonly Step[],
  lineOf: Int32Array,
  reindents: readonly (Reindent | undefined)[],
  original: Original,
  fileUnit: IndentUnit | undefined,
): Map<number, number> {
  const shifts = new Map<number, number>();
  const blocks = readSketchBlocks(items, original.language);
  const kept = new Map<number, number[]>();
  for (const step of steps) {
    if (step.type !== "keep" || step.item < 0) continue;
    const lines = kept.get(step.item);
    if (lines) lines.push(step.line);
    else kept.set(step.item, [step.line]);
  }
  const widthAs = (text: string, item: number): number => indentWidth(reindents[item]?.apply(text) ?? text);
  const widthOf = (item: number): number => widthAs((items[item] as CodeItem).text, item);
  const widthIn = (line: number): number => indentWidth(original.lines[line] ?? "");
  const unit = fileUnit?.width ?? 4;
  for (const [item, lines] of kept) {
    const opener = openerOf(items, blocks.end, blocks.closer, item);
    if (opener < 0) continue;
    const line = lineOf[opener] ?? -1;
    const telling = lines.filter((each) => original.trimmed[each] !== "" && original.inLiteral[each] !== 1);
    const [first] = telling;
    if (first === undefined) continue;
    const depth = widthIn(first);
    const end = line >= 0 ? (original.blocks.end[line] ?? line) : -1;
    // Lines of a block move with it; those that stand beside it are taken into a new one only.
    const isInside = first > line && first < end;
    const isSame = line >= 0 && isLooselySame((items[opener] as CodeItem).text.trim(), original, line);
    const moved = isInside ? (isSame ? widthOf(opener) - widthIn(line) : 0) : isSame ? 0 : undefined;
    const shift = moved ?? wrapShift(opener, item, first);
    if (shift === 0) continue;
    for (const each of lines) {
      const isOut = isInside ? each >= end : widthIn(each) < depth && original.trimmed[each] !== "";
      if (isOut) break;
      if (original.inLiteral[each] !== 1) shifts.set(each, shift);
    }
  }
  return shifts;

  /**
   * By how much lines that begin with this one move into a new block: as those of the block do that are shown, if these agree. Else a
   * marker that stands a level and more below what the sketch shows of the block is in one inside it, and its column tells how deep, but only
   * in whole levels: models hit it roughly. Lines that begin by closing a block are in none.
   */
  function wrapShift(opener: number, marker: number, first: number): number {
    if (CLOSES_ONLY.test(original.trimmed[first] ?? "")) return 0;
    const body = bodyWidth(opener, marker);
    const found = shiftsIn(opener, marker, body);
    const [shift] = found;
    if (shift !== undefined && found.size === 1) return shift;
    const depth = widthIn(first);
    const inside = widthAs(`${" ".repeat((items[marker] as MarkerItem).column)}.`, opener);
    const levels = (inside - body) / unit;
    if (levels >= 1) return Math.max(0, body + Math.round(levels) * unit - depth);
    return depth <= widthOf(opener) ? body - depth : 0;
  }

  /** By how much lines of the file move that the sketch shows directly in a block that holds a marker, `body` columns deep. */
  function shiftsIn(opener: number, marker: number, body: number): Set<number> {
    const end = Math.max(marker, blocks.end[opener] ?? 0);
    const shifts = new Set<number>();
    for (let item = opener + 1; item < end; item++) {
      const line = lineOf[item] ?? -1;
      if (line >= 0 && original.trimmed[line] !== "" && widthOf(item) === body) shifts.add(body - widthIn(line));
    }
    return shifts;
  }

  /** How deep the lines of a block stand: as the least deep that the sketch shows of it, else one level below its opener. */
  function bodyWidth(opener: number, marker: number): number {
    const end = Math.max(marker, blocks.end[opener] ?? 0);
    let least = Infinity;
    for (let item = opener + 1; item < end; item++)
      if (items[item]?.type === "code" && !isBlank((items[item] as CodeItem).text) && item !== blocks.closer[opener])
        least = Math.min(least, widthOf(item));
    return least < Infinity ? least : widthOf(opener) + unit;
  }
}

/** The item that opens the block a marker stands in, by its column too, -1 if none. */
function openerOf(items: readonly Item[], ends: Int32Array, closers: Int32Array, marker: number): number {
  const item = items[marker];
  if (item?.type !== "marker") return -1;
  for (let at = marker - 1; at >= 0; at--) {
    const above = items[at];
    if (above?.type !== "code" || indentWidth(above.text) >= item.column) continue;
    const isOpen = OPENS.test(above.text);
    const showsBody = items.slice(at + 1, marker).some((inner) => inner.type === "code" && !isBlank(inner.text));
    const closer = closers[at] ?? -1;
    const goesOn = (ends[at] ?? 0) > marker && (closer < 0 || closer > marker);
    if (goesOn && (showsBody || isOpen)) return at;
    // A body of nothing but a marker, in a language without closers.
    if (isOpen && at === marker - 1) return at;
  }
  return -1;
}

/** The end of a line that a block follows. */
const OPENS = /(?:[:{([]|=>|\b(?:do|then|else))\s*$/;
