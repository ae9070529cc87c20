import { detectIndentUnit, indentOf, indentWidth, isBlank, TAB_WIDTH, type IndentUnit } from "../text/indentation.ts";
import { wordLength } from "./lineKeys.ts";

/** A line of the sketch beside the line of the original that it was recognised as. */
export interface IndentPair {
  readonly sketch: string;
  readonly original: string;
  /** Whether it is the first line of its piece, which models often strip of its indentation. */
  readonly first: boolean;
}

/** Turns the indentation of sketch lines into that of the original. */
export interface Reindent {
  /** The line with the original's indentation. */
  apply(line: string): string;
  /** Whether lines keep the indentation that the sketch gives them. */
  readonly isIdentity: boolean;
  /** Whether `line` of the sketch, standing for `original`, only has the indentation that all lines of the piece have. */
  agrees(line: string, original: string): boolean;
}

/**
 * Learns from the lines of one piece that were found again how far the piece is shifted, and whether it is indented
 * with other units than the file (tabs for spaces, two for four). The explanation that covers most lines wins;
 * no shift at all wins wherever a line supports it. `margin`: the columns of the piece's least indented line; a shift that would
 * move that line left of column 0 is not considered.
 */
export function learnReindent(
  pairs: readonly IndentPair[],
  sketchUnit: IndentUnit | undefined,
  fileUnit: IndentUnit | undefined,
  margin = Infinity,
): Reindent {
  const file = fileUnit ?? sketchUnit;
  const styles = [COLUMNS];
  if (file && sketchUnit && file.text !== sketchUnit.text) {
    // Tabs for spaces are never the same columns by intention; where no indented line was found again, the units tell.
    const indented = pairs.filter(({ sketch, original }) => /^[ \t]/.test(sketch) && /^[ \t]/.test(original));
    const isOther = ({ sketch, original }: IndentPair): boolean => sketch.charCodeAt(0) !== original.charCodeAt(0);
    const isOtherBlank = file.text.charCodeAt(0) !== sketchUnit.text.charCodeAt(0);
    if (indented.length > 0 ? indented.some(isOther) : isOtherBlank) styles.pop();
    for (const width of new Set([sketchUnit.width, 4, 2, 8])) styles.push({ sketchWidth: width, unit: file });
  }
  let best: { style: Style; shift: number; support: number } | undefined;
  for (const style of styles) {
    const found = bestShift(pairs, style, margin / style.sketchWidth);
    if (!best || found.support > best.support) best = { style, ...found };
  }
  const { style, shift } = best ?? { style: COLUMNS, shift: 0 };
  const literal =
    !style.unit &&
    shift === 0 &&
    pairs.some((pair) => /^\s/.test(pair.sketch) && indentOf(pair.sketch) === indentOf(pair.original));
  return {
    isIdentity: !style.unit && shift === 0,
    apply: (line) => shiftLine(line, style, shift, file),
    agrees: (line, original) =>
      literal ? indentOf(line) === indentOf(original) : levelOf(line, style) + shift === targetLevel(original, style),
  };
}

/** One level of the sketch is `sketchWidth` columns; of the file, one `unit`. Without a unit, levels are columns. */
interface Style {
  readonly sketchWidth: number;
  readonly unit: IndentUnit | undefined;
}

/** Both sides count columns alike. */
const COLUMNS: Style = { sketchWidth: 1, unit: undefined };

const levelOf = (line: string, style: Style): number => indentWidth(line) / style.sketchWidth;
const targetLevel = (line: string, style: Style): number => indentWidth(line) / (style.unit?.width ?? 1);

/** Checks whether a line is more than signs. */
export const saysSomething = (line: string): boolean => wordLength(line) >= 3;

/** The least indented lines decide: they bound the piece, while deeper ones may have been moved on purpose. */
function bestShift(pairs: readonly IndentPair[], style: Style, margin: number): { shift: number; support: number } {
  const support = new Map<number, number>();
  const known: { level: number; shift: number; first: boolean; says: boolean }[] = [];
  for (const { sketch, original, first } of pairs) {
    const level = levelOf(sketch, style);
    const shift = targetLevel(original, style) - level;
    support.set(shift, (support.get(shift) ?? 0) + 1);
    known.push({ level, shift, first, says: saysSomething(sketch) });
  }
  // A first line stripped of its indentation tells nothing against the others.
  const telling = known.filter(
    ({ shift, first }) => !first || shift === 0 || known.length === 1 || (support.get(shift) ?? 0) > 1,
  );
  const narrowest = telling.reduce((least, { level }) => Math.min(least, level), Infinity);
  // A piece is moved as a whole: one line of its margin that stands where it stood proves that it was not.
  if (telling.some(({ level, shift, says }) => says && shift === 0 && level === narrowest))
    return { shift: 0, support: support.get(0) ?? 0 };
  let best = { shift: 0, support: 0 };
  for (const { level, shift } of telling) {
    if (level !== narrowest || margin + shift < 0) continue;
    const count = support.get(shift) ?? 0;
    if (count > best.support || (count === best.support && shift === 0)) best = { shift, support: count };
  }
  return best;
}

function shiftLine(line: string, style: Style, shift: number, file: IndentUnit | undefined): string {
  if (isBlank(line)) return "";
  const indent = indentOf(line);
  const text = line.slice(indent.length);
  if (!style.unit) {
    if (shift === 0) return line;
    const width = Math.max(0, indentWidth(line) + shift);
    return blanks(width, indent.includes("\t") || (indent === "" && file?.text === "\t") ? "\t" : " ") + text;
  }
  const level = Math.max(0, levelOf(line, style) + shift);
  const whole = Math.floor(level);
  // What is left of a level is alignment, which stays as it is written.
  const rest = Math.round((level - whole) * style.sketchWidth);
  return style.unit.text.repeat(whole) + " ".repeat(rest) + text;
}

function blanks(width: number, blank: " " | "\t"): string {
  if (blank === " ") return " ".repeat(width);
  return "\t".repeat(Math.floor(width / TAB_WIDTH)) + " ".repeat(width % TAB_WIDTH);
}

/** Finds the indentation unit of a sketch; if it is too short to tell, returns that of the file. */
export function sketchIndentUnit(lines: readonly string[], fileUnit: IndentUnit | undefined): IndentUnit | undefined {
  return detectIndentUnit(lines) ?? fileUnit;
}
