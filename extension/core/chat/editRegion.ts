import { tidyPath } from "../targets/sketchPath.ts";
import { imageOf } from "../diff/clusters.ts";
import { knownDiff } from "../diff/knownDiff.ts";
import type { AnswerBlock } from "./answerBlocks.ts";
import { pathOfBlock } from "./blockStates.ts";
import type { EditRegion, Message } from "./chatSchemas.ts";

/** Lines of a file, from 1; the last one is part of it. */
export type RegionLines = Pick<EditRegion, "startLine" | "endLine">;

/** A place in a text: lines and characters count from 0. */
export interface RegionPlace {
  readonly line: number;
  readonly character: number;
}

/** A symbol of a file, as language servers tell it: `lines` from 0, the last one not included. */
export interface OutlineSymbol {
  readonly name: string;
  readonly isFunction: boolean;
  readonly lines: { readonly start: number; readonly end: number };
}

/** What an edit in place is about, and how it came to that. */
export interface ChosenRegion extends RegionLines {
  /** The function around the cursor; `undefined` if the user has selected lines, or there is none. */
  readonly symbol?: string | undefined;
}

/** Lines before and after the cursor if nothing else says what is meant. */
const AROUND = 8;

/** The longest symbol, other than a function, that may be meant as a whole, in lines. */
const MOST_OF_OTHERS = 60;

/**
 * Chooses the lines that an edit in place is about: those selected, else the innermost function around the cursor, else the innermost other
 * symbol of several lines that is not long, else the cursor's line with some around it. Language servers may send anything: of a symbol,
 * only lines within the text count.
 */
export function chooseRegion(
  lineCount: number,
  selection: { readonly start: RegionPlace; readonly end: RegionPlace },
  symbols: readonly OutlineSymbol[],
): ChosenRegion {
  const { start, end } = selection;
  if (start.line !== end.line || start.character !== end.character) return selectedLines(selection);
  const around = symbols
    .map((symbol) => ({ ...symbol, lines: within(symbol.lines, lineCount) }))
    .filter(({ lines }) => lines.start <= start.line && start.line < lines.end)
    .sort((a, b) => sizeOf(a) - sizeOf(b));
  const found =
    around.find(({ isFunction }) => isFunction) ??
    around.find((symbol) => 1 < sizeOf(symbol) && sizeOf(symbol) <= MOST_OF_OTHERS);
  if (found !== undefined) return { startLine: found.lines.start + 1, endLine: found.lines.end, symbol: found.name };
  return { startLine: Math.max(start.line - AROUND, 0) + 1, endLine: Math.min(start.line + AROUND + 1, lineCount) };
}

/** Computes the lines of a selection. One that ends before the first character of a line does not include that line. */
export function selectedLines({ start, end }: { readonly start: RegionPlace; readonly end: RegionPlace }): RegionLines {
  return { startLine: start.line + 1, endLine: end.character === 0 && end.line > start.line ? end.line : end.line + 1 };
}

function within({ start, end }: OutlineSymbol["lines"], lineCount: number): OutlineSymbol["lines"] {
  return { start: Math.max(start, 0), end: Math.min(end, lineCount) };
}

function sizeOf({ lines }: Pick<OutlineSymbol, "lines">): number {
  return lines.end - lines.start;
}

/** Moves the lines of a region to where they are after the text around them has changed; at least one line. */
export function moveRegion(
  { startLine, endLine }: RegionLines,
  before: readonly string[],
  now: readonly string[],
): RegionLines {
  const { start, end } = imageOf({ start: startLine - 1, end: endLine }, knownDiff(before, now));
  const first = Math.min(Math.max(start, 0), Math.max(now.length - 1, 0));
  return { startLine: first + 1, endLine: Math.min(Math.max(end, first + 1), Math.max(now.length, 1)) };
}

/** Returns the text of a message as a planner reads it: a question about a region also says what that means. `before`: earlier messages. */
export function askedText(message: Message, before: readonly Message[]): string {
  if (message.role !== "user" || message.region === undefined) return message.text;
  const { region } = message;
  const isAgain = before.some((each) => each.role === "user" && each.region?.uri === region.uri);
  return `${message.text}\n\n${regionWords(region, isAgain)}`;
}

function regionWords({ path, startLine, endLine, language }: EditRegion, isAgain: boolean): string {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
  const named = language === undefined ? path : `${path} (${language})`;
  const words = [
    `(This is an edit in place: change only ${lines} of ${named}, which stand above, and nothing else of the file or of other files.`,
    `Answer with one fence for ${path} that has the change, and no more than a sentence besides it.`,
    ...(isAgain
      ? [
          "The text above is the file as it is now. What you proposed before and is not in it is dropped: write the whole change.",
        ]
      : []),
  ];
  return `${words.join(" ")})`;
}

/**
 * Picks the blocks of an answer to a question about a region that are for its file. `others`: paths of other files that were sent with the
 * questions. A file without a name of its own, such as a cell of a notebook, may be called anything but one of these.
 */
export function blocksOfRegion(
  blocks: readonly AnswerBlock[],
  { path, isNameless }: Pick<EditRegion, "path" | "isNameless">,
  others: readonly string[],
): readonly AnswerBlock[] {
  const own = tidyPath(path);
  const known = new Set(others.map(tidyPath).filter((other) => other !== own));
  return blocks.filter((block) => {
    if (block.kind !== "sketch") return false;
    if (block.sketches.every((sketch) => sketch.path === undefined)) return true;
    const named = pathOfBlock(block);
    if (named === undefined) return false;
    return isNameless === true ? !known.has(named) : isSamePath(named, own);
  });
}

/** Compares paths whatever their case. Models leave folders out, or write paths from the root of another one. */
function isSamePath(named: string, own: string): boolean {
  const [a, b] = [named.toLowerCase(), own.toLowerCase()];
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}
