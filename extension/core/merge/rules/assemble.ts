import { detectIndentUnit, isBlank } from "../../text/indentation.ts";
import { joinLines } from "../../text/lines.ts";
import type { CodeItem, Item } from "../../sketch/lazyCode.ts";
import type { SketchAlignment } from "./alignSketch.ts";
import { addsSemicolon, isVerbatim, keepDroppedComments, readVerbatim } from "./contextBytes.ts";
import { repairCommas } from "../jsonCommas.ts";
import { endLines, type WrittenLine } from "../lineEnds.ts";
import type { PiecePlacement } from "../mergeResult.ts";
import { isLooselySame, type Original } from "../original.ts";
import { learnReindent, sketchIndentUnit, type IndentPair, type Reindent } from "../reindent.ts";

export interface Assembled {
  readonly text: string;
  readonly placements: readonly PiecePlacement[];
  /** Lines of the sketch that kept the original's spacing, quotes, commas or comments. */
  readonly adapted: number;
}

/**
 * Writes the new file from an alignment. Lines found again keep the bytes of the original; new lines take the
 * indentation and the line end of their surroundings.
 */
export function assemble(items: readonly Item[], alignment: SketchAlignment, original: Original): Assembled {
  const verbatim = readVerbatim(items, alignment, original);
  const output: WrittenLine[] = [];
  const reindents = learnPieces(items, alignment, original);
  const placements: PiecePlacement[] = [];
  let adapted = 0;
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
  const steps = keepDroppedComments(alignment.steps, items, original, verbatim);
  let at = 0;
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index];
    if (!step) continue;
    const marker = markerBetween(items, lastItem, step);
    lastItem = Math.max(lastItem, itemOf(step) ?? -1);
    if (marker?.type === "marker") {
      if (marker.blankBefore && lastWasNew) pendingBlank = true;
      if (step.type === "insert" && marker.blankAfter && !lastWasNew) pendingBlank = true;
    }
    if (pendingBlank && step.type !== "delete" && step.type !== "remove") {
      const next =
        step.type === "insert" || step.type === "match"
          ? (items[step.item] as CodeItem).text
          : original.lines[step.line];
      const previous = output.at(-1);
      if (previous && !isBlank(previous.text) && next !== undefined && !isBlank(next))
        output.push({ text: "", eol: undefined });
      pendingBlank = false;
    }
    // Of the blank lines on both sides of what was removed, one is enough.
    if (removed && step.type !== "delete" && step.type !== "remove") {
      const text = step.type === "keep" ? original.lines[step.line] : (items[step.item] as CodeItem).text;
      if (isBlank(text ?? "") && isBlank(output.at(-1)?.text ?? "")) {
        if (step.type !== "insert") at = step.line + 1;
        continue;
      }
      removed = false;
    }
    if (step.type === "keep") {
      if (piece && markerOf(items, step.item)) closePiece();
      keep(step.line);
      lastWasNew = false;
      at = step.line + 1;
    } else if (step.type === "delete" || step.type === "remove") {
      removed ||= step.type === "remove";
      if (piece) piece.original[1] = step.line + 1;
      else if (step.type === "remove") {
        touch(step.item, step.line);
      }
      at = step.line + 1;
    } else {
      const item = items[step.item] as CodeItem;
      const reindent = reindents[step.item];
      if (step.type === "insert") {
        if (!piece)
          for (let blanks = blanksOfOwnParagraph(index); blanks > 0; blanks--)
            output.push({ text: "", eol: undefined });
        touch(step.item, at);
        output.push({ text: reindent?.apply(item.text) ?? item.text, eol: undefined });
        lastWasNew = true;
      } else {
        touch(step.item, step.line);
        if (piece) piece.original[1] = step.line + 1;
        lastWasNew = !writeMatch(step.item, item, step.line, reindent, index);
        at = step.line + 1;
      }
    }
  }
  closePiece();
  return {
    text: joinLines({ bom: original.bom, lines: endLines(repairCommas(output, original), original.source) }),
    placements,
    adapted,
  };

  /**
   * New lines that begin a piece as a paragraph of their own, with blank lines behind them, want as many before them,
   * unless they go on with what stands there (one more import).
   */
  function blanksOfOwnParagraph(first: number): number {
    const previous = output.at(-1)?.text ?? "";
    const item = items[(steps[first] as { item: number }).item] as CodeItem;
    if (
      isBlank(previous) ||
      isBlank(item.text) ||
      firstWord(previous) === firstWord(item.text) ||
      /[{([:]\s*$/.test(previous)
    )
      return 0;
    let blanks = 0;
    for (let index = first; index < steps.length; index++) {
      const step = steps[index];
      if (step?.type !== "insert" && step?.type !== "match") return 0;
      const text = (items[step.item] as CodeItem).text;
      if (isBlank(text)) blanks++;
      else if (step.type === "match") return blanks;
      else blanks = 0;
    }
    return 0;
  }

  function keep(line: number): void {
    output.push({ text: original.lines[line] ?? "", eol: endOf(line) });
  }

  function endOf(line: number): WrittenLine["eol"] {
    const eol = original.source[line]?.eol;
    return eol === "" ? undefined : eol;
  }

  /** Writes a line found again; gives whether the bytes of the original were kept. */
  function writeMatch(
    itemIndex: number,
    item: CodeItem,
    line: number,
    reindent: Reindent | undefined,
    index: number,
  ): boolean {
    const nextChanges = changesNext(index);
    const text = original.lines[line] ?? "";
    const sketched = item.text.trim();
    const trimmed = original.trimmed[line] ?? "";
    if (sketched === trimmed) {
      if (
        sketched === "" ||
        !reindent ||
        (original.inLiteral[line] === 1 && !reindent.isIdentity) ||
        reindent.agrees(item.text, text)
      ) {
        keep(line);
        return true;
      }
    } else if (
      !isVerbatim(verbatim[itemIndex] ?? 0, sketched, trimmed) &&
      isLooselySame(sketched, original, line) &&
      !addsSemicolon(sketched, trimmed) &&
      !(nextChanges && changesComma(sketched, trimmed, index))
    ) {
      adapted++;
      keep(line);
      return true;
    }
    output.push({ text: reindent?.apply(item.text) ?? item.text, eol: endOf(line) });
    return false;
  }

  /** A comma that the sketch adds separates what follows; one that it drops was the last, if what follows closes. */
  function changesComma(sketched: string, trimmed: string, index: number): boolean {
    if (sketched.endsWith(",") === trimmed.endsWith(",")) return false;
    if (sketched.endsWith(",")) return true;
    const next = steps.slice(index + 1).find((step) => step.type !== "delete" && step.type !== "remove");
    if (!next) return true;
    const text = next.type === "keep" ? original.lines[next.line] : (items[next.item] as CodeItem).text;
    return /^\s*[}\])]/.test(text ?? "");
  }

  /** Whether the line after this one is new or gone: then a comma at its end is part of the change. */
  function changesNext(index: number): boolean {
    const next = steps[index + 1];
    return next?.type === "insert" || next?.type === "delete" || next?.type === "remove";
  }
}

const firstWord = (line: string): string => /^\W*(\w*)/.exec(line)?.[1] ?? "";

type StepOf = SketchAlignment["steps"][number] | undefined;

const itemOf = (step: StepOf): number | undefined => (step && "item" in step ? step.item : undefined);
const markerOf = (items: readonly Item[], item: number): boolean => items[item]?.type === "marker";

/** The marker between the item of the step before and that of this step, if any. */
function markerBetween(items: readonly Item[], lastItem: number, step: StepOf): Item | undefined {
  const end = itemOf(step);
  if (end === undefined) return undefined;
  // Lines kept at a marker carry its item; the marker still stands before the line that ends the run.
  const first = step?.type !== "keep" && markerOf(items, lastItem) ? lastItem : lastItem + 1;
  for (let item = Math.max(0, first); item <= end; item++) if (markerOf(items, item)) return items[item];
  return undefined;
}

/** For each item how its piece is indented; a piece without a line found again goes by all pieces together. */
function learnPieces(items: readonly Item[], alignment: SketchAlignment, original: Original): (Reindent | undefined)[] {
  const code = items.filter((item) => item.type === "code").map((item) => item.text);
  const fileUnit = detectIndentUnit(original.lines);
  const sketchUnit = sketchIndentUnit(code, fileUnit);
  interface Learnt {
    readonly items: number[];
    pairs: IndentPair[];
    readonly changed: IndentPair[];
  }
  const pieces: Learnt[] = [];
  let current: Learnt | undefined;
  items.forEach((item, index) => {
    if (item.type === "marker") current = undefined;
    if (item.type !== "code") return;
    if (!current) pieces.push((current = { items: [], pairs: [], changed: [] }));
    current.items.push(index);
    const line = alignment.lineOf[index] ?? -1;
    if (line < 0 || isBlank(item.text) || original.inLiteral[line] === 1) return;
    const pair = { sketch: item.text, original: original.lines[line] ?? "", first: current.items.length === 1 };
    // A changed line may have been indented anew; the lines that stayed tell more.
    (isLooselySame(item.text.trim(), original, line) ? current.pairs : current.changed).push(pair);
  });
  for (const piece of pieces) if (piece.pairs.length === 0) piece.pairs = piece.changed;
  const all = pieces.flatMap((piece) => piece.pairs);
  const common = learnReindent(all, sketchUnit, fileUnit);
  const result: (Reindent | undefined)[] = items.map(() => undefined);
  for (const piece of pieces) {
    const reindent = piece.pairs.length === 0 ? common : learnReindent(piece.pairs, sketchUnit, fileUnit);
    for (const item of piece.items) result[item] = reindent;
  }
  return result;
}
