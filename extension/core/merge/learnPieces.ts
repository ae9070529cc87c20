import { detectIndentUnit, indentOf, indentWidth, isBlank, type IndentUnit } from "../text/indentation.ts";
import type { CodeItem, Item } from "../sketch/lazyCode.ts";
import { isOutOfBlock } from "./blocks.ts";
import { isLooselySame, type Original } from "./original.ts";
import { learnReindent, saysSomething, sketchIndentUnit, type IndentPair, type Reindent } from "./reindent.ts";

/**
 * Learns for each item how its piece is indented; `undefined` for what is not code. A piece without a line found again goes by all pieces
 * together. `lineOf`: the line of the original that each item stands for, -1 if none.
 */
export function learnPieces(
  items: readonly Item[],
  lineOf: Int32Array,
  original: Original,
  fileUnit: IndentUnit | undefined,
): (Reindent | undefined)[] {
  const code = items.filter((item) => item.type === "code").map((item) => item.text);
  const sketchUnit = sketchIndentUnit(code, fileUnit);
  interface Learnt {
    readonly items: number[];
    readonly pairs: IndentPair[];
    readonly changed: IndentPair[];
    readonly wrapped: IndentPair[];
  }
  const pieces: Learnt[] = [];
  let current: Learnt | undefined;
  const blocks = newBlocksAround(items, lineOf, original.language);
  items.forEach((item, index) => {
    if (item.type === "marker") current = undefined;
    if (item.type !== "code") return;
    if (!current) pieces.push((current = { items: [], pairs: [], changed: [], wrapped: [] }));
    current.items.push(index);
    const line = lineOf[index] ?? -1;
    if (line < 0 || isBlank(item.text) || original.inLiteral[line] === 1) return;
    const pair = { sketch: item.text, original: original.lines[line] ?? "", first: current.items.length === 1 };
    const around = blocks[index];
    // A line in a new block stands deeper than it stood. Where nothing else is known, the block stands where its lines stood.
    if (around?.isDirect === true) current.wrapped.push({ ...pair, sketch: around.head, first: false });
    // A changed line may have been indented anew; the lines that stayed tell more.
    else if (!around) (isLooselySame(item.text.trim(), original, line) ? current.pairs : current.changed).push(pair);
  });
  for (const { items: own, pairs, changed } of pieces) {
    const margin = marginOf(own);
    const tellsMargin = ({ sketch }: IndentPair): boolean => indentWidth(sketch) === margin && saysSomething(sketch);
    // A line of the margin that stands where it stood tells that all do, however much of it has changed.
    const stays = changed.find((pair) => tellsMargin(pair) && indentOf(pair.sketch) === indentOf(pair.original));
    if (stays && !pairs.some(tellsMargin)) pairs.push(stays);
    if (pairs.length === 0) for (const pair of changed) pairs.push(pair);
  }
  if (pieces.every(({ pairs }) => pairs.length === 0))
    for (const { pairs, wrapped } of pieces) for (const pair of wrapped) pairs.push(pair);
  const all = pieces.flatMap((piece) => piece.pairs);
  const together = new Map<number, Reindent>();
  const result: (Reindent | undefined)[] = items.map(() => undefined);
  for (const piece of pieces) {
    const margin = marginOf(piece.items);
    const unit = unitOfPlace(piece.items, lineOf, original, fileUnit);
    const learn = (pairs: readonly IndentPair[]): Reindent => learnReindent(pairs, sketchUnit, unit, margin);
    const reindent = piece.pairs.length > 0 ? learn(piece.pairs) : (together.get(margin) ?? learn(all));
    if (piece.pairs.length === 0) together.set(margin, reindent);
    for (const item of piece.items) result[item] = reindent;
  }
  return result;

  /** Columns of the least indented line, without those that stand at the margin wherever they are (`#ifdef`). */
  function marginOf(own: readonly number[]): number {
    const lines = own.map((item) => (items[item] as CodeItem).text);
    const telling = lines.filter((line) => !isBlank(line) && !isOutOfBlock(line, original.language));
    return telling.reduce((least, line) => Math.min(least, indentWidth(line)), Infinity);
  }
}

/**
 * The unit of the lines of the file between the first and the last that a piece shows, where none of them is indented with the blanks of the
 * file: some files have both, each in blocks of its own.
 */
function unitOfPlace(
  items: readonly number[],
  lineOf: Int32Array,
  original: Original,
  fileUnit: IndentUnit | undefined,
): IndentUnit | undefined {
  const found = items.flatMap((item) => ((lineOf[item] ?? -1) >= 0 ? [lineOf[item] ?? 0] : []));
  const [first, last] = [found[0] ?? 0, found.at(-1) ?? -1];
  const indented = original.lines.slice(first, last + 1).filter((line) => /^[ \t]+\S/.test(line));
  const isOther = (line: string): boolean => line.startsWith("\t") !== fileUnit?.text.startsWith("\t");
  return indented.length > 0 && indented.every(isOther) ? (detectIndentUnit(indented) ?? fileUnit) : fileUnit;
}

/** The new block that a line is in. */
interface NewBlock {
  /** The outermost new line around it. */
  readonly head: string;
  /** Whether all lines around it within the block are new. */
  readonly isDirect: boolean;
}

/**
 * For each item the new block that it is in, `undefined` if it is in none. A marker ends the blocks of lines that are not less deep
 * than itself, for it may hold what opens another block; a blank line ends none and is in none.
 */
function newBlocksAround(
  items: readonly Item[],
  lineOf: Int32Array,
  language: string | undefined,
): (NewBlock | undefined)[] {
  const enclosing: { readonly width: number; readonly within: NewBlock | undefined }[] = [];
  const leave = (width: number): void => {
    while ((enclosing.at(-1)?.width ?? -1) >= width) enclosing.pop();
  };
  return items.map((item, index) => {
    if (item.type === "marker") leave(item.column);
    if (item.type !== "code" || isBlank(item.text) || isOutOfBlock(item.text, language)) return undefined;
    const width = indentWidth(item.text);
    leave(width);
    const around = enclosing.at(-1)?.within;
    const isNew = lineOf[index] === -1;
    const within = around ? { ...around, isDirect: around.isDirect && isNew } : undefined;
    enclosing.push({ width, within: within ?? (isNew ? { head: item.text, isDirect: true } : undefined) });
    return around;
  });
}
